// SPDX-License-Identifier: GPL-3.0-or-later
// Searches a fixed set of positions to a fixed depth. The number of nodes is a fingerprint of the search.
#ifndef LEAPER_SEARCH_BENCH_H
#define LEAPER_SEARCH_BENCH_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct engine;

enum { BENCH_DEPTH = 11 };

// The cost of one position, or of all together (then `game` and `fen` are NULL).
struct bench_line {
    const char *game; // name of the game
    const char *fen;
    uint64_t nodes;
    int64_t elapsed; // microseconds
};

typedef void bench_reporter(void *context, const struct bench_line *line);

// An engine with the settings of the bench. NULL (ERROR_SYSTEM) when there is no memory.
struct engine *bench_engine(struct error *err);

struct bench {
    struct engine *engine;  // from bench_engine()
    int depth;              // 0: BENCH_DEPTH
    bench_reporter *report; // may be NULL
    // Called after each position; returns whether to stop. engine_stop() ends the current position. May be NULL.
    bool (*stopped)(void *context);
    void *context;
};

// Searches every position with an empty transposition table, so the number of
// nodes depends only on the program. Reports each position and fills `total`;
// after a stop, with what was searched until then. False (ERROR_SYSTEM) when
// there is no memory.
bool bench_search(const struct bench *bench, struct bench_line *total, struct error *err);

// The same with an engine of its own; `report` may be NULL.
bool bench_run(int depth, bench_reporter *report, void *context, struct bench_line *total, struct error *err);

#endif
