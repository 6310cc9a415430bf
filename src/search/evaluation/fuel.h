// SPDX-License-Identifier: GPL-3.0-or-later
// What fuel means for a position, in games where every move is paid for.
#ifndef LEAPER_SEARCH_FUEL_H
#define LEAPER_SEARCH_FUEL_H

#include "search/evaluation/evaluator.h"

// Below this much fuel in all of a side's tanks its remaining moves are counted one by one.
enum { FUEL_LOW = 48 };

// How many moves the side can still pay for, roughly: what its mobile pieces
// make of their fuel, a part of what blocked pieces hold.
int fuel_moves_left(const struct evaluator *evaluator, const struct position *pos, enum color color);

// Centipawns for White: whose moves run out first, and kings that cannot move.
int fuel_race(const struct evaluator *evaluator, const struct position *pos, const struct balance *balance);

#endif
