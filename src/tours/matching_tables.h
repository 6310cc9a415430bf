// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of what operations on matchings (tours/matching.h) do to ranks.
//
// Up to MATCHING_TABLE_PAIRS pairs an operation is one look-up. Of more pairs a table would be too large to be
// of use: there the pair of point 0 is split off, which leads to an operation on one pair less, until a table is reached.
#ifndef LEAPER_TOURS_MATCHING_TABLES_H
#define LEAPER_TOURS_MATCHING_TABLES_H

#include "tours/matching.h"

#include <pthread.h>
#include <stdatomic.h>

// The largest k for which tables are made.
enum { MATCHING_TABLE_PAIRS = 6, MATCHING_TABLE_POINTS = 2 * MATCHING_TABLE_PAIRS + 2 };

// Made when they are first asked for and then constant; any number of threads may ask.
struct matching_tables {
    _Atomic(void *) table[MATCHING_OPERATIONS][MATCHING_TABLE_PAIRS + 1][MATCHING_TABLE_POINTS]
                         [MATCHING_TABLE_POINTS];
    pthread_mutex_t mutex;
};

struct matching_tables *matching_tables_new(void);
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

// An operation made ready for many ranks: what becomes of the matchings in which point 0 has partner p, by p-1.
struct matching_route {
    struct matching_tables *tables;
    enum matching_operation operation;
    int pairs, i, j;
    bool is_mapped; // one by one
    uint64_t none;
    struct {
        const void *table; // of the rest; NULL: the rest stays as it is
        bool is_short;     // its entries have 16 bits
        bool is_none;      // all of the row
        uint32_t lost;     // the entry that means none
        uint64_t offset;
    } row[2 * MATCHING_TABLE_PAIRS + 1];
};

void matching_route_prepare(struct matching_route *route, struct matching_tables *tables,
                            enum matching_operation operation, int pairs, int i, int j);

// As matching_apply(), with tables; "none" is the number of matchings of the result.
uint64_t matching_map(struct matching_tables *tables, enum matching_operation operation, int pairs, int i,
                      int j, uint64_t rank);

// As matching_map(), by a route.
static inline uint64_t matching_follow(const struct matching_route *route, uint64_t rank)
{
    if (route->is_mapped)
        return matching_map(route->tables, route->operation, route->pairs, route->i, route->j, rank);
    // A constant divisor: dividing takes longer than all the rest. Up to the pairs that tables are made for there is one row.
    const uint32_t rest = (uint32_t)matching_count(MATCHING_TABLE_PAIRS);
    uint32_t p = route->pairs <= MATCHING_TABLE_PAIRS ? 0 : (uint32_t)rank / rest,
             r = (uint32_t)rank - p * rest;
    if (route->row[p].table)
        r = route->row[p].is_short ? ((const uint16_t *)route->row[p].table)[r]
                                   : ((const uint32_t *)route->row[p].table)[r];
    return route->row[p].is_none || r == route->row[p].lost ? route->none : route->row[p].offset + r;
}

#endif
