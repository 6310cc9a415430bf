// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a checkpoint can belong to the count that resumes from it, whatever its checksum says.
#ifndef LEAPER_TOURS_MITM_RESUME_H
#define LEAPER_TOURS_MITM_RESUME_H

#include "tours/mitm/plan/plan.h"
#include "tours/mitm/run/checkpoint.h"

// Checks every number of a checkpoint: its range, its consistency with the others, and whether the plan has such a block. There are
// fewer than 2^bound tours. False with ERROR_SYSTEM at the path if no run of the plan leaves such a checkpoint, or when there is no
// memory.
bool mitm_may_resume(const struct mitm_plan *plan, unsigned bound, const struct checkpoint *checkpoint,
                     const char *path, struct error *err);

#endif
