// SPDX-License-Identifier: GPL-3.0-or-later
// Bitboards: boards of up to 8×8 in one word, and the squares that a piece attacks on them.
//
// Bit 8·rank + file stands for a square. Leaps are looked up in a table. Rides
// are computed for a whole line, in both directions at once, by obstruction
// difference: subtracting the nearest blocker below from the blockers above
// flips exactly the bits in between (M. van Kervinck, G. Isenberg,
// chessprogramming wiki). The part of the line that the piece does not ride on,
// or does not reach, is then masked out.
#ifndef LEAPER_SEARCH_RAYS_H
#define LEAPER_SEARCH_RAYS_H

#include "position/position.h"

enum { RAYS_SIDE = 8, RAYS_SQUARES = 64, RAYS_LINES = DIRECTIONS / 2 };

// The squares of a line on both sides of one of its squares.
struct rays_line {
    uint64_t below, above;
};

struct rays {
    bool usable;  // the board is small enough, and only plain rides capture
    bool even;    // every long ride captures as far as it moves
    bool metered; // moves cost fuel
    struct rays_line lines[RAYS_LINES][RAYS_SQUARES];
    uint64_t within[RAYS_SQUARES][RAYS_SIDE];  // the squares at that distance or less
    uint64_t leaps[PIECE_CODES][RAYS_SQUARES]; // capturing or not
    uint64_t bites[PIECE_CODES][RAYS_SQUARES]; // leaps that may capture
    uint64_t rides[PIECE_CODES][RAYS_SQUARES]; // longer rides, on the empty board
    uint8_t line_count[PIECE_CODES];           // the lines on which the piece rides …
    uint8_t line_of[PIECE_CODES][RAYS_LINES];  // … and their numbers
    uint64_t bitten_from[PIECE_CODES][RAYS_SQUARES],
        ridden_from[PIECE_CODES][RAYS_SQUARES]; // the last two the other way round
    // The squares from which some piece reaches a square by a leap, and the lines on which any piece rides.
    uint64_t leapers[RAYS_SQUARES];
    uint8_t all_line_count;
    uint8_t all_lines[RAYS_LINES];
};

void rays_init(struct rays *rays, const struct variant *variant);

// A piece on its square.
struct rays_piece {
    piece code;
    unsigned from; // rays_index() of the square
    unsigned fuel; // ignored where moves cost nothing
};

static inline unsigned rays_index(square s)
{
    return (unsigned)(square_rank(s) * RAYS_SIDE + square_file(s));
}

static inline square rays_square(unsigned index)
{
    return square_at((int)(index % RAYS_SIDE), (int)(index / RAYS_SIDE));
}

// The lower left 8×8 locations of a set.
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

// The number of bits set; the compiler's own function is slow where the processor may lack the instruction.
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

// The squares visible along a line, up to and including the first blocker on either side.
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

// The squares that the piece's fuel would take it to.
static inline uint64_t rays_affordable(const struct rays *rays, const struct rays_piece *p)
{
    return rays->metered ? rays->within[p->from][p->fuel < RAYS_SIDE ? p->fuel : RAYS_SIDE - 1] : UINT64_MAX;
}

// The squares that a piece attacks or could move to, including those of its own side's pieces.
static inline uint64_t rays_reach(const struct rays *rays, const struct rays_piece *p, uint64_t occupied)
{
    return (rays->leaps[p->code][p->from] | rays_ride(rays, p->code, p->from, occupied)) &
           rays_affordable(rays, p);
}

// The squares on which it could capture. Only where `even` holds.
static inline uint64_t rays_bite(const struct rays *rays, const struct rays_piece *p, uint64_t occupied)
{
    return (rays->bites[p->code][p->from] | rays_ride(rays, p->code, p->from, occupied)) &
           rays_affordable(rays, p);
}

// The squares visible from `target` along all lines on which any piece rides.
static inline uint64_t rays_seen(const struct rays *rays, unsigned target, uint64_t occupied)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < rays->all_line_count; i++)
        seen |= rays_see(rays, rays->all_lines[i], target, occupied);
    return seen;
}

// The squares from which a piece of that code could capture on `target`, whatever its fuel. `seen`: rays_seen(). Only where `even` holds.
static inline uint64_t rays_sources(const struct rays *rays, piece p, unsigned target, uint64_t seen)
{
    return rays->bitten_from[p][target] | (seen & rays->ridden_from[p][target]);
}

// Whether the piece could capture on `target`. `seen`: its square is one of
// rays_seen(). Only where `even` holds.
static inline bool rays_aims(const struct rays *rays, const struct rays_piece *p, unsigned target, bool seen)
{
    uint64_t aims = rays->bites[p->code][p->from] | (seen ? rays->rides[p->code][p->from] : 0);
    return (aims & rays_affordable(rays, p)) >> target & 1;
}

#endif
