// SPDX-License-Identifier: GPL-3.0-or-later
// Two layouts: lists, and bits for the ranks with counts stored byte by byte.
#include "tours/mitm/layer/states.h"

#include <string.h>

enum { WORD = 64, WORDS = 2 };

// ---- Reading ----

static void unpack_ranks(const struct mitm_group *group, uint16_t *ranks)
{
    const uint64_t *words = mitm_ranks(group);
    size_t states = 0;
    for (unsigned w = 0; states < group->states; w++)
        for (uint64_t left = words[w]; left; left &= left - 1)
            ranks[states++] = (uint16_t)(w * WORD + (unsigned)__builtin_ctzll(left));
}

// Assembles counts of at most four bytes, in whatever type `counts` has.
#define UNPACK                                                                                               \
    size_t size = mitm_count_size(group->bound);                                                             \
    const uint8_t *bytes = group->counts;                                                                    \
    for (size_t s = 0; s < group->states; s++)                                                               \
        counts[s] = bytes[s];                                                                                \
    for (size_t b = 1; b < size; b++)                                                                        \
        for (size_t s = 0; s < group->states; s++)                                                           \
    counts[s] |= (uint32_t)bytes[b * group->states + s] << (8 * b)

static void unpack_wide(const struct mitm_group *group, uint64_t *counts)
{
    UNPACK;
}

void mitm_states_unpack(const struct mitm_group *group, uint16_t *ranks, uint32_t *counts)
{
    unpack_ranks(group, ranks);
    if (group->bound == MITM_UNBOUNDED)
        return;
    UNPACK;
}

static uint64_t listed_count(const struct mitm_group *group, size_t s)
{
    size_t size = mitm_count_size(group->bound);
    return size == 1   ? ((const uint8_t *)group->counts)[s]
           : size == 2 ? ((const uint16_t *)group->counts)[s]
           : size == 4 ? ((const uint32_t *)group->counts)[s]
                       : ((const uint64_t *)group->counts)[s];
}

const uint64_t *mitm_states_counts(const struct mitm_group *group, uint64_t *room)
{
    if (group->bound == MITM_UNBOUNDED)
        return group->counts;
    if (mitm_is_packed(mitm_pairs(group->signature)))
        unpack_wide(group, room);
    else
        for (size_t s = 0; s < group->states; s++)
            room[s] = listed_count(group, s);
    return room;
}

void mitm_states_read(const struct mitm_group *group, uint64_t *ranks, uint64_t *counts)
{
    int pairs = mitm_pairs(group->signature);
    const uint64_t *wide = mitm_states_counts(group, counts);
    if (wide != counts)
        memcpy(counts, wide, group->states * sizeof *counts);
    if (mitm_is_packed(pairs)) {
        uint16_t packed[MITM_PACKED_RANKS];
        unpack_ranks(group, packed);
        for (size_t s = 0; s < group->states; s++)
            ranks[s] = packed[s];
    } else {
        for (size_t s = 0; s < group->states; s++)
            ranks[s] = mitm_rank_at(mitm_ranks(group), pairs, s);
    }
}

// ---- Writing ----

static void write_ranks(void *room, uint64_t signature, const void *ranks, size_t states, uint32_t bound)
{
    int pairs = mitm_pairs(signature);
    unsigned char *to = (unsigned char *)room + mitm_ranks_offset(signature, states, bound);
    if (!mitm_is_packed(pairs)) {
        memcpy(to, ranks, mitm_ranks_bytes(pairs, states));
        return;
    }
    uint64_t words[WORDS] = {0};
    for (size_t s = 0; s < states; s++) {
        unsigned rank = ((const uint16_t *)ranks)[s];
        words[rank / WORD] |= UINT64_C(1) << rank % WORD;
    }
    memcpy(to, words, mitm_ranks_bytes(pairs, states));
}

#define WRITE_AS(type)                                                                                       \
    for (size_t s = 0; s < states; s++)                                                                      \
    ((type *)room)[s] = (type)counts[s]
// The bound is the bitwise or of the counts, so it may have all its bits set although no count has; then
// even narrow counts take eight bytes.
#define WRITE                                                                                                \
    size_t size = mitm_count_size(bound);                                                                    \
    if (size == 8)                                                                                           \
        WRITE_AS(uint64_t);                                                                                  \
    else if (size == 1)                                                                                      \
        WRITE_AS(uint8_t);                                                                                   \
    else if (mitm_is_packed(mitm_pairs(signature)))                                                          \
        for (size_t b = 0; b < size; b++)                                                                    \
            for (size_t s = 0; s < states; s++)                                                              \
                ((uint8_t *)room)[b * states + s] = (uint8_t)(counts[s] >> (8 * b));                         \
    else if (size == 2)                                                                                      \
        WRITE_AS(uint16_t);                                                                                  \
    else                                                                                                     \
        WRITE_AS(uint32_t)

void mitm_states_write_counts(void *room, uint64_t signature, const uint32_t *counts, size_t states,
                              uint32_t bound)
{
    WRITE;
}

void mitm_states_write_narrow(void *room, const struct mitm_states *group, const uint32_t *counts)
{
    mitm_states_write_counts(room, group->signature, counts, group->states, group->bound);
    write_ranks(room, group->signature, group->ranks, group->states, group->bound);
}

void mitm_states_write_wide(void *room, const struct mitm_states *group, const uint64_t *counts)
{
    const uint64_t signature = group->signature;
    const size_t states = group->states;
    const uint32_t bound = group->bound;
    WRITE;
    write_ranks(room, signature, group->ranks, states, bound);
}
