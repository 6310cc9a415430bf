// SPDX-License-Identifier: GPL-3.0-or-later
// Layers: the states of half a board, grouped by signature and sorted. A step of meet-in-the-middle reads one layer and writes the
// next.
//
// A *degree signature* has two bits for each slot: the number of chosen edges, 0, 1 or 2, at the vertex in it.
// Slot 0 has the lowest bits. The slots of degree 1 hold the ends of paths; how these ends are paired is a matching
// (tours/matching/matching.h) whose points are those slots from low to high. A group holds all states of one signature: the ranks
// of their matchings and how many ways lead to each. With up to MITM_PACKED_PAIRS pairs a group is *packed*
// (tours/mitm/layer/states.h): one bit for each matching says whether it occurs. With more pairs the ranks are listed, in no
// particular order before the last step and ascending after it.
#ifndef LEAPER_TOURS_MITM_LAYER_LAYER_H
#define LEAPER_TOURS_MITM_LAYER_LAYER_H

#include "tours/matching/matching.h"
#include "tours/mitm/layer/arena.h"

#include <stddef.h>
#include <stdint.h>

enum { MITM_SLOTS_MAX = 32 };

// The low bit of every slot.
#define MITM_ONES UINT64_C(0x5555555555555555)

// How counts are kept.
enum mitm_mode {
    MITM_EXACT,   // up to 64 bits, overflow is detected
    MITM_RESIDUES // modulo a prime below 2^61
};

// In place of a bound: the counts may be arbitrarily large.
#define MITM_UNBOUNDED UINT32_MAX

// Groups of up to this many pairs are packed; for these there are at most this many matchings.
enum { MITM_PACKED_PAIRS = 4, MITM_PACKED_RANKS = 105 };

struct mitm_group {
    uint64_t signature;
    // Each count has 1, 2, 4 or 8 bytes (mitm_count_size()). The ranks follow, aligned: uint16_t, uint32_t or uint64_t,
    // depending on matching_is_short() and matching_is_long(). In a packed group, the lowest bytes of all counts come first, then
    // the next bytes and so on (8-byte counts are stored whole); the bits of the ranks follow, aligned, in one uint64_t, or two for
    // four pairs.
    const void *counts;
    uint32_t states;
    uint32_t bound; // no count exceeds it, unless it is MITM_UNBOUNDED
};

// Consecutive groups of a layer.
struct mitm_span {
    const struct mitm_group *groups;
    size_t count;
};

// Groups by ascending signature, with the memory that holds their states.
struct mitm_layer {
    struct mitm_group *groups;
    size_t count, capacity;
    uint64_t states;
    struct mitm_chunk *chunks; // hold the states, the newest first
    struct mitm_chunk *last;   // the oldest of them
    struct mitm_chunk *index;  // holds the groups
    struct mitm_arena *arena;
    // It belongs to a small block of work, so it may use the last quarter of the memory, as small chunks may.
    bool is_brief;
};

// The number of paths in a signature: pairs of ends.
static inline int mitm_pairs(uint64_t signature)
{
    return __builtin_popcountll(signature & MITM_ONES) / 2;
}

static inline unsigned mitm_degree(uint64_t signature, int slot)
{
    return (unsigned)(signature >> (2 * slot)) & 3;
}

static inline bool mitm_is_packed(int pairs)
{
    return pairs <= MITM_PACKED_PAIRS;
}

// The size in bytes of one rank in a list, for matchings of that many pairs.
static inline size_t mitm_rank_size(int pairs)
{
    return matching_is_short(pairs)  ? sizeof(uint16_t)
           : matching_is_long(pairs) ? sizeof(uint64_t)
                                     : sizeof(uint32_t);
}

// The size in bytes of all ranks of a group.
static inline size_t mitm_ranks_bytes(int pairs, size_t states)
{
    return mitm_is_packed(pairs) ? sizeof(uint64_t) * (pairs == MITM_PACKED_PAIRS ? 2 : 1)
                                 : states * mitm_rank_size(pairs);
}

// The size in bytes of one count in a group with that bound.
static inline size_t mitm_count_size(uint32_t bound)
{
    return bound == MITM_UNBOUNDED ? 8 : bound > UINT16_MAX ? 4 : bound > UINT8_MAX ? 2 : 1;
}

// The offset in bytes of the ranks, which follow the counts of that many states.
static inline size_t mitm_ranks_offset(uint64_t signature, size_t states, uint32_t bound)
{
    int pairs = mitm_pairs(signature);
    size_t align = (mitm_is_packed(pairs) ? sizeof(uint64_t) : mitm_rank_size(pairs)) - 1;
    return (states * mitm_count_size(bound) + align) & ~align;
}

// The size in bytes of counts and ranks together.
static inline size_t mitm_group_bytes(uint64_t signature, size_t states, uint32_t bound)
{
    return mitm_ranks_offset(signature, states, bound) + mitm_ranks_bytes(mitm_pairs(signature), states);
}

static inline const void *mitm_ranks(const struct mitm_group *group)
{
    return (const unsigned char *)group->counts +
           mitm_ranks_offset(group->signature, group->states, group->bound);
}

// The i-th rank of a list.
static inline uint64_t mitm_rank_at(const void *ranks, int pairs, size_t i)
{
    return matching_is_short(pairs)  ? ((const uint16_t *)ranks)[i]
           : matching_is_long(pairs) ? ((const uint64_t *)ranks)[i]
                                     : ((const uint32_t *)ranks)[i];
}

// Whether a signature has a forbidden degree; forbidden[d] has ones in the slots that must not have degree d.
static inline bool mitm_has_degree(uint64_t signature, const uint64_t forbidden[3])
{
    uint64_t twos = signature >> 1 & MITM_ONES, ones = signature & MITM_ONES,
             zeros = ~(ones | twos) & MITM_ONES;
    return (zeros & forbidden[0]) | (ones & forbidden[1]) | (twos & forbidden[2]);
}

void mitm_layer_init(struct mitm_layer *layer, struct mitm_arena *arena);
void mitm_layer_clear(struct mitm_layer *layer);

// Drops the groups and releases the memory of their states.
void mitm_layer_reset(struct mitm_layer *layer);

// Room for that many bytes at the end of a layer, aligned for any count; mitm_layer_add() claims
// it. NULL when the budget has no room; then the budget has ended.
void *mitm_layer_room(struct mitm_layer *layer, size_t bytes);

// Appends a group whose signature exceeds all before it. Its counts and ranks are in the room that mitm_layer_room() returned last.
// When the budget has no room for another group, the group is lost; then the budget has ended, and the layer is useless.
void mitm_layer_add(struct mitm_layer *layer, uint64_t signature, size_t states, uint32_t bound);

// Makes room for `count` groups in all (their states have room of their own). False when the budget has no room; then it has ended.
bool mitm_layer_reserve(struct mitm_layer *layer, size_t count);

// Copies the groups of `part` to position `at` of a layer that has room for them. Several threads may do this at once.
void mitm_layer_place(struct mitm_layer *layer, size_t at, const struct mitm_layer *part);

// Takes over the states of a part whose groups have been placed, in order; `part` is empty afterwards.
void mitm_layer_adopt(struct mitm_layer *layer, struct mitm_layer *part);

// The index of the first group in groups[0 … count-1] whose signature is at least `signature`; count if there is none.
size_t mitm_find_group(const struct mitm_group *groups, size_t count, uint64_t signature);

#endif
