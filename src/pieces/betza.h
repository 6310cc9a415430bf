// SPDX-License-Identifier: GPL-3.0-or-later
// Betza notation: how a piece moves, parsed once into ranges by direction.
//
// The dialect is that of Fairy-Stockfish, which is a part of XBetza, as XBoard documents it:
//   atoms      W F D N A H C Z G leaps (L = C, J = Z); K = WF; R B Q = riders on W, F, K
//   range      a number behind an atom, 0 for "any"; a doubled leap (NN, WW) is the same as 0; R4 is a rook of range
//              four. Fairy-Stockfish reads one digit and rides on W F N only
//   modality   m without capture, c only by capture, both or neither: either way; e behind c is read and ignored, since
//              who captures en passant is not the piece's affair
//   direction  f b l r v s h, see betza_direction.h
//   p          cannon: jumps over exactly one piece, whichever it is, and goes on from there; its range counts all
//              squares from the start
//   g          grasshopper: the same, but lands on the square next behind the piece it jumps over
//              p and g turn a leap into a ride without limit, as in Fairy-Stockfish: pW is pR (XBoard: one step)
//   n          lame: the squares between must be empty. A leap goes straight as long as one way is longer than the
//              other, then diagonally: nN is blocked next to it, as the horse of xiangqi; nZ on two squares.
//              Every leap of a rider is lame then; Fairy-Stockfish ignores n before riders
//   i          initial: only from where the pawns have their double step, and, as in Fairy-Stockfish, without capture
//   Several atoms add up; for one direction the longest range counts (in Fairy-Stockfish the last one).
// Anything else is refused, with its offset, and never ignored.
#ifndef LEAPER_PIECES_BETZA_H
#define LEAPER_PIECES_BETZA_H

#include "base/error.h"
#include "board/direction.h"

// More steps than fit on any board.
enum { RANGE_UNLIMITED = GRID_SIDE };

// How a ride is made. A kind with RIDE_INITIAL added is the same from certain squares only.
enum ride_kind {
    RIDE_PLAIN,       // step by step until something is in the way; a single step is a leap
    RIDE_LAME,        // the same, and the squares that each step passes over must be empty, too
    RIDE_CANNON,      // over exactly one piece, to any square behind it
    RIDE_GRASSHOPPER, // over exactly one piece, to the next square behind it
    RIDE_INITIAL = 4,
    RIDE_KINDS = 8
};

// For each direction, seen from White, how many steps the piece may take to an empty square, and to a square where it
// captures; 0: none.
struct ranges {
    uint8_t quiet[DIRECTIONS];
    uint8_t capture[DIRECTIONS];
};

struct movement {
    struct ranges kinds[RIDE_KINDS];
};

// No piece has more rides that are not plain.
enum { SPECIAL_RIDES_MAX = 96 };

// Parses `text` into `movement`. On failure `movement` is unchanged, and the error's place is "betza[OFFSET]", in bytes from 0.
bool betza_parse(const char *text, struct movement *movement, struct error *err);

// The same piece for Black, who looks at the board from the other side: every direction becomes the opposite one.
void movement_turn(const struct movement *movement, struct movement *turned);

#endif
