// SPDX-License-Identifier: GPL-3.0-or-later
// Boards of at most 8×8 in one word, and what a piece reaches on them: evaluation asks this more than anything.
//
// Bit 8·rank + file stands for a square. A leap is looked up; a ride is the
// whole ray less the ray behind the first obstacle on it.
#ifndef LEAPER_SEARCH_RAYS_H
#define LEAPER_SEARCH_RAYS_H

#include "position/position.h"

enum { RAYS_SIDE = 8, RAYS_SQUARES = 64, RAYS_RIDES = 16 };

struct rays {
    bool usable; // the board is small enough, and no piece has more than RAYS_RIDES long rides
    bool even;   // all long rides capture as far as they go
    uint64_t ray[DIRECTIONS][RAYS_SQUARES];
    uint64_t within[RAYS_SQUARES][RAYS_SIDE];  // by distance
    uint64_t leaps[PIECE_CODES][RAYS_SQUARES]; // with or without capture
    uint64_t bites[PIECE_CODES][RAYS_SQUARES]; // with capture
    struct {
        uint8_t count;
        struct {
            direction dir;
            uint8_t distance; // that it covers at most
            bool upwards;     // towards higher bits
        } rides[RAYS_RIDES];
    } riders[PIECE_CODES];
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

static inline uint64_t rays_ride(const struct rays *rays, piece p, unsigned from, uint64_t occupied)
{
    uint64_t reach = 0;
    for (unsigned i = 0; i < rays->riders[p].count; i++) {
        direction dir = rays->riders[p].rides[i].dir;
        uint64_t ray = rays->ray[dir][from], obstacles = ray & occupied;
        if (obstacles) {
            int first = rays->riders[p].rides[i].upwards ? __builtin_ctzll(obstacles)
                                                         : 63 - __builtin_clzll(obstacles);
            ray &= ~rays->ray[dir][first];
        }
        reach |= ray & rays->within[from][rays->riders[p].rides[i].distance];
    }
    return reach;
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

#endif
