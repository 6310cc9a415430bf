// SPDX-License-Identifier: GPL-3.0-or-later
// States of half a board, grouped by signature and sorted: what one step of the meeting method reads and
// writes.
//
// A *signature* has two bits for each slot: the number of chosen edges, 0, 1 or 2, of the vertex in it.
// Slot 0 has the lowest bits. The slots with one edge hold the ends of paths; how these ends are paired is a
// matching (tours/matching.h) whose points are those slots from low to high. A group has all states of one
// signature: their ranks, ascending, and how many ways lead to each.
#ifndef LEAPER_TOURS_MEET_LEVEL_H
#define LEAPER_TOURS_MEET_LEVEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEET_SLOTS_MAX = 32 };

// The low bit of every slot.
#define MEET_ONES UINT64_C(0x5555555555555555)

// How counts are kept.
enum meet_mode {
    MEET_NARROW,  // 32 bits, overflow is noticed
    MEET_WIDE,    // 64 bits, overflow is noticed
    MEET_RESIDUES // 64 bits, modulo a prime below 2^61
};

struct meet_group {
    uint64_t signature;
    uint64_t states;
    const void *ranks;  // uint16_t, uint32_t or uint64_t by matching_is_short() and _long() of its pairs
    const void *counts; // uint32_t in MEET_NARROW, else uint64_t
};

// Memory for states, shared by all levels of a run. When more than `bound` bytes are held, further blocks
// lie in temporary files that are written and read from front to back.
struct meet_memory {
    size_t bound;          // 0: none
    const char *directory; // of the temporary files
    _Atomic size_t held, peak, spilled;
    atomic_bool failed; // no file could be made; memory was taken beyond the bound
};

void meet_memory_init(struct meet_memory *memory, size_t bound, const char *directory);

struct meet_block; // of memory, in meet_level.c

// Groups by ascending signature and the memory that their states lie in.
struct meet_level {
    struct meet_group *groups;
    size_t count, capacity;
    uint64_t states;
    struct meet_block *blocks, *spare; // in use, and kept for later
    struct meet_block *index;          // with the groups
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

// Bytes of a rank with that many pairs, and of a count.
size_t meet_rank_size(int pairs);

static inline size_t meet_count_size(enum meet_mode mode)
{
    return mode == MEET_NARROW ? sizeof(uint32_t) : sizeof(uint64_t);
}

void meet_level_init(struct meet_level *level, struct meet_memory *memory);
void meet_level_clear(struct meet_level *level);

// Forgets the groups and keeps the memory for the next ones.
void meet_level_reset(struct meet_level *level);

// Lets go of the pages of blocks in files; they are read again where needed.
void meet_level_release(const struct meet_level *level);

// Appends a group whose signature exceeds all before it, copying ranks and counts. Aborts when memory is
// gone.
void meet_level_add(struct meet_level *level, uint64_t signature, uint64_t states, const void *ranks,
                    const void *counts, enum meet_mode mode);

// Moves the groups of `tail`, all of greater signature, behind those of `level`; `tail` is empty afterwards.
void meet_level_append(struct meet_level *level, struct meet_level *tail);

// The first group in groups[0 … count-1] whose signature is at least `signature`; count when there is none.
size_t meet_find(const struct meet_group *groups, size_t count, uint64_t signature);

#endif
