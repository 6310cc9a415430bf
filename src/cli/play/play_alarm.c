// SPDX-License-Identifier: GPL-3.0-or-later
// An alarm is a timer of the kernel's.
#include "cli/play/play_alarm.h"

#include <sys/timerfd.h>

int play_alarm_new(void)
{
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

void play_alarm_set(int descriptor, int64_t milliseconds)
{
    struct itimerspec timer = {.it_value = {0, 0}};
    // A time of zero would disarm it; a nanosecond is as soon as it can be.
    if (milliseconds >= 0)
        timer.it_value = (struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000 + 1};
    timerfd_settime(descriptor, 0, &timer, 0);
}
