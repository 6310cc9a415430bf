// SPDX-License-Identifier: GPL-3.0-or-later
// A request that has come in whole, and its answer: what handlers see of HTTP.
#ifndef LEAPER_SERVER_CALL_H
#define LEAPER_SERVER_CALL_H

#include "server/http/caller.h"
#include "server/service.h"

#include <microhttpd.h>

// What the log and the metrics (monitor.h) say of a call.
struct call_note {
    char id[17];
    const char *route; // static: "/api/matches/:id"
    double begun;      // by the monotonic clock, in seconds
    int64_t bytes;     // of the answer's body
    bool stream;       // an event stream
    enum problem_code problem;
    char cause[320]; // of the server's own failures, or ""
};

struct call {
    struct service *service;
    struct MHD_Connection *connection;
    const char *method, *path;
    char id[ARCHIVE_ID_SIZE]; // the match in the path, or ""
    const char *rest;         // what follows the last fixed part of the route: the N of plies/N, or ""
    struct caller caller;
    const char *body;
    size_t length;

    // What a handler leaves to the threads for long work (jobs.h): it makes the answer from `later_with`, which is
    // dropped when the call is over. NULL: the answer is there.
    void (*later)(struct call *call);
    bool waits; // it is left to the threads that wait for the disk instead
    void (*later_drop)(void *with);
    void *later_with;

    // The answer.
    unsigned status;
    unsigned retry_after; // seconds; 0: the usual, where an answer has that header
    struct buffer text;
    const char *type;  // NULL: JSON
    bool gzip;         // the client takes it, and nothing speaks against it
    bool gzipped;      // `text` is
    char location[80]; // headers, or ""
    char disposition[128];
    char allow[64];
    struct MHD_Response *response; // a ready answer instead of `text`

    struct call_note note;
};

// The value of a query parameter, or NULL.
const char *call_query(const struct call *call, const char *name);

// The socket, of which nothing must be read, of a call that is left to the threads for long work; -1 when there is none.
int call_socket(const struct call *call);

// Whether the client has gone away, or at least says nothing any more. For such calls.
bool call_is_abandoned(const struct call *call);

// Makes the problem the answer.
void call_fail(struct call *call, const struct problem *problem);

// Finds the route and runs its handler.
void call_run(struct call *call);

#endif
