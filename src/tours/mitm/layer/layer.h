// SPDX-License-Identifier: GPL-3.0-or-later
// States of half a board, grouped by signature and sorted: what one step of the meeting method reads and
// writes.
//
// A *signature* has two bits for each slot: the number of chosen edges, 0, 1 or 2, of the vertex in it.
// Slot 0 has the lowest bits. The slots with one edge hold the ends of paths; how these ends are paired is a
// matching (tours/matching/matching.h) whose points are those slots from low to high. A group has all states of one
// signature: their ranks and how many ways lead to each. Of up to MITM_PACKED_PAIRS pairs it is *packed*
// (tours/mitm/layer/states.h): a bit for each matching says which there are. Of more pairs ranks are listed, in no order before the
// last step and ascending after it.
#ifndef LEAPER_TOURS_MITM_LEVEL_H
#define LEAPER_TOURS_MITM_LEVEL_H

#include "tours/matching/matching.h"
#include "tours/mitm/layer/arena.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MITM_SLOTS_MAX = 32 };

// The low bit of every slot.
#define MITM_ONES UINT64_C(0x5555555555555555)

// How counts are kept.
enum mitm_mode {
    MITM_EXACT,   // up to 64 bits, overflow is noticed
    MITM_RESIDUES // modulo a prime below 2^61
};

// A bound that says nothing.
#define MITM_UNBOUNDED UINT32_MAX

// Groups of up to so many pairs are packed.
enum { MITM_PACKED_PAIRS = 4, MITM_PACKED_RANKS = 105 };

struct mitm_group {
    uint64_t signature;
    // Of 1, 2, 4 or 8 bytes, see mitm_count_size(); behind them, aligned, the ranks: uint16_t, uint32_t or uint64_t by
    // matching_is_short() and _long() of its pairs. Of a packed group first the low bytes of all counts, then the next (those
    // of 8 bytes as they are); behind them, aligned, the bits of ranks in one uint64_t, of four pairs in two.
    const void *counts;
    uint32_t states;
    uint32_t bound; // no count is greater, unless it is MITM_UNBOUNDED
};

// Groups by ascending signature and the memory that their states lie in.
struct mitm_layer {
    struct mitm_group *groups;
    size_t count, capacity;
    uint64_t states;
    struct mitm_chunk *chunks; // with the states, the latest first
    struct mitm_chunk *last;   // of these
    struct mitm_chunk *index;  // with the groups
    struct mitm_arena *arena;
    bool
        is_brief; // belongs to a small chunk of work: may use the last quarter of the memory, as small pieces may
};

// The number of pairs of paths' ends in a signature.
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

// Bytes of a rank in a list of ranks with that many pairs.
static inline size_t mitm_rank_size(int pairs)
{
    return matching_is_short(pairs)  ? sizeof(uint16_t)
           : matching_is_long(pairs) ? sizeof(uint64_t)
                                     : sizeof(uint32_t);
}

// Bytes of all ranks of a group.
static inline size_t mitm_ranks_bytes(int pairs, size_t states)
{
    return mitm_is_packed(pairs) ? sizeof(uint64_t) * (pairs == MITM_PACKED_PAIRS ? 2 : 1)
                                 : states * mitm_rank_size(pairs);
}

// Bytes of a count in a group with that bound.
static inline size_t mitm_count_size(uint32_t bound)
{
    return bound == MITM_UNBOUNDED ? 8 : bound > UINT16_MAX ? 4 : bound > UINT8_MAX ? 2 : 1;
}

// Where the ranks of so many states lie behind their counts, in bytes.
static inline size_t mitm_ranks_offset(uint64_t signature, size_t states, uint32_t bound)
{
    int pairs = mitm_pairs(signature);
    size_t align = (mitm_is_packed(pairs) ? sizeof(uint64_t) : mitm_rank_size(pairs)) - 1;
    return (states * mitm_count_size(bound) + align) & ~align;
}

// Bytes of counts and ranks together.
static inline size_t mitm_group_bytes(uint64_t signature, size_t states, uint32_t bound)
{
    return mitm_ranks_offset(signature, states, bound) + mitm_ranks_bytes(mitm_pairs(signature), states);
}

static inline const void *mitm_ranks(const struct mitm_group *group)
{
    return (const unsigned char *)group->counts +
           mitm_ranks_offset(group->signature, group->states, group->bound);
}

// One of the ranks in a list at `ranks`.
static inline uint64_t mitm_rank_at(const void *ranks, int pairs, size_t i)
{
    return matching_is_short(pairs)  ? ((const uint16_t *)ranks)[i]
           : matching_is_long(pairs) ? ((const uint64_t *)ranks)[i]
                                     : ((const uint32_t *)ranks)[i];
}

// Whether a signature has one of the degrees that are forbidden: ones in the slots that must not have the degree 0, 1, 2.
static inline bool mitm_has_degree(uint64_t signature, const uint64_t forbidden[3])
{
    uint64_t twos = signature >> 1 & MITM_ONES, ones = signature & MITM_ONES,
             zeros = ~(ones | twos) & MITM_ONES;
    return (zeros & forbidden[0]) | (ones & forbidden[1]) | (twos & forbidden[2]);
}

void mitm_layer_init(struct mitm_layer *layer, struct mitm_arena *arena);
void mitm_layer_clear(struct mitm_layer *layer);

// Forgets the groups and gives the memory of their states back.
void mitm_layer_reset(struct mitm_layer *layer);

// Room for so many bytes, aligned for any count, at the end of a layer; it stays free until mitm_layer_add().
// NULL when the budget has no room for it; it has ended then.
void *mitm_layer_room(struct mitm_layer *layer, size_t bytes);

// Appends a group whose signature exceeds all before it. Its counts, and behind them its ranks, lie in the
// room just asked for. When the budget has no room for one group more, the group is lost: the budget has ended then, and so
// has the worth of the layer.
void mitm_layer_add(struct mitm_layer *layer, uint64_t signature, size_t states, uint32_t bound);

// Makes room for so many groups in all (their states have room of their own). False when the budget has none; it has ended then.
bool mitm_layer_reserve(struct mitm_layer *layer, size_t count);

// Copies the groups of `part` to places from `at` on of a layer with room for them. Several threads may do so at once.
void mitm_layer_place(struct mitm_layer *layer, size_t at, const struct mitm_layer *part);

// Takes over the states of a part whose groups have been placed behind those of all before it; `part` is empty afterwards.
void mitm_layer_adopt(struct mitm_layer *layer, struct mitm_layer *part);

// The first group in groups[0 … count-1] whose signature is at least `signature`; count when there is none.
size_t mitm_find_group(const struct mitm_group *groups, size_t count, uint64_t signature);

#ifdef __cplusplus
}
#endif

#endif
