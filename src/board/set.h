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
