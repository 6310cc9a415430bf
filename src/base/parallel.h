// SPDX-License-Identifier: GPL-3.0-or-later
// A loop whose rounds are shared among threads.
#ifndef LEAPER_BASE_PARALLEL_H
#define LEAPER_BASE_PARALLEL_H

#include <stdint.h>

enum { PARALLEL_THREADS_MAX = 256 };

// Calls round(context, i, thread) once for each i below `count`, on `threads` threads (1 … PARALLEL_THREADS_MAX;
// `thread` is below that number). The calling thread is number 0; no more are started than there are rounds. Rounds
// begin in ascending order. If the system refuses a thread, the others do its rounds. Returns when all rounds are
// done; allocates nothing.
void parallel_for(int threads, uint64_t count, void (*round)(void *context, uint64_t i, int thread),
                  void *context);

#endif
