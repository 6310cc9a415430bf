// SPDX-License-Identifier: GPL-3.0-or-later
// A position drawn with characters, for terminals and protocols.
#ifndef LEAPER_PROTOCOLS_DIAGRAM_H
#define LEAPER_PROTOCOLS_DIAGRAM_H

#include "base/buffer.h"
#include "position/position.h"

struct diagram_style {
    bool unicode;    // chess figures and middle dots (UTF-8) instead of letters and full stops
    bool color;      // ANSI colours: squares, sides, fuel that runs low
    bool flipped;    // Black's side is nearer
    struct set mark; // squares of the last turn
};

// Appends the board with its coordinates, a line a rank, what is in hand, and in games of squares what is in reserve and whose the empty
// squares are; those that may not be moved now stand in angle brackets.
// Pieces without a figure are letters, upper case White; walls are ### or shaded, holes blank. In games
// with fuel each piece is followed by what it has left.
void diagram_write(const struct position *pos, const struct diagram_style *style, struct buffer *out);

// Adds the squares that a turn touches.
void diagram_mark(struct set *mark, const struct turn *turn);

#endif
