// SPDX-License-Identifier: GPL-3.0-or-later
// The transposition table; table.h shows the layout of an entry.
#include "search/memory/table.h"

#include "search/memory/pages.h"

enum { AGES = 64, MOVE_BITS = (1 << 26) - 1 };

bool table_init(struct table *table, unsigned mebibytes, struct error *err)
{
    size_t bytes = (size_t)mebibytes << 20;
    struct table_bucket *buckets = pages_new(bytes);
    if (!buckets)
        return error_set(err, ERROR_SYSTEM, "hash", "no memory for a hash table of %u MiB", mebibytes);
    *table = (struct table){.buckets = buckets, .count = bytes / sizeof *buckets};
    return true;
}

void table_clear(struct table *table)
{
    pages_free(table->buckets, (size_t)table->count * sizeof *table->buckets);
    *table = (struct table){0};
}

void table_forget(struct table *table)
{
    pages_zero(table->buckets, (size_t)table->count * sizeof *table->buckets);
    table->age = 0;
}

void table_grow_old(struct table *table)
{
    table->age = (table->age + 1) % AGES;
}

static uint64_t pack(const struct table_found *found, unsigned age)
{
    return (uint64_t)(found->best & MOVE_BITS) | (uint64_t)(uint16_t)(int16_t)found->score << 32 |
           (uint64_t)(uint8_t)found->depth << 48 | (uint64_t)found->bound << 56 | (uint64_t)age << 58;
}

static int depth_of(uint64_t data)
{
    return (int)(data >> 48 & 255);
}

static unsigned age_of(uint64_t data)
{
    return (unsigned)(data >> 58);
}

static struct table_bucket *bucket_of(const struct table *table, uint64_t hash)
{
    return &table->buckets[(hash >> 32) * table->count >> 32];
}

bool table_find(const struct table *table, uint64_t hash, struct table_found *found)
{
    struct table_bucket *bucket = bucket_of(table, hash);
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t check = atomic_load_explicit(&bucket->entries[i].check, memory_order_relaxed);
        uint64_t data = atomic_load_explicit(&bucket->entries[i].data, memory_order_relaxed);
        if ((check ^ data) != hash || !data)
            continue;
        found->best = (move)(data & MOVE_BITS);
        found->score = (int16_t)(data >> 32 & 0xffff);
        found->depth = depth_of(data);
        found->bound = (enum score_bound)(data >> 56 & 3);
        return true;
    }
    return false;
}

void table_store(struct table *table, uint64_t hash, const struct table_found *found)
{
    struct table_bucket *bucket = bucket_of(table, hash);
    struct table_entry *worst = NULL;
    struct table_found replacement = *found;
    int worst_worth = 0;
    for (int i = 0; i < TABLE_BUCKET; i++) {
        struct table_entry *entry = &bucket->entries[i];
        uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
        uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
        if ((check ^ data) == hash && data) {
            if (!replacement.best)
                replacement.best = (move)(data & MOVE_BITS);
            // A much deeper result, be it of an earlier turn, is worth more than a new bound.
            if (found->bound != BOUND_EXACT && depth_of(data) > found->depth + 3)
                return;
            worst = entry;
            break;
        }
        int years = (int)((table->age + AGES - age_of(data)) % AGES);
        int worth = data ? depth_of(data) - 8 * years : -1000;
        if (!worst || worth < worst_worth) {
            worst = entry;
            worst_worth = worth;
        }
    }
    uint64_t data = pack(&replacement, table->age);
    atomic_store_explicit(&worst->check, hash ^ data, memory_order_relaxed);
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
}

unsigned table_used(const struct table *table)
{
    enum { SAMPLE = 250 };
    assert(table->count > 0);
    uint64_t sample = table->count < SAMPLE ? table->count : SAMPLE;
    unsigned used = 0;
    for (uint64_t i = 0; i < sample; i++)
        for (int k = 0; k < TABLE_BUCKET; k++) {
            uint64_t data = atomic_load_explicit(&table->buckets[i].entries[k].data, memory_order_relaxed);
            used += data && age_of(data) == table->age;
        }
    return sample ? (unsigned)(used * 1000 / (sample * TABLE_BUCKET)) : 0;
}
