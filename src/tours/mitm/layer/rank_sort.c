// SPDX-License-Identifier: GPL-3.0-or-later
// Radix sort, eight bits at a time, and insertion for short lists.
#include "tours/mitm/layer/rank_sort.h"

// Insertion is faster up to this length.
enum { SHORT = 48 };

static void insert_all(struct ranked *list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct ranked moved = list[i];
        size_t j = i;
        for (; j > 0 && list[j - 1].rank > moved.rank; j--)
            list[j] = list[j - 1];
        list[j] = moved;
    }
}

struct ranked *rank_sort(struct ranked *list, struct ranked *room, size_t count, uint64_t ranks)
{
    if (count <= SHORT) {
        insert_all(list, count);
        return list;
    }
    for (int shift = 0; shift < 64 && (ranks - 1) >> shift; shift += 8) {
        size_t places[257] = {0};
        for (size_t i = 0; i < count; i++)
            places[(list[i].rank >> shift & 255) + 1]++;
        for (int i = 0; i < 256; i++)
            places[i + 1] += places[i];
        for (size_t i = 0; i < count; i++)
            room[places[list[i].rank >> shift & 255]++] = list[i];
        struct ranked *swap = list;
        list = room;
        room = swap;
    }
    return list;
}
