// SPDX-License-Identifier: GPL-3.0-or-later
// Every tour of a small board, by trying every step: too simple to be wrong, and what all else is tested against.
#ifndef LEAPER_TOURS_BRUTE_H
#define LEAPER_TOURS_BRUTE_H

#include "tours/board/tour.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Called with each tour, written as tour.h says; `tour` is valid during the call. Returns false to stop.
typedef bool (*tour_found)(void *context, const int *tour);

// Finds all tours in lexicographic order of their vertices and answers how many it found. `found` may be NULL.
// Time grows exponentially: meant for boards of up to about 36 cells.
uint64_t brute_run(const struct tour_graph *graph, const struct tour_constraint *constraint, tour_found found,
                   void *context);

#ifdef __cplusplus
}
#endif

#endif
