// SPDX-License-Identifier: GPL-3.0-or-later
// What can be played: the answer to GET /api/games.
#ifndef LEAPER_SESSION_CATALOGUE_H
#define LEAPER_SESSION_CATALOGUE_H

#include "base/buffer.h"

#include <jansson.h>

struct game;
struct piece_rules;
struct variant;

// The entry of one game in that list, a new reference; NULL without memory.
json_t *catalogue_game(const struct game *game);

// The members "pieces" (of one variant) and "help" of such an entry; new references, NULL without memory.
json_t *catalogue_pieces(const struct variant *variant);
json_t *catalogue_help(const struct game *game);

// What holds in every game, in a sentence or more.
extern const char catalogue_rule_on_time[];

// The name of the picture that shows a piece, a new reference; NULL without memory.
json_t *catalogue_picture(const struct piece_rules *rules, bool royal);

// The whole answer, built from the tables of games, armies and levels; a new reference, NULL without memory.
json_t *catalogue_all(void);

// Appends it as text; "{}" without memory.
void catalogue_write(struct buffer *out);

#endif
