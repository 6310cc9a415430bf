// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts pairs of a rank and a count by rank.
#ifndef LEAPER_TOURS_RANK_SORT_H
#define LEAPER_TOURS_RANK_SORT_H

#include <stddef.h>
#include <stdint.h>

struct ranked {
    uint64_t rank, count;
};

// Sorts list[0 … count-1], whose ranks are below `ranks`; `room` has room for as many. Returns whichever of the two holds the
// result; the contents of the other are undefined.
struct ranked *rank_sort(struct ranked *list, struct ranked *room, size_t count, uint64_t ranks);

#endif
