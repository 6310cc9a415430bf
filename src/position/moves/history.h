// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the positions that a game has been through, for repetition.
#ifndef LEAPER_POSITION_HISTORY_H
#define LEAPER_POSITION_HISTORY_H

#include "base/vector.h"
#include "position/position.h"

#ifdef __cplusplus
extern "C" {
#endif

// One key (position_key) for the start of each turn before the present one.
struct history VECTOR_OF(uint64_t);

void history_init(struct history *history);
void history_clear(struct history *history);

// Makes `to`, which is initialised, like `from`. False, and `to` is as it was, when memory is gone.
bool history_copy(struct history *to, const struct history *from);

// Call push with the position before a turn is played, pop when it is taken back. False, and nothing was pushed, when memory is gone.
bool history_push(struct history *history, const struct position *pos);
void history_pop(struct history *history);

// How often the present position stood before, looking no further back than
// its state.reversible allows.
unsigned history_occurrences(const struct history *history, const struct position *pos);

#ifdef __cplusplus
}
#endif

#endif
