// SPDX-License-Identifier: GPL-3.0-or-later
// The time that servers have served a database, all runs together, in milliseconds.
//
// The clocks of matches go by it, so the time in which no server runs is nobody's, and neither a wrong date nor a change of the date
// matters. Within a run it follows the monotonic clock. It is stored every SERVED_EVERY milliseconds while a clock runs (flags.h), so a
// killed server moves no clock by more than that.
#ifndef LEAPER_SERVER_SERVED_H
#define LEAPER_SERVER_SERVED_H

#include "base/clock.h"

enum { SERVED_EVERY = 500 };

struct served {
    int64_t ahead; // of the monotonic clock
};

// Continues from what had been served before this run.
static inline struct served served_from(int64_t before)
{
    return (struct served){before - clock_milliseconds()};
}

static inline int64_t served_now(const struct served *served)
{
    return served->ahead + clock_milliseconds();
}

#endif
