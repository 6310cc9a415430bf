// SPDX-License-Identifier: GPL-3.0-or-later
// Scores inside the search: centipawns from the point of view of the side to move; wins and losses are counted in turns.
//
//     SCORE_WIN - n     won after n changes of side
//     ±SCORE_LIMIT      the largest static evaluation
//     0                 draw
#ifndef LEAPER_SEARCH_SCORE_H
#define LEAPER_SEARCH_SCORE_H

#include "search/search.h"

enum { SCORE_INFINITE = 32001, SCORE_WIN = 32000, SCORE_WIN_LEAST = 31000, SCORE_LIMIT = 30000 };

// The greatest distance from the root, in actions.
enum { PLY_MAX = 127 };

static inline bool score_is_decided(int score)
{
    return score >= SCORE_WIN_LEAST || score <= -SCORE_WIN_LEAST;
}

// A window: the exact score is wanted only if it is greater than alpha and less than beta.
struct window {
    int alpha, beta;
};

static inline bool window_is_open(struct window window)
{
    return window.beta - window.alpha > 1;
}

// The same window from the other side's point of view.
static inline struct window window_negate(struct window window)
{
    return (struct window){-window.beta, -window.alpha};
}

// Only a side's own turns are counted: a win at the first change of side is a
// win in one turn, a loss at the second is a loss in one.
static inline struct search_score score_present(int score)
{
    if (score >= SCORE_WIN_LEAST)
        return (struct search_score){SCORE_WON, (SCORE_WIN - score + 1) / 2};
    if (score <= -SCORE_WIN_LEAST)
        return (struct search_score){SCORE_LOST, (SCORE_WIN + score + 1) / 2};
    return (struct search_score){SCORE_CENTIPAWNS, score};
}

#endif
