// SPDX-License-Identifier: GPL-3.0-or-later
// A game's rules as text for people.
#ifndef LEAPER_CLI_RULES_H
#define LEAPER_CLI_RULES_H

#include "base/buffer.h"
#include "position/game.h"
#include "position/variant.h"

// Appends the rules in lines of at most 79 columns, each marked as published or as our reading.
void rules_write(const struct game *game, struct buffer *out);

// The same, and then the rules in full, made from the variant's tables.
void rules_write_all(const struct variant *variant, struct buffer *out);

#endif
