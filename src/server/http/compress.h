// SPDX-License-Identifier: GPL-3.0-or-later
// Compressed answers: which coding a client takes, and gzip for those that are made on the spot.
#ifndef LEAPER_SERVER_COMPRESS_H
#define LEAPER_SERVER_COMPRESS_H

#include "base/buffer.h"

#include <stdbool.h>

enum coding { CODING_IDENTITY, CODING_GZIP, CODING_BROTLI, CODINGS };

// As in the headers, "gzip"; and what is appended to the name of a file that is kept in that coding, ".gz".
extern const char *const coding_names[CODINGS], *const coding_suffixes[CODINGS];

// How much the client wants a coding, 0 … 1, by its Accept-Encoding (NULL: it has sent none). 0: not at all.
double coding_wanted(const char *accept, enum coding coding);

// Whether it is to get gzip where that can be had.
bool coding_takes_gzip(const char *accept);

// Replaces a text by its gzip when that is shorter. False, and nothing has changed, when it is not.
bool compress_gzip(struct buffer *text);

#endif
