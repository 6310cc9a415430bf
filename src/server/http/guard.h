// SPDX-License-Identifier: GPL-3.0-or-later
// Counts connections, cuts off those that take too long, and makes room for new ones: on its own, libmicrohttpd would wait
// forever for a request that arrives byte by byte.
#ifndef LEAPER_SERVER_GUARD_H
#define LEAPER_SERVER_GUARD_H

#include "server/http/quota.h"

#include <microhttpd.h>
#include <stdbool.h>

struct guard;

// The phase of a connection, which decides how long it may take.
enum guard_phase {
    GUARD_WAITING,   // waiting for a complete request: LIMIT_REQUEST
    GUARD_ANSWERING, // sending an answer: LIMIT_ANSWER
    GUARD_WORKING,   // a stream, or our own work: no limit
    GUARD_ENDING     // it has been cut off
};

// Connections from trusted proxies belong to no client. Both are borrowed.
struct guard *guard_new(struct quotas *quotas, const struct address_blocks *trusted);

// All connections must have ended. NULL is allowed.
void guard_free(struct guard *guard);

// For MHD_start_daemon(), with the guard as context: refuses clients that have far too many connections.
enum MHD_Result guard_accept(void *context, const struct sockaddr *peer, socklen_t length);

// For MHD_OPTION_NOTIFY_CONNECTION, with the guard as context. When there are more than LIMIT_SERVED connections, the one that
// has kept us waiting longest is cut off, unless its client holds a seat.
void guard_notify(void *context, struct MHD_Connection *connection, void **socket_context,
                  enum MHD_ConnectionNotificationCode code);

// Sets the phase of the connection.
void guard_enter(struct guard *guard, struct MHD_Connection *connection, enum guard_phase phase);

// Whether its client already had too many connections when this one was accepted.
bool guard_is_over(struct MHD_Connection *connection);

// The number of connections that have not been cut off.
unsigned guard_count(struct guard *guard);

// Cuts off connections whose time is up; to be called about once a second.
void guard_tick(struct guard *guard);

// Makes the system drop a peer that has vanished: one that acknowledges nothing for LIMIT_VANISHED seconds.
void guard_watch_peer(int socket);

#endif
