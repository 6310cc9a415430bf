// SPDX-License-Identifier: GPL-3.0-or-later
// Joins half-tours into tours: goes through all pairs of types, all sets of crossing steps, and all pairs of structures.
#ifndef LEAPER_TOURS_MCKAY_JOIN_H
#define LEAPER_TOURS_MCKAY_JOIN_H

#include "tours/mckay/mckay_cross.h"
#include "tours/mckay/mckay_half.h"
#include "tours/mckay/mckay_types.h"

// Wide enough: nobody could enumerate 2^45 half-tours, and there are fewer than 2^38 sets of steps.
__extension__ typedef unsigned __int128 mckay_count;

struct mckay_joined {
    uint64_t crossing_sets; // sets of crossing steps tried, for pairs of types up to flips
    mckay_count tours;
};

// What is joined: half-tours by type, and the steps across the middle.
struct mckay_parts {
    const struct mckay_ground *ground;
    const struct mckay_types *types;
    const struct mckay_sets *sets; // [STEP_KINDS]
};

// Adds up all closed tours. Fails with ERROR_BUSY when the watch ended it, and with ERROR_SYSTEM when memory runs out.
bool mckay_join(const struct mckay_parts *parts, int threads, const struct mckay_watch *watch,
                struct mckay_joined *joined, struct error *err);

// The number of closed tours that are invariant under a half turn. The board must be invariant as well.
mckay_count mckay_join_half_turn(const struct mckay_parts *parts);

#endif
