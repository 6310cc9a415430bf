// SPDX-License-Identifier: GPL-3.0-or-later
// Counting by two halves that meet in a separator: plan, steps, blocks, join (see docs/tours.md).
//
// First the lists of both halves are brought to a milestone of the plan at which enough degrees are final to
// cut them into many *blocks*, all threads working on each step. Then blocks are pairs of a list of half 0
// and the list of half 1 whose final degrees complete it; each is an independent task that one thread
// carries to the end and joins, cutting it further as more degrees become final, so that what it works on
// stays in its processor's cache.
#ifndef LEAPER_TOURS_MITM_H
#define LEAPER_TOURS_MITM_H

#include "tours/count_request.h"
#include "tours/mitm/plan/plan.h"
#include "tours/mitm/run/checkpoint.h"
#include "tours/mitm/run/join.h"

#ifdef __cplusplus
extern "C" {
#endif

// Runs a plan. The total is exact, in 192 bits, in MITM_EXACT; a remainder in MITM_RESIDUES.
// *overflowed is set when counts did not fit the mode and the total is worthless. `checkpoint` (may be
// NULL) says which blocks are done already, and is written to the request's file from time to time. States,
// memory go to `result`. Errors as of count_tours().
bool mitm_run(const struct count_request *request, const struct mitm_plan *plan,
              struct matching_tables *tables, enum mitm_mode mode, uint64_t prime,
              struct checkpoint *checkpoint, struct mitm_total *total, bool *overflowed,
              struct count_result *result, struct error *err);

// Counts with a plan in whatever mode it takes; sets the numbers of the result. Errors as of count_tours().
bool mitm_count(const struct count_request *request, const struct mitm_plan *plan,
                struct count_result *result, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
