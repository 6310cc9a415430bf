// SPDX-License-Identifier: GPL-3.0-or-later
// Buckets of one cache line, each ordered from the most to the least recently used slot.
#include "search/solve_table.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 8 };

struct solve_bucket {
    uint64_t slots[SLOTS];
};

static const uint64_t proved_bit = 1;

bool solve_table_init(struct solve_table *table, unsigned mebibytes)
{
    table->count = ((uint64_t)mebibytes << 20) / sizeof *table->buckets;
    table->buckets = calloc((size_t)table->count, sizeof *table->buckets);
    return table->buckets;
}

void solve_table_clear(struct solve_table *table)
{
    free(table->buckets);
    *table = (struct solve_table){0};
}

static struct solve_bucket *bucket_of(const struct solve_table *table, uint64_t hash)
{
    return &table->buckets[(hash >> 32) * table->count >> 32];
}

bool solve_table_find(struct solve_table *table, uint64_t hash, bool *proved)
{
    struct solve_bucket *bucket = bucket_of(table, hash);
    for (int i = 0; i < SLOTS; i++) {
        uint64_t slot = bucket->slots[i];
        if ((slot | proved_bit) != (hash | proved_bit))
            continue;
        memmove(bucket->slots + 1, bucket->slots, (size_t)i * sizeof *bucket->slots);
        bucket->slots[0] = slot;
        *proved = slot & proved_bit;
        return true;
    }
    return false;
}

void solve_table_store(struct solve_table *table, uint64_t hash, bool proved)
{
    struct solve_bucket *bucket = bucket_of(table, hash);
    memmove(bucket->slots + 1, bucket->slots, (SLOTS - 1) * sizeof *bucket->slots);
    bucket->slots[0] = (hash & ~proved_bit) | proved;
}
