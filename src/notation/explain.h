// SPDX-License-Identifier: GPL-3.0-or-later
// Why a move is not legal, in a sentence for a person.
#ifndef LEAPER_NOTATION_EXPLAIN_H
#define LEAPER_NOTATION_EXPLAIN_H

#include "base/error.h"
#include "position/position.h"

// A piece move as a player asks for it.
struct move_request {
    square from, to;
    bool promotes; // whether it is said what the piece becomes
};

// Sets ERROR_ILLEGAL_MOVE (or ERROR_GAME_OVER when no action is legal at all) for a move that is not legal here, and
// returns false. `at` becomes the error's place.
bool explain_illegal(const struct position *pos, const struct move_request *request, const char *at,
                     struct error *err);

// The same for an action of another kind: a drop, an action on squares, or
// MOVE_END_TURN where the turn is not complete.
bool explain_action(const struct position *pos, move m, const char *at, struct error *err);

#endif
