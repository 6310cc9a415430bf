// SPDX-License-Identifier: GPL-3.0-or-later
// All tours of a small board by trying every step: too simple to be wrong, and the reference for all other methods.
#ifndef LEAPER_TOURS_BRUTE_H
#define LEAPER_TOURS_BRUTE_H

#include "tours/board/tour.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Called with each tour in canonical form (tour.h); `tour` is valid during the call. Returns false to stop.
typedef bool (*tour_found)(void *context, const int *tour);

// What brute_run() and listing_run() return in place of a number when there is no memory for the search.
#define TOURS_NO_MEMORY UINT64_MAX

// Finds all tours in lexicographic order of their vertices and returns their number, or TOURS_NO_MEMORY. `found` may be NULL.
// Takes exponential time: meant for boards of up to about 36 cells.
uint64_t brute_run(const struct tour_graph *graph, const struct tour_constraint *constraint, tour_found found,
                   void *context);

#ifdef __cplusplus
}
#endif

#endif
