// SPDX-License-Identifier: GPL-3.0-or-later
// Sends messages to players who want them: a thread that looks at those who are due, and hands messages to the operator's command.
//
// What is due is in the database, so there is no other queue, and what was not sent before the server ended is sent by the next one.
// One command runs at a time; nobody but the thread waits for it.
#ifndef LEAPER_SERVER_MAILER_H
#define LEAPER_SERVER_MAILER_H

#include "server/service.h"

struct mailer;

struct mailer_options {
    const char *command; // a program and its arguments, separated by blanks
    const char *url;     // of the server, for links: "https://chess.example.org"
    const char *from;    // the address that messages come from; NULL: leaper at the host of the URL
};

// Whether links can begin with that: http or https, a host and perhaps a port, nothing else.
bool mailer_takes_url(const char *url);

// The options are copied. NULL with an error when they cannot be used.
struct mailer *mailer_new(struct service *service, const struct mailer_options *options, struct error *err);
void mailer_free(struct mailer *mailer); // NULL is allowed; the thread must not run

// Starts the thread, and ends it with a command that is running. False with an error.
bool mailer_start(struct mailer *mailer, struct error *err);
void mailer_stop(struct mailer *mailer); // NULL is allowed, and that it does not run

// Somebody is due at that moment; NO_DEADLINE and 0: nobody. From any thread; never blocks for long. NULL is allowed.
void mailer_wake(struct mailer *mailer, int64_t due);

// To be called about once a second. NULL is allowed.
void mailer_tick(struct mailer *mailer);

#endif
