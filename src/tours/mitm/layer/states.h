// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the states of a group, however they lie in it.
//
// Of few pairs a group has a good part of all matchings: a bit for each takes less memory than a list of ranks, and bits and
// bytes can be dealt out to all matchings at once where the processor knows how (tours/mitm/step/simd_kernel.h). So groups of up to
// MITM_PACKED_PAIRS pairs are packed.
#ifndef LEAPER_TOURS_MITM_STATES_H
#define LEAPER_TOURS_MITM_STATES_H

#include "tours/mitm/layer/layer.h"

#ifdef __cplusplus
extern "C" {
#endif

// The states of any group: rooms for group->states ranks and counts.
void mitm_states_read(const struct mitm_group *group, uint64_t *ranks, uint64_t *counts);

// The counts of a group in 64 bits: those of the group itself where they lie so, else written to `room`, which has room for all.
const uint64_t *mitm_states_counts(const struct mitm_group *group, uint64_t *room);

// A packed group's ranks, which ascend, and its counts if it has a bound. Both have room for MITM_PACKED_RANKS.
void mitm_states_unpack(const struct mitm_group *group, uint16_t *ranks, uint32_t *counts);

// Writes a group of that bound to mitm_group_bytes() at `room`. Ranks are a list as in a group that is not packed; they ascend if it is.
void mitm_states_write_narrow(void *room, uint64_t signature, const void *ranks, const uint32_t *counts,
                              size_t states, uint32_t bound);
void mitm_states_write_wide(void *room, uint64_t signature, const void *ranks, const uint64_t *counts,
                            size_t states, uint32_t bound);

// Writes the counts alone.
void mitm_states_write_counts(void *room, uint64_t signature, const uint32_t *counts, size_t states,
                              uint32_t bound);

#ifdef __cplusplus
}
#endif

#endif
