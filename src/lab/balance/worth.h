// SPDX-License-Identifier: GPL-3.0-or-later
// What each kind of piece is worth, by logistic regression of the results of games on the material in them.
//
// The model: White's expected score in a position is 1 / (1 + exp(-x)), where x is the sum of the surplus of each kind of piece times its
// worth, plus a constant (White's edge beyond material) and one for who is to move. A draw is half a point. A weak normal prior around
// 0 keeps the estimates finite; they are those of the greatest posterior density, by Newton's method. Positions of one game are not
// independent, so the covariances are those of clusters: K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized
// linear models", Biometrika 73 (1986).
#ifndef LEAPER_LAB_WORTH_H
#define LEAPER_LAB_WORTH_H

#include "lab/balance/trial.h"

// In so many games a kind must have been taken, or have come, for anything to be said about it.
enum { WORTH_GAMES = 50 };

// An estimate with its standard error.
struct worth_estimate {
    double value, error;
};

struct worth {
    unsigned count; // kinds of pieces, the most valuable first
    piece_type kinds[PIECE_TYPES];
    struct worth_estimate log_odds[PIECE_TYPES]; // by how much one more raises the logarithm of the odds
    struct worth_estimate pawns[PIECE_TYPES];    // divided by that of a pawn; 0 where `pawn` is TYPE_NONE
    double
        above[PIECE_TYPES]
             [PIECE_TYPES]; // the probability that kinds[i] is worth more than kinds[k], by the normal curve
    piece_type pawn; // the unit: the pawn, if its worth is more than five standard errors; or TYPE_NONE
    struct worth_estimate edge; // White's, at equal material, as log-odds
    unsigned silent; // kinds of which there were different numbers, but about which nothing can be said
    piece_type silent_kinds[PIECE_TYPES];
    uint64_t positions, games; // that the regression rests on
};

// The worth of all kinds about which the games say anything. Of those with the same number on each side at all times there is nothing to
// say, not even that. Trials without a result count as draws.
void worth_find(const struct variant *variant, const struct trial *trials, uint64_t count,
                struct worth *worth);

#endif
