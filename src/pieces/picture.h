// SPDX-License-Identifier: GPL-3.0-or-later
// Which picture shows a piece: chosen by its movement, whatever its letter and mostly whatever its name.
#ifndef LEAPER_PIECES_PICTURE_H
#define LEAPER_PIECES_PICTURE_H

#include "base/buffer.h"
#include "pieces/betza.h"

// Appends the name of a picture, in lower case with dashes: "chancellor" for any piece that moves as rook or knight, "king" for royal
// pieces that move as kings. If the movement has no picture of its own, this is the name of the piece, preceded by "custom-"
// if that is the name of a picture of another movement, and "royal" for a royal piece.
void piece_picture(const char *name, const struct movement *movement, bool royal, struct buffer *out);

#endif
