// SPDX-License-Identifier: GPL-3.0-or-later
// Finds tours of narrow boards of any length, or proves that there are none, by building all partial tours layer by layer.
#ifndef LEAPER_TOURS_NARROW_H
#define LEAPER_TOURS_NARROW_H

#include "tours/search/search.h"

struct narrow_request {
    const struct tour_graph *graph;
    const struct tour_constraint *constraint;
    int frontier_max;               // gives up if the frontier has more vertices; at most 31
    uint64_t states_max;            // gives up if all layers together have more states; each takes 12 bytes
    bool (*goes_on)(void *context); // called now and then; returning false gives up; may be NULL
    void *context;
};

// Sweeps along the board's longer side vertex by vertex. All that matters about a partial tour is the connectivity of the
// frontier (tours/frontier/vertex_step.h), so each state is kept only once, with one way to reach it. `states` (may be NULL)
// receives their number.
enum search_end narrow_run(const struct narrow_request *request, int *tour, uint64_t *states);

#endif
