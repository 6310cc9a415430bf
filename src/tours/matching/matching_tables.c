// SPDX-License-Identifier: GPL-3.0-or-later
// Reduces operations on matchings to operations on one pair less, and makes tables that way.
#include "tours/matching/matching_tables.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct matching_tables *matching_tables_new(struct budget *budget)
{
    struct matching_tables *tables = memory_try(NULL, 1, sizeof *tables);
    if (!tables)
        return NULL;
    memset(tables, 0, sizeof *tables);
    tables->budget = budget;
    for (int rank = 0; rank <= MATCHING_TABLE_RANKS; rank++) {
        tables->short_same[rank] = (uint16_t)rank;
        tables->long_same[rank] = (uint32_t)rank;
        for (int after = 0; after < MATCHING_TABLE_PAIRS; after++)
            tables->short_none[after][rank] = (uint16_t)matching_count(after);
    }
    for (int rank = 0; rank < MATCHING_ROW; rank++) {
        tables->same[rank] = (uint16_t)rank;
        tables->none[rank] = UINT16_MAX;
    }
    pthread_mutex_init(&tables->mutex, NULL);
    return tables;
}

void matching_tables_free(struct matching_tables *tables)
{
    if (!tables)
        return;
    for (int o = 0; o < MATCHING_OPERATIONS; o++)
        for (int k = 0; k <= MATCHING_TABLE_PAIRS; k++)
            for (int i = 0; i < MATCHING_TABLE_POINTS; i++)
                for (int j = 0; j < MATCHING_TABLE_POINTS; j++)
                    free(tables->table[o][k][i][j]);
    for (int o = 0; o < MATCHING_OPERATIONS; o++)
        for (int k = 0; k < MATCHING_ROWS_PAIRS - MATCHING_ROW_PAIRS; k++)
            for (int i = 0; i < MATCHING_ROWS_POINTS; i++)
                for (int j = 0; j < MATCHING_ROWS_POINTS; j++)
                    free(tables->rows[o][k][i][j]);
    pthread_mutex_destroy(&tables->mutex);
    budget_give(tables->budget, tables->bytes);
    free(tables);
}

// ---- Rows ----
//
// Like the rank, a row splits off the pair of point 0. Its partner p has the digit p-1. If the operation does not affect
// this pair, it acts on the rest: the points other than 0 and p, where q becomes q - 1 - (q > p).

enum row_kind {
    ROW_PLAIN,   // the rest is unchanged
    ROW_THROUGH, // another operation is applied to the rest
    ROW_NONE,
    ROW_WHOLE // the new partner of point 0 depends on the rest
};

// What an operation does to the matchings in which 0 has a given partner.
struct row {
    enum row_kind kind;
    int digit; // of point 0 in the result, to be multiplied by the number of matchings with one pair less
    enum matching_operation operation;
    int i, j; // of that operation
};

// The place of point q among the points other than 0 and p.
static int without(int q, int p)
{
    return q - 1 - (q > p);
}

static struct row insert_row(int i, int j, int p)
{
    // The place of the partner in the result; i < j are places in the result, too.
    int q = p + (p >= i);
    q += q >= j;
    return (struct row){ROW_THROUGH, q - 1, MATCHING_INSERT, without(i, q), without(j, q)};
}

static struct row move_row(int i, int j, int p)
{
    if (i == 0 && j == 0)
        return (struct row){.kind = ROW_PLAIN, .digit = p - 1};
    if (i == 0) {
        // The partner p gets the new point j; both are inserted into the rest, whose own first pair now comes first.
        int q = p - 1 + (p - 1 >= j), low = q < j ? q : j, high = q < j ? j : q;
        return (struct row){ROW_THROUGH, 0, MATCHING_INSERT, low, high};
    }
    if (p == i)
        return (struct row){.kind = ROW_PLAIN, .digit = j ? j - 1 : 0};
    if (j == 0)
        return (struct row){.kind = ROW_WHOLE};
    int q = p - (p > i);
    q += q >= j;
    return (struct row){ROW_THROUGH, q - 1, MATCHING_MOVE, without(i, p), without(j, q)};
}

