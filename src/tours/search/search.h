// SPDX-License-Identifier: GPL-3.0-or-later
// Exact search for one tour, which also proves that there is none.
#ifndef LEAPER_TOURS_SEARCH_H
#define LEAPER_TOURS_SEARCH_H

#include "tours/board/tour.h"

#include <stdint.h>

// How a search for a tour ended. SEARCH_GAVE_UP and SEARCH_NO_MEMORY leave open whether there is one.
enum search_end { SEARCH_FOUND, SEARCH_NONE, SEARCH_GAVE_UP, SEARCH_NO_MEMORY };

struct tour_search_request {
    const struct tour_graph *graph;
    const struct tour_constraint *constraint;
    uint64_t nodes;                 // decisions after which to give up
    bool (*goes_on)(void *context); // called now and then; returning false gives up; may be NULL
    void *context;
};

// Decides edges vertex by vertex (partial.h), trying first the neighbour with the fewest edges left, as Warnsdorff advised in
// 1823, and backtracks when some vertex alone connects two parts of the rest. Writes a tour to `tour` when it finds one. `nodes`
// (may be NULL) receives the number of decisions made.
enum search_end search_run(const struct tour_search_request *request, int *tour, uint64_t *nodes);

#endif
