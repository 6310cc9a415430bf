// SPDX-License-Identifier: GPL-3.0-or-later
// For tests of games in which stones take their neighbours.
#ifndef LEAPER_TESTS_STONES_H
#define LEAPER_TESTS_STONES_H

#include "position/position.h"
#include "position/variant.h"

// The variant of that name with its default parameters, to be freed by the caller; fails the test if there is none.
struct variant *stones_variant(const char *name);

// Reads a position; fails the test if it cannot be read.
void stones_position(struct position *pos, const struct variant *variant, const char *fen);

// Whether the side to move wins, by trying everything.
bool stones_win(const struct position *pos);

#endif
