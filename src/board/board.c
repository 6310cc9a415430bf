// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how far each direction reaches from each location, up to the edge or a wall, and up to the edge alone.
#include "board/board.h"

#include <assert.h>
#include <string.h>

// `board->locations` says what is on the board.
static bool on_board(const struct board *board, int file, int rank)
{
    return file >= 0 && file < board->width && rank >= 0 && rank < board->height &&
           set_has(&board->locations, square_at(file, rank));
}

static uint8_t steps_to_edge(const struct board *board, square s, const struct step *step)
{
    uint8_t steps = 0;
    int file = square_file(s) + step->dx, rank = square_rank(s) + step->dy;
    for (; on_board(board, file, rank); file += step->dx, rank += step->dy)
        steps++;
    return steps;
}

static void measure(struct board *board)
{
    for (square s = 0; s < GRID_SQUARES; s++)
        for (direction d = 0; d < DIRECTIONS; d++)
            board->reach[s][d] =
                set_has(&board->locations, s) ? steps_to_edge(board, s, &direction_step[d]) : 0;
}

void board_init(struct board *board, int width, int height)
{
    assert(width >= 1 && width <= GRID_SIDE && height >= 1 && height <= GRID_SIDE);
    memset(board, 0, sizeof *board);
    board->width = (uint8_t)width;
    board->height = (uint8_t)height;
    for (int rank = 0; rank < height; rank++)
        for (int file = 0; file < width; file++)
            set_add(&board->locations, square_at(file, rank));
    measure(board);
    memcpy(board->to_edge, board->reach, sizeof board->to_edge);
}

void board_remove(struct board *board, const struct set *walls)
{
    set_remove_all(&board->locations, walls);
    measure(board);
}
