// SPDX-License-Identifier: GPL-3.0-or-later
// Turns left to chance, for openings.
#ifndef LEAPER_LAB_RANDOM_TURN_H
#define LEAPER_LAB_RANDOM_TURN_H

#include "base/random.h"
#include "position/turn.h"

// Chooses a legal turn of the position, which is at the start of one: action by action, each action alike. False if there is none, or the
// turn gets too long.
bool random_turn(struct random *random, const struct position *pos, struct turn *turn);

#endif
