// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is too long for the threads that answer, and work that waits for the disk: done by threads of its own, first come
// first served, while the connections that wait for it are suspended.
#ifndef LEAPER_SERVER_JOBS_H
#define LEAPER_SERVER_JOBS_H

#include "base/error.h"

#include <stdbool.h>

struct jobs;

// A piece of work. Of a job that is taken either `work` or `drop` is called, then `done`; all by threads other than the
// one that handed it in, or within jobs_stop() and jobs_sweep().
struct job {
    void (*work)(void *context);
    void (*drop)(void *context); // nobody waits for it any more, or the server ends
    void (*done)(void *context); // the context belongs to somebody else afterwards
    bool (*is_abandoned)(
        void *context); // whether nobody waits for it any more; must not block. NULL: somebody does
    void *context;
};

struct jobs_state {
    unsigned waiting, working;
};

// Starts `threads` threads, for which at most `most` jobs wait. NULL with ERROR_SYSTEM when that fails.
struct jobs *jobs_new(unsigned threads, unsigned most, struct error *err);

// Drops what waits and ends what is worked on, which has to heed jobs_stop_descriptor(). To be called before the HTTP server is
// stopped, which waits for suspended connections.
void jobs_stop(struct jobs *jobs);
void jobs_free(struct jobs *jobs); // NULL is allowed

// Hands in a job. False, and nothing of it is called, when as many wait already as may, or the server ends.
bool jobs_submit(struct jobs *jobs, const struct job *job);

// Drops those that wait and are abandoned; to be called now and then.
void jobs_sweep(struct jobs *jobs);

// A descriptor that becomes readable when the server ends.
int jobs_stop_descriptor(const struct jobs *jobs);

struct jobs_state jobs_state(struct jobs *jobs);

#endif
