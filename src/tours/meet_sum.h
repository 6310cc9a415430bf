// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up the states that several groups send to one signature.
//
// Groups that hold a fair part of all matchings are added up in an array of all ranks; thin ones are listed and sorted.
#ifndef LEAPER_TOURS_MEET_SUM_H
#define LEAPER_TOURS_MEET_SUM_H

#include "tours/matching_tables.h"
#include "tours/meet_level.h"
#include "tours/meet_pattern.h"

// One group on its way into the group being made.
struct meet_feed {
    const struct meet_group *group;
    struct meet_change change;
};

struct meet_sum_scratch;

// What a thread needs to add up.
struct meet_sum {
    struct matching_tables *tables; // shared by threads
    enum meet_mode mode;
    uint64_t prime;  // in MEET_RESIDUES
    bool overflowed; // set when a count did not fit
    struct meet_sum_scratch *scratch;
};

void meet_sum_init(struct meet_sum *sum, struct matching_tables *tables, enum meet_mode mode, uint64_t prime);
void meet_sum_clear(struct meet_sum *sum);

// Appends the group of `signature` that the feeds make to `out`, if it has any states. Every feed's change must lead to the number of
// pairs of `signature`.
void meet_sum_groups(struct meet_sum *sum, uint64_t signature, const struct meet_feed *feeds, int count,
                     struct meet_level *out);

#endif
