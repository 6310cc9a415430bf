// SPDX-License-Identifier: GPL-3.0-or-later
// The solver's table: which positions were proved to be won or not won within a number of half-turns.
//
// A slot holds a hash of the position and the depth; its lowest bit says
// whether a win was proved. Within a bucket the least recently used slot is
// replaced.
#ifndef LEAPER_SEARCH_SOLVE_TABLE_H
#define LEAPER_SEARCH_SOLVE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

struct solve_bucket;

struct solve_table {
    struct solve_bucket *buckets; // owned
    uint64_t count;               // of buckets
};

// An empty table of `mebibytes`; false when there is no memory.
bool solve_table_init(struct solve_table *table, unsigned mebibytes);
void solve_table_clear(struct solve_table *table);

// Whether the hash is in the table; *proved is what was stored. Ignores the lowest bit of hashes.
bool solve_table_find(struct solve_table *table, uint64_t hash, bool *proved);

// Stores a hash that is not in the table.
void solve_table_store(struct solve_table *table, uint64_t hash, bool proved);

#endif
