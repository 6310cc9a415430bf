// SPDX-License-Identifier: GPL-3.0-or-later
// Counting the turns to a given depth: the usual proof of a move generator.
#ifndef LEAPER_POSITION_PERFT_H
#define LEAPER_POSITION_PERFT_H

#include "position/position.h"

#ifdef __cplusplus
extern "C" {
#endif

// The number of sequences of `depth` complete turns; 1 for depth 0. Repetition
// and the 50-move rule do not end a line; positions that are over otherwise do.
uint64_t position_perft(struct position *pos, int depth);

#ifdef __cplusplus
}
#endif

#endif
