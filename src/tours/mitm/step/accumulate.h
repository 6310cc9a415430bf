// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up what several groups contribute to one group of the next layer.
//
// Sums are accumulated in an array indexed by rank. For groups that hold a fair share of all matchings, the array is scanned from
// end to end; for others, the ranks in use are listed. Where the array would be too large, or the ranks of a sparse group must
// ascend, states are listed and sorted.
#ifndef LEAPER_TOURS_MITM_STEP_ACCUMULATE_H
#define LEAPER_TOURS_MITM_STEP_ACCUMULATE_H

#include "tours/mitm/step/contribution.h"

struct mitm_simd;
struct mitm_accumulator_scratch;

// What a thread needs to add up groups.
struct mitm_accumulator {
    struct matching_tables *tables; // shared by threads
    enum mitm_mode mode;
    uint64_t prime;         // in MITM_RESIDUES
    bool overflowed;        // set when a count overflowed
    struct mitm_simd *simd; // owned; NULL: states are added one by one
    struct mitm_accumulator_scratch *scratch;
};

// False when there is no memory; then there is nothing to clear.
bool mitm_accumulator_init(struct mitm_accumulator *accumulator, struct matching_tables *tables,
                           enum mitm_mode mode, uint64_t prime);
void mitm_accumulator_clear(struct mitm_accumulator *accumulator);

// A group to be made, and the contributions to it. The changes of every contribution lead to the number of pairs of `signature`.
struct mitm_pending_group {
    uint64_t signature;
    const struct mitm_contribution *contributions;
    int count;
    bool ascending; // its ranks must ascend, which takes longer
};

// Appends the group to `out`, if it has any states. When the budget of the tables ends meanwhile, `out` is useless.
void mitm_accumulate(struct mitm_accumulator *accumulator, const struct mitm_pending_group *group,
                     struct mitm_layer *out);

#endif
