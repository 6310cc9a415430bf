// SPDX-License-Identifier: GPL-3.0-or-later
// What levels and ratings mean in each game: the same handicap costs more strength in one game than in another. The files of levels/
// say so, found by matches between neighbouring levels (docs/engine.md, "Levels"); a game that none of them names has those of levels/variants.txt.
#ifndef LEAPER_SEARCH_LADDER_H
#define LEAPER_SEARCH_LADDER_H

#include "search/level.h"

#include <stdbool.h>

struct game;

// Ratings that may be asked for; each game has a part of this range.
enum { LADDER_RATING_MIN = 100, LADDER_RATING_MAX = 2800 };

// For each level, weakest first.
struct ladder {
    unsigned handicaps[LEVELS]; // search/handicap.h; falling, the last is 0
    unsigned ratings[LEVELS];   // rising; that of full strength is for a tenth of a second a turn
};

// Reads a text of three lines: `games` with the names of those that it is about, `handicaps` with a number for each level below full
// strength, and `ratings` with one for each level; lines before them that begin with # are comments. False with ERROR_PARAMETER if it
// is anything else.
bool ladder_read(struct ladder *ladder, const char *text, struct error *err);

// The handicap with which the engine plays at the level in this game; 0 for NULL and full strength.
unsigned ladder_level(const struct game *game, const struct level *level);

// The handicap with which it plays about as well as the rating says, between those of the game's weakest level and full strength;
// outside, the nearer of these.
unsigned ladder_rating(const struct game *game, unsigned rating);

#endif
