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

// Appends the board with its coordinates, one line for each rank, and the pieces in hand; in games with limited squares also the
// reserves and the owners of empty squares. Squares that may not be moved now are in angle brackets. Pieces without a figure are
// letters, White's in upper case; walls, also those put up in play, are ### or shaded, holes blank. In games with fuel each piece is followed by its fuel.
void diagram_write(const struct position *pos, const struct diagram_style *style, struct buffer *out);

// Adds the squares that a turn touches to a set.
void diagram_mark(struct set *mark, const struct turn *turn);

#endif
