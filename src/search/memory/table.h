// SPDX-License-Identifier: GPL-3.0-or-later
// The transposition table, shared by all threads without locks.
//
// An entry is two words. The first is the position's hash xor the second, so
// an entry torn by two writers matches no position and is ignored (R. Hyatt
// and T. Mann, "A lockless transposition table implementation", ICGA 2002).
//
//     63    58 57 56 55    48 47           32 31 26 25                  0
//     +-------+-----+--------+---------------+-----+---------------------+
//     |  age  |bound| depth  |     score     |  0  |        move         |
//     +-------+-----+--------+---------------+-----+---------------------+
#ifndef LEAPER_SEARCH_TABLE_H
#define LEAPER_SEARCH_TABLE_H

#include "base/error.h"
#include "position/move.h"
#include "search/search.h"

#include <stdatomic.h>

struct table_entry {
    _Atomic uint64_t check, data;
};

enum { TABLE_BUCKET = 4 };

struct table_bucket {
    struct table_entry entries[TABLE_BUCKET]; // one cache line
};

struct table {
    struct table_bucket *buckets;
    uint64_t count; // of buckets
    unsigned age;   // of the current search
};

// What is known of a position. Wins and losses in the score are counted from that position.
struct table_found {
    move best; // or MOVE_NONE
    int score, depth;
    enum score_bound bound;
};

// A table of `mebibytes`. On ERROR_SYSTEM (no memory) `table` is untouched.
bool table_init(struct table *table, unsigned mebibytes, struct error *err);
void table_clear(struct table *table);

// Empties the table.
void table_forget(struct table *table);

// Begins a new search: what is in the table now counts as older.
void table_grow_old(struct table *table);

// What table_find() leaves when it finds nothing.
#define TABLE_NOTHING ((struct table_found){.best = MOVE_NONE, .depth = -1})

bool table_find(const struct table *table, uint64_t hash, struct table_found *found);

// Stores the entry, unless the bucket holds a more valuable one of this position. Keeps the old best move if `found` has none.
void table_store(struct table *table, uint64_t hash, const struct table_found *found);

// How much of the table holds entries of the current search, in thousandths; estimated from a sample.
unsigned table_used(const struct table *table);

static inline void table_prefetch(const struct table *table, uint64_t hash)
{
    __builtin_prefetch(&table->buckets[(hash >> 32) * table->count >> 32]);
}

#endif
