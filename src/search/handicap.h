// SPDX-License-Identifier: GPL-3.0-or-later
// How the engine plays below its full strength: it thinks about fewer positions, judges them with errors, and overlooks moves, all
// three the more, the greater its handicap.
#ifndef LEAPER_SEARCH_HANDICAP_H
#define LEAPER_SEARCH_HANDICAP_H

#include <stdint.h>

// 0 is full strength. How much strength a handicap costs differs from game to game: search/ladder.h.
enum { HANDICAP_MAX = 100 };

enum { OVERSIGHT_ALL = 1000 };

struct handicap {
    uint64_t nodes; // at most; 0: no limit
    int blur;       // largest random error of an evaluation, in centipawns
    int oversight;  // so many of OVERSIGHT_ALL moves are overlooked
};

// More than HANDICAP_MAX counts as that.
struct handicap handicap_effect(unsigned handicap);

#endif
