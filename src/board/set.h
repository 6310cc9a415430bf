// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of locations: one bit for each of the 256, four ranks per word.
#ifndef LEAPER_BOARD_SET_H
#define LEAPER_BOARD_SET_H

#include "board/square.h"

struct set {
    uint64_t word[4];
};

static inline bool set_has(const struct set *set, square s)
{
    return set->word[s >> 6] >> (s & 63) & 1;
}

static inline void set_add(struct set *set, square s)
{
    set->word[s >> 6] |= UINT64_C(1) << (s & 63);
}

static inline void set_remove(struct set *set, square s)
{
    set->word[s >> 6] &= ~(UINT64_C(1) << (s & 63));
}

static inline void set_toggle(struct set *set, square s)
{
    set->word[s >> 6] ^= UINT64_C(1) << (s & 63);
}

static inline bool set_empty(const struct set *set)
{
    return !(set->word[0] | set->word[1] | set->word[2] | set->word[3]);
}

static inline int set_count(const struct set *set)
{
    return __builtin_popcountll(set->word[0]) + __builtin_popcountll(set->word[1]) +
           __builtin_popcountll(set->word[2]) + __builtin_popcountll(set->word[3]);
}

static inline void set_add_all(struct set *set, const struct set *others)
{
    for (unsigned w = 0; w < 4; w++)
        set->word[w] |= others->word[w];
}

static inline void set_remove_all(struct set *set, const struct set *others)
{
    for (unsigned w = 0; w < 4; w++)
        set->word[w] &= ~others->word[w];
}

// Removes all but the others.
static inline void set_keep_all(struct set *set, const struct set *others)
{
    for (unsigned w = 0; w < 4; w++)
        set->word[w] &= others->word[w];
}

// What both sets have.
static inline struct set set_both(struct set one, const struct set *other)
{
    set_keep_all(&one, other);
    return one;
}

// The squares of the set, each moved by dx files and dy ranks, at most three of each and not 0 of both; those that would leave the grid are dropped.
static inline struct set set_moved(const struct set *set, int dx, int dy)
{
    // Of four ranks, the files from which nothing leaves the grid sideways.
    uint64_t files = (dx >= 0 ? 0xffffU >> dx : 0xffffU << -dx & 0xffffU) * UINT64_C(0x0001000100010001);
    int delta = dy * GRID_SIDE + dx;
    unsigned far = (unsigned)(delta > 0 ? delta : -delta); // from 1 to 51
    struct set moved = {{0}};
    for (unsigned w = 0; w < 4; w++) {
        uint64_t word = set->word[w] & files;
        moved.word[w] |= delta > 0 ? word << far : word >> far;
        if (delta > 0 && w < 3)
            moved.word[w + 1] |= word >> (64 - far);
        if (delta < 0 && w > 0)
            moved.word[w - 1] |= word << (64 - far);
    }
    return moved;
}

// Visits the members of a copy of a set, from a1 upwards, rank by rank:
//     square s;
//     for (struct set_walk walk = set_walk(&set); set_next(&walk, &s);)
struct set_walk {
    struct set left;
    unsigned word;
};

static inline struct set_walk set_walk(const struct set *set)
{
    struct set_walk walk = {*set, 0};
    return walk;
}

static inline bool set_next(struct set_walk *walk, square *s)
{
    while (walk->word < 4 && !walk->left.word[walk->word])
        walk->word++;
    if (walk->word == 4)
        return false;
    uint64_t *word = &walk->left.word[walk->word];
    *s = (square)(walk->word * 64 + (unsigned)__builtin_ctzll(*word));
    *word &= *word - 1;
    return true;
}

#endif
