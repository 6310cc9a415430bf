// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for one tour by exact search, which also proves that there is none.
#ifndef LEAPER_TOURS_SEARCH_H
#define LEAPER_TOURS_SEARCH_H

#include "tours/board/tour.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum search_end { SEARCH_FOUND, SEARCH_NONE, SEARCH_GAVE_UP };

// Decides edges one vertex after the other (partial.h), the neighbour with the fewest edges left first as
// Warnsdorff advised in 1823, and cuts where a vertex would cut the rest. Writes a tour to `tour` when it finds
// one. Gives up after `nodes_max` decisions, or when `goes_on` (may be NULL), asked now and then, returns false.
// `nodes` (may be NULL) is how many decisions were made.
enum search_end search_run(const struct tour_graph *graph, const struct tour_constraint *constraint,
                           uint64_t nodes_max, bool (*goes_on)(void *context), void *context, int *tour,
                           uint64_t *nodes);

#ifdef __cplusplus
}
#endif

#endif
