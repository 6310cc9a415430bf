// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a half: from the sorted groups before it to the sorted groups after it.
//
// Each pattern of a step (tours/mitm/plan/pattern.h) maps an ascending list of groups to an ascending list. The step
// merges these lists; no table of signatures, no sorting.
#ifndef LEAPER_TOURS_MEET_STEP_H
#define LEAPER_TOURS_MEET_STEP_H

#include "tours/mitm/plan/plan.h"
#include "tours/mitm/step/accumulate.h"

#ifdef __cplusplus
extern "C" {
#endif

struct meet_scratch;

// What a thread needs to take steps.
struct meet_stepper {
    const struct meet_plan *plan;
    struct meet_sum sum; // and whether a count did not fit
    struct meet_scratch *scratch;
    unsigned filled; // queues so far
};

void meet_stepper_init(struct meet_stepper *stepper, const struct meet_plan *plan,
                       struct matching_tables *tables, enum meet_mode mode, uint64_t prime);
void meet_stepper_clear(struct meet_stepper *stepper);

// The state before the first step: nothing chosen, one way.
void meet_start(struct meet_level *level, enum meet_mode mode);

// What is wanted of the results of a step: ones in the slots that must not have the digit 0, 1, 2, and signatures low … high-1.
struct meet_range {
    uint64_t forbidden[3];
    uint64_t low, high;
};

// Divides the results of a step in `parts` ranges of signatures that take about equal work: bounds[0 … parts], by a
// sample of the groups. They may lie in files of `memory`, of which not too much is left resident.
void meet_step_divide(struct meet_stepper *stepper, int half, int step, const struct meet_group *groups,
                      size_t count, const struct meet_range *range, uint64_t *bounds, size_t parts,
                      struct meet_memory *memory);

// Takes step `step` of half `half`: reads groups[0 … count-1], appends to `out` (empty before) those results that lie in the range.
// When the budget of the tables ends meanwhile, `out` is left as it is then: worth nothing.
void meet_step(struct meet_stepper *stepper, int half, int step, const struct meet_group *groups,
               size_t count, const struct meet_range *range, struct meet_level *out);

#ifdef __cplusplus
}
#endif

#endif
