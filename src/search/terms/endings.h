// SPDX-License-Identifier: GPL-3.0-or-later
// Endings: driving a lone king to where it can be mated, and leads that will probably not win.
#ifndef LEAPER_SEARCH_ENDINGS_H
#define LEAPER_SEARCH_ENDINGS_H

#include "search/terms/camp.h"

// For the side that is far ahead, by so many centipawns in the endgame: for driving the weaker king to an edge or to a corner in which it can be mated,
// and for bringing its own king and its pieces close.
int endings_mop_up(const struct survey *survey, const struct balance *balance, int eg);

// What is left of a score in which White leads by so much in the endgame.
int endings_scale(const struct survey *survey, const struct balance *balance, int eg, int score);

#endif
