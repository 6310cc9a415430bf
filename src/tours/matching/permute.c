// SPDX-License-Identifier: GPL-3.0-or-later
// Builds tables of permuted ranks from exchanges of adjacent points, and keeps them.
#include "tours/matching/permute.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// A thread keeps tables of at most KEPT_BYTES bytes, and of at most one part in KEPT_PART of the memory that the budget allows.
enum { KEPT_BYTES = 256 << 20, KEPT_PART = 64 };

void permuter_init(struct permuter *permuter, struct matching_tables *tables)
{
    *permuter = (struct permuter){.tables = tables};
}

void permuter_clear(struct permuter *permuter)
{
    for (size_t i = 0; i < permuter->capacity; i++)
        free(permuter->slots[i].table);
    free(permuter->slots);
    permuter->slots = NULL;
    budget_give(permuter->tables->budget, permuter->bytes);
    permuter->capacity = permuter->count = permuter->bytes = 0;
}

// Accounts for one more table. Tables that are only kept for reuse must not make a count fail.
static void account(struct permuter *permuter, size_t bytes)
{
    struct budget *budget = permuter->tables->budget;
    size_t most = budget && budget->bounds.memory ? budget->most / KEPT_PART : KEPT_BYTES;
    if (permuter->bytes + bytes > (most < KEPT_BYTES ? most : KEPT_BYTES))
        permuter_clear(permuter);
    if (budget_take(budget, bytes))
        permuter->bytes += bytes;
}

uint64_t permute_rank(int pairs, const uint8_t *places, uint64_t rank)
{
    uint8_t before[2 * MATCHING_PAIRS_MAX], after[2 * MATCHING_PAIRS_MAX];
    matching_unrank(pairs, rank, before);
    for (int p = 0; p < 2 * pairs; p++)
        after[places[p]] = places[before[p]];
    return matching_rank(pairs, after);
}

// Exchanges adjacent points until all are in their places. NULL when memory runs out.
static uint16_t *build(struct matching_tables *tables, int pairs, const uint8_t *places)
{
    size_t count = matching_count(pairs);
    uint16_t *table = memory_try(NULL, count, sizeof *table);
    if (!table)
        return NULL;
    uint8_t left[2 * MATCHING_TABLE_PAIRS];
    memcpy(left, places, 2 * (size_t)pairs);
    for (size_t r = 0; r < count; r++)
        table[r] = (uint16_t)r;
    for (bool swapped = true; swapped;) {
        swapped = false;
        for (int i = 0; i + 1 < 2 * pairs; i++) {
            if (left[i] < left[i + 1])
                continue;
            uint8_t swap = left[i];
            left[i] = left[i + 1];
            left[i + 1] = swap;
            swapped = true;
            const uint16_t *exchange = matching_table(tables, MATCHING_SWAP, pairs, i, 0);
            for (size_t r = 0; r < count; r++)
                table[r] = exchange[table[r]];
        }
    }
    return table;
}

static struct permutation *find(struct permutation *slots, size_t capacity, uint64_t key)
{
    size_t at = random_mix(key) & (capacity - 1);
    while (slots[at].table && slots[at].key != key)
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

static bool grow(struct permuter *permuter)
{
    size_t capacity = permuter->capacity ? 2 * permuter->capacity : 256;
    struct permutation *slots = memory_try(NULL, capacity, sizeof *slots);
    if (!slots)
        return false;
    memset(slots, 0, capacity * sizeof *slots);
    for (size_t i = 0; i < permuter->capacity; i++)
        if (permuter->slots[i].table)
            *find(slots, capacity, permuter->slots[i].key) = permuter->slots[i];
    free(permuter->slots);
    permuter->slots = slots;
    permuter->capacity = capacity;
    return true;
}

// Makes the table for a key. NULL when memory runs out.
static const uint16_t *add(struct permuter *permuter, uint64_t key, int pairs, const uint8_t *places)
{
    account(permuter, matching_count(pairs) * sizeof(uint16_t));
    if (2 * permuter->count >= permuter->capacity && !grow(permuter))
        return NULL;
    uint16_t *table = build(permuter->tables, pairs, places);
    if (table) {
        *find(permuter->slots, permuter->capacity, key) = (struct permutation){key, table};
        permuter->count++;
    }
    return table;
}

const uint16_t *permuter_table(struct permuter *permuter, int pairs, const uint8_t *places)
{
    uint64_t key = 0;
    bool moved = false;
    for (int p = 0; p < 2 * pairs; p++) {
        key = key << 4 | places[p];
        moved |= places[p] != p;
    }
    if (!moved)
        return NULL;
    key |= (uint64_t)pairs << 60;
    const struct permutation *found =
        permuter->capacity ? find(permuter->slots, permuter->capacity, key) : NULL;
    if (found && found->table)
        return found->table;
    const uint16_t *table = add(permuter, key, pairs, places);
    if (!table) {
        atomic_store(&permuter->tables->failed, true);
        if (permuter->tables->budget)
            budget_finish(permuter->tables->budget, BUDGET_SYSTEM);
    }
    return table;
}
