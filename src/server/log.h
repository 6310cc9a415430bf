// SPDX-License-Identifier: GPL-3.0-or-later
// The server's log: one line on standard error for each request and for each event, as text or as JSON.
//
// No line contains a token, a join secret, a match id or anything else from a request except its method: the route stands for
// its path, and addresses are shortened unless the operator wants them in full.
#ifndef LEAPER_SERVER_LOG_H
#define LEAPER_SERVER_LOG_H

#include "server/http/address.h"

#include <stdint.h>

// LOG_NONE: errors only, as text.
enum log_format { LOG_NONE, LOG_TEXT, LOG_JSON, LOG_FORMATS };
enum log_level { LOG_INFO, LOG_WARNING, LOG_ERROR };

// The first 24 bits of an IPv4 address or 48 of an IPv6 address; the whole client address (address_client()); nothing.
enum log_addresses { LOG_TRIMMED, LOG_FULL, LOG_HIDDEN, LOG_ADDRESSES };

// The names of the values, in order, with NULL at the end.
extern const char *const log_format_names[LOG_FORMATS + 1];
extern const char *const log_address_names[LOG_ADDRESSES + 1];

struct log {
    enum log_format format;
    enum log_addresses addresses;
};

struct log_request {
    const char *id, *method;
    const char *route; // "/api/matches/:id"
    unsigned status;
    double seconds;
    int64_t bytes;       // of the body that was sent; -1: not known
    const char *problem; // code of a refusal, or NULL
    const char *cause;   // what was wrong, for the server's own failures; NULL or ""
    const struct address *address;
    bool aborted; // the connection ended before the answer did
};

// One line about a request; from any thread.
void log_request(const struct log *log, const struct log_request *request);

// One line about anything else: "listening", "http://127.0.0.1:8080/". `cause` may be NULL.
void log_event(const struct log *log, enum log_level level, const char *event, const char *cause);

#endif
