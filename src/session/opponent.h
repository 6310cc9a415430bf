// SPDX-License-Identifier: GPL-3.0-or-later
// The engine as the opponent of people, in a match on the server or in a page: how long it may think, and which draws it accepts.
#ifndef LEAPER_SESSION_OPPONENT_H
#define LEAPER_SESSION_OPPONENT_H

#include "search/level.h"
#include "search/search.h"
#include "session/game_clock.h"

// For one turn, in milliseconds; the level's own limits apply too.
int64_t opponent_movetime(const struct level *level);

// Makes a search go by the clock, besides the limits that are there; nothing in a game without one.
void opponent_limit(struct limits *limits, const struct game_clock *clock, int64_t now);

// Whether the engine accepts a draw after so many turns, if its last search found this score for its own side.
bool opponent_accepts_draw(const struct search_score *score, size_t turns);

#endif
