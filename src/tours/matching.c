// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks of matchings and tables of what operations do to them.
#include "tours/matching.h"

#include "base/memory.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 2 * MATCHING_PAIRS_MAX, TABLE_POINTS = 2 * MATCHING_TABLE_PAIRS + 2 };

uint64_t matching_count(int pairs)
{
    uint64_t count = 1;
    for (int k = 2; k <= pairs; k++)
        count *= (uint64_t)(2 * k - 1);
    return count;
}

void matching_unrank(int pairs, uint64_t rank, uint8_t *partner)
{
    uint8_t left[POINTS_MAX + 2];
    int count = 2 * pairs;
    uint64_t below = matching_count(pairs);
    for (int i = 0; i < count; i++)
        left[i] = (uint8_t)i;
    for (; count > 0; count -= 2) {
        below /= (uint64_t)(count - 1);
        int place = 1 + (int)(rank / below);
        rank %= below;
        partner[left[0]] = left[place];
        partner[left[place]] = left[0];
        memmove(left + place, left + place + 1, (size_t)(count - place - 1));
        memmove(left, left + 1, (size_t)(count - 1));
    }
}

uint64_t matching_rank(int pairs, const uint8_t *partner)
{
    uint64_t rank = 0, left = pairs ? ~UINT64_C(0) >> (64 - 2 * pairs) : 0;
    for (int count = 2 * pairs; count > 0; count -= 2) {
        int first = __builtin_ctzll(left), second = partner[first];
        left &= left - 1;
        rank = rank * (uint64_t)(count - 1) +
               (uint64_t)__builtin_popcountll(left & ((UINT64_C(1) << second) - 1));
        left &= ~(UINT64_C(1) << second);
    }
    return rank;
}

// Copies a matching without points i and j (j may be -1), renumbered. Partners of lost points become 255.
static void remove_points(const uint8_t *partner, int points, int i, int j, uint8_t *out)
{
    int shift[POINTS_MAX + 2], next = 0;
    for (int p = 0; p < points; p++)
        shift[p] = p == i || p == j ? 255 : next++;
    for (int p = 0; p < points; p++)
        if (shift[p] != 255)
            out[shift[p]] = (uint8_t)shift[partner[p]];
}

// Makes room for a point at `place` and pairs it with `other` (numbered with the room made).
static void insert_point(uint8_t *partner, int points, int place)
{
    memmove(partner + place + 1, partner + place, (size_t)(points - place));
    for (int p = 0; p <= points; p++)
        if (p != place && partner[p] != 255 && partner[p] >= place)
            partner[p]++;
    partner[place] = 255;
}

static void pair_up(uint8_t *partner, int a, int b)
{
    partner[a] = (uint8_t)b;
    partner[b] = (uint8_t)a;
}

uint64_t matching_apply(enum matching_operation operation, int pairs, int i, int j, uint64_t rank)
{
    uint8_t partner[POINTS_MAX + 2], out[POINTS_MAX + 4];
    int points = 2 * pairs;
    matching_unrank(pairs, rank, partner);
    switch (operation) {
    case MATCHING_INSERT:
        memcpy(out, partner, (size_t)points);
        insert_point(out, points, i);
        insert_point(out, points + 1, j);
        pair_up(out, i, j);
        break;
    case MATCHING_MOVE:
        remove_points(partner, points, i, -1, out);
        insert_point(out, points - 1, j);
        for (int p = 0; p < points; p++)
            if (p != j && out[p] == 255) {
                pair_up(out, p, j);
                break;
            }
        break;
    case MATCHING_CONTRACT:
        if (partner[i] == j)
            return MATCHING_NONE;
        pair_up(partner, partner[i], partner[j]);
        partner[i] = (uint8_t)j;
        partner[j] = (uint8_t)i;
        remove_points(partner, points, i, j, out);
        break;
    default:
        memcpy(out, partner, (size_t)points);
        if (partner[i] != i + 1) {
            pair_up(out, i, partner[i + 1]);
            pair_up(out, i + 1, partner[i]);
        }
    }
    return matching_rank(matching_pairs_after(operation, pairs), out);
}

struct matching_tables {
    pthread_mutex_t mutex;
    _Atomic(void *) table[MATCHING_OPERATIONS][MATCHING_TABLE_PAIRS + 1][TABLE_POINTS][TABLE_POINTS];
};

