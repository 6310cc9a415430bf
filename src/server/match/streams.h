// SPDX-License-Identifier: GPL-3.0-or-later
// Server-sent events: who watches which match, and what is still to be sent to each.
#ifndef LEAPER_SERVER_STREAMS_H
#define LEAPER_SERVER_STREAMS_H

#include "server/http/problem.h"
#include "server/http/quota.h"
#include "server/http/share.h"
#include "server/match/hub.h"

#include <microhttpd.h>
#include <stdbool.h>

// Kinds of events of a match that can wait to be sent; a newer event replaces an older one of its kind.
enum stream_event { STREAM_MATCH, STREAM_THINKING, STREAM_PRESENCE, STREAM_EVENTS };

struct streams;

// Who wants to watch what.
struct stream_request {
    struct MHD_Connection *connection;
    const char *id; // of the match, or of what else there is to watch
    struct address client;
    enum quota_slot slot; // what the stream counts as
    unsigned kinds;       // of events, numbered from 0
    const char *self;     // what streams_connected() finds it by; NULL: nothing
    unsigned most;        // may watch the same at a time; 0: any number
    struct hub *hub;      // of matches; NULL: it is no match
    struct match *match;  // which the caller has acquired; it stays in memory as long as the stream is open
    struct presence *presence; // which the client has come into …
    unsigned seats;            // … with these seats
};

// The quotas are borrowed.
struct streams *streams_new(struct quotas *quotas);

// All streams must have ended (MHD_stop_daemon() sees to that).
void streams_free(struct streams *streams);

// The response to a request for events, which begins with `first` (ownership passes). Who has come (presence_come()), which is done
// before, so that `first` can tell it, leaves when the stream ends or there is none. NULL with
// PROBLEM_TOO_MANY if the client has too many streams, or with PROBLEM_BUSY if there are too many in all (some are reserved for
// clients that hold a seat) or the server is shutting down.
struct MHD_Response *streams_open(struct streams *streams, const struct stream_request *request,
                                  struct share *first, struct problem *problem);

// Appends what an event stream begins with: the delay before this client reconnects. It differs from client to client, or all would
// reconnect at the same moment after a restart.
void streams_write_retry(struct buffer *out);

// Whether the stream with that `self` exists, and its client has not hung up.
bool streams_connected(struct streams *streams, const char *self);

// Whether anybody is watching that match.
bool streams_watched(struct streams *streams, const char *id);

// Sends an event (ownership passes) to all who watch that match. Never waits for them.
void streams_publish(struct streams *streams, const char *id, unsigned kind, struct share *event);

// How many there are.
unsigned streams_count(struct streams *streams);

// Ends the streams whose clients have hung up, which a stream with nothing to send does not notice by itself.
void streams_sweep(struct streams *streams);

// Sends a comment on every stream.
void streams_beat(struct streams *streams);

// Ends all streams and accepts no new ones; waits a little for them to finish.
void streams_close(struct streams *streams);

#endif
