// SPDX-License-Identifier: GPL-3.0-or-later
// Pawn structure, remembered by the pawns' hash: it changes rarely.
#ifndef LEAPER_SEARCH_PAWNS_H
#define LEAPER_SEARCH_PAWNS_H

#include "search/evaluation/value.h"

enum { PASSED_MAX = 16, PAWN_SLOTS = 2048 };

// What depends on the pawns alone.
struct pawn_structure {
    uint64_t key;
    struct pair score;     // White's side
    struct set pawns;      // where they stand, both colours
    struct set attacks[2]; // squares that pawns of a colour attack
    uint8_t passed_count;
    uint8_t passed[PASSED_MAX]; // squares of passed pawns, both colours
};

// The structure of the position's pawns, from `slots` (PAWN_SLOTS of them) or computed into them.
const struct pawn_structure *pawns_look_up(struct pawn_structure *slots, const struct position *pos,
                                           uint64_t key);

#endif
