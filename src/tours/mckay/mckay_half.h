// SPDX-License-Identifier: GPL-3.0-or-later
// All half-tours, one by one: the sets of disjoint paths that cover a half and end at nodes only.
#ifndef LEAPER_TOURS_MCKAY_HALF_H
#define LEAPER_TOURS_MCKAY_HALF_H

#include "tours/mckay/mckay_ground.h"
#include "tours/mckay/mckay_table.h"

// Called now and then with the share of a phase that is done (0 … 1), by any thread but never by two at once; returning false
// ends the work.
struct mckay_watch {
    bool (*progress)(void *context, double done);
    void *context;
};

// Enumerates the half-tours and counts in `table` how many have each path structure. Fails with ERROR_TOO_LARGE when the table
// is full, ERROR_BUSY when the watch ended it, and ERROR_SYSTEM when memory runs out.
bool mckay_half_enumerate(const struct mckay_ground *ground, int threads, const struct mckay_watch *watch,
                          struct mckay_table *table, struct error *err);

#endif
