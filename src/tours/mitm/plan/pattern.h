// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a half can choose, and what each choice does to signatures and matchings.
//
// A step chooses 0, 1 or 2 of a vertex's undecided edges and any of up to two edges inside S. Each way to choose is a *pattern*.
// It applies to the groups whose degrees leave room for it and adds a constant to their signatures, so it maps an ascending list
// to an ascending list. The matchings of all states of a group undergo the same *change*.
#ifndef LEAPER_TOURS_MITM_PATTERN_H
#define LEAPER_TOURS_MITM_PATTERN_H

#include "tours/matching/matching.h"
#include "tours/mitm/plan/plan.h"

enum {
    MITM_PATTERNS_MAX = (1 + MITM_TARGETS_MAX + MITM_TARGETS_MAX * (MITM_TARGETS_MAX - 1) / 2)
                        << MITM_EDGES_MAX,
    MITM_CHANGES_MAX = 1 + MITM_EDGES_MAX
};

// Part of a pattern: the vertex in slot v is eliminated with edges to slots a and b (-1: none), or, if v is -1, the edge
// between a and b is taken; a < b.
struct mitm_choice {
    int v, a, b;
    uint64_t delta;
};

struct mitm_pattern {
    uint64_t mask, value; // applies if signature & mask == value
    uint64_t delta;
    int choices; // made one after the other
    struct mitm_choice choice[MITM_CHANGES_MAX];
};

// Fills in the patterns of a step and returns their number.
int mitm_patterns(const struct mitm_step *step, struct mitm_pattern patterns[MITM_PATTERNS_MAX]);

// The point of the matching that stands for the path end in a slot. `ones`: the slots of degree 1.
static inline int mitm_point(uint64_t ones, int slot)
{
    return __builtin_popcountll(ones & ((UINT64_C(1) << (2 * slot)) - 1));
}

// The change that a choice makes to a group that it applies to. False if it leaves matchings unchanged. The kind of change
// varies unpredictably from group to group, so it comes from tables rather than branches.
static inline bool mitm_change_of(const struct mitm_choice *choice, uint64_t signature,
                                  struct matching_change *change)
{
    static const uint8_t operations[4] = {MATCHING_INSERT, MATCHING_MOVE, MATCHING_MOVE, MATCHING_CONTRACT};
    static const int8_t shifts[4] = {1, -1, 0, 0};
    uint64_t ones = signature & MITM_ONES;
    int pairs = __builtin_popcountll(ones) / 2;
    if (choice->a < 0)
        return false;
    int at_a = mitm_point(ones, choice->a);
    unsigned end_a = ones >> (2 * choice->a) & 1;
    if (choice->b < 0) {
        // The vertex was the end of a path; now it is an inner vertex of it.
        int at_v = mitm_point(ones, choice->v), low = at_v < at_a ? at_v : at_a,
            high = at_v < at_a ? at_a : at_v;
        change->operation = end_a ? MATCHING_CONTRACT : MATCHING_MOVE;
        change->pairs = pairs;
        change->i = end_a ? low : at_v;
        change->j = end_a ? high : at_a - (choice->v < choice->a);
        return true;
    }
    int at_b = mitm_point(ones, choice->b);
    unsigned ends = end_a | (unsigned)(ones >> (2 * choice->b) & 1) << 1;
    change->operation = (enum matching_operation)operations[ends];
    change->pairs = pairs;
    change->i = ends == 2 ? at_b : at_a;
    change->j = (ends == 2 ? at_a : at_b) + shifts[ends];
    return true;
}

#endif
