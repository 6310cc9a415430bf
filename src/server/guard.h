// SPDX-License-Identifier: GPL-3.0-or-later
// Counts connections and cuts off those that take too long: libmicrohttpd alone would wait for ever
// for a request that comes byte by byte.
#ifndef LEAPER_SERVER_GUARD_H
#define LEAPER_SERVER_GUARD_H

#include <microhttpd.h>

struct guard;

struct guard *guard_new(void);

// All connections must have ended. NULL is allowed.
void guard_free(struct guard *guard);

// For MHD_OPTION_NOTIFY_CONNECTION, with the guard as context.
void guard_notify(void *context, struct MHD_Connection *connection, void **socket_context,
                  enum MHD_ConnectionNotificationCode code);

// How many seconds the connection has from now on for what it is about; 0: for ever.
void guard_allow(struct guard *guard, struct MHD_Connection *connection, unsigned seconds);

// The number of connections.
unsigned guard_count(struct guard *guard);

// Cuts off those whose time is over; to be called about once a second.
void guard_tick(struct guard *guard);

#endif
