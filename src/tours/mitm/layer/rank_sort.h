// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts counts by rank.
#ifndef LEAPER_TOURS_RANK_SORT_H
#define LEAPER_TOURS_RANK_SORT_H

#include <stddef.h>
#include <stdint.h>

struct ranked {
    uint64_t rank, count;
};

// Sorts list[0 … count-1], whose ranks are below `ranks`, with room for as many at `room`. Returns where the result lies, one of
// both; the other one holds nothing of use.
struct ranked *rank_sort(struct ranked *list, struct ranked *room, size_t count, uint64_t ranks);

#endif
