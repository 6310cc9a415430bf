// SPDX-License-Identifier: GPL-3.0-or-later
// Finds perfect hash functions for matchings by hash and displace (Pagh, WADS 1999). Matchings whose hashes agree in their low bits
// share a bucket; for each bucket, the largest first, it searches for a displacement that sends all members to free slots.
#include "tours/matching/perfect_hash.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/matching/matching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// The data of the search for a perfect hash function.
struct placement {
    struct perfect_hash *hash;
    uint32_t matchings, buckets;
    uint64_t *sums;    // [matchings] the hash of each
    uint32_t *members; // [matchings] ranks, bucket by bucket
    uint32_t *begin;   // [buckets + 1] where a bucket's members begin
    uint32_t *by_size; // [buckets] largest first
    bool *taken;       // [slots]
};

static void choose_weights(struct placement *placement, struct random *random)
{
    struct perfect_hash *hash = placement->hash;
    int points = 2 * hash->pairs;
    for (int i = 0; i < points; i++)
        for (int j = i + 1; j < points; j++)
            hash->weight[i][j] = hash->either[i][j] = hash->either[j][i] = random_next(random);
    for (uint32_t rank = 0; rank < placement->matchings; rank++) {
        uint8_t partner[PERFECT_HASH_POINTS];
        matching_unrank(hash->pairs, rank, partner);
        placement->sums[rank] = 0;
        for (int i = 0; i < points; i++)
            placement->sums[rank] += hash->weight[i][partner[i]];
    }
}

// Lists the members of each bucket, and the buckets by size, both by counting sort.
static void fill_buckets(struct placement *placement)
{
    uint32_t *begin = placement->begin, buckets = placement->buckets, largest = 0;
    memset(begin, 0, (buckets + 1) * sizeof *begin);
    for (uint32_t rank = 0; rank < placement->matchings; rank++)
        begin[placement->sums[rank] & (buckets - 1)]++;
    for (uint32_t i = 0, sum = 0; i <= buckets; i++) {
        uint32_t size = i < buckets ? begin[i] : 0;
        largest = size > largest ? size : largest;
        sum += size;
        begin[i] = sum;
    }
    for (uint32_t rank = placement->matchings; rank-- > 0;)
        placement->members[--begin[placement->sums[rank] & (buckets - 1)]] = rank;
    for (uint32_t size = largest + 1, next = 0; size-- > 0;)
        for (uint32_t i = 0; i < buckets; i++)
            if (begin[i + 1] - begin[i] == size)
                placement->by_size[next++] = i;
}

// Gives all members of a bucket free slots by a single displacement. False when no displacement does this.
static bool place_bucket(struct placement *placement, uint32_t bucket)
{
    struct perfect_hash *hash = placement->hash;
    const uint32_t *member = &placement->members[placement->begin[bucket]];
    uint32_t size = placement->begin[bucket + 1] - placement->begin[bucket];
    for (uint32_t displacement = 0; displacement <= hash->slot_mask; displacement++) {
        uint32_t placed = 0;
        hash->displacement[bucket] = displacement;
        while (placed < size) {
            uint32_t slot = perfect_hash_slot(hash, placement->sums[member[placed]]);
            if (placement->taken[slot])
                break;
            placement->taken[slot] = true;
            hash->slot[member[placed++]] = slot;
        }
        if (placed == size)
            return true;
        while (placed > 0)
            placement->taken[hash->slot[member[--placed]]] = false;
    }
    return false;
}

static bool place_all(struct placement *placement)
{
    memset(placement->taken, 0, (size_t)placement->hash->slot_mask + 1);
    for (uint32_t i = 0; i < placement->buckets; i++)
        if (!place_bucket(placement, placement->by_size[i]))
            return false;
    return true;
}

bool perfect_hash_init(struct perfect_hash *hash, int pairs)
{
    assert(pairs >= 1 && pairs <= PERFECT_HASH_PAIRS);
    *hash = (struct perfect_hash){.pairs = pairs, .slot_mask = 1};
    struct placement placement = {.hash = hash, .matchings = (uint32_t)matching_count(pairs), .buckets = 1};
    while (2 * hash->slot_mask < 3 * placement.matchings)
        hash->slot_mask = 2 * hash->slot_mask + 1;
    while (2 * placement.buckets < placement.matchings)
        placement.buckets *= 2;
    hash->bucket_mask = placement.buckets - 1;
    hash->displacement = memory_try(NULL, placement.buckets, sizeof *hash->displacement);
    hash->slot = memory_try(NULL, placement.matchings, sizeof *hash->slot);
    placement.sums = memory_try(NULL, placement.matchings, sizeof *placement.sums);
    placement.members = memory_try(NULL, placement.matchings, sizeof *placement.members);
    placement.begin = memory_try(NULL, (size_t)placement.buckets + 1, sizeof *placement.begin);
    placement.by_size = memory_try(NULL, placement.buckets, sizeof *placement.by_size);
    placement.taken = memory_try(NULL, (size_t)hash->slot_mask + 1, sizeof *placement.taken);
    bool room = hash->displacement && hash->slot && placement.sums && placement.members && placement.begin &&
                placement.by_size && placement.taken;
    struct random random = {2 * (uint64_t)pairs};
    if (room)
        do {
            choose_weights(&placement, &random);
            fill_buckets(&placement);
        } while (!place_all(&placement));
    free(placement.sums);
    free(placement.members);
    free(placement.begin);
    free(placement.by_size);
    free(placement.taken);
    if (!room)
        perfect_hash_clear(hash);
    return room;
}

void perfect_hash_clear(struct perfect_hash *hash)
{
    free(hash->displacement);
    free(hash->slot);
    *hash = (struct perfect_hash){0};
}
