// SPDX-License-Identifier: GPL-3.0-or-later
// Counts connections, cuts off those that take too long, and makes room for new ones: libmicrohttpd alone would wait for
// ever for a request that comes byte by byte.
#ifndef LEAPER_SERVER_GUARD_H
#define LEAPER_SERVER_GUARD_H

#include "server/http/quota.h"

#include <microhttpd.h>
#include <stdbool.h>

struct guard;

// What a connection is at, which decides how long it may take.
enum guard_phase {
    GUARD_WAITING,   // for a request to come in whole: LIMIT_REQUEST
    GUARD_ANSWERING, // an answer is taken: LIMIT_ANSWER
    GUARD_WORKING,   // a stream, or work of ours: for ever
    GUARD_ENDING     // it has been cut off
};

// Connections from trusted proxies belong to no client. Both are borrowed.
struct guard *guard_new(struct quotas *quotas, const struct address_blocks *trusted);

// All connections must have ended. NULL is allowed.
void guard_free(struct guard *guard);

// For MHD_start_daemon(), with the guard as context: refuses clients who have far too many connections.
enum MHD_Result guard_accept(void *context, const struct sockaddr *peer, socklen_t length);

// For MHD_OPTION_NOTIFY_CONNECTION, with the guard as context. When there are more than LIMIT_SERVED connections, the one that
// has kept us waiting longest is cut off, those of clients who hold a seat excepted.
void guard_notify(void *context, struct MHD_Connection *connection, void **socket_context,
                  enum MHD_ConnectionNotificationCode code);

// What the connection is at from now on.
void guard_enter(struct guard *guard, struct MHD_Connection *connection, enum guard_phase phase);

// Whether its client had more connections than it may when this one came.
bool guard_is_over(struct MHD_Connection *connection);

// The number of connections that have not been cut off.
unsigned guard_count(struct guard *guard);

// Cuts off those whose time is over; to be called about once a second.
void guard_tick(struct guard *guard);

// Makes the system give up a peer that has vanished: one that acknowledges nothing for LIMIT_VANISHED seconds.
void guard_watch_peer(int socket);

#endif
