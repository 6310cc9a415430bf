// SPDX-License-Identifier: GPL-3.0-or-later
// SIMD kernel for groups of up to four pairs: all 105 matchings side by side, one byte of a register for each.
//
// A change of matchings is then a permutation of bytes, the same for every group with that number of pairs and that change at
// the same points, so there is no loop over states. It needs AVX-512 with VBMI and VBMI2; tours/mitm/step/accumulate.h works
// without it, too.
#ifndef LEAPER_TOURS_MITM_STEP_SIMD_KERNEL_H
#define LEAPER_TOURS_MITM_STEP_SIMD_KERNEL_H

#include "tours/mitm/step/contribution.h"

enum {
    MITM_SIMD_LANES = 128,
    MITM_SIMD_POINTS = 2 * MITM_PACKED_PAIRS,
    MITM_SIMD_TERMS = 2 * (MITM_PACKED_PAIRS - 1), // how many matchings a contraction maps to the same one
    MITM_SIMD_SPARE = 64                           // bytes after a group that may be overwritten
};

// Which lane each lane takes its state from when a pair is inserted or an end moves.
struct mitm_simd_permutation {
    uint8_t from[MITM_SIMD_LANES];
    uint64_t valid[2]; // ones in the lanes that receive a state
};

// The same for contraction: up to MITM_SIMD_TERMS lanes for each of the up to 15 matchings that remain.
struct mitm_simd_terms {
    uint8_t from[MITM_SIMD_TERMS][16];
    uint16_t valid[MITM_SIMD_TERMS];
};

// Constant once made.
struct mitm_simd {
    // Indexed by the number of pairs before the change, and by its points.
    struct mitm_simd_permutation insert[MITM_PACKED_PAIRS][MITM_SIMD_POINTS][MITM_SIMD_POINTS],
        move[MITM_PACKED_PAIRS + 1][MITM_SIMD_POINTS][MITM_SIMD_POINTS];
    struct mitm_simd_terms contract[MITM_PACKED_PAIRS + 1][MITM_SIMD_POINTS][MITM_SIMD_POINTS];
};

// Whether the processor supports the kernel.
bool mitm_simd_available(void);

// Free it with free(). NULL when there is no memory. Call this only where the kernel is available.
struct mitm_simd *mitm_simd_new(struct matching_tables *tables);

// Whether the kernel can add a contribution: at most four pairs before and after every change, and counts that have a bound.
bool mitm_simd_suits(const struct mitm_contribution *contribution);

// Adds a suitable contribution to sums[0 … MITM_SIMD_LANES-1], indexed by rank; they must stay below 2^32.
void mitm_simd_add(const struct mitm_simd *simd, const struct mitm_contribution *contribution,
                   uint32_t *sums);

// Appends the group with these sums to `out`, unless all are 0, and clears sums[0 … MITM_SIMD_LANES-1]. All sums must be below
// 2^31, and 0 beyond the last rank.
void mitm_simd_collect(uint32_t *sums, uint64_t signature, struct mitm_layer *out);

// Like mitm_states_unpack(), but both arrays have room for MITM_SIMD_LANES entries.
void mitm_simd_unpack(const struct mitm_group *group, uint16_t *ranks, uint32_t *counts);

#endif
