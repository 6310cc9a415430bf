// SPDX-License-Identifier: GPL-3.0-or-later
// The placement of a variant's start position, before positions of that variant can be read.
#ifndef LEAPER_MECHANICS_PLACEMENT_H
#define LEAPER_MECHANICS_PLACEMENT_H

#include "position/variant.h"

// A walk over the letters of a placement, pieces and walls, from the first rank of the text to the last.
struct placement {
    const char *cursor;
    const struct board *board;
    int file, rank; // of the next location
};

static inline struct placement placement_walk(const struct variant *variant)
{
    return (struct placement){variant->start, &variant->board, 0, variant->board.height - 1};
}

// Stores the next letter that stands on the board and its location, and returns true; false after the last one. Of "+P" and "P~", 'P' is
// stored.
bool placement_next(struct placement *walk, square *s, char *letter);

// The type of piece of a letter of either case, TYPE_NONE if it is none; stores its colour.
piece_type placement_type(char letter, enum color *color);

#endif
