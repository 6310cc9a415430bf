// SPDX-License-Identifier: GPL-3.0-or-later
// How a piece moves, in the dialect of Betza notation that XBoard's parser understands.
//
// Source: XBoard 4.9.1, moves.c, MovesFromString(). Where it differs from
// pieces/betza.h: a single letter on K is one direction there, and Black's
// left is the board's right, because Black's pieces are turned by 180 degrees.
#ifndef LEAPER_PROTOCOLS_XBOARD_BETZA_H
#define LEAPER_PROTOCOLS_XBOARD_BETZA_H

#include "base/buffer.h"
#include "position/variant.h"

// Appends the description of the piece of that type and colour, including castling
// and a pawn's double step. A `tame` piece cannot capture a king:
// XBoard then never believes that there is check, mate or stalemate.
void xboard_betza_write(const struct variant *variant, piece_type type, enum color color, bool tame,
                        struct buffer *out);

#endif
