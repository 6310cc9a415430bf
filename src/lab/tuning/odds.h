// SPDX-License-Identifier: GPL-3.0-or-later
// Scores on the scale of odds: what chance a score gives, and how wrong that is.
#ifndef LEAPER_LAB_ODDS_H
#define LEAPER_LAB_ODDS_H

#include <math.h>
#include <stddef.h>

// The chance of winning at odds of e to the power of x.
static inline double odds_chance(double x)
{
    return 1 / (1 + exp(-x));
}

// The cross-entropy for a target between 0 and 1, so written that it does not overflow.
static inline double odds_loss(double x, double target)
{
    return (x > 0 ? x : 0) - x * target + log1p(exp(-fabs(x)));
}

// A score in centipawns and how the game ended, 0 … 1.
struct odds_pair {
    double score, outcome;
};

// How many centipawns have to multiply the odds by e for `count` scores to predict outcomes best, by golden section; `look` gives them one by one.
double odds_unit(size_t count, struct odds_pair (*look)(const void *context, size_t i), const void *context);

#endif
