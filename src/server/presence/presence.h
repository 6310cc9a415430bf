// SPDX-License-Identifier: GPL-3.0-or-later
// Who has the events of which match open: the holders of its seats, and those who watch. In memory only.
//
// How long somebody is away counts while anybody is there to see it. It goes down again as fast as it went up, so that coming back for
// a moment now and then does not count as being there. While nobody is there it stands still: an outage that has cut off both players
// is not held against the one who is back later, and whoever loads his page again need not wait anew. After PRESENCE_PAUSE it is
// forgotten. Times are those of served.h, so nobody is away while no server runs.
#ifndef LEAPER_SERVER_PRESENCE_H
#define LEAPER_SERVER_PRESENCE_H

#include "archive/archive.h"
#include "server/http/address.h"
#include "server/time/served.h"

struct presence;

// For how long the absences in a match are kept while nobody has a stream of it, in milliseconds.
enum { PRESENCE_PAUSE = 20000 };

// Somebody with an event stream of a match.
struct visitor {
    const char *id; // of the match
    unsigned seats; // that he holds, as bits 1 << color; 0: he watches
    struct address client;
};

// `served` is borrowed.
struct presence *presence_new(const struct served *served);
void presence_free(struct presence *presence); // NULL is allowed; all streams must have ended

// An event stream begins or ends. For each one that begins, one must end.
void presence_come(struct presence *presence, const struct visitor *visitor);
void presence_leave(struct presence *presence, const struct visitor *visitor);

// The holder of these seats has sent a request, so he is there even without a stream.
void presence_show(struct presence *presence, const char *id, unsigned seats);

// Whether the holder of a seat has an event stream.
bool presence_is_there(struct presence *presence, const char *id, enum color seat);

// When the holder of a seat will have been away for `patience` milliseconds, if somebody goes on being there to see it; NO_DEADLINE
// while he is there, or nobody is.
int64_t presence_away(struct presence *presence, const char *id, enum color seat, int64_t patience);

// How many watch: streams of people without a seat, of each client no more than LIMIT_WATCHERS_CLIENT.
unsigned presence_watchers(struct presence *presence, const char *id);

// Takes a match about which those who have its events open have not been told all of this. False if there is none.
bool presence_take_news(struct presence *presence, char id[ARCHIVE_ID_SIZE]);

#endif
