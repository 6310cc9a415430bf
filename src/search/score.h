// SPDX-License-Identifier: GPL-3.0-or-later
// Scores inside the search: centipawns for the side to move, with wins and losses counted in turns.
//
//     SCORE_WIN - n     won n changes of side from here
//     ±SCORE_LIMIT      the largest evaluation
//     0                 draw
#ifndef LEAPER_SEARCH_SCORE_H
#define LEAPER_SEARCH_SCORE_H

#include "search/search.h"

enum { SCORE_INFINITE = 32001, SCORE_WIN = 32000, SCORE_WIN_LEAST = 31000, SCORE_LIMIT = 30000 };

// How far below the root the search goes at most, in actions.
enum { PLY_MAX = 127 };

static inline bool score_is_decided(int score)
{
    return score >= SCORE_WIN_LEAST || score <= -SCORE_WIN_LEAST;
}

// A turn of one's own is counted when it is played: won at the first change of
// side is won in one turn, lost at the second is lost in one.
static inline struct search_score score_present(int score)
{
    if (score >= SCORE_WIN_LEAST)
        return (struct search_score){SCORE_WON, (SCORE_WIN - score + 1) / 2};
    if (score <= -SCORE_WIN_LEAST)
        return (struct search_score){SCORE_LOST, (SCORE_WIN + score + 1) / 2};
    return (struct search_score){SCORE_CENTIPAWNS, score};
}

#endif
