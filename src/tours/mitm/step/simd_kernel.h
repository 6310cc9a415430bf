// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up groups of up to four pairs with all matchings side by side: a byte of registers for each of the 105.
//
// A change of matchings then is a permutation of bytes, the same for every group with as many pairs and that change at the same
// places: there is no loop over states. Only where the processor has AVX-512 with VBMI and VBMI2; tours/mitm/step/accumulate.h knows
// how to do without.
#ifndef LEAPER_TOURS_MITM_LANES_H
#define LEAPER_TOURS_MITM_LANES_H

#include "tours/mitm/step/contribution.h"

enum {
    MITM_SIMD_LANES = 128,
    MITM_SIMD_POINTS = 2 * MITM_PACKED_PAIRS,
    MITM_SIMD_TERMS = 2 * (MITM_PACKED_PAIRS - 1), // matchings that contracting sends to the same one
    MITM_SIMD_SPARE = 64                           // bytes behind a group that may be written to
};

// Where the state of each lane comes from when a pair is inserted or an end moves.
struct mitm_simd_permutation {
    uint8_t from[MITM_SIMD_LANES];
    uint64_t valid[2]; // ones in the lanes that have one
};

// The same for contracting: up to so many for each of the up to 15 matchings that remain.
struct mitm_simd_terms {
    uint8_t from[MITM_SIMD_TERMS][16];
    uint16_t valid[MITM_SIMD_TERMS];
};

// Constant after it is made.
struct mitm_simd {
    // By the pairs before, and the places of the change.
    struct mitm_simd_permutation insert[MITM_PACKED_PAIRS][MITM_SIMD_POINTS][MITM_SIMD_POINTS],
        move[MITM_PACKED_PAIRS + 1][MITM_SIMD_POINTS][MITM_SIMD_POINTS];
    struct mitm_simd_terms contract[MITM_PACKED_PAIRS + 1][MITM_SIMD_POINTS][MITM_SIMD_POINTS];
};

// Whether the processor can do it.
bool mitm_simd_available(void);

// Freed by free(). NULL where it is not available.
struct mitm_simd *mitm_simd_new(struct matching_tables *tables);

// Whether a contribution's matchings have up to four pairs before and after each of its changes, and its counts a bound.
bool mitm_simd_suits(const struct mitm_contribution *contribution);

// Adds what a contribution that suits makes to sums[0 … MITM_SIMD_LANES-1], one for each rank; they stay below 2^32.
void mitm_simd_add(const struct mitm_simd *simd, const struct mitm_contribution *contribution,
                   uint32_t *sums);

// Appends the group of the sums, if there are any but 0, to `out`, and clears sums[0 … MITM_SIMD_LANES-1]. All sums are below 2^31, and
// those that are none's are 0.
void mitm_simd_collect(uint32_t *sums, uint64_t signature, struct mitm_layer *out);

// As mitm_states_unpack(), with room for MITM_SIMD_LANES in both.
void mitm_simd_unpack(const struct mitm_group *group, uint16_t *ranks, uint32_t *counts);

#endif
