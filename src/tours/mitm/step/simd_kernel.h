// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up groups of up to four pairs with all matchings side by side: a byte of registers for each of the 105.
//
// A change of matchings then is a permutation of bytes, the same for every group with as many pairs and that change at the same
// places: there is no loop over states. Only where the processor has AVX-512 with VBMI and VBMI2; tours/mitm/step/accumulate.h knows
// how to do without.
#ifndef LEAPER_TOURS_MEET_LANES_H
#define LEAPER_TOURS_MEET_LANES_H

#include "tours/mitm/step/contribution.h"

enum {
    MEET_LANES = 128,
    MEET_LANES_POINTS = 2 * MEET_PACKED_PAIRS,
    MEET_LANES_TERMS = 2 * (MEET_PACKED_PAIRS - 1), // matchings that contracting sends to the same one
    MEET_LANES_SPARE = 64                           // bytes behind a group that may be written to
};

// Where the state of each lane comes from when a pair is inserted or an end moves.
struct meet_lanes_way {
    uint8_t from[MEET_LANES];
    uint64_t valid[2]; // ones in the lanes that have one
};

// The same for contracting: up to so many for each of the up to 15 matchings that remain.
struct meet_lanes_terms {
    uint8_t from[MEET_LANES_TERMS][16];
    uint16_t valid[MEET_LANES_TERMS];
};

// Constant after it is made.
struct meet_lanes {
    // By the pairs before, and the places of the change.
    struct meet_lanes_way insert[MEET_PACKED_PAIRS][MEET_LANES_POINTS][MEET_LANES_POINTS],
        move[MEET_PACKED_PAIRS + 1][MEET_LANES_POINTS][MEET_LANES_POINTS];
    struct meet_lanes_terms contract[MEET_PACKED_PAIRS + 1][MEET_LANES_POINTS][MEET_LANES_POINTS];
};

// Whether the processor can do it.
bool meet_lanes_available(void);

// Freed by free(). NULL where it is not available.
struct meet_lanes *meet_lanes_new(struct matching_tables *tables);

// Whether a feed's matchings have up to four pairs before and after each of its changes, and its counts a bound.
bool meet_lanes_suits(const struct meet_feed *feed);

// Adds what a feed that suits makes to sums[0 … MEET_LANES-1], one for each rank; they stay below 2^32.
void meet_lanes_add(const struct meet_lanes *lanes, const struct meet_feed *feed, uint32_t *sums);

// Appends the group of the sums, if there are any but 0, to `out`, and clears sums[0 … MEET_LANES-1]. All sums are below 2^31, and
// those that are none's are 0.
void meet_lanes_collect(uint32_t *sums, uint64_t signature, struct meet_level *out);

// As meet_states_unpack(), with room for MEET_LANES in both.
void meet_lanes_unpack(const struct meet_group *group, uint16_t *ranks, uint32_t *counts);

#endif
