// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates what is worth most where neither material nor mate is the aim: being mated, and having a move left.
#ifndef LEAPER_SEARCH_ODDITIES_H
#define LEAPER_SEARCH_ODDITIES_H

#include "search/evaluation/evaluator.h"

// Centipawns in White's favour. Only where evaluator->odd is set. Generates moves, and so is slow.
int oddities_worth(const struct evaluator *evaluator, const struct position *pos);

#endif
