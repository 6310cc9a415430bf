// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of goals: whoever brings certain pieces to goal squares wins.
#ifndef LEAPER_MECHANICS_ENDINGS_GOALS_H
#define LEAPER_MECHANICS_ENDINGS_GOALS_H

#include "position/position.h"

// How a piece attacks, as far as the evaluation tells pieces apart.
enum gait {
    GAIT_OTHER,
    GAIT_FEET,   // it captures one step diagonally and moves one step straight
    GAIT_STEPPER // it captures one step in every direction
};

struct goals_settings {
    piece_type piece[2]; // by colour; ANY_TYPE
    struct set goals[2]; // by colour
    int count;           // so many pieces must be there
    bool blocked_wins;   // one is enough when all other goal squares are occupied
    bool extra_move;     // the other side has one more turn
    bool safe;           // the pieces must not be attacked there

    // Filled in when the variant is built:
    bool royal[2];                     // whether the piece is the king, of which there is one
    bool corners;                      // it is, for both sides, and all goals are corners of the board
    uint8_t gait[PIECE_TYPES];         // enum gait
    uint8_t distance[2][GRID_SQUARES]; // king's steps to the nearest goal
};

extern const struct mechanism goals_mechanism;

// ---- goals_worth.c ----

// A hook: see position/mechanism.h.
int goals_assess(const struct part *part, const struct position *pos);

#endif
