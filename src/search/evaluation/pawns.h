// SPDX-License-Identifier: GPL-3.0-or-later
// Pawn structure, cached by a hash of the pawns because it changes rarely.
#ifndef LEAPER_SEARCH_PAWNS_H
#define LEAPER_SEARCH_PAWNS_H

#include "search/evaluation/rays.h"
#include "search/evaluation/value.h"

enum { PASSED_MAX = 16, PAWN_SLOTS = 2048 };

// Everything that depends on the pawns alone.
struct pawn_structure {
    uint64_t key;
    struct pair score;                  // in White's favour; without passed pawns
    struct set pawns;                   // of both colours
    struct set attacks[2];              // squares attacked by the pawns of each colour
    uint64_t packed, packed_attacks[2]; // the same where the board fits into one word
    // By colour, the ranks of the pawns on each file: bit r is rank r+1. An empty file on either side saves tests at the edges.
    uint16_t ranks[2][GRID_SIDE + 2];
    uint8_t passed_count;
    uint8_t passed[PASSED_MAX]; // squares of the passed pawns of both colours
};

// The structure of the pawns of `pos`, whose hash is `key`: found in the cache `slots` (PAWN_SLOTS of them) or computed and
// stored there; `worth` is that of the game's terms. Valid until the next call.
const struct pawn_structure *pawns_look_up(struct pawn_structure *slots, const struct pair *worth,
                                           const struct position *pos, uint64_t key);

// The ranks beyond a rank, as a side sees it.
static inline uint16_t pawns_ahead(enum color color, int rank)
{
    return (uint16_t)(color == WHITE ? 0xfffeU << rank : (1U << rank) - 1);
}

// Whether no pawn of the enemy of `color` can ever attack the square, since those on the next files have passed it or are no more.
static inline bool pawns_cannot_attack(const struct pawn_structure *structure, square s, enum color color)
{
    const uint16_t *enemy = structure->ranks[other_color(color)] + square_file(s);
    return !((enemy[0] | enemy[2]) & pawns_ahead(color, square_rank(s)));
}

#endif
