// SPDX-License-Identifier: GPL-3.0-or-later
// What one step of a half can choose, and what a choice does to signatures and matchings.
//
// A step chooses 0, 1 or 2 of a vertex's undecided edges; or an edge inside S, or not. Each choice is a
// *pattern*: it suits the groups whose digits leave room for it and adds a constant to their signatures, so it maps
// an ascending list to an ascending list. All states of a group meet the same *change* of their matchings.
#ifndef LEAPER_TOURS_MEET_PATTERN_H
#define LEAPER_TOURS_MEET_PATTERN_H

#include "tours/matching.h"
#include "tours/meet_plan.h"

enum { MEET_PATTERNS_MAX = 1 + MEET_TARGETS_MAX + MEET_TARGETS_MAX * (MEET_TARGETS_MAX - 1) / 2 };

struct meet_pattern {
    uint64_t mask, value; // it suits when signature & mask == value
    uint64_t delta;
    // Slots: the vertex that goes (or -1) and the far ends of its chosen edges (or -1), or the ends of an edge inside
    // S; a < b.
    int v, a, b;
};

// What a choice does to the matchings of a group.
struct meet_change {
    bool is_none; // they stay as they are
    enum matching_operation operation;
    int pairs; // before
    int i, j;
};

// The patterns of a step; how many.
int meet_patterns(const struct meet_step *step, struct meet_pattern patterns[MEET_PATTERNS_MAX]);

static inline int meet_point(uint64_t ones, int slot)
{
    return __builtin_popcountll(ones & ((UINT64_C(1) << (2 * slot)) - 1));
}

// The change that a pattern makes to a group that it suits.
static inline struct meet_change meet_change_of(const struct meet_pattern *pattern, uint64_t signature)
{
    uint64_t ones = signature & MEET_ONES;
    int pairs = __builtin_popcountll(ones) / 2;
    if (pattern->a < 0)
        return (struct meet_change){.is_none = true, .pairs = pairs};
    int at_a = meet_point(ones, pattern->a);
    bool end_a = ones >> (2 * pattern->a) & 1;
    if (pattern->b < 0) {
        // The vertex had one edge; now it is inside the path.
        int at_v = meet_point(ones, pattern->v);
        if (end_a)
            return (struct meet_change){false, MATCHING_CONTRACT, pairs, at_v < at_a ? at_v : at_a,
                                        at_v < at_a ? at_a : at_v};
        return (struct meet_change){false, MATCHING_MOVE, pairs, at_v, at_a - (pattern->v < pattern->a)};
    }
    int at_b = meet_point(ones, pattern->b);
    bool end_b = ones >> (2 * pattern->b) & 1;
    if (end_a && end_b)
        return (struct meet_change){false, MATCHING_CONTRACT, pairs, at_a, at_b};
    if (end_a)
        return (struct meet_change){false, MATCHING_MOVE, pairs, at_a, at_b - 1};
    if (end_b)
        return (struct meet_change){false, MATCHING_MOVE, pairs, at_b, at_a};
    return (struct meet_change){false, MATCHING_INSERT, pairs, at_a, at_b + 1};
}

#endif
