// SPDX-License-Identifier: GPL-3.0-or-later
// Random games of rules combined at random, on the real board and on the reference's at once.
#ifndef LEAPER_TESTS_SUPPORT_COMBINED_GAMES_H
#define LEAPER_TESTS_SUPPORT_COMBINED_GAMES_H

#include <stdint.h>

// Plays so many combinations, a game each. After every turn both boards are compared, and turns are read back from coordinate
// notation and from SAN; now and then the position is described as JSON and searched. Fails the running test where anything differs.
void combined_games_play(uint64_t seed, int count);

#endif
