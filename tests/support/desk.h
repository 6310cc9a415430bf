// SPDX-License-Identifier: GPL-3.0-or-later
// A single worker at a position of a game, for tests of what happens inside a search.
#ifndef LEAPER_TESTS_SUPPORT_DESK_H
#define LEAPER_TESTS_SUPPORT_DESK_H

#include "search/tree/worker.h"
#include "support/thought.h"

// Nothing limits the search but `shared.depth_limit`, which is 0 at first.
struct desk {
    struct thought thought;
    struct table table; // 1 MiB
    struct search_request request;
    struct shared shared;
    struct worker *worker; // owned; at the position
    _Atomic int64_t hit;
    atomic_bool stop;
};

// `fen` NULL is the game's own start, `features` what is evaluated and searched (search/evaluation/features.h). Never NULL; desk_free() frees it.
struct desk *desk_new(const char *game, const char *parameters, const char *fen, unsigned features);
void desk_free(struct desk *desk);

// Puts the worker at another position of the game, and lets it forget everything.
void desk_go_to(struct desk *desk, const struct position *pos);

#endif
