// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is too long for the threads that answer: done by one thread, one job after the other, while the
// connections that wait for it are suspended.
#ifndef LEAPER_SERVER_JOBS_H
#define LEAPER_SERVER_JOBS_H

#include "base/error.h"

#include <stdbool.h>

struct jobs;

// Starts the thread. NULL with ERROR_SYSTEM when that fails.
struct jobs *jobs_new(struct error *err);

// Does what is left, quickly, since jobs_goes_on() now says no; afterwards nothing is taken any more. To be called before
// the HTTP server is stopped, which waits for suspended connections.
void jobs_stop(struct jobs *jobs);
void jobs_free(struct jobs *jobs);

// Hands in a job: `work` will be called by the thread, then `done`. False, and neither is called, when LIMIT_JOBS wait
// already or the server ends.
bool jobs_submit(struct jobs *jobs, void (*work)(void *context), void (*done)(void *context), void *context);

// Whether the job at work may go on: it has had less than `seconds` of a processor, which on a busy machine may take up
// to eight times as long, and the server does not end. To be asked by that job only.
bool jobs_goes_on(const struct jobs *jobs, double seconds);

#endif
