// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a checkpoint can be one of the count that wants to go on from it, whatever its checksum says.
#ifndef LEAPER_TOURS_MITM_RESUME_H
#define LEAPER_TOURS_MITM_RESUME_H

#include "tours/mitm/plan/plan.h"
#include "tours/mitm/run/checkpoint.h"

// Looks at every number of a checkpoint that was read: ranges, what follows from others, blocks that the plan has. `bound`: there are
// fewer than 2^bound tours. False with ERROR_SYSTEM at the path for one that no run of the plan leaves.
bool mitm_may_resume(const struct mitm_plan *plan, unsigned bound, const struct checkpoint *checkpoint,
                     const char *path, struct error *err);

#endif
