// SPDX-License-Identifier: GPL-3.0-or-later
// A numbering of pairings by a perfect hash function: with gaps, but faster to compute than ranks.
#ifndef LEAPER_TOURS_PERFECT_HASH_H
#define LEAPER_TOURS_PERFECT_HASH_H

#include "tours/matching/circuit_sums.h"

#ifdef __cplusplus
extern "C" {
#endif

// Each pair of points has a weight, the
// sum of a pairing's weights is its hash, and a perfect hash function (two look-ups) makes a slot of it.
// Constant after start.
struct pairing_slots {
    int points;
    uint64_t either[PAIRING_DENSE_MAX][PAIRING_DENSE_MAX]; // the weight of a pair, both ways round
    uint64_t weight[PAIRING_DENSE_MAX][PAIRING_DENSE_MAX]; // the same with the smaller point first, else 0
    uint32_t slot_mask, bucket_mask; // the numbers of slots and of buckets are powers of two
    uint32_t *displacement;          // [buckets]
    uint32_t *slot;                  // [pairing_count(points)] the slot of a rank
};

// For 2 … PAIRING_DENSE_MAX points.
void pairing_slots_init(struct pairing_slots *slots, int points);
void pairing_slots_clear(struct pairing_slots *slots);

// The slot of the pairing whose weights add up to `hash`, modulo 2^64.
static inline uint32_t pairing_slot(const struct pairing_slots *slots, uint64_t hash)
{
    return ((uint32_t)(hash >> 32) ^ slots->displacement[hash & slots->bucket_mask]) & slots->slot_mask;
}

#ifdef __cplusplus
}
#endif

#endif
