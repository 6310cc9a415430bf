// SPDX-License-Identifier: GPL-3.0-or-later
// Open seeks: who looks for an opponent, and who watches that (docs/api.md, "The lobby").
//
// They are in memory only. A seek has a slot as long as it is open, and each change that is published says what is in one slot, so a
// client that reads slowly needs only the newest about each of them.
//
// Whoever works on a seek holds it; nobody else does at the same time, and it does not end by itself meanwhile. All functions may be called from
// any thread.
#ifndef LEAPER_SERVER_LOBBY_H
#define LEAPER_SERVER_LOBBY_H

#include "server/body.h"
#include "server/match/streams.h"
#include "server/secret.h"

#include <jansson.h>

struct lobby;

// The last members are the lobby's own; the others are for the holder to set.
struct seek {
    struct create_body match; // what is sought, with the game's name in `game` instead of the game
    char game[LIMIT_SECRET + 1];
    char token[SECRET_SIZE];         // what its person will play by
    char presence[LIMIT_SECRET + 1]; // its person is there as long as this stream is connected
    char id[ARCHIVE_ID_SIZE];
    unsigned slot;
    char *shown; // what all see, in JSON; NULL: it is not shown yet
    struct address client;
    int64_t begun, seen; // milliseconds; `seen` is when its person was last there
    bool held;
};

// `clock` returns milliseconds and never goes back; the others are borrowed.
struct lobby *lobby_new(struct streams *streams, struct quotas *quotas, int64_t (*clock)(void));
void lobby_free(struct lobby *lobby); // NULL is allowed; nobody may hold a seek

// Holds the seek with that id, as soon as nobody else does. NULL if it is not open. To be followed by lobby_release() or lobby_end().
struct seek *lobby_hold(struct lobby *lobby, const char *id);

// The same, but adds the seek on behalf of that client if it is not there; then it is not shown. NULL with PROBLEM_TOO_MANY or
// PROBLEM_BUSY if there is no room for it.
struct seek *lobby_hold_or_add(struct lobby *lobby, const char *id, const struct address *client,
                               struct problem *problem);

// Shows the seek to all who watch. Takes ownership of the JSON.
void lobby_show(struct lobby *lobby, struct seek *seek, json_t *shown);

// Lets others hold it.
void lobby_release(struct lobby *lobby, struct seek *seek);

// Ends the seek and tells all who watch; frees it.
void lobby_end(struct lobby *lobby, struct seek *seek);

// Appends {"slot":…,"seek":…} as all see it.
void lobby_write(const struct seek *seek, struct buffer *out);

// Whether a person is there.
bool lobby_is_present(struct lobby *lobby, const char *presence);

// To be called about once a second: ends the seeks of those who have left, and those that have been open for too long.
void lobby_tick(struct lobby *lobby);

// How many seeks there are.
unsigned lobby_count(struct lobby *lobby);

// The response to a request for the event stream. NULL with the problem.
struct MHD_Response *lobby_watch(struct lobby *lobby, struct MHD_Connection *connection,
                                 const struct address *client, struct problem *problem);

#endif
