// SPDX-License-Identifier: GPL-3.0-or-later
// Counting by meet-in-the-middle: two halves that meet in a separator (docs/tours.md explains the method).
//
// First, all threads together bring the layers of both halves to a milestone of the plan at which enough degrees are final to
// cut them into many *blocks*. A block is part of a layer of half 0 together with the part of the layer of half 1 whose final
// degrees complete it. Blocks are independent: one thread carries a block to the end and joins it, cutting it further as more
// degrees become final, so that what it works on stays in its processor's cache.
#ifndef LEAPER_TOURS_MITM_H
#define LEAPER_TOURS_MITM_H

#include "tours/count_request.h"
#include "tours/mitm/plan/plan.h"
#include "tours/mitm/run/checkpoint.h"
#include "tours/mitm/run/join.h"

// What a run counts, and how.
struct mitm_problem {
    const struct count_request *request;
    const struct mitm_plan *plan;
    struct matching_tables *tables; // with a budget, which bounds the run
    enum mitm_mode mode;
    uint64_t prime; // in MITM_RESIDUES
    // Says which blocks are done already, and is saved to the request's file from time to time; NULL: none.
    struct checkpoint *checkpoint;
};

struct mitm_outcome {
    struct mitm_total total; // exact in MITM_EXACT, a remainder in MITM_RESIDUES
    bool overflowed;         // counts did not fit the mode: the total is meaningless
};

// Runs a plan. Adds to the states of `result`, and sets its memory. Errors as for count_tours().
bool mitm_run(const struct mitm_problem *problem, struct mitm_outcome *outcome, struct count_result *result,
              struct error *err);

// Counts with a plan in whatever mode is necessary, and sets the numbers of the result. Errors as for count_tours().
bool mitm_count(const struct count_request *request, const struct mitm_plan *plan,
                struct count_result *result, struct error *err);

#endif
