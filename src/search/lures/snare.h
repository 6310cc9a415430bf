// SPDX-License-Identifier: GPL-3.0-or-later
// Judges how near the enemy is to giving mate by mistake, where whoever is mated wins.
//
// The evaluation (search/evaluation/oddities.h) is for a search in which the enemy makes no mistakes, and counts the same for both
// sides. Here only one side hopes.
#ifndef LEAPER_SEARCH_SNARE_H
#define LEAPER_SEARCH_SNARE_H

#include "search/evaluation/value.h"

// Worths of games that are over. Almost every game that goes on is won in the end, so a draw loses far more than a mate gains.
enum { SNARE_WON = 1500, SNARE_DRAWN = -5000, SNARE_LOST = -100000 };

// The worth to `hopeful` of a position in which the side to move has no turn.
int snare_end(const struct position *pos, enum color hopeful);

// The worth of a position to the side to move.
int snare_worth(const struct valuation *valuation, const struct position *pos);

#endif
