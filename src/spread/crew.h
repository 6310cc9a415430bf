// SPDX-License-Identifier: GPL-3.0-or-later
// The workers of one process: threads that compute a unit at a time each.
#ifndef LEAPER_SPREAD_CREW_H
#define LEAPER_SPREAD_CREW_H

#include "spread/spread.h"

struct crew;

// A unit that a worker has ended with. The buffer of its result is the receiver's.
struct crew_finished {
    struct spread_unit unit;
    enum spread_end end;
};

// Starts the workers of a job, which must last as long as the crew: as many as the system lets it start. NULL with ERROR_SYSTEM if there
// is none, or no memory.
struct crew *crew_start(const struct spread_job *job, struct error *err);

// How many workers there are.
unsigned crew_size(const struct crew *crew);

// Gives a unit to a worker that has none. False if there is no such worker.
bool crew_give(struct crew *crew, uint32_t unit);

// Whether crew_give() would succeed.
bool crew_has_room(struct crew *crew);

// Takes a unit with which a worker has ended, if there is any; the worker can have another one then.
bool crew_take(struct crew *crew, struct crew_finished *finished);

// Waits until a worker has ended with a unit, but at most 2 ms.
void crew_wait(struct crew *crew);

// Waits until all workers have ended with what they have, and ends the threads. What they have found can still be taken.
void crew_end(struct crew *crew);

// Frees the crew, which has ended.
void crew_free(struct crew *crew);

#endif
