// SPDX-License-Identifier: GPL-3.0-or-later
// All half-tours, one by one: the sets of disjoint paths that cover a half and end at nodes only.
#ifndef LEAPER_TOURS_MCKAY_HALF_H
#define LEAPER_TOURS_MCKAY_HALF_H

#include "tours/mckay/mckay_ground.h"
#include "tours/mckay/mckay_table.h"

#ifdef __cplusplus
extern "C" {
#endif

// Told now and then how much of a phase is done (0 … 1); false ends the work. May be called from any thread, from
// one at a time.
struct mckay_watch {
    bool (*progress)(void *context, double done);
    void *context;
};

// Enumerates the half-tours and counts in `table` how many have each path structure; `half_tours` is their number.
// Fails with ERROR_TOO_LARGE when the table is full, and with ERROR_BUSY when the watch ended it.
bool mckay_half_enumerate(const struct mckay_ground *ground, int threads, const struct mckay_watch *watch,
                          struct mckay_table *table, uint64_t *half_tours, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
