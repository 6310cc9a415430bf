// SPDX-License-Identifier: GPL-3.0-or-later
// How a game ended, in a sentence for people.
#ifndef LEAPER_PROTOCOLS_WORDS_H
#define LEAPER_PROTOCOLS_WORDS_H

#include "base/buffer.h"
#include "position/moves/outcome.h"

// Appends a sentence with a full stop: "Black has no legal move: out of fuel. White wins."
// For an outcome that is no end: whose move it is.
void words_outcome(const struct outcome *outcome, enum color side, struct buffer *out);

// Appends what a winner gets in a game with points, "White scores 16 points."; nothing for 0.
void words_points(const struct outcome *outcome, unsigned points, struct buffer *out);

// "White" or "Black".
const char *words_color(enum color color);

#endif
