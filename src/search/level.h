// SPDX-License-Identifier: GPL-3.0-or-later
// How well the engine plays: eight named levels, from one that a child can beat to everything it has.
#ifndef LEAPER_SEARCH_LEVEL_H
#define LEAPER_SEARCH_LEVEL_H

#include "base/error.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A level limits how far the engine looks and how exactly it compares what it
// sees. Zeros mean no limit and no imprecision.
struct level {
    const char *key;   // "club": command line, JSON, UCI
    const char *name;  // "Club player"
    const char *words; // one sentence that tells a person what to expect
    int depth;         // iterations at most
    uint64_t nodes;    // positions looked at, at most
    int blur;          // centipawns by which two first moves may be confused
    int oversight;     // percent of the first moves that are overlooked altogether
};

enum { LEVELS = 8, LEVEL_FULL = LEVELS - 1 };

// Weakest first; constant.
extern const struct level levels[LEVELS];

// The level of that key (case does not matter), or NULL with ERROR_PARAMETER at "level" naming all keys.
const struct level *level_find(const char *key, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
