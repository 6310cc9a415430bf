// SPDX-License-Identifier: GPL-3.0-or-later
// Two logistic curves: for the chance to win, and, mirrored, for the chance to lose.
#include "search/chances.h"

#include <math.h>

// Centipawns, fitted to games that the engine has played against itself (docs/engine.md, "What a score promises"): with a score of
// EVEN half of the games are won, and SLOPE more or less changes the odds by the factor e.
static const double EVEN = 90, SLOPE = 80;

static unsigned share(double score, double even)
{
    return (unsigned)lround(1000 / (1 + exp((even - score) / SLOPE)));
}

struct chances chances_of(const struct search_score *score, bool draws)
{
    if (score->kind == SCORE_WON)
        return (struct chances){.wins = 1000};
    if (score->kind == SCORE_LOST)
        return (struct chances){.losses = 1000};
    unsigned wins = share(score->value, draws ? EVEN : 0), losses = share(-score->value, EVEN);
    if (!draws)
        losses = 1000 - wins;
    return (struct chances){wins, 1000 - wins - losses, losses};
}
