// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of what operations on matchings (tours/matching/matching.h) do to ranks.
//
// Up to MATCHING_TABLE_PAIRS pairs an operation is one look-up. Of more pairs a table would be too large to be
// of use: there the pair of point 0 is split off, which leads to an operation on one pair less, until a table is reached.
// The matchings that agree in all pairs but the last MATCHING_ROW_PAIRS are a *row*: what becomes of them is one table, small
// enough to stay near the processor, and one number to add.
#ifndef LEAPER_TOURS_MATCHING_TABLES_H
#define LEAPER_TOURS_MATCHING_TABLES_H

#include "base/atomic.h"
#include "tours/budget.h"
#include "tours/matching/matching.h"

#include <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif

// The largest k for which tables are made.
enum { MATCHING_TABLE_PAIRS = 6, MATCHING_TABLE_POINTS = 2 * MATCHING_TABLE_PAIRS + 2 };
// Rows have so many pairs, and this is how many matchings; up to so many pairs are gone through by rows.
enum {
    MATCHING_ROW_PAIRS = 5,
    MATCHING_ROW = 945,
    MATCHING_ROWS_PAIRS = 8,
    MATCHING_ROWS_POINTS = 2 * MATCHING_ROWS_PAIRS + 2
};

// What becomes of a row.
struct matching_row {
    const uint16_t *table; // NULL: matchings are to be mapped one by one
    uint32_t offset;       // to be added
    uint32_t lost;         // the entry that means none
};

// Made when they are first asked for and then constant; any number of threads may ask.
struct matching_tables {
    LEAPER_ATOMIC(void *)
    table[MATCHING_OPERATIONS][MATCHING_TABLE_PAIRS + 1][MATCHING_TABLE_POINTS][MATCHING_TABLE_POINTS];
    LEAPER_ATOMIC(struct matching_row *)
    rows[MATCHING_OPERATIONS][MATCHING_ROWS_PAIRS - MATCHING_ROW_PAIRS][MATCHING_ROWS_POINTS]
        [MATCHING_ROWS_POINTS];
    uint16_t same[MATCHING_ROW], none[MATCHING_ROW]; // tables: as it is; all UINT16_MAX
    pthread_mutex_t mutex;
    struct budget *budget; // of the work that they are made for; its memory holds them. NULL: none
    size_t bytes;          // of all tables and rows
};

// The budget may be NULL, and outlives the tables. All tables together take some 40 MB at most; one that the budget has no room for
// is made all the same, since no loop that needs it could go on, and the budget ends.
struct matching_tables *matching_tables_new(struct budget *budget);
void matching_tables_free(struct matching_tables *tables);

// Makes the table of an operation.
const void *matching_table_new(struct matching_tables *tables, enum matching_operation operation, int pairs,
                               int i, int j);

// The table of an operation on k <= MATCHING_TABLE_PAIRS pairs: the new rank for each rank, and for "none" the
// number of matchings of the result; so for "none" itself, which is the number of matchings operated on. Entries are uint16_t
// where matching_is_short() says so of the result, else uint32_t.
static inline const void *matching_table(struct matching_tables *tables, enum matching_operation operation,
                                         int pairs, int i, int j)
{
    const void *table = atomic_load_explicit(&tables->table[operation][pairs][i][j], memory_order_acquire);
    return table ? table : matching_table_new(tables, operation, pairs, i, j);
}

// An operation made ready for many ranks.
struct matching_route {
    struct matching_tables *tables;
    enum matching_operation operation;
    int pairs, i, j;
    uint64_t none;
    const struct matching_row *rows; // NULL: one by one
    struct matching_row few[2];      // of up to MATCHING_ROW_PAIRS pairs there is one, and that of none
};

void matching_route_prepare(struct matching_route *route, struct matching_tables *tables,
                            enum matching_operation operation, int pairs, int i, int j);

// As matching_apply(), with tables; "none" is the number of matchings, of those operated on and of the result.
uint64_t matching_map(struct matching_tables *tables, enum matching_operation operation, int pairs, int i,
                      int j, uint64_t rank);

// As matching_map(), by a route.
static inline uint64_t matching_follow(const struct matching_route *route, uint64_t rank)
{
    if (route->rows) {
        // A constant divisor: dividing takes longer than all the rest.
        uint32_t p = (uint32_t)rank / MATCHING_ROW;
        const struct matching_row *row = &route->rows[p];
        if (row->table) {
            uint32_t result = row->table[(uint32_t)rank - p * MATCHING_ROW];
            return result == row->lost ? route->none : row->offset + result;
        }
    }
    return matching_map(route->tables, route->operation, route->pairs, route->i, route->j, rank);
}

#ifdef __cplusplus
}
#endif

#endif
