// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of walling: after a move of a piece, or instead of one, a square is walled up.
#ifndef LEAPER_MECHANICS_WALLING_H
#define LEAPER_MECHANICS_WALLING_H

#include "board/set.h"
#include "position/mechanism.h"

// Where walls go.
enum walling_rule {
    WALLING_NONE,
    WALLING_ARROW,  // where the piece that has moved could move on to without capturing
    WALLING_DUCK,   // anywhere; there is one wall, which changes its place
    WALLING_EDGE,   // on the edge of the board or beside a wall
    WALLING_PAST,   // on the square that the piece has left
    WALLING_STATIC, // anywhere
};

struct walling_settings {
    int rule;             // enum walling_rule
    bool instead;         // a turn is a move or a wall, not both
    struct set region[2]; // by colour: where the side may put walls

    // Filled in when the variant is built:
    bool encloses; // walls stay, and whoever is shut in loses
};

extern const struct mechanism walling_mechanism;

// ---- walling_worth.c ----

// A hook: see position/mechanism.h.
int walling_assess(const struct part *part, const struct position *pos);

#endif
