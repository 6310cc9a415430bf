// SPDX-License-Identifier: GPL-3.0-or-later
// Pawn structure, cached by a hash of the pawns because it changes rarely.
#ifndef LEAPER_SEARCH_PAWNS_H
#define LEAPER_SEARCH_PAWNS_H

#include "search/evaluation/value.h"

enum { PASSED_MAX = 16, PAWN_SLOTS = 2048 };

// Everything that depends on the pawns alone.
struct pawn_structure {
    uint64_t key;
    struct pair score;     // in White's favour; without passed pawns
    struct set pawns;      // of both colours
    struct set attacks[2]; // squares attacked by the pawns of each colour
    uint8_t passed_count;
    uint8_t passed[PASSED_MAX]; // squares of the passed pawns of both colours
};

// The structure of the pawns of `pos`, whose hash is `key`: found in the cache `slots` (PAWN_SLOTS of them) or computed and
// stored there. Valid until the next call.
const struct pawn_structure *pawns_look_up(struct pawn_structure *slots, const struct position *pos,
                                           uint64_t key);

#endif
