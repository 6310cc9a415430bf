// SPDX-License-Identifier: GPL-3.0-or-later
// The board as McKay's method sees it: a lower half, its mirror image above, and the steps that cross the middle.
//
// Only in the two ranks of a half that are nearest the middle can steps cross it. The cells of these ranks are
// *nodes*. For a board of width w they are numbered as follows (the names of the ranks are those on the 8×8
// board):
//
//      rank 6   b of the upper half   3w … 4w-1
//      rank 5   a of the upper half   2w … 3w-1
//      ------------------------------------------ the middle
//      rank 4   a of the lower half    0 …  w-1
//      rank 3   b of the lower half    w … 2w-1
//
// The state of a half-tour at the nodes of one rank is written as a number in base 3, its *code*: the digit of
// weight 3^x says how many steps the node in file x still needs, 0 (inside a path), 1 (the end of a path) or 2 (a
// path of one cell).
#ifndef LEAPER_TOURS_MCKAY_GROUND_H
#define LEAPER_TOURS_MCKAY_GROUND_H

#include "tours/board/graph.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MCKAY_WIDTH_MAX = 10,
    MCKAY_ENDS_MAX = 2 * MCKAY_WIDTH_MAX,  // nodes of one half
    MCKAY_NODES_MAX = 4 * MCKAY_WIDTH_MAX, // nodes of both
    MCKAY_CODES_MAX = 59049,               // 3^MCKAY_WIDTH_MAX
    MCKAY_HALF_MAX = 128                   // cells of a half
};

// The three kinds of crossing steps, named by the ranks of the 8×8 board that they join.
enum mckay_kind { STEP_3_5, STEP_4_5, STEP_4_6, STEP_KINDS };

// A step, from a node of the lower half to one of the upper.
struct mckay_step {
    uint8_t low, high;
};

struct mckay_ground {
    int width, ranks;            // of a half
    int codes;                   // 3^width
    bool left_right;             // whether the board is its own mirror image
    bool half_turn;              // whether it is its own image under a half turn
    int cells;                   // of a half; numbered rank by rank from the edge of the board
    int node_of[MCKAY_HALF_MAX]; // the node on a cell, -1 where none
    int cell_of[MCKAY_ENDS_MAX]; // the cell of a node of the lower half, -1 where none
    int least[MCKAY_HALF_MAX];   // the least number of steps within its half that a cell must have
    int forward_count[MCKAY_HALF_MAX];
    uint8_t forward[MCKAY_HALF_MAX][LEAPS_MAX / 2]; // neighbours in the half with a higher number
    int step_count[STEP_KINDS];
    struct mckay_step steps[STEP_KINDS][MCKAY_WIDTH_MAX * MCKAY_WIDTH_MAX];
};

// Prepares the halves of a graph whose vertices have the same numbers as its cells. `mirrored` exchanges left and
// right, so that all work is done on the mirror image. Fails with ERROR_PARAMETER, at "board" or "leaper", where the
// method does not apply: the height must be even and at least 4, the upper half must be the mirror image of the lower,
// and no leap may span more than 2 ranks. Fails with ERROR_TOO_LARGE beyond the limits above.
bool mckay_ground_init(struct mckay_ground *ground, const struct tour_graph *graph, bool mirrored,
                       struct error *err);

// The code with the files in reverse order.
uint32_t mckay_code_mirror(const struct mckay_ground *ground, uint32_t code);

// The sum and the difference of two codes, digit by digit; -1 when a digit would leave 0 … 2.
int32_t mckay_code_add(const struct mckay_ground *ground, uint32_t a, uint32_t b);
int32_t mckay_code_subtract(const struct mckay_ground *ground, uint32_t a, uint32_t b);

#endif
