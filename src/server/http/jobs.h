// SPDX-License-Identifier: GPL-3.0-or-later
// Work that takes too long for the threads that answer, or waits for the disk. Other threads do it, first come, first served,
// while the connections that wait for it are suspended.
#ifndef LEAPER_SERVER_JOBS_H
#define LEAPER_SERVER_JOBS_H

#include "base/error.h"

#include <stdbool.h>

struct jobs;

// A piece of work. For each job in the queue, either `work` or `drop` is called, then `done`: by a thread other than the one that
// submitted it, or within jobs_stop(), jobs_sweep() or another jobs_submit().
struct job {
    void (*work)(void *context);
    void (*drop)(void *context); // nobody is waiting for it any more, or the server is shutting down
    void (*done)(void *context); // the last call: the context may be freed or passed on
    bool (*is_abandoned)(
        void *context); // whether nobody is waiting for it any more; must not block. NULL: never
    void *context;
};

struct jobs_state {
    unsigned waiting, working;
};

// Starts `threads` threads, with a queue of at most `most` jobs. NULL with ERROR_SYSTEM if that fails.
struct jobs *jobs_new(unsigned threads, unsigned most, struct error *err);

// Drops the jobs in the queue, and waits for those being worked on, which must watch jobs_stop_descriptor(). To be called before
// the HTTP server is stopped, since that waits for suspended connections.
void jobs_stop(struct jobs *jobs);
void jobs_free(struct jobs *jobs); // NULL is allowed

// Adds a job to the queue. Returns false, and calls none of its functions, if the queue is full or the server is shutting down.
bool jobs_submit(struct jobs *jobs, const struct job *job);

// Drops the abandoned jobs in the queue; to be called now and then.
void jobs_sweep(struct jobs *jobs);

// A descriptor that becomes readable when the server shuts down.
int jobs_stop_descriptor(const struct jobs *jobs);

struct jobs_state jobs_state(struct jobs *jobs);

#endif
