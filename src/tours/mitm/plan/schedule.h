// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules the steps of a half: the order in which its vertices are eliminated, and the slots they occupy until then.
#ifndef LEAPER_TOURS_MITM_PLAN_SCHEDULE_H
#define LEAPER_TOURS_MITM_PLAN_SCHEDULE_H

#include "tours/mitm/plan/cut.h"

// Fills in the steps of plan->half[half], numbering the slots of S from a base of their own, and adds to plan->cost and plan->low.
// False when there are too few slots, or with cut->no_memory set.
bool mitm_schedule_half(struct mitm_cut *cut, struct mitm_plan *plan, int half);

// Gives the slots of S in the steps of a half their final numbers, once plan->low is known.
void mitm_schedule_number_slots(struct mitm_plan *plan, struct mitm_half *half);

#endif
