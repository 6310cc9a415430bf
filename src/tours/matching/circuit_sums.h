// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over pairs of matchings whose union is a single circuit.
#ifndef LEAPER_TOURS_CIRCUIT_SUMS_H
#define LEAPER_TOURS_CIRCUIT_SUMS_H

#include "tours/matching/matching_tables.h"

#include <stdbool.h>
#include <stdint.h>

// The largest number of pairs for which sums are computed for all matchings at once.
enum { CIRCUIT_SUMS_PAIRS = MATCHING_TABLE_PAIRS + 1 };

// Constant once initialized, so threads may share it.
struct circuit_tables {
    struct matching_tables *matchings;
    // [pairs][j - 1]: the table of contracting points 0 and j.
    const uint16_t *contracted[MATCHING_TABLE_PAIRS + 1][2 * MATCHING_TABLE_PAIRS - 1];
};

// False when memory runs out; then there is nothing to clear.
bool circuit_tables_init(struct circuit_tables *tables);
void circuit_tables_clear(struct circuit_tables *tables);

// A vector over matchings, given by its nonzero components.
struct matching_term {
    uint32_t rank;
    uint64_t count;
};

struct matching_vector {
    int pairs; // 1 … CIRCUIT_SUMS_PAIRS
    const struct matching_term *terms;
    uint64_t term_count;
};

// For every matching m: sums[rank of m] = the sum of the counts of the terms whose matching forms a single circuit with
// m. `scratch` has room for matching_count(pairs) numbers. The sum of all counts must be below 2^64.
void circuit_sums(const struct circuit_tables *tables, const struct matching_vector *vector, uint64_t *sums,
                  uint64_t *scratch);

#endif
