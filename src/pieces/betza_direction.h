// SPDX-License-Identifier: GPL-3.0-or-later
// The directional modifiers of Betza notation: which directions of an atom the letters before it choose.
//
// Letters are read in pairs where two of them go together, as Fairy-Stockfish reads them; XBoard agrees except where
// noted.
//   on W D H R   f b l r, v = fb, s = lr; all letters add up
//   on the rest  f b l r v s: the directions that lie nearest to that axis; on N C Z the narrow pairs, on F A G B
//                both diagonals of a side, v and s all four
//                fl fs rf rv …: of the directions nearest to the second letter's axis those on the first one's side
//                fh bh lh rh: all directions on that side
//                hl hr: of every pair the one turned to the left or to the right
//   on K Q       the same for their orthogonal and their diagonal directions, so that f is all three directions ahead
//                (XBoard: only the one straight ahead), and fr is sideways to the right and diagonally ahead to the right
#ifndef LEAPER_PIECES_BETZA_DIRECTION_H
#define LEAPER_PIECES_BETZA_DIRECTION_H

#include "board/direction.h"

// Letters that choose directions, one or two: "f", "fs", "rh". `second` is 0 if there is one.
struct side {
    char first, second;
};

// Whether a letter is one of f b l r v s h.
bool side_has_letter(char letter);

// Splits one or two letters off the text. `orthogonal`: before W D H R, where every letter stands for itself. Returns
// how many letters were read: 0 if those at the start of the text name no direction.
int side_read(const char *text, bool orthogonal, struct side *side);

// Whether the letters choose this direction.
bool side_chooses(struct side side, direction d);

#endif
