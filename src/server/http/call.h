// SPDX-License-Identifier: GPL-3.0-or-later
// A request that has arrived in full, and its answer: what handlers see of HTTP.
#ifndef LEAPER_SERVER_CALL_H
#define LEAPER_SERVER_CALL_H

#include "server/http/caller.h"
#include "server/service.h"

#include <jansson.h>
#include <microhttpd.h>

// What the log and the metrics (monitor.h) record about a call.
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
    const char *rest;         // what follows the last fixed part of the route: the N in plies/N, or ""
    struct caller caller;
    const char *body;
    size_t length;

    // What a handler leaves to the threads for long work (jobs.h): this makes the answer from `later_with`, which is
    // freed by `later_drop` when the call is over. NULL: the answer is complete.
    void (*later)(struct call *call);
    bool waits; // leave it to the threads that wait for the disk instead
    void (*later_drop)(void *with);
    void *later_with;

    // The answer.
    unsigned status;
    unsigned retry_after; // seconds; 0: the default, if the answer has that header
    struct buffer text;
    const char *type;  // NULL: JSON
    bool gzip;         // the client accepts gzip, and there is no secret in the answer
    bool gzipped;      // `text` is
    bool form;         // it is a page with a form
    char location[80]; // headers, or ""
    char disposition[128];
    char allow[64];
    struct MHD_Response *response; // a ready answer instead of `text`

    struct call_note note;
};

// The value of a query parameter; NULL if there is none.
const char *call_query(const struct call *call, const char *name);

// The socket of a call that is left to the threads for long work; nothing may be read from it. -1 if there is none.
int call_socket(const struct call *call);

// Whether the client of a connection, which may be suspended, has disconnected, or at least closed its sending side.
bool call_has_hung_up(struct MHD_Connection *connection);

// Whether the client of such a call has disconnected, or at least closed its sending side.
bool call_is_abandoned(const struct call *call);

// Makes the problem the answer.
void call_fail(struct call *call, const struct problem *problem);

// Ends a handler: 200 if all is fine, else the problem.
void call_answer(struct call *call, bool fine, const struct problem *problem);

// Answers with the value, whose reference it takes; NULL, like a value that cannot be written, means that there is no memory.
void call_answer_json(struct call *call, json_t *json);

// Answers a request whose method is not among those allowed: "GET, POST, ", OPTIONS being added.
void call_refuse_method(struct call *call, const char *allowed);

// Finds the route and runs its handler.
void call_run(struct call *call);

#endif
