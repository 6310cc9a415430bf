// SPDX-License-Identifier: GPL-3.0-or-later
// Whose match an engine takes up next, and how long it may think about it: a fair queue without threads or clocks.
//
// Clients (addresses) take turns by the time that engines have thought for them: next is a match of the client who
// has had least of it while it waited (start-time fair queueing). The matches of one client take turns by the time
// that their levels think, so that a quick reply passes slow ones that came shortly before it (self-clocked fair
// queueing). All times are in milliseconds.
#ifndef LEAPER_SERVER_FAIR_H
#define LEAPER_SERVER_FAIR_H

#include "archive/archive.h"
#include "server/http/address.h"

struct fair;

// A match that has been taken from the queue.
struct fair_job {
    char id[ARCHIVE_ID_SIZE];
    struct address client;
    unsigned wanted;  // the time that its level thinks; may be corrected while it is at work
    unsigned charged; // what counts for it in the queue until it is done
};

// A queue for that many engines.
struct fair *fair_new(unsigned engines);
void fair_free(struct fair *fair); // NULL is allowed

// Lets a match wait; nothing happens when it does already. False when it, or in its place another of a client who has more
// waiting, found no room: LIMIT_QUEUE_CLIENT for one client, LIMIT_QUEUE for all.
bool fair_add(struct fair *fair, const char *id, const struct address *address, unsigned wanted);

// Takes the next match. False when none waits. Every job taken is to be given to fair_done().
bool fair_take(struct fair *fair, struct fair_job *job);

// How long the engine at that job may think in all as things stand, from FAIR_LEAST (or less, where the level thinks
// less) to job->wanted: all of it while there is an engine for every match of every client, else in proportion; and
// no longer than FAIR_PATIENCE while a client waits for whom no engine is at work.
unsigned fair_time(const struct fair *fair, const struct fair_job *job);

enum { FAIR_LEAST = 50, FAIR_PATIENCE = 500 };

// The job is over after so much time.
void fair_done(struct fair *fair, const struct fair_job *job, unsigned spent);

// How many matches wait: all, and those of one client.
unsigned fair_waiting(const struct fair *fair);
unsigned fair_waiting_of(const struct fair *fair, const struct address *address);

#endif
