// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks of pairings, and which pairings make a single circuit together.
#include "tours/matching/circuit_sums.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint32_t pairing_count(int points)
{
    assert(points >= 0 && points <= PAIRING_POINTS_MAX && points % 2 == 0);
    uint32_t count = 1;
    for (int i = 3; i < points; i += 2)
        count *= (uint32_t)i;
    return count;
}

void pairing_unrank(int points, uint32_t rank, uint8_t *partner)
{
    uint32_t unpaired = (1u << points) - 1;
    for (int left = points; left > 0; left -= 2) {
        uint32_t below = pairing_count(left - 2);
        int point = __builtin_ctz(unpaired);
        unpaired &= unpaired - 1;
        uint32_t others = unpaired;
        for (uint32_t skip = rank / below; skip > 0; skip--)
            others &= others - 1;
        int other = __builtin_ctz(others);
        unpaired &= ~(1u << other);
        rank %= below;
        partner[point] = (uint8_t)other;
        partner[other] = (uint8_t)point;
    }
}

// The rank after points 0 and j were joined, UINT32_MAX when that closes a circuit.
static uint32_t contract(int points, const uint8_t *partner, int j)
{
    if (partner[0] == j)
        return UINT32_MAX;
    uint8_t rest[PAIRING_POINTS_MAX];
    int count = 0;
    for (int i = 1; i < points; i++) {
        if (i == j)
            continue;
        int p = partner[i] == 0 ? partner[j] : partner[i] == j ? partner[0] : partner[i];
        rest[count++] = (uint8_t)(p - 1 - (p > j));
    }
    return pairing_rank(count, rest);
}

void pairing_tables_init(struct pairing_tables *tables)
{
    *tables = (struct pairing_tables){0};
    for (int points = 4; points < PAIRING_DENSE_MAX; points += 2) {
        uint32_t count = pairing_count(points);
        for (int j = 1; j < points; j++)
            tables->contracted[points / 2][j - 1] = memory_resize(NULL, count, sizeof(uint32_t));
        for (uint32_t rank = 0; rank < count; rank++) {
            uint8_t partner[PAIRING_POINTS_MAX];
            pairing_unrank(points, rank, partner);
            for (int j = 1; j < points; j++)
                tables->contracted[points / 2][j - 1][rank] = contract(points, partner, j);
        }
    }
}

void pairing_tables_clear(struct pairing_tables *tables)
{
    for (int k = 0; k <= PAIRING_DENSE_MAX / 2; k++)
        for (int j = 0; j < PAIRING_DENSE_MAX; j++)
            free(tables->contracted[k][j]);
}

// The same from a vector with all its components: `vector`, which is at the beginning of the scratch memory.
static void sum_dense(const struct pairing_tables *tables, int points, uint64_t *vector, uint64_t *sums)
{
    if (points == 2) {
        sums[0] = vector[0];
        return;
    }
    uint32_t count = pairing_count(points), rest = pairing_count(points - 2);
    uint64_t *next = vector + count;
    for (int j = 1; j < points; j++) {
        const uint32_t *contracted = tables->contracted[points / 2][j - 1];
        memset(next, 0, rest * sizeof *next);
        for (uint32_t rank = 0; rank < count; rank++)
            if (contracted[rank] != UINT32_MAX)
                next[contracted[rank]] += vector[rank];
        sum_dense(tables, points - 2, next, sums + (size_t)(j - 1) * rest);
    }
}

void pairing_circuits(const struct pairing_tables *tables, int points, const struct pairing_term *terms,
                      uint64_t term_count, uint64_t *sums, uint64_t *scratch)
{
    assert(points >= 2 && points <= PAIRING_DENSE_MAX);
    if (points == 2) {
        sums[0] = 0;
        for (uint64_t i = 0; i < term_count; i++)
            sums[0] += terms[i].count;
        return;
    }
    uint32_t rest = pairing_count(points - 2);
    for (int j = 1; j < points; j++) {
        memset(scratch, 0, rest * sizeof *scratch);
        for (uint64_t i = 0; i < term_count; i++) {
            uint8_t partner[PAIRING_POINTS_MAX];
            uint32_t contracted;
            if (points < PAIRING_DENSE_MAX) {
                contracted = tables->contracted[points / 2][j - 1][terms[i].rank];
            } else {
                pairing_unrank(points, terms[i].rank, partner);
                contracted = contract(points, partner, j);
            }
            if (contracted != UINT32_MAX)
                scratch[contracted] += terms[i].count;
        }
        sum_dense(tables, points - 2, scratch, sums + (size_t)(j - 1) * rest);
    }
}
