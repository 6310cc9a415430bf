// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a position is consistent, and whether two positions are equal.
#ifndef LEAPER_POSITION_INTEGRITY_H
#define LEAPER_POSITION_INTEGRITY_H

#include "position/position.h"

// state.hash computed from scratch; for tests and assertions.
uint64_t position_hash(const struct position *pos);

// Whether the redundant parts (sets, kings, hash) agree with the rest.
bool position_ok(const struct position *pos);

// Whether two positions are the same in every part that the rules can see. How far back the history reaches is not
// one of those: a position that was read equals the one that was written.
bool position_equal(const struct position *a, const struct position *b);

#endif
