// SPDX-License-Identifier: GPL-3.0-or-later
// The engine against simple players, to see whether it understands a variant.
#ifndef LEAPER_TESTS_SUPPORT_CONTEST_H
#define LEAPER_TESTS_SUPPORT_CONTEST_H

#include "lab/match.h"

struct contest {
    enum player_kind opponent;
    unsigned pairs; // of games
    uint64_t nodes; // of the engine, for each turn
};

// The engine's half points in a match of that variant with its default parameters. A game that is not over after
// several hundred turns is a draw.
unsigned contest_points(const struct game *game, const struct contest *contest);

#endif
