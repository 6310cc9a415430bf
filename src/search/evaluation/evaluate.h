// SPDX-License-Identifier: GPL-3.0-or-later
// How good a position looks without searching.
//
// Nothing here knows a game: what matters in one follows from its traits
// (royal kings, meter, draws), from how its pieces move, and from the game's
// own hook `assess`.
#ifndef LEAPER_SEARCH_EVALUATE_H
#define LEAPER_SEARCH_EVALUATE_H

#include "search/evaluation/evaluator.h"
#include "search/evaluation/pawns.h"

// Centipawns for the side to move. Stops early where the result is surely
// outside (alpha, beta); then *whole is false, and it is only on the right
// side of the window.
int evaluate(const struct evaluator *evaluator, struct pawn_structure *slots, const struct position *pos,
             const struct balance *balance, int alpha, int beta, bool *whole);

#endif
