// SPDX-License-Identifier: GPL-3.0-or-later
// All tours of a board in lexicographic order, by depth-first search that backtracks as soon as no tour can follow.
#ifndef LEAPER_TOURS_LISTING_H
#define LEAPER_TOURS_LISTING_H

#include "tours/board/tour.h"

#include <stdint.h>

// Called with each tour in canonical form (tour.h); `tour` is valid during the call. Returns false to stop.
typedef bool (*tour_found)(void *context, const int *tour);

// Returned by listing_run() instead of a number when there is no memory for the search.
#define TOURS_NO_MEMORY UINT64_MAX

// Finds all tours in lexicographic order of their vertices and returns their number, or TOURS_NO_MEMORY. `found` may be NULL. A walk is
// abandoned when too many unvisited vertices have fewer than two usable edges left: only the ends of a tour may. Boards may have any
// size, and the search may take any time. `goes_on` (may be NULL) is called every few thousand steps with the same context;
// returning false ends the listing.
uint64_t listing_run(const struct tour_graph *graph, const struct tour_constraint *constraint,
                     tour_found found, bool (*goes_on)(void *context), void *context);

#endif
