// SPDX-License-Identifier: GPL-3.0-or-later
// The web server: matches over HTTP, from an archive, with engines to play against.
#ifndef LEAPER_SERVER_SERVER_H
#define LEAPER_SERVER_SERVER_H

#include "server/http/address.h"
#include "server/log.h"

struct server_options {
    const char *bind;               // a numeric address, or "localhost"
    unsigned port;                  // 0: any that is free
    const char *database;           // path
    const char *web;                // directory of the page; NULL: no page
    const char *host;               // a name that it has beside its addresses; NULL: none
    unsigned engines;               // at work at the same time
    int64_t expire;                 // seconds after which a match without a turn is deleted; 0: never
    struct address_blocks trusted;  // proxies whose word on the client's address is taken
    struct address_blocks generous; // clients who have the generous limits, as this machine has
    struct log log;
    const char *metrics_token; // for GET /metrics; NULL: for this machine only
};

struct server;

// Opens the database, binds the port and begins to answer. The calling thread
// must have blocked the signals that are to end the server, so that its own
// threads leave them alone. NULL with an error; nothing is left running then.
struct server *server_new(const struct server_options *options, struct error *err);

// Where it is to be found: "http://127.0.0.1:8080/". Owned by the server.
const char *server_url(const struct server *server);

// What has to be done about once a second: heartbeats, deadlines, forgotten matches.
void server_tick(struct server *server);

// Whether changes can be kept at the moment. Where they cannot, everything can be looked at, and changes are refused.
bool server_can_write(struct server *server, struct error *err);

// Whether the disk has failed in such a way that nobody can tell what is on it: nobody is answered any more, and
// the process should end at once.
bool server_has_failed(const struct server *server);

// Ends streams and searches in good order, answers what was asked, closes the database. NULL is allowed.
void server_free(struct server *server);

#endif
