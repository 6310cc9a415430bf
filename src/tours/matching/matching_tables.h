// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of what operations on matchings (tours/matching/matching.h) do to ranks.
//
// Up to MATCHING_TABLE_PAIRS pairs an operation is one look-up. For more pairs a table would be too large to be useful; the
// pair of point 0 is split off, which leaves an operation on one pair less, until a table is reached. The matchings that agree
// in all but the last MATCHING_ROW_PAIRS pairs form a *row*: an operation on a row is one table, small enough to stay in the
// cache, and one number to add.
//
// When memory runs out, the budget ends, and stand-ins take the place of tables and rows that could not be made. They give wrong
// but valid ranks, so the loops that use them need no checks of their own; the results are discarded because the budget has ended.
#ifndef LEAPER_TOURS_MATCHING_TABLES_H
#define LEAPER_TOURS_MATCHING_TABLES_H

#include "tours/budget.h"
#include "tours/matching/matching.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    MATCHING_TABLE_PAIRS = 6,     // the most pairs for which tables are made
    MATCHING_TABLE_RANKS = 10395, // matchings of that many pairs
    MATCHING_TABLE_POINTS = 2 * MATCHING_TABLE_PAIRS + 2,
    MATCHING_ROW_PAIRS = 5,  // pairs in which the matchings of a row differ
    MATCHING_ROW = 945,      // matchings of a row
    MATCHING_ROWS_PAIRS = 8, // the most pairs for which operations work row by row
    MATCHING_ROWS_POINTS = 2 * MATCHING_ROWS_PAIRS + 2
};

// What an operation does to a row.
struct matching_row {
    const uint16_t *table; // NULL: matchings are mapped one by one
    uint32_t offset;       // added to the entry
    uint32_t lost;         // the entry that means "none"
};

// Each table is made on first use and is constant from then on; threads may share them all.
struct matching_tables {
    _Atomic(void *) table[MATCHING_OPERATIONS][MATCHING_TABLE_PAIRS + 1][MATCHING_TABLE_POINTS]
                         [MATCHING_TABLE_POINTS];
    _Atomic(struct matching_row *) rows[MATCHING_OPERATIONS][MATCHING_ROWS_PAIRS - MATCHING_ROW_PAIRS]
                                       [MATCHING_ROWS_POINTS][MATCHING_ROWS_POINTS];
    uint16_t same[MATCHING_ROW], none[MATCHING_ROW]; // tables: unchanged; all UINT16_MAX
    // Stand-ins: unchanged, in 16 and in 32 bits; all "none", by the number of pairs after the operation.
    uint16_t short_same[MATCHING_TABLE_RANKS + 1];
    uint32_t long_same[MATCHING_TABLE_RANKS + 1];
    uint16_t short_none[MATCHING_TABLE_PAIRS][MATCHING_TABLE_RANKS + 1];
    _Atomic(bool) failed; // memory ran out; ranks may be wrong
    pthread_mutex_t mutex;
    struct budget *budget; // of the work that the tables are made for; charged with their memory. NULL: none
    size_t bytes;          // of all tables and rows
};

// The budget may be NULL, and must outlive the tables. All tables together take at most about 40 MB. A table that the budget has no
// room for is made anyway, and the budget ends. NULL when memory runs out.
struct matching_tables *matching_tables_new(struct budget *budget);
void matching_tables_free(struct matching_tables *tables);

// Makes the table of an operation; a stand-in when memory runs out.
const void *matching_table_new(struct matching_tables *tables, enum matching_operation operation, int pairs,
                               int i, int j);

// The table of an operation on k <= MATCHING_TABLE_PAIRS pairs: the new rank for each rank. "None" is represented by the number of
// matchings, both as a result and as an index: "none" is mapped to "none". Entries are uint16_t if matching_is_short() holds for
// the result, else uint32_t.
static inline const void *matching_table(struct matching_tables *tables, enum matching_operation operation,
                                         int pairs, int i, int j)
{
    const void *table = atomic_load_explicit(&tables->table[operation][pairs][i][j], memory_order_acquire);
    return table ? table : matching_table_new(tables, operation, pairs, i, j);
}

// An operation prepared for many ranks.
struct matching_route {
    struct matching_tables *tables;
    struct matching_change change;
    uint64_t none;
    const struct matching_row *rows; // NULL: one by one
    struct matching_row
        few[2]; // up to MATCHING_ROW_PAIRS pairs: the only row, and one that stands for "none"
};

void matching_route_prepare(struct matching_route *route, struct matching_tables *tables,
                            const struct matching_change *change);

// Like matching_apply(), but by tables; "none" is the number of matchings, in the argument and in the result.
uint64_t matching_map(struct matching_tables *tables, const struct matching_change *change, uint64_t rank);

// Like matching_map(), but by a route.
static inline uint64_t matching_follow(const struct matching_route *route, uint64_t rank)
{
    if (route->rows) {
        // The divisor is a constant because a division would take longer than everything else here.
        uint32_t p = (uint32_t)rank / MATCHING_ROW;
        const struct matching_row *row = &route->rows[p];
        if (row->table) {
            uint32_t result = row->table[(uint32_t)rank - p * MATCHING_ROW];
            return result == row->lost ? route->none : row->offset + result;
        }
    }
    return matching_map(route->tables, &route->change, rank);
}

#endif
