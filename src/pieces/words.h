// SPDX-License-Identifier: GPL-3.0-or-later
// How pieces move, in plain English.
#ifndef LEAPER_PIECES_WORDS_H
#define LEAPER_PIECES_WORDS_H

// One sentence about the piece of that name ("charging rook"), or NULL if there is none. Static storage.
const char *piece_words(const char *name);

#endif
