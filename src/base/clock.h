// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks: monotonic time for measuring and waiting, wall-clock time for showing to people, and processor
// time.
#ifndef LEAPER_BASE_CLOCK_H
#define LEAPER_BASE_CLOCK_H

#include <stdint.h>

// ---- Monotonic time ----
// Counts from some point in the past, never goes back, and is not affected by changes of the date. Only
// differences are meaningful.

int64_t clock_nanoseconds(void);
int64_t clock_microseconds(void);
int64_t clock_milliseconds(void);
double clock_seconds(void);

// ---- Wall-clock time ----

// Milliseconds since 1970-01-01T00:00:00Z.
int64_t clock_wall_milliseconds(void);

// ---- Processor time ----
// Seconds that all threads of the process together have spent running.

double clock_process_seconds(void);

#endif
