// SPDX-License-Identifier: GPL-3.0-or-later
// Writes coordinate notation, the form of moves that UCI, the API and files use.
//
//     e2e4  e7e8q      a piece moves from square to square, and what it promotes to
//     N@e4             a piece is placed
//     @@f3  @g8e6      a square is placed, or moved
//     !  !e2d1b3       an announcement, alone or with the squares of the path
//
// The actions of a turn are joined by commas. An announcement by the side that is not to move is a turn of its own and begins
// with a comma: ",!".
#ifndef LEAPER_NOTATION_COORDINATE_WRITE_H
#define LEAPER_NOTATION_COORDINATE_WRITE_H

#include "base/buffer.h"
#include "position/turn.h"

// Appends one action; nothing for MOVE_END_TURN.
void coordinate_write(const struct position *pos, move m, struct buffer *out);

// Appends a turn that starts in `pos`.
void coordinate_write_turn(const struct position *pos, const struct turn *turn, struct buffer *out);

#endif
