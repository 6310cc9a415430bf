// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a variant in a tag, so that a recorded game can be replayed without the file that defines it.
#ifndef LEAPER_NOTATION_PGN_TEXT_H
#define LEAPER_NOTATION_PGN_TEXT_H

#include "base/buffer.h"
#include "base/error.h"

#include <stdint.h>

struct game;
struct variant_file;

// Appends the value of [VariantText]: the definition with \n for the end of a line, \t for a tab and \\ for a backslash.
void pgn_text_write(const struct game *game, struct buffer *out);

// Reads such a value. Stores the game, which belongs to the file that is returned; the caller frees that. NULL and an error if
// it defines no game, or more than one.
struct variant_file *pgn_text_read(const char *value, const struct game **game, struct error *err);

#endif
