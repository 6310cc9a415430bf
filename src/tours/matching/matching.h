// SPDX-License-Identifier: GPL-3.0-or-later
// Perfect matchings of 2k points on a line, ranked 0 … (2k-1)!!-1, and how ranks change when points are added and removed.
//
// A matching says which ends of paths belong together. Its rank is determined pair by pair: point 0 has one of
// 2k-1 possible partners, numbered 0 … 2k-2 from the left; then the same for the remaining points:
//
//     rank = (partner of point 0) · (2k-3)!! + rank of the rest
//
//     0 1 2 3    0-1 2-3: 0      0-2 1-3: 1      0-3 1-2: 2
//
// So matchings with the same first pair have consecutive ranks; joining two halves relies on this.
#ifndef LEAPER_TOURS_MATCHING_H
#define LEAPER_TOURS_MATCHING_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

// The largest k whose ranks fit into 64 bits.
enum { MATCHING_PAIRS_MAX = 17 };

#define MATCHING_NONE UINT64_MAX

enum matching_operation {
    MATCHING_INSERT, // k to k+1: a new pair, at places i < j of the result
    MATCHING_MOVE, // k to k: removes point i; its partner is paired with a new point, at place j of the result
    MATCHING_CONTRACT, // k to k-1: removes points i < j and pairs their partners; no result if i and j are a pair
    MATCHING_SWAP,     // k to k: points i and i+1 change places (j is 0)
    MATCHING_OPERATIONS
};

// (2k-1)!!, the number of matchings, for 0 <= k <= MATCHING_PAIRS_MAX; 1 for k = 0.
static inline uint64_t matching_count(int pairs)
{
    // clang-format off
    static const uint64_t counts[MATCHING_PAIRS_MAX + 1] = {
        1, 1, 3, 15, 105, 945, 10395, 135135, 2027025, 34459425, 654729075,
        13749310575, 316234143225, 7905853580625, 213458046676875,
        6190283353629375, 191898783962510625, 6332659870762850625,
    };
    // clang-format on
    return counts[pairs];
}

// Writes the partner of each of the 2k points.
void matching_unrank(int pairs, uint64_t rank, uint8_t *partner);

// The rank of the matching in which point i has partner[i].
static inline uint64_t matching_rank(int pairs, const uint8_t *partner)
{
    assert(pairs >= 0 && pairs <= MATCHING_PAIRS_MAX);
    uint64_t rank = 0, unpaired = (UINT64_C(1) << 2 * pairs) - 1;
    for (int points = 2 * pairs; points > 2; points -= 2) {
        uint64_t end = UINT64_C(1) << partner[__builtin_ctzll(unpaired)];
        unpaired &= unpaired - 1;
        // Counts the points between the two without the popcnt instruction, which the oldest x86-64 processors lack.
        uint64_t between = unpaired & (end - 1);
        between = between - (between >> 1 & UINT64_C(0x5555555555555555));
        between = (between & UINT64_C(0x3333333333333333)) + (between >> 2 & UINT64_C(0x3333333333333333));
        between = (between + (between >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
        rank = rank * (uint64_t)(points - 1) + (between * UINT64_C(0x0101010101010101) >> 56);
        unpaired &= ~end;
    }
    return rank;
}

// Whether the union of two matchings, given by partners, is a single cycle through all 2k points; k > 0.
bool matching_is_circuit(int pairs, const uint8_t *a, const uint8_t *b);

// An operation, at points i and j, on all matchings of `pairs` pairs (their number before the operation).
struct matching_change {
    enum matching_operation operation;
    int pairs, i, j;
};

// The rank that results from an operation on a rank, or MATCHING_NONE.
uint64_t matching_apply(enum matching_operation operation, int pairs, int i, int j, uint64_t rank);

// The number of pairs after an operation.
static inline int matching_pairs_after(enum matching_operation operation, int pairs)
{
    return operation == MATCHING_INSERT ? pairs + 1 : operation == MATCHING_CONTRACT ? pairs - 1 : pairs;
}

// Whether ranks of k pairs are stored in 16 or in 32 bits (in 64 beyond).
static inline bool matching_is_short(int pairs)
{
    return pairs <= 6;
}

static inline bool matching_is_long(int pairs)
{
    return pairs > 10;
}

#endif
