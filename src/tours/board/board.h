// SPDX-License-Identifier: GPL-3.0-or-later
// A board for tours: a rectangle of up to 1000×1000 cells, any of which may be missing.
//
// Cells are numbered rank by rank from the lower left corner: cell = rank · width + file, both from 0.
//
//      8  9 10 11      rank 3
//      4  5  6  7      rank 2        Ranks are written from the top: "1**1/4/4" is this board without 9 and 10.
//      0  1  2  3      rank 1
//      a  b  c  d
#ifndef LEAPER_TOURS_BOARD_H
#define LEAPER_TOURS_BOARD_H

#include "base/buffer.h"
#include "base/error.h"

#include <stdbool.h>

// The longest side; and the longest name of a cell with its terminator: "all1000".
enum { TOUR_SIDE_MAX = 1000, TOUR_CELL_NAME_SIZE = 8 };

struct tour_board {
    int width, height;
    int cells;    // how many exist, at least 1
    bool *exists; // [width * height]
};

// A full rectangle; sides from 1 to TOUR_SIDE_MAX. Free it with tour_board_clear(). False when there is no memory; then nothing
// needs to be cleared.
bool tour_board_init(struct tour_board *board, int width, int height);
void tour_board_clear(struct tour_board *board);

// Reads "8x8" (files × ranks), or a placement: ranks from the top separated by '/', each consisting of
// numbers of cells and '*' for a hole, as in positions ("5/5/5/3**"). On failure nothing needs to be cleared; the error is
// ERROR_PARAMETER at "board[OFFSET]", counted in bytes from 0, or ERROR_SYSTEM without memory.
bool tour_board_read(struct tour_board *board, const char *text, struct error *err);

// Appends the board in the form that tour_board_read() reads: "8x8" for a full rectangle, otherwise a placement.
void tour_board_write(const struct tour_board *board, struct buffer *out);

// Removes a cell, which must exist and must not be the last one.
void tour_board_remove(struct tour_board *board, int cell);

// Whether two boards have the same cells.
bool tour_board_equal(const struct tour_board *a, const struct tour_board *b);

// Writes the name of a cell: files a … z, aa … zz, aaa …, ranks from 1.
void tour_board_cell_name(const struct tour_board *board, int cell, char name[TOUR_CELL_NAME_SIZE]);

// Reads the name of an existing cell; file letters may be upper case. Errors are reported at `at`.
bool tour_board_cell_read(const struct tour_board *board, const char *text, int *cell, const char *at,
                          struct error *err);

#endif
