// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of `leaper puzzles` share.
#ifndef LEAPER_CLI_PUZZLES_H
#define LEAPER_CLI_PUZZLES_H

#include "cli/line/opening.h"
#include "position/oracle.h"

// The command line.
struct puzzles_settings {
    struct opening opening;
    const char *check, *output;
    const char *tables; // folders; NULL: none
    long every;
    long count, from, turns, seed, games, effort, easiest, threads;
    int64_t time; // seconds; 0: no limit
    enum reason reason;
    unsigned theme; // 1 + its index; 0: any
};

// Makes problems, of which the oracle may know some; returns the exit status.
int puzzles_make(const struct puzzles_settings *settings, const struct oracle *oracle);

#endif
