// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the system's clocks.
#include "base/clock.h"

#include <time.h>

// Cannot fail: POSIX systems that run Leaper have all of these clocks.
static int64_t read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t clock_nanoseconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_microseconds(void)
{
    return clock_nanoseconds() / 1000;
}

int64_t clock_milliseconds(void)
{
    return clock_nanoseconds() / 1000000;
}

double clock_seconds(void)
{
    return (double)clock_nanoseconds() / 1e9;
}

int64_t clock_wall_milliseconds(void)
{
    return read_clock(CLOCK_REALTIME) / 1000000;
}

double clock_process_seconds(void)
{
    return (double)read_clock(CLOCK_PROCESS_CPUTIME_ID) / 1e9;
}
