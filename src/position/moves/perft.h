// SPDX-License-Identifier: GPL-3.0-or-later
// Counting turns to a given depth: the usual test of a move generator.
#ifndef LEAPER_POSITION_PERFT_H
#define LEAPER_POSITION_PERFT_H

#include "position/position.h"

// The number of sequences of `depth` complete turns; 1 for depth 0. Lines end in positions where the game is over,
// but repetition and the 50-move rule do not count.
uint64_t position_perft(struct position *pos, int depth);

// A callback that can stop a count. It is called every few tens of thousands of turns.
struct perft_watch {
    bool (*goes_on)(void *context, uint64_t nodes); // `nodes`: counted so far; may be NULL
    void *context;
};

// Adds to *nodes what position_perft() would return. False if the watch stopped the count; *nodes then includes what had
// been counted. `pos` is at the start of a turn.
bool position_perft_watched(const struct position *pos, int depth, const struct perft_watch *watch,
                            uint64_t *nodes);

#endif