static struct row contract_row(int i, int j, int p)
{
    if (i == 0 && p == j)
        return (struct row){.kind = ROW_NONE};
    // p becomes the partner of j's partner; in the rest, j moves to the place of p.
    if (i == 0)
        return (struct row){ROW_THROUGH, 0, MATCHING_MOVE, without(j, p), p - 1 - (p > j)};
    // 0 becomes the partner of the partner of the other point; in the rest, that other point moves to the place of 0.
    if (p == i || p == j)
        return (struct row){ROW_THROUGH, 0, MATCHING_MOVE, without(p == i ? j : i, p), 0};
    int q = p - (p > i) - (p > j);
    return (struct row){ROW_THROUGH, q - 1, MATCHING_CONTRACT, without(i, p), without(j, p)};
}

static struct row swap_row(int i, int p)
{
    if (i > 0 && (p == i || p == i + 1))
        return (struct row){.kind = ROW_PLAIN, .digit = (p == i ? i + 1 : i) - 1};
    if (i > 0)
        return (struct row){ROW_THROUGH, p - 1, MATCHING_SWAP, without(i, p), 0};
    return (struct row){.kind = p == 1 ? ROW_PLAIN : ROW_WHOLE};
}

static struct row row_of(const struct matching_change *change, int p)
{
    switch (change->operation) {
    case MATCHING_INSERT:
        return insert_row(change->i, change->j, p);
    case MATCHING_MOVE:
        return move_row(change->i, change->j, p);
    case MATCHING_CONTRACT:
        return contract_row(change->i, change->j, p);
    default:
        return swap_row(change->i, p);
    }
}

// What the operation does to the rest, where `row` is ROW_THROUGH.
static struct matching_change change_of_rest(const struct row *row, int pairs)
{
    return (struct matching_change){row->operation, pairs - 1, row->i, row->j};
}

static int pairs_after(const struct matching_change *change)
{
    return matching_pairs_after(change->operation, change->pairs);
}

// Whether the operation inserts a new first pair: then a constant is added to all ranks.
static bool is_prefix(const struct matching_change *change)
{
    return change->operation == MATCHING_INSERT && change->i == 0;
}

// The weight of point 0's digit in the rank of a matching of that many pairs.
static uint64_t digit_weight(int pairs)
{
    return pairs ? matching_count(pairs) / (uint64_t)(2 * pairs - 1) : 1;
}

// ---- Tables ----

static uint64_t entry(const void *table, int pairs_after, uint64_t rank)
{
    return matching_is_short(pairs_after) ? ((const uint16_t *)table)[rank] : ((const uint32_t *)table)[rank];
}

static void put(void *table, int pairs_after, uint64_t rank, uint64_t result)
{
    if (matching_is_short(pairs_after))
        ((uint16_t *)table)[rank] = (uint16_t)result;
    else
        ((uint32_t *)table)[rank] = (uint32_t)result;
}

static const void *table_of(struct matching_tables *tables, const struct matching_change *change);

// Fills in the part of a table for the matchings in which point 0 has partner p.
static void fill_row(struct matching_tables *tables, void *table, const struct matching_change *change, int p)
{
    struct row row = row_of(change, p);
    int after = pairs_after(change), rest_after = 0;
    uint64_t rest = digit_weight(change->pairs), first = (uint64_t)(p - 1) * rest,
             none = matching_count(after), offset = (uint64_t)row.digit * digit_weight(after),
             rest_none = UINT64_MAX;
    const void *through = NULL;
    if (row.kind == ROW_THROUGH) {
        struct matching_change inner = change_of_rest(&row, change->pairs);
        rest_after = pairs_after(&inner);
        through = table_of(tables, &inner);
        rest_none = row.operation == MATCHING_CONTRACT ? matching_count(rest_after) : UINT64_MAX;
    }
    for (uint64_t r = 0; r < rest; r++) {
        uint64_t result = r;
        if (through)
            result = entry(through, rest_after, r);
        if (row.kind == ROW_NONE || result == rest_none)
            result = none;
        else if (row.kind == ROW_WHOLE)
            result = matching_apply(change->operation, change->pairs, change->i, change->j, first + r);
        else
            result += offset;
        put(table, after, first + r, result);
    }
}

