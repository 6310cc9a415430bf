// SPDX-License-Identifier: GPL-3.0-or-later
// Static evaluation.
//
// Nothing here depends on a particular game: what matters follows from its
// traits (royal kings, fuel, draws), from how its pieces move, and from the
// game's own hook `assess`.
#ifndef LEAPER_SEARCH_EVALUATE_H
#define LEAPER_SEARCH_EVALUATE_H

#include "search/evaluation/evaluator.h"
#include "search/evaluation/pawns.h"
#include "search/score.h"

struct evaluation {
    int score;  // centipawns, positive if the side to move is better
    bool exact; // false: only known to be on that side of the window
};

// What a score is made of before it is rounded, in White's favour, for tuning.
struct evaluation_parts {
    struct sum sum;
    double middlegame; // the share of the middlegame, 0 … 1; the rest is endgame
    double scale;      // less than 1 where a lead will probably not win
};

// The parts of the exact score; `slots` and `balance` as below.
struct evaluation_parts evaluate_parts(const struct evaluator *evaluator, struct pawn_structure *slots,
                                       const struct position *pos, const struct balance *balance);

// What counts beside a network that takes the place of the evaluation, for the side to move: the rest of what evaluate() says is the network's.
int evaluate_beside_network(const struct evaluator *evaluator, struct pawn_structure *slots,
                            const struct position *pos, const struct balance *balance);

// Evaluates `pos`, whose running sums are `balance`; `slots` is a cache of
// PAWN_SLOTS pawn structures. Stops early once the score is almost certainly
// outside the window.
struct evaluation evaluate(const struct evaluator *evaluator, struct pawn_structure *slots,
                           const struct position *pos, const struct balance *balance, struct window window);

#endif
