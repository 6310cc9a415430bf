// SPDX-License-Identifier: GPL-3.0-or-later
// Boards of at most 8×8 in one word, and what a piece reaches on them: the search asks this more than anything.
//
// Bit 8·rank + file stands for a square. A leap is looked up. Rides are found
// for a whole line, both ways at once, by obstruction difference: subtracting
// the nearest obstacle below from those above flips just the bits in between
// (M. van Kervinck, G. Isenberg, chessprogramming wiki); what of the line the
// piece does not ride on, or not so far, is masked away.
#ifndef LEAPER_SEARCH_RAYS_H
#define LEAPER_SEARCH_RAYS_H

#include "position/position.h"

enum { RAYS_SIDE = 8, RAYS_SQUARES = 64, RAYS_LINES = DIRECTIONS / 2 };

// The squares of a line on both sides of one of its squares.
struct rays_line {
    uint64_t below, above;
};

struct rays {
    bool usable; // the board is small enough
    bool even;   // all long rides capture as far as they go
    struct rays_line lines[RAYS_LINES][RAYS_SQUARES];
    uint64_t within[RAYS_SQUARES][RAYS_SIDE];  // by distance
    uint64_t leaps[PIECE_CODES][RAYS_SQUARES]; // with or without capture
    uint64_t bites[PIECE_CODES][RAYS_SQUARES]; // with capture
    uint64_t rides[PIECE_CODES][RAYS_SQUARES]; // longer rides, on the empty board
    uint8_t line_count[PIECE_CODES];           // the lines on which the piece rides …
    uint8_t line_of[PIECE_CODES][RAYS_LINES];  // … and their numbers
    // All from where any piece could reach a square by a leap, and the lines on which any piece rides.
    uint64_t leapers[RAYS_SQUARES];
    uint8_t all_line_count;
    uint8_t all_lines[RAYS_LINES];
};

void rays_init(struct rays *rays, const struct variant *variant);

static inline unsigned rays_index(square s)
{
    return (unsigned)(square_rank(s) * RAYS_SIDE + square_file(s));
}

static inline square rays_square(unsigned index)
{
    return square_at((int)(index % RAYS_SIDE), (int)(index / RAYS_SIDE));
}

// The lower left 8×8 of a set of locations.
static inline uint64_t rays_pack(const struct set *set)
{
    uint64_t packed[2];
    for (int i = 0; i < 2; i++) {
        uint64_t word = set->word[i] & UINT64_C(0x00ff00ff00ff00ff);
        word = (word | word >> 8) & UINT64_C(0x0000ffff0000ffff);
        packed[i] = (word | word >> 16) & UINT64_C(0x00000000ffffffff);
    }
    return packed[0] | packed[1] << 32;
}

// Bits in a word; compilers call a function where the processor may lack the instruction.
static inline int rays_count(uint64_t word)
{
#ifdef __POPCNT__
    return __builtin_popcountll(word);
#else
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(word * UINT64_C(0x0101010101010101) >> 56);
#endif
}

// What is seen from a square along a line, up to the first obstacle on both sides and including it.
static inline uint64_t rays_see(const struct rays *rays, unsigned line, unsigned from, uint64_t occupied)
{
    const struct rays_line *l = &rays->lines[line][from];
    uint64_t above = l->above & occupied, below = (l->below & occupied) | 1;
    uint64_t nearest = UINT64_C(1) << (63 - __builtin_clzll(below));
    return (above ^ (above - nearest)) & (l->above | l->below);
}

static inline uint64_t rays_ride(const struct rays *rays, piece p, unsigned from, uint64_t occupied)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < rays->line_count[p]; i++)
        seen |= rays_see(rays, rays->line_of[p][i], from, occupied);
    return seen & rays->rides[p][from];
}

static inline uint64_t rays_paid(const struct rays *rays, bool metered, unsigned from, unsigned fuel)
{
    return metered ? rays->within[from][fuel < RAYS_SIDE ? fuel : RAYS_SIDE - 1] : UINT64_MAX;
}

// The squares that a piece attacks or could step to, friend's and foe's alike; `fuel` is ignored without meter.
static inline uint64_t rays_reach(const struct rays *rays, bool metered, piece p, unsigned from,
                                  uint64_t occupied, unsigned fuel)
{
    return (rays->leaps[p][from] | rays_ride(rays, p, from, occupied)) & rays_paid(rays, metered, from, fuel);
}

// The squares on which it could capture, where `even` holds.
static inline uint64_t rays_bite(const struct rays *rays, bool metered, piece p, unsigned from,
                                 uint64_t occupied, unsigned fuel)
{
    return (rays->bites[p][from] | rays_ride(rays, p, from, occupied)) & rays_paid(rays, metered, from, fuel);
}

// The squares seen from `target` along the lines on which any piece rides.
static inline uint64_t rays_seen(const struct rays *rays, unsigned target, uint64_t occupied)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < rays->all_line_count; i++)
        seen |= rays_see(rays, rays->all_lines[i], target, occupied);
    return seen;
}

// Whether the piece captures on `target` from where it stands, where `even`
// holds; `seen`: its square is one of rays_seen().
static inline bool rays_aims(const struct rays *rays, bool metered, piece p, unsigned from, unsigned target,
                             bool seen, unsigned fuel)
{
    uint64_t aims = rays->bites[p][from] | (seen ? rays->rides[p][from] : 0);
    return (aims & rays_paid(rays, metered, from, fuel)) >> target & 1;
}

#endif
