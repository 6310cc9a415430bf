// SPDX-License-Identifier: GPL-3.0-or-later
// A contribution laid out for inner loops: the new rank and the count of each of its states, in whatever form they are stored.
#ifndef LEAPER_TOURS_MITM_SOURCE_H
#define LEAPER_TOURS_MITM_SOURCE_H

#include "tours/mitm/step/contribution.h"
#include "tours/mitm/step/simd_kernel.h"

struct mitm_source {
    size_t states;
    // The new ranks are `mapped`; or if that is NULL, the entries of `table` at the 16-bit ranks `listed`; or if that is NULL too,
    // the ranks `listed` themselves.
    const uint32_t *mapped;
    const uint16_t *table, *listed;
    const void *counts; // if they have a bound
    size_t size;        // bytes of each
};

// Scratch memory for one contribution at a time.
struct mitm_source_room {
    uint16_t unpacked_ranks[MITM_SIMD_LANES]; // of a packed group
    uint32_t unpacked_counts[MITM_SIMD_LANES];
    uint32_t *ranks; // new ranks of 32 bits
    uint64_t *wide_ranks;
    size_t ranks_size;
    uint64_t *counts;
    size_t counts_size;
};

// A zeroed room is empty.
void mitm_source_room_clear(struct mitm_source_room *room, struct budget *budget);

// The source of a contribution whose new ranks have up to 32 bits. It has no states when the budget of the tables has no room for
// them; then the budget has ended. It stays valid, in `room`, until the next call. `simd` may be NULL.
struct mitm_source mitm_source_of(struct mitm_source_room *room, const struct mitm_simd *simd,
                                  struct matching_tables *tables,
                                  const struct mitm_contribution *contribution);

// The counts of a contribution, and its new ranks, as 64-bit numbers. They are in `room` or in the group itself. NULL when the
// budget has no room.
const uint64_t *mitm_source_counts(struct mitm_source_room *room, struct matching_tables *tables,
                                   const struct mitm_contribution *contribution);
const uint64_t *mitm_source_ranks(struct mitm_source_room *room, const struct mitm_simd *simd,
                                  struct matching_tables *tables,
                                  const struct mitm_contribution *contribution);

static inline uint32_t mitm_source_rank(const struct mitm_source *source, size_t s)
{
    return source->mapped  ? source->mapped[s]
           : source->table ? source->table[source->listed[s]]
                           : source->listed[s];
}

// Runs a loop over the states of a source, compiled separately for each size of counts and each way to find new ranks. The loop
// refers to them as `counts[s]` and `rank`.
#define MITM_FOR_SOURCE(source, loop)                                                                        \
    {                                                                                                        \
        const uint32_t *restrict mapped = (source).mapped;                                                   \
        const uint16_t *restrict table = (source).table, *restrict listed = (source).listed;                 \
        if (mapped)                                                                                          \
            MITM_BY_SIZE(source, mapped[s], loop)                                                            \
        else if (table)                                                                                      \
            MITM_BY_SIZE(source, table[listed[s]], loop)                                                     \
        else                                                                                                 \
            MITM_BY_SIZE(source, listed[s], loop)                                                            \
    }
#define MITM_BY_SIZE(source, way, loop)                                                                      \
    if ((source).size == 1)                                                                                  \
        MITM_BY_WAY(source, uint8_t, way, loop)                                                              \
    else if ((source).size == 2)                                                                             \
        MITM_BY_WAY(source, uint16_t, way, loop)                                                             \
    else                                                                                                     \
        MITM_BY_WAY(source, uint32_t, way, loop)
#define MITM_BY_WAY(source, type, way, loop)                                                                 \
    {                                                                                                        \
        const type *restrict counts = (source).counts;                                                       \
        for (size_t s = 0; s < (source).states; s++) {                                                       \
            const uint32_t rank = way;                                                                       \
            loop;                                                                                            \
        }                                                                                                    \
    }

#endif
