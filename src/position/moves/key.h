// SPDX-License-Identifier: GPL-3.0-or-later
// The key of a position for repetition.
#ifndef LEAPER_POSITION_KEY_H
#define LEAPER_POSITION_KEY_H

#include "position/position.h"

// The hash of everything that counts for repetition: state.hash, but with an en-passant target only if it can legally
// be captured on.
uint64_t position_key(const struct position *pos);

#endif
