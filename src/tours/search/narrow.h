// SPDX-License-Identifier: GPL-3.0-or-later
// Tours of narrow boards of any length, or the proof that there is none: all partial tours, layer by layer.
#ifndef LEAPER_TOURS_NARROW_H
#define LEAPER_TOURS_NARROW_H

#include "tours/search/search.h"

#ifdef __cplusplus
extern "C" {
#endif

// Goes along the board's longer side vertex by vertex. All that matters of a partial tour is what it does on the
// frontier, the later vertices next to earlier ones; each such state is kept once, with one way to reach it. Gives up when
// the frontier has more than `frontier_max` vertices, all layers together more than `states_max` states (12 bytes
// each), or `goes_on` (may be NULL) returns false. `states` (may be NULL) is how many there were.
enum search_end narrow_run(const struct tour_graph *graph, const struct tour_constraint *constraint,
                           int frontier_max, uint64_t states_max, bool (*goes_on)(void *context),
                           void *context, int *tour, uint64_t *states);

#ifdef __cplusplus
}
#endif

#endif
