// SPDX-License-Identifier: GPL-3.0-or-later
// Which match an engine takes next, and how long it may think about it: a fair queue without threads or clocks.
//
// Clients (addresses) are ordered by the engine time they have used: the next match is one of the client that
// has had least while waiting (start-time fair queueing). The matches of one client are ordered by the thinking time of
// their levels, so that a quick reply overtakes slow ones queued shortly before it (self-clocked fair
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
    unsigned wanted;  // the thinking time of its level; may be corrected while an engine works on it
    unsigned charged; // what the queue charges for it until it is done
};

// A queue for that many engines.
struct fair *fair_new(unsigned engines);
void fair_free(struct fair *fair); // NULL is allowed

// Queues a match, unless it is already waiting. Returns false if there was no room (LIMIT_QUEUE_CLIENT for one client, LIMIT_QUEUE
// for all), or if room was made by dropping a match of a client that has more waiting.
bool fair_add(struct fair *fair, const char *id, const struct address *address, unsigned wanted);

// Takes the next match. False if none is waiting. Every job taken must be passed to fair_done().
bool fair_take(struct fair *fair, struct fair_job *job);

// The total time that the engine may now think about that job, from FAIR_LEAST (or less, if the level wants
// less) to job->wanted: all of it while there is an engine for every match of every client, else in proportion; and
// at most FAIR_PATIENCE while a client is waiting that no engine works for.
unsigned fair_time(const struct fair *fair, const struct fair_job *job);

enum { FAIR_LEAST = 50, FAIR_PATIENCE = 500 };

// The job is done, having taken that much time.
void fair_done(struct fair *fair, const struct fair_job *job, unsigned spent);

// How many matches are waiting: in all, and of one client.
unsigned fair_waiting(const struct fair *fair);
unsigned fair_waiting_of(const struct fair *fair, const struct address *address);

#endif
