// SPDX-License-Identifier: GPL-3.0-or-later
// Server-sent events: who watches which match, and what each of them still has to be sent.
#ifndef LEAPER_SERVER_STREAMS_H
#define LEAPER_SERVER_STREAMS_H

#include "server/share.h"

#include <microhttpd.h>
#include <stdbool.h>

// What can wait to be sent; a newer one of a kind takes the place of an older.
enum stream_event { STREAM_MATCH, STREAM_THINKING, STREAM_EVENTS };

struct streams;

struct streams *streams_new(void);

// All streams must have ended (MHD_stop_daemon() sees to that).
void streams_free(struct streams *streams);

// The answer to a request for the events of the match `id`, which begins with
// `first` (taken over). NULL when there are too many streams or the server stops.
struct MHD_Response *streams_open(struct streams *streams, struct MHD_Connection *connection, const char *id,
                                  struct share *first);

// Whether anybody watches that match.
bool streams_watched(struct streams *streams, const char *id);

// Sends an event (taken over) to all who watch that match. Never waits for them.
void streams_publish(struct streams *streams, const char *id, enum stream_event kind, struct share *event);

// How many there are.
unsigned streams_count(struct streams *streams);

// Sends a comment on every stream.
void streams_beat(struct streams *streams);

// Ends all streams, and takes no new ones; waits a little for them to be gone.
void streams_close(struct streams *streams);

#endif
