// SPDX-License-Identifier: GPL-3.0-or-later
// A fixed set of positions searched to a fixed depth: a fingerprint of the search, and its speed.
#ifndef LEAPER_SEARCH_BENCH_H
#define LEAPER_SEARCH_BENCH_H

#include "base/error.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_DEPTH = 11 };

// What one position took, or all of them together (`game` and `fen` are NULL then).
struct bench_line {
    const char *game; // name of the game
    const char *fen;
    uint64_t nodes;
    int64_t elapsed; // microseconds
};

typedef void bench_reporter(void *context, const struct bench_line *line);

// Searches every position to `depth` (0: BENCH_DEPTH) with one thread, each
// with an empty hash table, so that the number of nodes depends on nothing but
// the program. Reports each position (`report` may be NULL) and fills `total`.
// False (ERROR_SYSTEM) when there is no memory.
bool bench_run(int depth, bench_reporter *report, void *context, struct bench_line *total, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