// Allocates memory, charged to the budget. When there is none, ends the budget and returns NULL. The caller holds the mutex.
static void *take(struct matching_tables *tables, size_t count, size_t size)
{
    void *block = memory_try(NULL, count, size);
    if (!block) {
        atomic_store(&tables->failed, true);
        if (tables->budget)
            budget_finish(tables->budget, BUDGET_SYSTEM);
    } else if (budget_take(tables->budget, count * size)) {
        tables->bytes += count * size;
    }
    return block;
}

static void *build(struct matching_tables *tables, const struct matching_change *change)
{
    int after = pairs_after(change);
    uint64_t count = matching_count(change->pairs);
    void *table = take(tables, count + 1, matching_is_short(after) ? sizeof(uint16_t) : sizeof(uint32_t));
    if (!table)
        return NULL;
    if (is_prefix(change))
        for (uint64_t r = 0; r < count; r++)
            put(table, after, r, (uint64_t)(change->j - 1) * digit_weight(after) + r);
    else
        for (int p = 1; p < 2 * change->pairs; p++)
            fill_row(tables, table, change, p);
    // "None" is mapped to "none", so operations can follow each other unchecked.
    put(table, after, count, matching_count(after));
    return table;
}

static const void *stand_in(const struct matching_tables *tables, const struct matching_change *change)
{
    int after = pairs_after(change);
    if (change->operation == MATCHING_CONTRACT)
        return tables->short_none[after];
    return matching_is_short(after) ? (const void *)tables->short_same : tables->long_same;
}

// Like matching_table(), but the caller holds the mutex.
static const void *table_of(struct matching_tables *tables, const struct matching_change *change)
{
    int i = change->i, j = change->j;
    assert(change->pairs >= 0 && change->pairs <= MATCHING_TABLE_PAIRS);
    assert(i >= 0 && i < MATCHING_TABLE_POINTS && j >= 0 && j < MATCHING_TABLE_POINTS);
    _Atomic(void *) *place = &tables->table[change->operation][change->pairs][i][j];
    void *table = atomic_load_explicit(place, memory_order_acquire);
    if (!table) {
        table = build(tables, change);
        if (!table)
            return stand_in(tables, change);
        atomic_store_explicit(place, table, memory_order_release);
    }
    return table;
}

const void *matching_table_new(struct matching_tables *tables, enum matching_operation operation, int pairs,
                               int i, int j)
{
    const struct matching_change change = {operation, pairs, i, j};
    pthread_mutex_lock(&tables->mutex);
    const void *built = table_of(tables, &change);
    pthread_mutex_unlock(&tables->mutex);
    return built;
}

uint64_t matching_map(struct matching_tables *tables, const struct matching_change *change, uint64_t rank)
{
    struct matching_change now = *change;
    uint64_t none = matching_count(pairs_after(&now)), offset = 0;
    if (rank == matching_count(now.pairs))
        return none;
    while (now.pairs > MATCHING_TABLE_PAIRS && !is_prefix(&now)) {
        uint64_t rest = digit_weight(now.pairs);
        struct row row = row_of(&now, 1 + (int)(rank / rest));
        if (row.kind == ROW_NONE)
            return none;
        if (row.kind == ROW_WHOLE)
            return offset + matching_apply(now.operation, now.pairs, now.i, now.j, rank);
        offset += (uint64_t)row.digit * digit_weight(pairs_after(&now));
        rank %= rest;
        if (row.kind == ROW_PLAIN)
            return offset + rank;
        now = change_of_rest(&row, now.pairs);
    }
    int after = pairs_after(&now);
    if (is_prefix(&now))
        return offset + (uint64_t)(now.j - 1) * digit_weight(after) + rank;
    uint64_t result = entry(matching_table(tables, now.operation, now.pairs, now.i, now.j), after, rank);
    return now.operation == MATCHING_CONTRACT && result == matching_count(after) ? none : offset + result;
}

// ---- Rows ----

static void add_rows(struct matching_tables *tables, const struct matching_change *change, uint64_t offset,
                     struct matching_row *rows);

