// SPDX-License-Identifier: GPL-3.0-or-later
// The keys that declare a piece: those of pieces/standard.h, and "customPiece1" to "customPiece25".
#ifndef LEAPER_VARIANTS_PIECE_KEY_H
#define LEAPER_VARIANTS_PIECE_KEY_H

#include <stdbool.h>

// Whether a key declares a piece.
bool is_piece_key(const char *key);

#endif
