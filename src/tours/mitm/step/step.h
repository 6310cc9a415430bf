// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a half: from the sorted groups before it to the sorted groups after it.
//
// Each pattern of a step (tours/mitm/plan/pattern.h) maps an ascending list of groups to an ascending list. The step
// merges these lists; no table of signatures, no sorting.
#ifndef LEAPER_TOURS_MITM_STEP_H
#define LEAPER_TOURS_MITM_STEP_H

#include "tours/mitm/plan/plan.h"
#include "tours/mitm/step/accumulate.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mitm_scratch;

// What a thread needs to take steps.
struct mitm_stepper {
    const struct mitm_plan *plan;
    struct mitm_accumulator sum; // and whether a count did not fit
    struct mitm_scratch *scratch;
    unsigned filled; // queues so far
};

void mitm_stepper_init(struct mitm_stepper *stepper, const struct mitm_plan *plan,
                       struct matching_tables *tables, enum mitm_mode mode, uint64_t prime);
void mitm_stepper_clear(struct mitm_stepper *stepper);

// The state before the first step: nothing chosen, one way.
void mitm_start_layer(struct mitm_layer *layer, enum mitm_mode mode);

// What is wanted of the results of a step: ones in the slots that must not have the degree 0, 1, 2, and signatures low … high-1.
struct mitm_range {
    uint64_t forbidden[3];
    uint64_t low, high;
};

// Divides the results of a step in `parts` ranges of signatures that take about equal work: bounds[0 … parts], by a
// sample of the groups. They may lie in files of `memory`, of which not too much is left resident.
void mitm_step_divide(struct mitm_stepper *stepper, int half, int step, const struct mitm_group *groups,
                      size_t count, const struct mitm_range *range, uint64_t *bounds, size_t parts,
                      struct mitm_arena *arena);

// Takes step `step` of half `half`: reads groups[0 … count-1], appends to `out` (empty before) those results that lie in the range.
// When the budget of the tables ends meanwhile, `out` is left as it is then: worth nothing.
void mitm_step(struct mitm_stepper *stepper, int half, int step, const struct mitm_group *groups,
               size_t count, const struct mitm_range *range, struct mitm_layer *out);

#ifdef __cplusplus
}
#endif

#endif
