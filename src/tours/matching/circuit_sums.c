// SPDX-License-Identifier: GPL-3.0-or-later
// Computes sums over single circuits recursively: contracting the pair of point 0 leaves one pair less.
#include "tours/matching/circuit_sums.h"

#include <assert.h>
#include <string.h>

_Static_assert(MATCHING_TABLE_PAIRS - 1 <= 6, "the tables of contractions have 16-bit entries");

bool circuit_tables_init(struct circuit_tables *tables)
{
    *tables = (struct circuit_tables){.matchings = matching_tables_new(NULL)};
    if (!tables->matchings)
        return false;
    for (int pairs = 2; pairs <= MATCHING_TABLE_PAIRS; pairs++)
        for (int j = 1; j < 2 * pairs; j++)
            tables->contracted[pairs][j - 1] =
                matching_table(tables->matchings, MATCHING_CONTRACT, pairs, 0, j);
    bool made = !atomic_load(&tables->matchings->failed);
    if (!made)
        circuit_tables_clear(tables);
    return made;
}

void circuit_tables_clear(struct circuit_tables *tables)
{
    matching_tables_free(tables->matchings);
    *tables = (struct circuit_tables){0};
}

// Computes the sums for a dense vector, which is the first part of the scratch memory.
static void sum_dense(const struct circuit_tables *tables, int pairs, uint64_t *vector, uint64_t *sums)
{
    if (pairs == 1) {
        sums[0] = vector[0];
        return;
    }
    size_t count = matching_count(pairs), rest = matching_count(pairs - 1);
    uint64_t *next = vector + count;
    for (int j = 1; j < 2 * pairs; j++) {
        const uint16_t *contracted = tables->contracted[pairs][j - 1];
        memset(next, 0, rest * sizeof *next);
        for (size_t rank = 0; rank < count; rank++)
            if (contracted[rank] != rest)
                next[contracted[rank]] += vector[rank];
        sum_dense(tables, pairs - 1, next, sums + (size_t)(j - 1) * rest);
    }
}

void circuit_sums(const struct circuit_tables *tables, const struct matching_vector *vector, uint64_t *sums,
                  uint64_t *scratch)
{
    int pairs = vector->pairs;
    assert(pairs >= 1 && pairs <= CIRCUIT_SUMS_PAIRS);
    if (pairs == 1) {
        sums[0] = 0;
        for (uint64_t i = 0; i < vector->term_count; i++)
            sums[0] += vector->terms[i].count;
        return;
    }
    size_t rest = matching_count(pairs - 1);
    for (int j = 1; j < 2 * pairs; j++) {
        memset(scratch, 0, rest * sizeof *scratch);
        for (uint64_t i = 0; i < vector->term_count; i++) {
            const struct matching_term *term = &vector->terms[i];
            if (pairs <= MATCHING_TABLE_PAIRS) {
                uint16_t contracted = tables->contracted[pairs][j - 1][term->rank];
                if (contracted != rest)
                    scratch[contracted] += term->count;
            } else {
                uint64_t contracted = matching_apply(MATCHING_CONTRACT, pairs, 0, j, term->rank);
                if (contracted != MATCHING_NONE)
                    scratch[contracted] += term->count;
            }
        }
        sum_dense(tables, pairs - 1, scratch, sums + (size_t)(j - 1) * rest);
    }
}
