// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a position agrees with itself, and with another one.
#ifndef LEAPER_POSITION_INTEGRITY_H
#define LEAPER_POSITION_INTEGRITY_H

#include "position/position.h"

#ifdef __cplusplus
extern "C" {
#endif

// state.hash computed afresh; for tests and assertions.
uint64_t position_hash(const struct position *pos);

// Whether every redundant part agrees with the rest (sets, kings, hash).
bool position_ok(const struct position *pos);

// Whether the two are the same in every part that the rules can see. How far back the history reaches is
// not one of them: a position that was read is equal to the one that was written.
bool position_equal(const struct position *a, const struct position *b);

#ifdef __cplusplus
}
#endif

#endif
