// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of knight's tours of rectangles, most of which take a long time to count, and where each number comes from.
#ifndef LEAPER_TOURS_KNOWN_H
#define LEAPER_TOURS_KNOWN_H

#include "base/buffer.h"
#include "tours/board/board.h"
#include "tours/board/leaper.h"

#include <stddef.h>

// The methods by which this program has found a number; docs/tours.md describes them.
enum { KNOWN_MITM = 1, KNOWN_FRONTIER = 2, KNOWN_MCKAY = 4 };

struct known_count {
    int width, height; // of a full rectangle; exchanging them does not change the number
    unsigned methods;  // at least one: every number here has been counted by this program
    bool open;
    const char *count;     // undirected tours, decimal
    const char *published; // a publication with the same number; NULL: there is none to compare with
};

// The whole table; `count` is its length. Static storage.
const struct known_count *known_counts(size_t *count);

// The row for a board and a piece, or NULL.
const struct known_count *known_find(const struct tour_board *board, const struct leaper *leaper, bool open);

// Appends the provenance of a row as a sentence without a period, with the commands that reproduce the number.
void known_write_source(const struct known_count *row, struct buffer *out);

#endif
