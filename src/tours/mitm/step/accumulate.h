// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up the states that several groups send to one signature.
//
// Sums are made in an array of all ranks. Groups that hold a fair part of all matchings are read off from end to end, of others
// the ranks in use are listed. Where the array would be too large, or ranks of a thin group must ascend, states are listed and sorted.
#ifndef LEAPER_TOURS_MEET_SUM_H
#define LEAPER_TOURS_MEET_SUM_H

#include "tours/mitm/step/contribution.h"

#ifdef __cplusplus
extern "C" {
#endif

struct meet_lanes;
struct meet_sum_scratch;

// What a thread needs to add up.
struct meet_sum {
    struct matching_tables *tables; // shared by threads
    enum meet_mode mode;
    uint64_t prime;           // in MEET_RESIDUES
    bool overflowed;          // set when a count did not fit
    struct meet_lanes *lanes; // of its own; NULL: all state by state
    struct meet_sum_scratch *scratch;
};

void meet_sum_init(struct meet_sum *sum, struct matching_tables *tables, enum meet_mode mode, uint64_t prime);
void meet_sum_clear(struct meet_sum *sum);

// Appends the group of `signature` that the feeds make to `out`, if it has any states. Every feed's changes must lead to the
// number of pairs of `signature`. The ranks of the group ascend if `ascending`, which takes longer.
void meet_sum_groups(struct meet_sum *sum, uint64_t signature, const struct meet_feed *feeds, int count,
                     bool ascending, struct meet_level *out);

#ifdef __cplusplus
}
#endif

#endif
