// SPDX-License-Identifier: GPL-3.0-or-later
// All tours of a small board by trying every step: too simple to be wrong, and the reference for all other methods.
#ifndef LEAPER_REFERENCE_TOURS_H
#define LEAPER_REFERENCE_TOURS_H

#include "tours/search/listing.h"

#include <stdint.h>

// Finds the same tours in the same order as listing_run() and returns their number. `found` may be NULL.
// Takes exponential time: meant for boards of up to about 36 cells.
uint64_t reference_tours(const struct tour_graph *graph, const struct tour_constraint *constraint,
                         tour_found found, void *context);

#endif
