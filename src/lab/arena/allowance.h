// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine may spend on a turn or a game: nodes, depth, time for each turn, or a clock.
#ifndef LEAPER_LAB_ARENA_ALLOWANCE_H
#define LEAPER_LAB_ARENA_ALLOWANCE_H

#include "base/buffer.h"
#include "base/error.h"

#include <stdint.h>

// Zero: no such limit.
struct allowance {
    uint64_t nodes;
    int depth;
    int64_t movetime;  // milliseconds for each turn
    int64_t main;      // milliseconds on the clock at the beginning
    int64_t increment; // added after each turn
    unsigned moves;    // after so many turns `main` is added again; 0: never
};

// Whether an engine may think for ever.
bool allowance_is_empty(const struct allowance *allowance);

// Reads one of nodes, depth, movetime (in milliseconds) and tc, in seconds: 10+0.1, 60, 40/60+0.5. `name` may be
// anything: `known` says whether it is one of these. False with ERROR_PARAMETER.
bool allowance_read(struct allowance *allowance, const char *name, const char *text, bool *known,
                    struct error *err);

// If `own` says nothing, it becomes the same as `common`.
void allowance_complete(struct allowance *own, const struct allowance *common);

// Appends "20000 nodes", "10+0.1 s", "100 ms a turn".
void allowance_write(const struct allowance *allowance, struct buffer *out);

// Appends the value of PGN's tag TimeControl: "10+0.1", "40/60", "-".
void allowance_write_pgn(const struct allowance *allowance, struct buffer *out);

#endif
