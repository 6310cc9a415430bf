// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a game's earlier positions, for detecting repetition.
#ifndef LEAPER_POSITION_HISTORY_H
#define LEAPER_POSITION_HISTORY_H

#include "base/vector.h"
#include "position/position.h"

// One key (position_key) for the start of each turn before the present one.
struct history VECTOR_OF(uint64_t);

void history_init(struct history *history);
void history_clear(struct history *history);

// Copies `from` to `to`, which is initialised. False, with `to` unchanged, if there is no memory.
bool history_copy(struct history *to, const struct history *from);

// Call push with the position before each turn is played, and pop when the turn is taken back. push returns false,
// and has pushed nothing, if there is no memory.
bool history_push(struct history *history, const struct position *pos);
void history_pop(struct history *history);

// Which sides were in check in each of their turns of the last `span` turns and now; only where perpetual check loses.
struct perpetual {
    bool checked[2]; // by color
};

// The last `count` keys are those of the turns before the present one.
struct perpetual perpetual_find(const uint64_t *end, size_t count, const struct position *pos);

// How often the position has occurred before; looks no further back than its state.reversible.
unsigned history_occurrences(const struct history *history, const struct position *pos);

// How many turns ago the position occurred for the `number`th time, counted backwards; 0 if it did not.
size_t history_occurrence(const struct history *history, const struct position *pos, unsigned number);

#endif
