// SPDX-License-Identifier: GPL-3.0-or-later
// The time that servers have served a database, all runs together, in milliseconds.
//
// The clocks of matches go by it, so the time in which no server runs is nobody's, and neither a wrong date nor a change of the date
// matters. Within a run it follows the monotonic clock, but stands still while it cannot be stored (flags.h), for then no turn can be
// either. It is stored every SERVED_EVERY milliseconds while a clock runs, so a killed server moves no clock by much more than that.
#ifndef LEAPER_SERVER_SERVED_H
#define LEAPER_SERVER_SERVED_H

#include "base/clock.h"

#include <stdatomic.h>

enum { SERVED_EVERY = 300 };

struct served {
    atomic_llong ahead; // of the monotonic clock
};

// Continues from this time.
static inline void served_set(struct served *served, int64_t time)
{
    atomic_store(&served->ahead, time - clock_milliseconds());
}

static inline int64_t served_now(const struct served *served)
{
    return atomic_load(&served->ahead) + clock_milliseconds();
}

#endif
