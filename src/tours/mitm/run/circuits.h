// SPDX-License-Identifier: GPL-3.0-or-later
// SIMD kernel for all matchings of four pairs at once: for each, the sum of a vector over the matchings that form one circuit with
// it. Computes sixteen sums at a time, with AVX-512.
#ifndef LEAPER_TOURS_MITM_CIRCUITS_H
#define LEAPER_TOURS_MITM_CIRCUITS_H

#include "tours/matching/matching_tables.h"

enum {
    MITM_CIRCUITS_PAIRS = 4,
    MITM_CIRCUITS_RANKS = 105, // matchings of four pairs
    MITM_CIRCUITS_ROOM = MITM_CIRCUITS_RANKS + 7
};

// The 15 matchings in which point 0 has the same partner j form a row.
struct mitm_circuits {
    // Indexed by j-1 and p-1: which matching of the row in which 0 has partner p becomes each of the 15 when (0, j) is contracted.
    uint32_t moved[7][7][16];
    uint32_t circuits[8][16]; // the n-th matching that forms one circuit with each
};

void mitm_circuits_init(struct mitm_circuits *circuits, struct matching_tables *tables);

// Whether the processor supports the kernel.
bool mitm_circuits_available(void);

// Sets sums[r] to the sum of counts[c] over all c that form one circuit with r. Both have MITM_CIRCUITS_ROOM entries, and the
// sum of all counts must be below 2^32. Call this only if mitm_circuits_available().
void mitm_circuits_sum(const struct mitm_circuits *circuits, const uint32_t *counts, uint32_t *sums);

#endif
