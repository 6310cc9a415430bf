// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the steps of a half: in which order its vertices go, and in which slots they stand meanwhile.
#ifndef LEAPER_TOURS_MITM_LISTING_H
#define LEAPER_TOURS_MITM_LISTING_H

#include "tours/mitm/plan/cut.h"

// Lists the steps of plan->half[half], with slots of S numbered from a base of their own, and adds to plan->cost and plan->low.
// False when there are too few slots.
bool mitm_schedule_half(const struct mitm_cut *cut, struct mitm_plan *plan, int half);

// Numbers the slots of S in the steps of a half once plan->low is known.
void mitm_schedule_number_slots(struct mitm_plan *plan, struct mitm_half *half);

#endif
