// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the best plan for counting by meet-in-the-middle.
#ifndef LEAPER_TOURS_MITM_PLANNER_H
#define LEAPER_TOURS_MITM_PLANNER_H

#include "base/error.h"
#include "tours/mitm/plan/plan.h"

// Finds the plan that promises the fewest states; free it with mitm_plan_clear(). False with ERROR_PARAMETER when the method does
// not suit the board (the separator would be too wide, or a half empty), with ERROR_SYSTEM when memory runs out.
bool mitm_plan_find(struct mitm_plan *plan, const struct tour_graph *graph, const struct cycle_graph *cycles,
                    struct error *err);

#endif
