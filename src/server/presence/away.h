// SPDX-License-Identifier: GPL-3.0-or-later
// When a player who has left loses the claim to go on: then the other one may end the match.
//
// Only with a live clock, between two people, once both have made their first turn: a game with days for each turn is played by people
// who come and go, and before the first turns a match is aborted.
#ifndef LEAPER_SERVER_AWAY_H
#define LEAPER_SERVER_AWAY_H

#include "server/match/match.h"

// For how long a player with that clock may be away, in milliseconds: a tenth of what his game of 40 turns would take, but at least
// AWAY_LEAST and at most AWAY_MOST. 0: there is no limit.
int64_t away_patience(const struct time_control *control);

enum { AWAY_LEAST = 20000, AWAY_MOST = 120000 };

// ---- The caller holds the lock of the match ----

// From when on the other side may claim that this one has left, if it is to move then; NO_DEADLINE: it may not.
int64_t away_from(const struct match *match, enum color seat);

// Appends the members "watchers" and "away" of a match (docs/api.md), each after a comma.
void away_write(const struct match *match, struct buffer *out);

#endif
