// SPDX-License-Identifier: GPL-3.0-or-later
// Renumbers the points of matchings: the second half of a board has the points of the separator in another order.
#ifndef LEAPER_TOURS_PERMUTE_H
#define LEAPER_TOURS_PERMUTE_H

#include "tours/matching/matching_tables.h"

#include <stddef.h>

struct permutation {
    uint64_t key;
    uint16_t *table; // the new rank of each rank
};

// Keeps the tables that one thread has made, for up to MATCHING_TABLE_PAIRS pairs; when they take too much memory, it discards
// them and starts over.
struct permuter {
    struct matching_tables *tables; // shared by threads
    struct permutation *slots;      // a hash table, at most half full
    size_t capacity, count, bytes;
};

void permuter_init(struct permuter *permuter, struct matching_tables *tables);
void permuter_clear(struct permuter *permuter);

// The table of new ranks when point p moves to places[p], valid until the next call. pairs <= MATCHING_TABLE_PAIRS. NULL when all
// points stay in place, and also when memory runs out, which ends the budget as described in matching_tables.h.
const uint16_t *permuter_table(struct permuter *permuter, int pairs, const uint8_t *places);

// The new rank of a single matching, for any number of pairs.
uint64_t permute_rank(int pairs, const uint8_t *places, uint64_t rank);

#endif
