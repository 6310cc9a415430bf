// SPDX-License-Identifier: GPL-3.0-or-later
// The four armies of Chess with Different Armies, as data.
#ifndef LEAPER_PIECES_ARMY_H
#define LEAPER_PIECES_ARMY_H

#include "pieces/piece.h"

// One kind of piece as its inventor describes it.
struct piece_description {
    char letter;       // upper case
    const char *name;  // "charging rook"
    const char *betza; // how it moves
};

enum { ARMY_PIECES = 6, ARMIES = 4 };

struct army {
    const char *key;                              // "fide": in commands, tags and JSON
    const char *name;                             // "Fabulous FIDEs"
    const char *setup;                            // the eight letters of its back rank from the a-file
    struct piece_description pieces[ARMY_PIECES]; // all but king and pawn; unused ones have letter 0
    bool castles_b; // queen-side castling takes the king to the b-file (bedes keep their colour)
};

// Source: R. Betza, Chess with Different Armies (1977–1995); docs/rules.md, section 6.
extern const struct army armies[ARMIES];

// King and pawn, the same in every army. The pawn's double step and en passant are rules of the game, not part of its
// Betza text.
extern const struct piece_description king_description, pawn_description;

#endif
