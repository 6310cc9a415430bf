// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of any variant in words, made from its tables and from what its mechanisms say.
#ifndef LEAPER_SESSION_RULES_H
#define LEAPER_SESSION_RULES_H

#include "position/words/wording.h"

#include <jansson.h>

// Fills in all sections; wording_clear() must be called in any case. False if there is no memory.
bool rules_compose(const struct variant *variant, struct wording *wording);

// {"game", "title", "author", "summary", "help", "pieces", "sections": [{"title", "lines"}]}: what the game's text says of itself, and the
// sections with their sentences. NULL if there is no memory.
json_t *rules_json(const struct variant *variant);

#endif
