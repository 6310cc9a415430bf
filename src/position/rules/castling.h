// SPDX-License-Identifier: GPL-3.0-or-later
// How the sides of a variant castle; for those who prepare a variant.
#ifndef LEAPER_POSITION_CASTLING_H
#define LEAPER_POSITION_CASTLING_H

#include "position/variant.h"

// Files and ranks count from 0.
struct castling_rules {
    piece_type king;      // of any type, royal or not: squares that are attacked hinder only the royal one
    uint64_t rooks;       // bits of the types that may take the rook's part
    uint8_t rank;         // from the side's own edge
    uint8_t king_from;    // file
    uint8_t rook_from[2]; // files by wing
    uint8_t king_to[2];   // files by wing; the rook goes to the king's inner side
};

// Adds one castling of a colour. False, with nothing added, if its squares do not fit on the board: the king's wing is on
// the right of the king, the other on its left.
bool variant_add_castling(struct variant *variant, enum color color, enum wing wing,
                          const struct castling_rules *rules);

// Adds both castlings of both colours as in Chess960: king and rooks may start on any files of the rank, which are those
// of the position. False if there is no memory.
bool variant_castle_from_anywhere(struct variant *variant, const struct castling_rules rules[2]);

// Lets king and rooks of a finished variant castle from any files of their rank, to the same squares as before. Nothing changes
// in a variant without castling, or in one with other rights than those of castling, whose letters could not be told apart
// from files. False if there is no memory.
bool variant_free_castlings(struct variant *variant);

// Adds the two castlings of a colour: king on the e-file, `rook` in the corners of an 8×8 board. With `castles_b` the
// king castles to the b-file on the queen's side.
void variant_add_castlings(struct variant *variant, enum color color, piece rook, bool castles_b);

#endif
