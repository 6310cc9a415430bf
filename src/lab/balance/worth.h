// SPDX-License-Identifier: GPL-3.0-or-later
// What each kind of piece is worth, by logistic regression of the results of games on the material in them.
//
// The model: White's expected score in a position is 1 / (1 + exp(-x)), where x is the sum of the surplus of each kind of piece
// times its worth, plus a constant (White's edge beyond material) and one for who is to move. A draw is half a point. The estimates
// are those of greatest likelihood, by Newton's method. Positions of one game are not independent, so the covariances are those of
// clusters: K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73 (1986).
#ifndef LEAPER_LAB_WORTH_H
#define LEAPER_LAB_WORTH_H

#include "lab/balance/trial.h"

// Columns of the regression: the kinds of pieces that differ in number often enough, the edge, and the side to move.
enum { WORTH_COLUMNS = LETTER_TYPES + 1, WORTH_LEAST = 50 };

struct worth {
    unsigned count; // kinds of pieces, the most valuable first
    piece_type kinds[LETTER_TYPES];
    double value[LETTER_TYPES]; // in units of x: by how much one piece more raises the logarithm of the odds
    double error[LETTER_TYPES]; // the standard error of that
    double above[LETTER_TYPES]; // the probability that the kind is worth more than the next one of the list
    double in_pawns[LETTER_TYPES];       // divided by the worth of a pawn; 0 where `pawn` is TYPE_NONE
    double in_pawns_error[LETTER_TYPES]; // the standard error of that
    piece_type pawn; // the unit: the pawn, if its worth is more than three standard errors; or TYPE_NONE
    uint64_t positions, games; // that the regression rests on
};

// The worth of the kinds of which sides had different numbers in at least WORTH_LEAST positions. Trials without a result count as draws.
// `worth->count` is 0 where nothing can be said: no kind is left, or the equations have no unique solution.
void worth_find(const struct variant *variant, const struct trial *trials, uint64_t count,
                struct worth *worth);

#endif
