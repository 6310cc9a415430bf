// SPDX-License-Identifier: GPL-3.0-or-later
// The geometry of a width×height board within the grid, which never changes.
#ifndef LEAPER_BOARD_BOARD_H
#define LEAPER_BOARD_BOARD_H

#include "board/direction.h"
#include "board/set.h"

struct board {
    uint8_t width, height;
    struct set locations; // all locations of the board, without walls
    // How many steps in each direction stay on the board. A game may shorten some.
    uint8_t reach[GRID_SQUARES][DIRECTIONS];
    // How many steps there are to the edge, whatever walls are between: for what can jump over one.
    uint8_t to_edge[GRID_SQUARES][DIRECTIONS];
};

// Fills in the geometry; width and height are 1 … 16.
void board_init(struct board *board, int width, int height);

// Removes walls from the board: no direction leads onto or over one.
void board_remove(struct board *board, const struct set *walls);

#endif
