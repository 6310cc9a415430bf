// SPDX-License-Identifier: GPL-3.0-or-later
// A numbering of matchings by a perfect hash function: it has gaps, but is faster to compute than ranks.
#ifndef LEAPER_TOURS_PERFECT_HASH_H
#define LEAPER_TOURS_PERFECT_HASH_H

#include <stdbool.h>
#include <stdint.h>

enum { PERFECT_HASH_PAIRS = 7, PERFECT_HASH_POINTS = 2 * PERFECT_HASH_PAIRS };

// Each pair of points has a weight; a matching's hash is the sum of the weights of its pairs, and two look-ups turn the hash into a
// slot. Constant once initialized.
struct perfect_hash {
    int pairs;
    uint64_t either[PERFECT_HASH_POINTS][PERFECT_HASH_POINTS]; // the weight of a pair, in either order
    uint64_t weight[PERFECT_HASH_POINTS][PERFECT_HASH_POINTS]; // the same for the smaller point first, else 0
    uint32_t slot_mask, bucket_mask; // the numbers of slots and of buckets are powers of two
    uint32_t *displacement;          // [buckets]
    uint32_t *slot;                  // [matching_count(pairs)] the slot of a rank
};

// For 1 … PERFECT_HASH_PAIRS pairs. False when memory runs out; then there is nothing to clear.
bool perfect_hash_init(struct perfect_hash *hash, int pairs);
void perfect_hash_clear(struct perfect_hash *hash);

// The slot of the matching whose weights add up to `sum`, modulo 2^64.
static inline uint32_t perfect_hash_slot(const struct perfect_hash *hash, uint64_t sum)
{
    return ((uint32_t)(sum >> 32) ^ hash->displacement[sum & hash->bucket_mask]) & hash->slot_mask;
}

#endif