struct matching_tables *matching_tables_new(void)
{
    struct matching_tables *tables = memory_resize(NULL, 1, sizeof *tables);
    memset(tables, 0, sizeof *tables);
    pthread_mutex_init(&tables->mutex, NULL);
    return tables;
}

void matching_tables_free(struct matching_tables *tables)
{
    if (!tables)
        return;
    for (int o = 0; o < MATCHING_OPERATIONS; o++)
        for (int k = 0; k <= MATCHING_TABLE_PAIRS; k++)
            for (int i = 0; i < TABLE_POINTS; i++)
                for (int j = 0; j < TABLE_POINTS; j++)
                    free(tables->table[o][k][i][j]);
    pthread_mutex_destroy(&tables->mutex);
    free(tables);
}

// ---- Building a table from tables of one pair less ----
//
// Split off the pair of point 0, as the rank does. Its partner p has the digit p-1. Where the operation leaves the pair alone,
// it acts on the rest; the rest's points are those without 0 and p, so q becomes q - 1 - (q > p).

struct builder {
    struct matching_tables *tables;
    enum matching_operation operation;
    int pairs, i, j;
    bool is_short; // of the entries written
    void *table;
    uint32_t rest;  // number of matchings of the rest, before
    uint32_t after; // and what a first digit is worth in the result
    uint32_t none;
};

static const void *table_of(struct matching_tables *tables, enum matching_operation operation, int pairs,
                            int i, int j);

static inline void put(struct builder *builder, uint32_t rank, uint32_t result)
{
    if (builder->is_short)
        ((uint16_t *)builder->table)[rank] = (uint16_t)result;
    else
        ((uint32_t *)builder->table)[rank] = result;
}

static inline uint32_t entry(const void *table, int pairs_after, uint32_t rank)
{
    return matching_is_short(pairs_after) ? ((const uint16_t *)table)[rank] : ((const uint32_t *)table)[rank];
}

// The place of point q among those without 0 and p.
static int without(int q, int p)
{
    return q - 1 - (q > p);
}

// Rows with partner p: the result's first digit is `digit`, and the rest goes through an operation.
static void through(struct builder *builder, int p, uint32_t offset, enum matching_operation operation, int i,
                    int j)
{
    int pairs = builder->pairs - 1, after = matching_pairs_after(operation, pairs);
    const void *table = table_of(builder->tables, operation, pairs, i, j);
    uint32_t none = (uint32_t)matching_count(after), first = (uint32_t)(p - 1) * builder->rest;
    for (uint32_t r = 0; r < builder->rest; r++) {
        uint32_t result = entry(table, after, r);
        put(builder, first + r,
            operation == MATCHING_CONTRACT && result == none ? builder->none : offset + result);
    }
}

// Rows with partner p: the rest stays as it is.
static void plainly(struct builder *builder, int p, uint32_t offset)
{
    uint32_t first = (uint32_t)(p - 1) * builder->rest;
    for (uint32_t r = 0; r < builder->rest; r++)
        put(builder, first + r, offset + r);
}

static void build_insert(struct builder *builder)
{
    int i = builder->i, j = builder->j;
    if (i == 0) {
        uint32_t count = (uint32_t)matching_count(builder->pairs);
        for (uint32_t r = 0; r < count; r++)
            put(builder, r, (uint32_t)(j - 1) * builder->after + r);
        return;
    }
    for (int p = 1; p < 2 * builder->pairs; p++) {
        // Where the partner stands in the result, i < j being places of the result.
        int q = p + (p >= i);
        q += q >= j;
        through(builder, p, (uint32_t)(q - 1) * builder->after, MATCHING_INSERT, without(i, q),
                without(j, q));
    }
}

static void build_move(struct builder *builder)
{
    int i = builder->i, j = builder->j;
    if (j == 0 && i != 0) {
        // The way back of moving point 0 to place i.
        const void *back = table_of(builder->tables, MATCHING_MOVE, builder->pairs, 0, i);
        uint32_t count = (uint32_t)matching_count(builder->pairs);
        for (uint32_t r = 0; r < count; r++)
            put(builder, entry(back, builder->pairs, r), r);
        return;
    }
    for (int p = 1; p < 2 * builder->pairs; p++) {
        if (i == 0 && j == 0) {
            plainly(builder, p, (uint32_t)(p - 1) * builder->after);
        } else if (i == 0) {
            // The pair (0, p) becomes one of p-1, moved right by the new point, and j; the rest starts the rank.
            int q = p - 1 + (p - 1 >= j), low = q < j ? q : j, high = q < j ? j : q;
            through(builder, p, 0, MATCHING_INSERT, low, high);
        } else if (p == i) {
            plainly(builder, p, (uint32_t)(j - 1) * builder->after);
        } else {
            int q = p - (p > i);
            q += q >= j;
            through(builder, p, (uint32_t)(q - 1) * builder->after, MATCHING_MOVE, without(i, p),
                    without(j, q));
        }
    }
}

