// SPDX-License-Identifier: GPL-3.0-or-later
// Open addressing in shards, each with a lock that is taken once per batch.
#include "tours/mckay/mckay_table.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1024 };

static int shard_of(uint64_t key)
{
    return (int)(random_mix(key >> MCKAY_MATCHING_BITS) >> 58);
}

void mckay_table_init(struct mckay_table *table, size_t limit)
{
    *table = (struct mckay_table){.limit = limit};
    for (int i = 0; i < MCKAY_SHARDS; i++)
        pthread_mutex_init(&table->shards[i].lock, NULL);
}

void mckay_table_clear(struct mckay_table *table)
{
    for (int i = 0; i < MCKAY_SHARDS; i++) {
        pthread_mutex_destroy(&table->shards[i].lock);
        free(table->shards[i].slots);
    }
}

static struct mckay_entry *find(struct mckay_entry *slots, size_t capacity, uint64_t key)
{
    size_t at = (size_t)(random_mix(key) >> 20) & (capacity - 1);
    while (slots[at].count && slots[at].key != key)
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

// Doubles a shard. False when the limit on memory does not allow it.
static bool grow(struct mckay_table *table, struct mckay_shard *shard)
{
    size_t capacity = shard->capacity ? 2 * shard->capacity : FIRST_CAPACITY;
    size_t bytes = capacity * sizeof *shard->slots;
    if (atomic_fetch_add(&table->bytes, bytes) + bytes > table->limit)
        return false;
    struct mckay_entry *slots = memory_try_zeroed(capacity, sizeof *slots);
    if (!slots) {
        atomic_store(&table->refused, true);
        return false;
    }
    for (size_t i = 0; i < shard->capacity; i++)
        if (shard->slots[i].count)
            *find(slots, capacity, shard->slots[i].key) = shard->slots[i];
    free(shard->slots);
    atomic_fetch_sub(&table->bytes, shard->capacity * sizeof *slots);
    shard->slots = slots;
    shard->capacity = capacity;
    return true;
}

static void flush_shard(struct mckay_table *table, struct mckay_batch *batch, int index)
{
    struct mckay_shard *shard = &table->shards[index];
    pthread_mutex_lock(&shard->lock);
    for (int i = 0; i < batch->count[index] && !atomic_load(&table->failed); i++) {
        if (4 * shard->used >= 3 * shard->capacity && !grow(table, shard)) {
            atomic_store(&table->failed, true);
            break;
        }
        struct mckay_entry *entry = find(shard->slots, shard->capacity, batch->keys[index][i]);
        shard->used += !entry->count;
        entry->key = batch->keys[index][i];
        entry->count++;
    }
    pthread_mutex_unlock(&shard->lock);
    batch->count[index] = 0;
}

void mckay_table_add(struct mckay_table *table, struct mckay_batch *batch, uint64_t key)
{
    int shard = shard_of(key);
    batch->keys[shard][batch->count[shard]++] = key;
    if (batch->count[shard] == MCKAY_BATCH)
        flush_shard(table, batch, shard);
}

void mckay_table_flush(struct mckay_table *table, struct mckay_batch *batch)
{
    for (int i = 0; i < MCKAY_SHARDS; i++)
        flush_shard(table, batch, i);
}

static int compare_entries(const void *a, const void *b)
{
    uint64_t x = ((const struct mckay_entry *)a)->key, y = ((const struct mckay_entry *)b)->key;
    return x < y ? -1 : x > y;
}

size_t mckay_table_sort(struct mckay_table *table, int index)
{
    struct mckay_shard *shard = &table->shards[index];
    size_t count = 0;
    for (size_t i = 0; i < shard->capacity; i++)
        if (shard->slots[i].count)
            shard->slots[count++] = shard->slots[i];
    if (!count)
        return 0;
    qsort(shard->slots, count, sizeof *shard->slots, compare_entries);
    struct mckay_entry *smaller = memory_try(shard->slots, count, sizeof *smaller);
    if (smaller)
        shard->slots = smaller;
    return count;
}
