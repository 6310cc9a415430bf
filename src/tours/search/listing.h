// SPDX-License-Identifier: GPL-3.0-or-later
// Every tour of a board in order, like brute.h but turning back early where no tour can follow.
#ifndef LEAPER_TOURS_LISTING_H
#define LEAPER_TOURS_LISTING_H

#include "tours/search/brute.h"

#ifdef __cplusplus
extern "C" {
#endif

// The same tours in the same order as brute_run(). A walk is given up as soon as more unvisited vertices
// than an end can explain have fewer than two ways in and out left. Boards of any size; the time is what it takes.
// `goes_on` (may be NULL) is asked every few thousand steps, with the same context; false ends the listing.
uint64_t listing_run(const struct tour_graph *graph, const struct tour_constraint *constraint,
                     tour_found found, bool (*goes_on)(void *context), void *context);

#ifdef __cplusplus
}
#endif

#endif
