// SPDX-License-Identifier: GPL-3.0-or-later
// The web server: matches over HTTP, from an archive, with engines to play against.
#ifndef LEAPER_SERVER_SERVER_H
#define LEAPER_SERVER_SERVER_H

#include "server/http/address.h"
#include "server/log.h"

struct server_options {
    const char *bind;     // a numeric address, or "localhost"
    unsigned port;        // 0: any that is free
    const char *database; // path
    const char *web;      // directory of the page; NULL: no page
    const char *host;     // a name for it in addition to its addresses; NULL: none
    unsigned engines;     // how many think at the same time
    int analyses; // searches for people who analyse at the same time; -1: one if only this machine can ask
    unsigned analysis_threads;      // threads of each of them
    int64_t expire;                 // seconds after which a match without a turn is deleted; 0: never
    unsigned text_mib;              // MiB of texts of variants that the database keeps
    unsigned new_texts;             // different texts that one client may bring into it in a day
    struct address_blocks trusted;  // proxies that are trusted to name the client's address
    struct address_blocks generous; // clients with the generous limits that this machine has
    const char *mail;               // the command that sends messages to players; NULL: none are sent
    const char *mail_from, *url;    // see mailer_options
    struct shelf
        *tables; // of endings, which engines ask (tables/shelf.h); NULL: none. Must outlive the server
    struct log log;
    const char *metrics_token; // for GET /metrics; NULL: only this machine may read them
};

struct server;

// Opens the database, binds the port and starts answering. The calling thread must have blocked the signals that are to end
// the server, so that the server's threads inherit this. Returns NULL with an error, and leaves nothing running.
struct server *server_new(const struct server_options *options, struct error *err);

// Its address: "http://127.0.0.1:8080/". Owned by the server.
const char *server_url(const struct server *server);

// To be called about once a second: heartbeats, deadlines, abandoned matches.
void server_tick(struct server *server);

// Whether changes can be written at the moment. If not, everything can be read, and changes are refused.
bool server_can_write(struct server *server, struct error *err);

// Whether the disk has failed in such a way that nobody can tell what is on it: nobody is answered any more, and
// the process should end at once.
bool server_has_failed(const struct server *server);

// Ends streams and searches in good order, answers what was asked, closes the database. NULL is allowed.
void server_free(struct server *server);

#endif
