// SPDX-License-Identifier: GPL-3.0-or-later
// Compressed answers: which coding a client accepts, and gzip for answers that are not files.
#ifndef LEAPER_SERVER_COMPRESS_H
#define LEAPER_SERVER_COMPRESS_H

#include "base/buffer.h"

#include <stdbool.h>

enum coding { CODING_IDENTITY, CODING_GZIP, CODING_BROTLI, CODINGS };

// The name in headers, "gzip"; and the suffix of a file that is stored in that coding, ".gz".
extern const char *const coding_names[CODINGS], *const coding_suffixes[CODINGS];

// The weight of a coding, 0 … 1, in an Accept-Encoding header (NULL: none was sent). 0: not accepted.
double coding_wanted(const char *accept, enum coding coding);

// Whether to send gzip where that is possible.
bool coding_takes_gzip(const char *accept);

// Replaces a text by its gzip if that is shorter. Otherwise returns false, and nothing has changed.
bool compress_gzip(struct buffer *text);

#endif
