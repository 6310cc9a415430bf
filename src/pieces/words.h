// SPDX-License-Identifier: GPL-3.0-or-later
// How the pieces of the program's own games move, in plain English.
#ifndef LEAPER_PIECES_WORDS_H
#define LEAPER_PIECES_WORDS_H

// One sentence about the piece of that name ("charging rook") and Betza text ("fsRbK"), or NULL if there is none. Static
// storage. describe.h has words for any piece.
const char *piece_words(const char *name, const char *betza);

#endif
