// SPDX-License-Identifier: GPL-3.0-or-later
// How a game ended, in a sentence for people.
#ifndef LEAPER_PROTOCOLS_WORDS_H
#define LEAPER_PROTOCOLS_WORDS_H

#include "base/buffer.h"
#include "position/moves/outcome.h"

// Appends a sentence with a full stop: "Black has no legal move: out of fuel. White wins."
// While the game goes on: whose move it is.
void words_outcome(const struct outcome *outcome, enum color side, struct buffer *out);

// Appends what the winner scores in a game with points: "White scores 16 points."; nothing for 0.
void words_points(const struct outcome *outcome, unsigned points, struct buffer *out);

#endif
