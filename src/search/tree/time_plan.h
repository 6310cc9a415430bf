// SPDX-License-Identifier: GPL-3.0-or-later
// How much time a search may take.
#ifndef LEAPER_SEARCH_CLOCK_H
#define LEAPER_SEARCH_CLOCK_H

#include "pieces/piece.h"
#include "search/search.h"

// Milliseconds; -1: no such limit.
struct time_plan {
    int64_t enough; // no iteration is begun after this, if the best move has been stable
    int64_t most;   // the search is broken off
};

struct time_plan time_plan(const struct limits *limits, enum color side);

// Microseconds of a clock that never goes back.
int64_t clock_now(void);

#endif
