// SPDX-License-Identifier: GPL-3.0-or-later
// Pairings (perfect matchings) of 2k points and their ranks 0 … (2k-1)!! - 1.
//
// The rank of a pairing is written in mixed radix: pair the first point with the (d+1)-th of the others, and d is
// the first digit, of radix 2k-1; take the pair away, go on with the points that are left.
#ifndef LEAPER_TOURS_CIRCUIT_SUMS_H
#define LEAPER_TOURS_CIRCUIT_SUMS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PAIRING_POINTS_MAX = 20, PAIRING_DENSE_MAX = 14 };

// (points - 1)!!, the number of pairings of an even number of points, 0 … PAIRING_POINTS_MAX.
uint32_t pairing_count(int points);

// The rank of the pairing in which point i has partner[i].
static inline uint32_t pairing_rank(int points, const uint8_t *partner)
{
    uint32_t rank = 0, unpaired = (1u << points) - 1;
    for (int left = points; left > 2; left -= 2) {
        int point = __builtin_ctz(unpaired);
        uint32_t end = 1u << partner[point];
        uint32_t between = unpaired & (end - 1) & ~(1u << point);
        // The number of bits of a set of 20, without the instruction that old processors lack.
        between = between - (between >> 1 & 0x55555);
        between = (between & 0x33333) + (between >> 2 & 0x33333);
        between = (between + (between >> 4)) & 0xF0F0F;
        rank = rank * (uint32_t)(left - 1) + (between * 0x010101 >> 16 & 0xFF);
        unpaired &= ~(1u << point | end);
    }
    return rank;
}

// The partners in the pairing of a rank.
void pairing_unrank(int points, uint32_t rank, uint8_t *partner);

// What has to be known to sum over single circuits fast; constant after start.
struct pairing_tables {
    // [points / 2][j - 1][rank]: the rank of what remains when a path joins points 0 and j of a pairing, so that
    // their partners become partners; UINT32_MAX when they are each other's partners, which closes a circuit.
    uint32_t *contracted[PAIRING_DENSE_MAX / 2 + 1][PAIRING_DENSE_MAX];
};

void pairing_tables_init(struct pairing_tables *tables);
void pairing_tables_clear(struct pairing_tables *tables);

// A vector over pairings, of which few components are not 0.
struct pairing_term {
    uint32_t rank;
    uint64_t count;
};

// For every pairing p of 2 … PAIRING_DENSE_MAX points: sums[rank of p] = the sum of the counts of those terms whose
// pairing makes a single circuit with p. `scratch` has room for pairing_count(points) numbers. The sum of all counts
// must be below 2^64.
void pairing_circuits(const struct pairing_tables *tables, int points, const struct pairing_term *terms,
                      uint64_t term_count, uint64_t *sums, uint64_t *scratch);

#ifdef __cplusplus
}
#endif

#endif
