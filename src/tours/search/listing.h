// SPDX-License-Identifier: GPL-3.0-or-later
// All tours of a board in order, as brute.h finds them, but backtracking as soon as no tour can follow.
#ifndef LEAPER_TOURS_LISTING_H
#define LEAPER_TOURS_LISTING_H

#include "tours/search/brute.h"

#ifdef __cplusplus
extern "C" {
#endif

// Finds the same tours in the same order as brute_run(), and returns the same. A walk is abandoned as soon as more unvisited vertices
// have fewer than two ways in and out than may be ends of a tour. Takes boards of any size, and however long they need.
// `goes_on` (may be NULL) is called every few thousand steps with the same context; false ends the listing.
uint64_t listing_run(const struct tour_graph *graph, const struct tour_constraint *constraint,
                     tour_found found, bool (*goes_on)(void *context), void *context);

#ifdef __cplusplus
}
#endif

#endif
