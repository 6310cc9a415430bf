// SPDX-License-Identifier: GPL-3.0-or-later
// Writes coordinate notation, the form of moves that UCI, the API and files use.
//
//     e2e4  e7e8q      a piece moves from square to square, and what it promotes to
//     e7e8+  e7e8-     it turns into another piece, as in shogi, or back
//     N@e4  +P@e4      a piece is placed
//     *e5              a wall is put up
//     @@f3  @g8e6      a square is placed, or moved
//     !  !e2d1b3       an announcement, alone or with the squares of the path
//
// The actions of a turn are joined by commas. An announcement by the side that is not to move is a turn of its own and begins
// with a comma: ",!".
#ifndef LEAPER_NOTATION_COORDINATE_WRITE_H
#define LEAPER_NOTATION_COORDINATE_WRITE_H

#include "base/buffer.h"
#include "position/turn.h"

// What follows the squares of a promotion: the lower-case letter of the new piece; '+' if the piece turns into another one,
// as in shogi, and '-' if it turns back.
char coordinate_promotion_sign(const struct variant *variant, piece_type was, piece_type becomes);

// Appends one action; nothing for MOVE_END_TURN.
void coordinate_write(const struct position *pos, move m, struct buffer *out);

// Appends a turn that starts in `pos`.
void coordinate_write_turn(const struct position *pos, const struct turn *turn, struct buffer *out);

// The same as GUIs of UCI expect it, which know it from Fairy-Stockfish: a wall is written as if the piece that has moved went
// on to it, "e2e4,e4e5" for "e2e4,*e5", and one that is a whole turn after a move of the side's first piece to where it stands,
// "a1a1,a1e5" for "*e5". Turns without a wall in such games end as if it were on a1: "e2e4,e4a1".
void coordinate_write_turn_for_uci(const struct position *pos, const struct turn *turn, struct buffer *out);

// Either of these.
typedef void coordinate_writer(const struct position *pos, const struct turn *turn, struct buffer *out);

#endif
