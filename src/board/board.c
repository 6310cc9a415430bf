// SPDX-License-Identifier: GPL-3.0-or-later
// Works out how far each direction reaches from each location.
#include "board/board.h"

#include <assert.h>
#include <string.h>

static bool on_board(const struct board *board, int file, int rank)
{
    return file >= 0 && file < board->width && rank >= 0 && rank < board->height;
}

static uint8_t steps_to_edge(const struct board *board, square s, const struct step *step)
{
    uint8_t steps = 0;
    int file = square_file(s) + step->dx, rank = square_rank(s) + step->dy;
    for (; on_board(board, file, rank); file += step->dx, rank += step->dy)
        steps++;
    return steps;
}

void board_init(struct board *board, int width, int height)
{
    assert(width >= 1 && width <= GRID_SIDE && height >= 1 && height <= GRID_SIDE);
    memset(board, 0, sizeof *board);
    board->width = (uint8_t)width;
    board->height = (uint8_t)height;
    for (square s = 0; s < GRID_SQUARES; s++) {
        if (!on_board(board, square_file(s), square_rank(s)))
            continue;
        set_add(&board->locations, s);
        for (direction d = 0; d < DIRECTIONS; d++)
            board->reach[s][d] = steps_to_edge(board, s, &direction_step[d]);
    }
}
