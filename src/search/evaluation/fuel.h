// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates fuel, in games where every move costs some.
#ifndef LEAPER_SEARCH_FUEL_H
#define LEAPER_SEARCH_FUEL_H

#include "search/evaluation/evaluator.h"

// When all of a side's pieces together have less fuel than this, its remaining moves are counted one by one.
enum { FUEL_LOW = 48 };

// Moves are counted in quarters.
enum { FUEL_MOVE = 4 };

// Roughly how many moves the side can still pay for, in quarters: all that the
// fuel of its mobile pieces allows, and a quarter of what that of its blocked
// pieces would.
int fuel_moves_left(const struct evaluator *evaluator, const struct position *pos, enum color color);

// Centipawns in White's favour, for which side runs out of moves first and for kings that cannot move.
int fuel_race(const struct evaluator *evaluator, const struct position *pos, const struct balance *balance);

#endif
