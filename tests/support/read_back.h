// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is written reads back.
#ifndef LEAPER_TESTS_SUPPORT_READ_BACK_H
#define LEAPER_TESTS_SUPPORT_READ_BACK_H

#include "base/random.h"

// Plays a random game of at most so many turns; of each position some turns are written in coordinate notation, SAN and
// the long form and read again, at the end the game as PGN. Fails the running test where anything differs.
void read_back_game(const char *game, const char *parameters, struct random *random, int plies);

#endif
