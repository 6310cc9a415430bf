// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing tours: one or several on a sheet, in several styles, whole or cut into halves.
#ifndef LEAPER_TOURS_DRAW_H
#define LEAPER_TOURS_DRAW_H

#include "tours/board/board.h"
#include "tours/draw/picture.h"

enum draw_style {
    DRAW_LINE,     // one line through all squares
    DRAW_NUMBERED, // numbers in the squares over a faint line
    DRAW_COLOURED, // a line whose colour changes along the tour, in a circle (closed) or a range (open)
    DRAW_STYLES
};

// Half-tours, as in Figure I of B. D. McKay, "Knight's tours of an 8×8 chessboard" (1997). Without the steps between the lower and
// the upper half of the ranks, what remains of a tour in each half is a set of disjoint paths.
enum draw_half { DRAW_WHOLE, DRAW_LOWER, DRAW_UPPER, DRAW_BOTH };

struct drawn_tour {
    const int *cells; // all cells of the board, in order
    bool closed;
    const char *caption; // below the board, or NULL
};

struct draw_options {
    enum draw_style style;
    enum draw_half half;
    double cell;       // points per square
    int columns;       // boards in a row of the sheet, 0: as many as make the sheet about square
    bool names;        // file letters and rank numbers beside the board
    const char *title; // above the sheet, or NULL
};

// The names of the styles, then NULL: "line", "numbered" and "coloured".
extern const char *const draw_style_names[DRAW_STYLES + 1];

// Reads the name of a style. False for any other text.
bool draw_style_read(const char *text, enum draw_style *style);

// Initialises the picture and draws at least one tour. Halves need a board of at least two ranks; with an odd number of ranks,
// the middle one belongs to the lower half. When memory runs out, the picture fails.
void draw_sheet(struct picture *picture, const struct tour_board *board, const struct drawn_tour *tours,
                size_t count, const struct draw_options *options);

#endif
