// SPDX-License-Identifier: GPL-3.0-or-later
// Playing strength: eight named levels, from one that a child can beat to full strength.
#ifndef LEAPER_SEARCH_LEVEL_H
#define LEAPER_SEARCH_LEVEL_H

#include "base/error.h"

#include <stdint.h>

// A level limits how deep the engine searches and how accurately it evaluates.
// Zeros mean no limit and no error.
struct level {
    const char *key;   // "club": command line, JSON, UCI
    const char *name;  // "Club player"
    const char *words; // one sentence on what to expect
    int depth;         // iterations at most
    uint64_t nodes;    // nodes at most
    int blur;          // largest random error of an evaluation, in centipawns
    int oversight;     // percentage of moves that are overlooked
};

enum { LEVELS = 8, LEVEL_FULL = LEVELS - 1 };

// Weakest first; constant.
extern const struct level levels[LEVELS];

// The level with that key (case does not matter), or NULL with ERROR_PARAMETER at "level"; the message lists all keys.
const struct level *level_find(const char *key, struct error *err);

#endif
