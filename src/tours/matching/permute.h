// SPDX-License-Identifier: GPL-3.0-or-later
// Renumbers the points of matchings: the second half of a board sees the separator with its points in another order.
#ifndef LEAPER_TOURS_PERMUTE_H
#define LEAPER_TOURS_PERMUTE_H

#include "tours/matching/matching_tables.h"

#include <stddef.h>

struct permutation {
    uint64_t key;
    uint16_t *table; // the new rank of each rank
};

// The permutations of up to MATCHING_TABLE_PAIRS pairs that one thread has met, until they take too much memory; then it begins anew.
struct permuter {
    struct matching_tables *tables; // shared by threads
    struct permutation *slots;      // a hash table, at most half full
    size_t capacity, count, bytes;
};

void permuter_init(struct permuter *permuter, struct matching_tables *tables);
void permuter_clear(struct permuter *permuter);

// The table of new ranks when point p moves to places[p], or NULL when all points stay. It lasts until the next call. pairs <= MATCHING_TABLE_PAIRS.
const uint16_t *permuter_table(struct permuter *permuter, int pairs, const uint8_t *places);

// One such rank, of any number of pairs.
uint64_t permute_rank(int pairs, const uint8_t *places, uint64_t rank);

#endif
