// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the states of a group in either layout.
//
// With few pairs, a group contains a large part of all matchings: one bit for each matching takes less memory than a list of ranks,
// and a SIMD kernel (tours/mitm/step/simd_kernel.h) can handle all matchings at once. So groups of up to MITM_PACKED_PAIRS pairs
// are packed.
#ifndef LEAPER_TOURS_MITM_STATES_H
#define LEAPER_TOURS_MITM_STATES_H

#include "tours/mitm/layer/layer.h"

// The states of any group. Both arrays have room for group->states entries.
void mitm_states_read(const struct mitm_group *group, uint64_t *ranks, uint64_t *counts);

// The counts of a group as 64-bit numbers: those in the group itself if it stores them in that way, otherwise a copy in `room`.
const uint64_t *mitm_states_counts(const struct mitm_group *group, uint64_t *room);

// The ranks of a packed group, ascending, and its counts if it has a bound. Both arrays have room for MITM_PACKED_RANKS.
void mitm_states_unpack(const struct mitm_group *group, uint16_t *ranks, uint32_t *counts);

// What a group consists of. The ranks are listed as in a group that is not packed; if the group is to be packed, they must ascend.
struct mitm_states {
    uint64_t signature;
    size_t states;
    uint32_t bound;
    const void *ranks;
};

// Writes a group to `room`, which has room for mitm_group_bytes().
void mitm_states_write_narrow(void *room, const struct mitm_states *group, const uint32_t *counts);
void mitm_states_write_wide(void *room, const struct mitm_states *group, const uint64_t *counts);

// Writes only the counts.
void mitm_states_write_counts(void *room, uint64_t signature, const uint32_t *counts, size_t states,
                              uint32_t bound);

#endif
