// SPDX-License-Identifier: GPL-3.0-or-later
// A position as read from text, not yet validated.
#ifndef LEAPER_POSITION_SETUP_H
#define LEAPER_POSITION_SETUP_H

#include "position/position.h"

#include <stddef.h>

// Filled in by a reader (notation/fen.h), validated by position_from_setup().
struct setup {
    piece pieces[GRID_SQUARES]; // HOLE outside the board
    uint16_t fuel[GRID_SQUARES];
    uint8_t hand[2][PIECE_TYPES];
    enum color side;
    uint8_t castling;
    uint16_t en_passant; // or SQUARE_NONE
    uint16_t halfmove, fullmove;
    uint16_t reserve[2];
    struct set owned[2];
    struct set frozen;
};

// A field of a position string that belongs to the game (see game.h).
struct game_field {
    const char *text; // NULL when it is missing
    size_t offset;    // of the text in the position string
    struct error *err;
};

// Sets ERROR_FEN at "fen[OFFSET]" for `place` in the text of the field; returns false.
bool game_field_refuse(const struct game_field *field, const char *place, const char *what);

// An empty board of the variant (holes outside it), White to move, nothing else.
void setup_init(struct setup *setup, const struct variant *variant);

// Converts it to a position, or fails with ERROR_FEN at a square or a field. `pos` is unchanged on failure.
bool position_from_setup(struct position *pos, const struct variant *variant, const struct setup *setup,
                         struct error *err);

#endif