static void build_contract(struct builder *builder)
{
    int i = builder->i, j = builder->j;
    for (int p = 1; p < 2 * builder->pairs; p++) {
        uint32_t first = (uint32_t)(p - 1) * builder->rest;
        if (i == 0 && p == j) {
            for (uint32_t r = 0; r < builder->rest; r++)
                put(builder, first + r, builder->none);
        } else if (i == 0) {
            // p becomes the partner of j's partner: in the rest, j moves to p's place.
            through(builder, p, 0, MATCHING_MOVE, without(j, p), p - 1 - (p > j));
        } else if (p == i || p == j) {
            // 0 becomes the partner of the other one's partner: in the rest the other one moves to 0's place.
            through(builder, p, 0, MATCHING_MOVE, without(p == i ? j : i, p), 0);
        } else {
            int q = p - (p > i) - (p > j);
            through(builder, p, (uint32_t)(q - 1) * builder->after, MATCHING_CONTRACT, without(i, p),
                    without(j, p));
        }
    }
}

static void build_swap(struct builder *builder)
{
    int i = builder->i;
    for (int p = 1; p < 2 * builder->pairs; p++) {
        if (i > 0 && (p == i || p == i + 1)) {
            plainly(builder, p, (uint32_t)((p == i ? i + 1 : i) - 1) * builder->after);
        } else if (i > 0) {
            through(builder, p, (uint32_t)(p - 1) * builder->after, MATCHING_SWAP, without(i, p), 0);
        } else if (p == 1) {
            plainly(builder, p, 0);
        } else {
            uint32_t first = (uint32_t)(p - 1) * builder->rest;
            for (uint32_t r = 0; r < builder->rest; r++)
                put(builder, first + r,
                    (uint32_t)matching_apply(MATCHING_SWAP, builder->pairs, 0, 0, first + r));
        }
    }
}

static void *build(struct matching_tables *tables, enum matching_operation operation, int pairs, int i, int j)
{
    int after = matching_pairs_after(operation, pairs);
    uint32_t count = (uint32_t)matching_count(pairs);
    struct builder builder = {tables, operation, pairs, i, j, matching_is_short(after), NULL, 1, 1, 0};
    builder.none = (uint32_t)matching_count(after);
    builder.rest = pairs ? count / (uint32_t)(2 * pairs - 1) : 1;
    builder.after = after ? builder.none / (uint32_t)(2 * after - 1) : 1;
    builder.table = memory_resize(NULL, count + 1, builder.is_short ? sizeof(uint16_t) : sizeof(uint32_t));
    if (operation == MATCHING_INSERT)
        build_insert(&builder);
    else if (operation == MATCHING_MOVE)
        build_move(&builder);
    else if (operation == MATCHING_CONTRACT)
        build_contract(&builder);
    else
        build_swap(&builder);
    // None stays none, so that operations can follow each other unchecked.
    put(&builder, count, builder.none);
    return builder.table;
}

// As matching_table(), for those who hold the mutex.
static const void *table_of(struct matching_tables *tables, enum matching_operation operation, int pairs,
                            int i, int j)
{
    assert(pairs >= 0 && pairs <= MATCHING_TABLE_PAIRS && i < TABLE_POINTS && j < TABLE_POINTS && i >= 0 &&
           j >= 0);
    _Atomic(void *) *place = &tables->table[operation][pairs][i][j];
    void *table = atomic_load_explicit(place, memory_order_acquire);
    if (!table) {
        table = build(tables, operation, pairs, i, j);
        atomic_store_explicit(place, table, memory_order_release);
    }
    return table;
}

const void *matching_table(struct matching_tables *tables, enum matching_operation operation, int pairs,
                           int i, int j)
{
    void *table = atomic_load_explicit(&tables->table[operation][pairs][i][j], memory_order_acquire);
    if (table)
        return table;
    pthread_mutex_lock(&tables->mutex);
    const void *built = table_of(tables, operation, pairs, i, j);
    pthread_mutex_unlock(&tables->mutex);
    return built;
}
