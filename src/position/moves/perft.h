// SPDX-License-Identifier: GPL-3.0-or-later
// Counting turns to a given depth: the usual test of a move generator.
#ifndef LEAPER_POSITION_PERFT_H
#define LEAPER_POSITION_PERFT_H

#include "position/position.h"

#ifdef __cplusplus
extern "C" {
#endif

// The number of sequences of `depth` complete turns; 1 for depth 0. Lines end in positions where the game is over,
// but repetition and the 50-move rule do not count.
uint64_t position_perft(struct position *pos, int depth);

#ifdef __cplusplus
}
#endif

#endif
