// SPDX-License-Identifier: GPL-3.0-or-later
// How often each path structure occurred: a hash table that several threads fill at once.
#ifndef LEAPER_TOURS_MCKAY_TABLE_H
#define LEAPER_TOURS_MCKAY_TABLE_H

#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A key is the type of a structure (code of rank a, code of rank b) over the rank of its matching:
//
//      63      62 … 30        29 … 0
//      0       a·3^w + b      matching         (19!! < 2^30; 3^20 < 2^32)
enum { MCKAY_MATCHING_BITS = 30, MCKAY_SHARDS = 64, MCKAY_BATCH = 256 };

struct mckay_entry {
    uint64_t key, count; // count 0: a free slot
};

// All structures of a type lie in the same shard.
struct mckay_shard {
    pthread_mutex_t lock;
    struct mckay_entry *slots;
    size_t capacity, used; // capacity is a power of two
};

struct mckay_table {
    struct mckay_shard shards[MCKAY_SHARDS];
    uint64_t half_tours;   // counted so far
    _Atomic(size_t) bytes; // in all shards
    size_t limit;          // that `bytes` must not exceed
    _Atomic(bool) failed;  // the limit was reached or memory ran out: the contents are incomplete
    _Atomic(bool) refused; // memory ran out
};

// Keys that one thread has not handed over yet.
struct mckay_batch {
    int count[MCKAY_SHARDS];
    uint64_t keys[MCKAY_SHARDS][MCKAY_BATCH];
};

void mckay_table_init(struct mckay_table *table, size_t limit);
void mckay_table_clear(struct mckay_table *table);

// Counts one occurrence of a key, sooner or later.
void mckay_table_add(struct mckay_table *table, struct mckay_batch *batch, uint64_t key);

// Hands over what a batch holds, and empties it.
void mckay_table_flush(struct mckay_table *table, struct mckay_batch *batch);

// Moves the entries of a shard to its front, sorted by key, and returns their number. Nothing can be added afterwards.
size_t mckay_table_sort(struct mckay_table *table, int index);

#endif
