// SPDX-License-Identifier: GPL-3.0-or-later
// A game's rules as text for people.
#ifndef LEAPER_CLI_RULES_H
#define LEAPER_CLI_RULES_H

#include "position/game.h"

// Appends the rules in lines of at most 79 columns, each marked as published or as our reading.
void rules_write(const struct game *game, struct buffer *out);

#endif
