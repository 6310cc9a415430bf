// SPDX-License-Identifier: GPL-3.0-or-later
// Values of one or two parameters of a game, to be compared: "fuel=1..9,10..100/10", "white:black".
#ifndef LEAPER_LAB_SWEEP_H
#define LEAPER_LAB_SWEEP_H

#include "position/game.h"
#include "position/parameter.h"

enum { SWEEP_AXES = 2, SWEEP_POINTS_MAX = 1000 }; // axes; combinations of values

struct sweep_axis {
    unsigned parameter; // its number in the game's table
    unsigned count;
    int values[SWEEP_POINTS_MAX];
};

struct sweep {
    unsigned axes; // 0: nothing is swept, there is one point
    struct sweep_axis axis[SWEEP_AXES];
};

// Reads axes separated by ':'. Each is the name of a parameter, for all its values, or the name, '=' and values separated by ',': as
// on the command line, or for numbers also FIRST..LAST and FIRST..LAST/STEP. ERROR_PARAMETER says what is wrong and where.
bool sweep_read(const struct game *game, const char *text, struct sweep *sweep, struct error *err);

// How many combinations of values there are.
unsigned sweep_points(const struct sweep *sweep);

// Sets the swept parameters to the values of that point; those of the last axis change fastest.
void sweep_set(const struct sweep *sweep, unsigned point, struct parameters *parameters);

#endif
