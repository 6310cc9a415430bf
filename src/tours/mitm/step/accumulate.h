// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up the states that several groups send to one signature.
//
// Sums are made in an array of all ranks. Groups that hold a fair part of all matchings are read off from end to end, of others
// the ranks in use are listed. Where the array would be too large, or ranks of a thin group must ascend, states are listed and sorted.
#ifndef LEAPER_TOURS_MITM_SUM_H
#define LEAPER_TOURS_MITM_SUM_H

#include "tours/mitm/step/contribution.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mitm_simd;
struct mitm_accumulator_scratch;

// What a thread needs to add up.
struct mitm_accumulator {
    struct matching_tables *tables; // shared by threads
    enum mitm_mode mode;
    uint64_t prime;         // in MITM_RESIDUES
    bool overflowed;        // set when a count did not fit
    struct mitm_simd *simd; // of its own; NULL: all state by state
    struct mitm_accumulator_scratch *scratch;
};

void mitm_accumulator_init(struct mitm_accumulator *sum, struct matching_tables *tables, enum mitm_mode mode,
                           uint64_t prime);
void mitm_accumulator_clear(struct mitm_accumulator *sum);

// Appends the group of `signature` that the contributions make to `out`, if it has any states. Every contribution's changes must lead to the
// number of pairs of `signature`. The ranks of the group ascend if `ascending`, which takes longer.
void mitm_accumulate(struct mitm_accumulator *sum, uint64_t signature,
                     const struct mitm_contribution *contributions, int count, bool ascending,
                     struct mitm_layer *out);

#ifdef __cplusplus
}
#endif

#endif
