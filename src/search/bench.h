// SPDX-License-Identifier: GPL-3.0-or-later
// A fixed set of positions searched to a fixed depth: a fingerprint of the search, and its speed.
#ifndef LEAPER_SEARCH_BENCH_H
#define LEAPER_SEARCH_BENCH_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct engine;

enum { BENCH_DEPTH = 11 };

// What one position took, or all of them together (`game` and `fen` are NULL then).
struct bench_line {
    const char *game; // name of the game
    const char *fen;
    uint64_t nodes;
    int64_t elapsed; // microseconds
};

typedef void bench_reporter(void *context, const struct bench_line *line);

// An engine as the bench needs it. NULL (ERROR_SYSTEM) when there is no memory.
struct engine *bench_engine(struct error *err);

struct bench {
    struct engine *engine;  // from bench_engine()
    int depth;              // 0: BENCH_DEPTH
    bench_reporter *report; // may be NULL
    // Asked behind each position whether to stop; engine_stop() ends the position itself. May be NULL.
    bool (*stopped)(void *context);
    void *context;
};

// Searches every position with an empty hash table, so that the number of
// nodes depends on nothing but the program. Reports each position, and fills
// `total`; after a stop that is what had been searched. False (ERROR_SYSTEM)
// when there is no memory.
bool bench_search(const struct bench *bench, struct bench_line *total, struct error *err);

// The same with an engine of its own; `report` may be NULL.
bool bench_run(int depth, bench_reporter *report, void *context, struct bench_line *total, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
