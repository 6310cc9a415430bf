// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of one action says, whether or not it is legal; private to san_*.c.
#ifndef LEAPER_NOTATION_SAN_FORM_H
#define LEAPER_NOTATION_SAN_FORM_H

#include "base/error.h"
#include "position/variant.h"

enum form_kind { FORM_PIECE, FORM_CASTLE, FORM_DROP, FORM_ADD, FORM_SHIFT, FORM_WALL, FORM_PASS };

// -1: not given.
struct form {
    enum form_kind kind;
    piece_type type; // TYPE_NONE: a pawn or, with a full square of origin, any piece
    int from_file, from_rank;
    square to;
    char separator; // '-', 'x' or 0
    piece_type promotion;
    piece_type entry; // of a man that comes in where the piece has made its first move; TYPE_NONE: none does
    square entry_at;  // … or where the rook has; SQUARE_NONE: not given
    enum wing wing;
    bool en_passant;
    bool plus; // two squares and a plus, as in "d4d3+"
};

// Parses one action at `*c` within `text`, and moves `*c` past it and the signs that follow, to a comma or the end.
// ERROR_MOVE_SYNTAX with the offset in `text` for anything else.
bool form_read(struct form *form, const struct variant *variant, const char *text, const char **c,
               struct error *err);

// Whether the form gives the full square of origin.
static inline bool form_has_origin(const struct form *form)
{
    return form->from_file >= 0 && form->from_rank >= 0;
}

#endif
