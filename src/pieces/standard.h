// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces that the text of a variant can name without saying how they move.
#ifndef LEAPER_PIECES_STANDARD_H
#define LEAPER_PIECES_STANDARD_H

// Keys and movements are those of Fairy-Stockfish.
struct standard_piece {
    const char *key;   // "dragonHorse", as in "dragonHorse = h"
    const char *name;  // "dragon horse"
    const char *betza; // empty: it cannot move
};

// All of them, then one whose key is NULL.
extern const struct standard_piece standard_pieces[];

// The one with that key, or NULL.
const struct standard_piece *standard_piece_find(const char *key);

#endif
