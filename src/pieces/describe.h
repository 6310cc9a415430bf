// SPDX-License-Identifier: GPL-3.0-or-later
// How any piece moves, in plain English made from its movement.
#ifndef LEAPER_PIECES_DESCRIBE_H
#define LEAPER_PIECES_DESCRIBE_H

#include "base/buffer.h"
#include "pieces/betza.h"

// Appends one sentence: "Moves as a rook; captures as a rook, jumping over exactly one piece."
void movement_describe(const struct movement *movement, struct buffer *out);

// The same for a piece of that name and Betza text, in the words of words.h if it is one of the pieces that they are about.
void piece_describe(const char *name, const char *betza, const struct movement *movement, struct buffer *out);

#endif
