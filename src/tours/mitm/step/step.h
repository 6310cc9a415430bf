// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a half: from the layer before it to the layer after it.
//
// Each pattern of a step (tours/mitm/plan/pattern.h) maps an ascending list of groups to an ascending list. The step merges these
// lists, with no table of signatures and no sorting.
#ifndef LEAPER_TOURS_MITM_STEP_H
#define LEAPER_TOURS_MITM_STEP_H

#include "tours/mitm/plan/plan.h"
#include "tours/mitm/step/accumulate.h"

struct mitm_scratch;

// What a thread needs to take steps.
struct mitm_stepper {
    const struct mitm_plan *plan;
    struct mitm_accumulator accumulator; // says whether a count overflowed
    struct mitm_scratch *scratch;
    unsigned filled; // queues so far
};

// False when there is no memory; then there is nothing to clear.
bool mitm_stepper_init(struct mitm_stepper *stepper, const struct mitm_plan *plan,
                       struct matching_tables *tables, enum mitm_mode mode, uint64_t prime);
void mitm_stepper_clear(struct mitm_stepper *stepper);

// The layer before the first step: the empty choice, reached in one way.
void mitm_start_layer(struct mitm_layer *layer, enum mitm_mode mode);

// Which results of a step are wanted: signatures low … high-1 without a forbidden degree; forbidden[d] has ones in the slots that
// must not have degree d.
struct mitm_range {
    uint64_t forbidden[3];
    uint64_t low, high;
};

// A step to take: step `step` of half `half`, from the groups of `input`, keeping only results in the range.
struct mitm_advance {
    int half, step;
    struct mitm_span input;
    struct mitm_range range;
};

// Divides the results into `parts` ranges of signatures, bounds[0 … parts], that take about equal work, judging by a sample of the
// input. The input may be in files of `arena`, whose resident pages are kept within the limit. Ends the budget of the tables when
// there is no memory; the bounds are valid even then.
void mitm_advance_divide(struct mitm_stepper *stepper, const struct mitm_advance *advance, uint64_t *bounds,
                         size_t parts, struct mitm_arena *arena);

// Takes the step: appends its results to `out`, which must be empty. If the budget of the tables ends meanwhile, `out` is useless.
void mitm_advance(struct mitm_stepper *stepper, const struct mitm_advance *advance, struct mitm_layer *out);

#endif
