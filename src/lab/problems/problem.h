// SPDX-License-Identifier: GPL-3.0-or-later
// Problems: positions in which the side to move has one first turn, and no other, that wins soonest by force.
//
// Where turns have several actions, it is the first action that is the only one: often any square may be placed behind it.
// lab/problems/examine.h proves them.
#ifndef LEAPER_LAB_PROBLEM_H
#define LEAPER_LAB_PROBLEM_H

#include "position/moves/outcome.h"
#include "position/turn.h"
#include "search/level.h"

enum { PROBLEM_TURNS_MAX = 6, PROBLEM_LINE_MAX = 2 * PROBLEM_TURNS_MAX };

// How often each level tries to solve a problem when it is rated.
enum { PROBLEM_TRIES = 4 };

struct problem {
    struct position start; // the winner is to move
    unsigned turns;        // of the winner, until it has won
    struct outcome outcome;
    unsigned count;                     // turns in `line`, of both sides
    struct turn line[PROBLEM_LINE_MAX]; // the solution; the other side defends as long as possible
    unsigned duals;  // bit n: the winner's turn n in the line (0: the first, never set) is not the only one
    uint32_t themes; // bits 1 << index in problem_themes (lab/problems/themes.h)
    int rating;      // problem_rate()
    uint8_t found[LEVELS]; // in how many of its tries each level found the first turn
};

// The winner.
static inline enum color problem_winner(const struct problem *problem)
{
    return position_side(&problem->start);
}

#endif
