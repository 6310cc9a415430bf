// SPDX-License-Identifier: GPL-3.0-or-later
// Rides that are not plain: lame leaps, cannons and grasshoppers, walked from either end.
#ifndef LEAPER_POSITION_SPECIAL_H
#define LEAPER_POSITION_SPECIAL_H

#include "position/position.h"

// The squares on which a ride can end, in its order: empty ones within its range for quiet moves, then perhaps one with
// a piece of either colour within its range for captures.
struct landings {
    unsigned count;
    square at[GRID_SIDE];
};

// Finds the landings of a ride of the piece on `from`, as far as it can pay for them. Where an initial ride may start
// is the caller's affair.
void special_landings(const struct position *pos, square from, const struct ride *ride,
                      struct landings *landings);

// A position with some changes.
struct view {
    const struct position *pos;
    const struct set *gone; // these locations count as empty squares; may be NULL
    square filled;          // a piece that attacks nothing stands here; SQUARE_NONE: nowhere
};

// The piece that attacks `s` by this threat: its square, or SQUARE_NONE.
square special_attacker(const struct view *view, const struct threat *threat, square s);

// Whether any of the special threats of colour `by` attacks `s`.
bool special_attacked(const struct view *view, square s, enum color by);

// Whether any of the special threats of colour `by` jumps over something, so that a piece or wall that comes may open a line.
bool special_jumps(const struct variant *variant, enum color by);

// Adds to a set the squares where a piece that comes or goes may change whether a special threat of colour `by` attacks `s`.
void special_guard(const struct position *pos, square s, enum color by, struct set *set);

#endif
