// SPDX-License-Identifier: GPL-3.0-or-later
// States of half a board, grouped by signature and sorted: what one step of the meeting method reads and
// writes.
//
// A *signature* has two bits for each slot: the number of chosen edges, 0, 1 or 2, of the vertex in it.
// Slot 0 has the lowest bits. The slots with one edge hold the ends of paths; how these ends are paired is a
// matching (tours/matching/matching.h) whose points are those slots from low to high. A group has all states of one
// signature: their ranks and how many ways lead to each. Of up to MEET_PACKED_PAIRS pairs it is *packed*
// (tours/mitm/layer/states.h): a bit for each matching says which there are. Of more pairs ranks are listed, in no order before the
// last step and ascending after it.
#ifndef LEAPER_TOURS_MEET_LEVEL_H
#define LEAPER_TOURS_MEET_LEVEL_H

#include "tours/matching/matching.h"
#include "tours/mitm/layer/arena.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MEET_SLOTS_MAX = 32 };

// The low bit of every slot.
#define MEET_ONES UINT64_C(0x5555555555555555)

// How counts are kept.
enum meet_mode {
    MEET_EXACT,   // up to 64 bits, overflow is noticed
    MEET_RESIDUES // modulo a prime below 2^61
};

// A bound that says nothing.
#define MEET_UNBOUNDED UINT32_MAX

// Groups of up to so many pairs are packed.
enum { MEET_PACKED_PAIRS = 4, MEET_PACKED_RANKS = 105 };

struct meet_group {
    uint64_t signature;
    // Of 1, 2, 4 or 8 bytes, see meet_count_size(); behind them, aligned, the ranks: uint16_t, uint32_t or uint64_t by
    // matching_is_short() and _long() of its pairs. Of a packed group first the low bytes of all counts, then the next (those
    // of 8 bytes as they are); behind them, aligned, the bits of ranks in one uint64_t, of four pairs in two.
    const void *counts;
    uint32_t states;
    uint32_t bound; // no count is greater, unless it is MEET_UNBOUNDED
};

// Groups by ascending signature and the memory that their states lie in.
struct meet_level {
    struct meet_group *groups;
    size_t count, capacity;
    uint64_t states;
    struct meet_block *blocks; // with the states, the latest first
    struct meet_block *last;   // of these
    struct meet_block *index;  // with the groups
    struct meet_memory *memory;
    bool
        is_brief; // belongs to a small block of work: may use the last quarter of the memory, as small pieces may
};

// The number of pairs of paths' ends in a signature.
static inline int meet_pairs(uint64_t signature)
{
    return __builtin_popcountll(signature & MEET_ONES) / 2;
}

static inline unsigned meet_digit(uint64_t signature, int slot)
{
    return (unsigned)(signature >> (2 * slot)) & 3;
}

static inline bool meet_is_packed(int pairs)
{
    return pairs <= MEET_PACKED_PAIRS;
}

// Bytes of a rank in a list of ranks with that many pairs.
static inline size_t meet_rank_size(int pairs)
{
    return matching_is_short(pairs)  ? sizeof(uint16_t)
           : matching_is_long(pairs) ? sizeof(uint64_t)
                                     : sizeof(uint32_t);
}

// Bytes of all ranks of a group.
static inline size_t meet_ranks_bytes(int pairs, size_t states)
{
    return meet_is_packed(pairs) ? sizeof(uint64_t) * (pairs == MEET_PACKED_PAIRS ? 2 : 1)
                                 : states * meet_rank_size(pairs);
}

// Bytes of a count in a group with that bound.
static inline size_t meet_count_size(uint32_t bound)
{
    return bound == MEET_UNBOUNDED ? 8 : bound > UINT16_MAX ? 4 : bound > UINT8_MAX ? 2 : 1;
}

// Where the ranks of so many states lie behind their counts, in bytes.
static inline size_t meet_ranks_offset(uint64_t signature, size_t states, uint32_t bound)
{
    int pairs = meet_pairs(signature);
    size_t align = (meet_is_packed(pairs) ? sizeof(uint64_t) : meet_rank_size(pairs)) - 1;
    return (states * meet_count_size(bound) + align) & ~align;
}

// Bytes of counts and ranks together.
static inline size_t meet_group_bytes(uint64_t signature, size_t states, uint32_t bound)
{
    return meet_ranks_offset(signature, states, bound) + meet_ranks_bytes(meet_pairs(signature), states);
}

static inline const void *meet_ranks(const struct meet_group *group)
{
    return (const unsigned char *)group->counts +
           meet_ranks_offset(group->signature, group->states, group->bound);
}

// One of the ranks in a list at `ranks`.
static inline uint64_t meet_rank_at(const void *ranks, int pairs, size_t i)
{
    return matching_is_short(pairs)  ? ((const uint16_t *)ranks)[i]
           : matching_is_long(pairs) ? ((const uint64_t *)ranks)[i]
                                     : ((const uint32_t *)ranks)[i];
}

// Whether a signature has one of the digits that are forbidden: ones in the slots that must not have the digit 0, 1, 2.
static inline bool meet_has_digit(uint64_t signature, const uint64_t forbidden[3])
{
    uint64_t twos = signature >> 1 & MEET_ONES, ones = signature & MEET_ONES,
             zeros = ~(ones | twos) & MEET_ONES;
    return (zeros & forbidden[0]) | (ones & forbidden[1]) | (twos & forbidden[2]);
}

void meet_level_init(struct meet_level *level, struct meet_memory *memory);
void meet_level_clear(struct meet_level *level);

// Forgets the groups and gives the memory of their states back.
void meet_level_reset(struct meet_level *level);

// Room for so many bytes, aligned for any count, at the end of a level; it stays free until meet_level_add().
// NULL when the budget has no room for it; it has ended then.
void *meet_level_room(struct meet_level *level, size_t bytes);

// Appends a group whose signature exceeds all before it. Its counts, and behind them its ranks, lie in the
// room just asked for. When the budget has no room for one group more, the group is lost: the budget has ended then, and so
// has the worth of the level.
void meet_level_add(struct meet_level *level, uint64_t signature, size_t states, uint32_t bound);

// Makes room for so many groups in all (their states have room of their own). False when the budget has none; it has ended then.
bool meet_level_reserve(struct meet_level *level, size_t count);

// Copies the groups of `part` to places from `at` on of a level with room for them. Several threads may do so at once.
void meet_level_place(struct meet_level *level, size_t at, const struct meet_level *part);

// Takes over the states of a part whose groups have been placed behind those of all before it; `part` is empty afterwards.
void meet_level_adopt(struct meet_level *level, struct meet_level *part);

// The first group in groups[0 … count-1] whose signature is at least `signature`; count when there is none.
size_t meet_find(const struct meet_group *groups, size_t count, uint64_t signature);

#ifdef __cplusplus
}
#endif

#endif
