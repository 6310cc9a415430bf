// SPDX-License-Identifier: GPL-3.0-or-later
// Time management: how long a search may take.
#ifndef LEAPER_SEARCH_TIME_PLAN_H
#define LEAPER_SEARCH_TIME_PLAN_H

#include "pieces/piece.h"
#include "search/search.h"

// In milliseconds; -1 means no limit.
struct time_plan {
    int64_t enough; // after this no new iteration is begun if the best move has been stable
    int64_t most;   // after this the search is stopped
};

// The plan for a turn of `side`.
struct time_plan time_plan(const struct limits *limits, enum color side);

#endif
