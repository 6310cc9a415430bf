// SPDX-License-Identifier: GPL-3.0-or-later
// Finds perfect hash functions for pairings by hashing and displacing (Pagh, WADS 1999): pairings whose hashes agree
// in their low bits share a bucket; bucket by bucket, the largest first, a displacement is sought that sends
// all its members to free slots.
#include "tours/matching/perfect_hash.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/matching/circuit_sums.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// What the search for a perfect hash function works on.
struct slotting {
    struct pairing_slots *slots;
    uint32_t pairings, buckets;
    uint64_t *hashes;  // [pairings]
    uint32_t *members; // [pairings] ranks, bucket by bucket
    uint32_t *begin;   // [buckets + 1] where a bucket's members begin
    uint32_t *by_size; // [buckets] largest first
    bool *taken;       // [slots]
};

static void hash_pairings(struct slotting *slotting, struct random *random)
{
    struct pairing_slots *slots = slotting->slots;
    for (int i = 0; i < slots->points; i++)
        for (int j = i + 1; j < slots->points; j++)
            slots->weight[i][j] = slots->either[i][j] = slots->either[j][i] = random_next(random);
    for (uint32_t rank = 0; rank < slotting->pairings; rank++) {
        uint8_t partner[PAIRING_POINTS_MAX];
        pairing_unrank(slots->points, rank, partner);
        slotting->hashes[rank] = 0;
        for (int i = 0; i < slots->points; i++)
            slotting->hashes[rank] += slots->weight[i][partner[i]];
    }
}

// Lists the members of each bucket, and the buckets by size, both by counting.
static void fill_buckets(struct slotting *slotting)
{
    uint32_t *begin = slotting->begin, buckets = slotting->buckets, largest = 0;
    memset(begin, 0, (buckets + 1) * sizeof *begin);
    for (uint32_t rank = 0; rank < slotting->pairings; rank++)
        begin[slotting->hashes[rank] & (buckets - 1)]++;
    for (uint32_t i = 0, sum = 0; i <= buckets; i++) {
        uint32_t size = i < buckets ? begin[i] : 0;
        largest = size > largest ? size : largest;
        sum += size;
        begin[i] = sum;
    }
    for (uint32_t rank = slotting->pairings; rank-- > 0;)
        slotting->members[--begin[slotting->hashes[rank] & (buckets - 1)]] = rank;
    for (uint32_t size = largest + 1, next = 0; size-- > 0;)
        for (uint32_t i = 0; i < buckets; i++)
            if (begin[i + 1] - begin[i] == size)
                slotting->by_size[next++] = i;
}

// Gives the members of a bucket free slots, all by the same displacement; false when none does.
static bool place_bucket(struct slotting *slotting, uint32_t bucket)
{
    struct pairing_slots *slots = slotting->slots;
    const uint32_t *member = &slotting->members[slotting->begin[bucket]];
    uint32_t size = slotting->begin[bucket + 1] - slotting->begin[bucket];
    for (uint32_t displacement = 0; displacement <= slots->slot_mask; displacement++) {
        uint32_t placed = 0;
        slots->displacement[bucket] = displacement;
        while (placed < size) {
            uint32_t slot = pairing_slot(slots, slotting->hashes[member[placed]]);
            if (slotting->taken[slot])
                break;
            slotting->taken[slot] = true;
            slots->slot[member[placed++]] = slot;
        }
        if (placed == size)
            return true;
        while (placed > 0)
            slotting->taken[slots->slot[member[--placed]]] = false;
    }
    return false;
}

static bool place_all(struct slotting *slotting)
{
    memset(slotting->taken, 0, (size_t)slotting->slots->slot_mask + 1);
    for (uint32_t i = 0; i < slotting->buckets; i++)
        if (!place_bucket(slotting, slotting->by_size[i]))
            return false;
    return true;
}

void pairing_slots_init(struct pairing_slots *slots, int points)
{
    assert(points >= 2 && points <= PAIRING_DENSE_MAX);
    *slots = (struct pairing_slots){.points = points, .slot_mask = 1};
    struct slotting slotting = {.slots = slots, .pairings = pairing_count(points), .buckets = 1};
    while (2 * slots->slot_mask < 3 * slotting.pairings)
        slots->slot_mask = 2 * slots->slot_mask + 1;
    while (2 * slotting.buckets < slotting.pairings)
        slotting.buckets *= 2;
    slots->bucket_mask = slotting.buckets - 1;
    slots->displacement = memory_resize(NULL, slotting.buckets, sizeof *slots->displacement);
    slots->slot = memory_resize(NULL, slotting.pairings, sizeof *slots->slot);
    slotting.hashes = memory_resize(NULL, slotting.pairings, sizeof *slotting.hashes);
    slotting.members = memory_resize(NULL, slotting.pairings, sizeof *slotting.members);
    slotting.begin = memory_resize(NULL, (size_t)slotting.buckets + 1, sizeof *slotting.begin);
    slotting.by_size = memory_resize(NULL, slotting.buckets, sizeof *slotting.by_size);
    slotting.taken = memory_resize(NULL, (size_t)slots->slot_mask + 1, sizeof *slotting.taken);
    struct random random = {(uint64_t)points};
    do {
        hash_pairings(&slotting, &random);
        fill_buckets(&slotting);
    } while (!place_all(&slotting));
    free(slotting.hashes);
    free(slotting.members);
    free(slotting.begin);
    free(slotting.by_size);
    free(slotting.taken);
}

void pairing_slots_clear(struct pairing_slots *slots)
{
    free(slots->displacement);
    free(slots->slot);
    *slots = (struct pairing_slots){0};
}
