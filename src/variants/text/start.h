// SPDX-License-Identifier: GPL-3.0-or-later
// Start positions as Fairy-Stockfish takes them, which leave out fields.
#ifndef LEAPER_VARIANTS_START_H
#define LEAPER_VARIANTS_START_H

#include "variants/text/pool.h"

#include <stdbool.h>

// The start position with the fields that position strings must have: without a side to move White is, without castling
// rights or an en-passant target there are none, and [-] is an empty hand. Without `castling` the game has none, and rights are
// ignored. The result belongs to the pool.
const char *start_complete(const char *start, bool castling, struct pool *pool);

#endif
