// SPDX-License-Identifier: GPL-3.0-or-later
// Renumbers the points of matchings: the second half of a board sees the separator with its points in another order.
#ifndef LEAPER_TOURS_PERMUTE_H
#define LEAPER_TOURS_PERMUTE_H

#include "tours/matching/matching_tables.h"

#include <stddef.h>

struct meet_permutation {
    uint64_t key;
    uint16_t *table; // the new rank of each rank
};

// The permutations of up to MATCHING_TABLE_PAIRS pairs that one thread has met, until they take too much memory; then it begins anew.
struct meet_permuter {
    struct matching_tables *tables; // shared by threads
    struct meet_permutation *slots; // a hash table, at most half full
    size_t capacity, count, bytes;
};

void meet_permuter_init(struct meet_permuter *permuter, struct matching_tables *tables);
void meet_permuter_clear(struct meet_permuter *permuter);

// The table of new ranks when point p moves to places[p], or NULL when all points stay. It lasts until the next call. pairs <= MATCHING_TABLE_PAIRS.
const uint16_t *meet_permute_table(struct meet_permuter *permuter, int pairs, const uint8_t *places);

// One such rank, of any number of pairs.
uint64_t meet_permute_rank(int pairs, const uint8_t *places, uint64_t rank);

#endif