// Lists the rows of the matchings in which point 0 has partner p.
static void add_partner(struct matching_tables *tables, const struct matching_change *change, int p,
                        uint64_t offset, struct matching_row *rows)
{
    struct row row = row_of(change, p);
    uint64_t rest = digit_weight(change->pairs),
             to = offset + (uint64_t)row.digit * digit_weight(pairs_after(change));
    if (row.kind == ROW_THROUGH) {
        struct matching_change inner = change_of_rest(&row, change->pairs);
        add_rows(tables, &inner, to, rows);
        return;
    }
    for (uint64_t first = 0; first < rest; first += MATCHING_ROW, rows++) {
        *rows = (struct matching_row){tables->same, (uint32_t)(to + first), UINT32_MAX};
        if (row.kind == ROW_NONE)
            *rows = (struct matching_row){tables->none, 0, UINT16_MAX};
        else if (row.kind == ROW_WHOLE && change->pairs <= MATCHING_TABLE_PAIRS)
            *rows = (struct matching_row){(const uint16_t *)table_of(tables, change) +
                                              (uint64_t)(p - 1) * rest + first,
                                          (uint32_t)offset, UINT32_MAX};
        else if (row.kind == ROW_WHOLE)
            *rows = (struct matching_row){.table = NULL};
    }
}

// Lists what happens to each row; `offset` is added to results. The caller holds the mutex.
static void add_rows(struct matching_tables *tables, const struct matching_change *change, uint64_t offset,
                     struct matching_row *rows)
{
    int after = pairs_after(change), pairs = change->pairs;
    if (pairs <= MATCHING_ROW_PAIRS) {
        uint32_t lost = change->operation == MATCHING_CONTRACT ? (uint32_t)matching_count(after) : UINT32_MAX;
        *rows = (struct matching_row){table_of(tables, change), (uint32_t)offset, lost};
    } else if (is_prefix(change)) {
        offset += (uint64_t)(change->j - 1) * digit_weight(after);
        for (uint64_t first = 0; first < matching_count(pairs); first += MATCHING_ROW)
            *rows++ = (struct matching_row){tables->same, (uint32_t)(offset + first), UINT32_MAX};
    } else {
        for (int p = 1; p < 2 * pairs; p++, rows += digit_weight(pairs) / MATCHING_ROW)
            add_partner(tables, change, p, offset, rows);
    }
}

// The rows of an operation, made on first use; NULL when memory runs out.
static const struct matching_row *rows_of(struct matching_tables *tables,
                                          const struct matching_change *change)
{
    _Atomic(struct matching_row *) *place =
        &tables->rows[change->operation][change->pairs - MATCHING_ROW_PAIRS - 1][change->i][change->j];
    struct matching_row *rows = atomic_load_explicit(place, memory_order_acquire);
    if (rows)
        return rows;
    pthread_mutex_lock(&tables->mutex);
    rows = atomic_load_explicit(place, memory_order_acquire);
    if (!rows) {
        size_t count = matching_count(change->pairs) / MATCHING_ROW;
        rows = take(tables, count + 1, sizeof *rows);
        if (rows) {
            add_rows(tables, change, 0, rows);
            // "None" is mapped to "none" here, too.
            rows[count] = (struct matching_row){tables->none, 0, UINT16_MAX};
            atomic_store_explicit(place, rows, memory_order_release);
        }
    }
    pthread_mutex_unlock(&tables->mutex);
    return rows;
}

void matching_route_prepare(struct matching_route *route, struct matching_tables *tables,
                            const struct matching_change *change)
{
    *route = (struct matching_route){tables, *change, .none = matching_count(pairs_after(change))};
    if (change->pairs <= MATCHING_ROW_PAIRS) {
        // With fewer pairs than a row has, the table itself maps "none" to "none".
        const void *table = matching_table(tables, change->operation, change->pairs, change->i, change->j);
        route->few[0] = (struct matching_row){table, 0, UINT32_MAX};
        route->few[1] = (struct matching_row){tables->none, 0, UINT16_MAX};
        route->rows = route->few;
    } else if (change->pairs <= MATCHING_ROWS_PAIRS) {
        route->rows = rows_of(tables, change);
    }
}
