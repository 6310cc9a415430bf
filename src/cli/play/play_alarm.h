// SPDX-License-Identifier: GPL-3.0-or-later
// A descriptor that can be read when some time has passed, so that waiting for input ends when a clock runs out.
#ifndef LEAPER_CLI_PLAY_ALARM_H
#define LEAPER_CLI_PLAY_ALARM_H

#include <stdint.h>

// A new descriptor, to be closed by the caller; -1 with errno on failure.
int play_alarm_new(void);

// It can be read in that many milliseconds and from then on; never if they are less than zero.
void play_alarm_set(int descriptor, int64_t milliseconds);

#endif
