// SPDX-License-Identifier: GPL-3.0-or-later
// Betza notation: how a piece moves, parsed once into a range for each direction.
//
// The dialect is the part of XBetza, as XBoard documents it, that the program's games need:
//   atoms      W F D N A H C Z G leaps; K = WF; R B Q = riders on W, F, K
//   range      a number behind an atom, 0 for "any"; a doubled leap (NN, WW) is
//              the same as 0; R4 is a rook of range four
//   modality   m without capture, c only by capture, both or neither: either way
//   direction  on W D H R   f b l r, v = fb, s = lr; several letters add up
//              on F A G B   f b l r are both diagonals on that side; two letters
//                           of different axes (fl) name the one between them
//              on N C Z     f b l r v s alone are the narrow pair(s) nearest to
//                           that direction; with h behind (fh) all four of that
//                           side; two letters of different axes (fr, fs) are
//                           those of the first side's half among the second's
//                           narrow pair; ff bb ll rr are the same as one letter
//              on K Q       f b l r are the three directions of that side, as
//                           Betza uses them in "fsRbK"
// Anything else is refused, with its offset, and never ignored.
#ifndef LEAPER_PIECES_BETZA_H
#define LEAPER_PIECES_BETZA_H

#include "base/error.h"
#include "board/direction.h"

// More steps than fit on any board.
enum { RANGE_UNLIMITED = GRID_SIDE };

// For each direction, seen from White, how many steps the piece may take to an empty square, and to a square where it
// captures; 0: none.
struct movement {
    uint8_t quiet[DIRECTIONS];
    uint8_t capture[DIRECTIONS];
};

// Parses `text` into `movement`. On failure `movement` is unchanged, and the error's place is "betza[OFFSET]", in bytes from 0.
bool betza_parse(const char *text, struct movement *movement, struct error *err);

// The same piece for Black: forward and backward exchanged.
void movement_reflect(const struct movement *movement, struct movement *reflected);

#endif
