// SPDX-License-Identifier: GPL-3.0-or-later
// Playing strength: ten named levels, from one that a child can beat to full strength. What they are in a game is in
// search/ladder.h.
#ifndef LEAPER_SEARCH_LEVEL_H
#define LEAPER_SEARCH_LEVEL_H

#include "base/error.h"

struct level {
    const char *key;   // "club": command line, JSON, UCI
    const char *name;  // "Club player"
    const char *words; // one sentence on what to expect
};

enum { LEVELS = 10, LEVEL_FULL = LEVELS - 1 };

// Weakest first; constant.
extern const struct level levels[LEVELS];

// The level with that key (case does not matter), or NULL with ERROR_PARAMETER at "level"; the message lists all keys.
const struct level *level_find(const char *key, struct error *err);

#endif
