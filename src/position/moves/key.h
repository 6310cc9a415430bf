// SPDX-License-Identifier: GPL-3.0-or-later
// The key of a position for repetition.
#ifndef LEAPER_POSITION_MOVES_KEY_H
#define LEAPER_POSITION_MOVES_KEY_H

#include "position/position.h"

// The hash of everything that counts for repetition: state.hash, but with an en-passant target only if it can legally
// be captured on. Where perpetual check loses, the bit KEY_CHECK says whether the side to move is in check.
enum { KEY_CHECK = 1 };
uint64_t position_key(const struct position *pos);

#endif
