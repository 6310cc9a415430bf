// SPDX-License-Identifier: GPL-3.0-or-later
// A position as read from text, not yet validated.
#ifndef LEAPER_POSITION_SETUP_H
#define LEAPER_POSITION_SETUP_H

#include "position/position.h"

#include <stddef.h>

// Filled in by a reader (position/fen.h), validated by position_from_setup().
struct setup {
    piece pieces[GRID_SQUARES]; // HOLE outside the board
    uint16_t fuel[GRID_SQUARES];
    uint8_t hand[2][LETTER_TYPES];
    enum color side;
    uint8_t castling;
    uint8_t castling_files[4][2];                          // as in struct position
    uint16_t en_passant, en_passant_far, en_passant_piece; // as in struct state, or SQUARE_NONE
    uint16_t halfmove, fullmove;
    uint16_t reserve[2];
    struct set owned[2];
    struct set frozen;
    uint8_t memory[MEMORY_MAX]; // of the mechanisms, as in struct state
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

// The position of a setup that need not be legal: it may be described and written (fen_write()), but not played on.
void position_of_setup(struct position *pos, const struct variant *variant, const struct setup *setup);

// One thing that is wrong with a setup, and the squares that it is about, of which there may be none.
struct setup_fault {
    struct error error;
    struct set squares;
};

enum { SETUP_FAULTS_MAX = 32 };

struct setup_faults {
    struct setup_fault items[SETUP_FAULTS_MAX];
    int count;
};

// Adds what is wrong with the setup, as far as there is room: what position_from_setup() says comes first. What the mechanisms
// object to is looked for only where nothing else is wrong with the pieces.
void setup_judge(const struct variant *variant, const struct setup *setup, struct setup_faults *faults);

// Whether the castling right with that index (castling_index()), or the en-passant target, fits what stands on the board.
bool setup_fits_right(const struct variant *variant, const struct setup *setup, unsigned index);
bool setup_fits_target(const struct variant *variant, const struct setup *setup);

#endif
