// SPDX-License-Identifier: GPL-3.0-or-later
// Finding the winning announcement that scores most, in games with announcements.
#ifndef LEAPER_POSITION_CLAIM_H
#define LEAPER_POSITION_CLAIM_H

#include "position/move.h"
#include "position/position.h"

// The turn by which `by` wins at once with what it could announce now: the announcement alone (at the start of a
// turn, also when the other side is to move), or after a move if that scores more. False if announcing now does not
// win; a draw does not count, since that is for the player to decide.
bool claim_find_win(const struct position *pos, enum color by, struct turn *turn);

// The same for the side to move at the start of its turn, even if it has nothing to announce before it moves. Where more than
// one action may or must come before the announcement, as with squares, those turns are not tried, since there are
// thousands of them: whether there is a win at all is the search's business, which tries all actions, and only a win that
// scores more points can be missed.
bool claim_find_best(const struct position *pos, struct turn *turn);

#endif
