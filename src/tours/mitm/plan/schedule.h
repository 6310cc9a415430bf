// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the steps of a half: in which order its vertices go, and in which slots they stand meanwhile.
#ifndef LEAPER_TOURS_MEET_LISTING_H
#define LEAPER_TOURS_MEET_LISTING_H

#include "tours/mitm/plan/cut.h"

// Lists the steps of plan->half[half], with slots of S numbered from a base of their own, and adds to plan->cost and plan->low.
// False when there are too few slots.
bool meet_list_steps(const struct meet_cut *cut, struct meet_plan *plan, int half);

// Numbers the slots of S in the steps of a half once plan->low is known.
void meet_number_slots(struct meet_plan *plan, struct meet_half *half);

#endif
