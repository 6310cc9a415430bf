// SPDX-License-Identifier: GPL-3.0-or-later
// A fixed pool of engines, each with its own thread, that play the engines' turns in all matches.
#ifndef LEAPER_SERVER_ENGINES_H
#define LEAPER_SERVER_ENGINES_H

#include "server/http/address.h"
#include "server/service.h"

struct engines;

// What an engine does in a match. The match is locked.
struct engine_actions {
    // Announces for the engine, if that wins. Returns whether it did.
    bool (*announce)(struct service *service, struct match *match);
    // Plays the turn that the engine has found.
    bool (*play)(struct service *service, struct match *match, const struct turn *turn,
                 struct problem *problem);
};

// Starts `workers` threads (1 … LIMIT_WORKERS). NULL with an error. The service, which must be complete except for its
// engines, and the actions are borrowed.
struct engines *engines_new(struct service *service, const struct engine_actions *actions, unsigned workers,
                            struct error *err);

// Stops all searches and ends the threads; the next server resumes their work. NULL is allowed.
void engines_free(struct engines *engines);

// Queues a match for an engine, on behalf of that client (fair.h). If too many are waiting already, the match is found in the
// archive later. Never blocks. The match is locked, and an engine is to move in it.
void engines_want(struct engines *engines, const struct match *match, const struct address *client);

// Whether that client has so many matches waiting that it should not start more.
bool engines_busy(struct engines *engines, const struct address *client);

struct engines_state {
    unsigned waiting, thinking;
};

// How many matches are waiting, and how many engines are searching.
struct engines_state engines_state(struct engines *engines);

// Stops the search for that match, if there is one, since its result is no longer needed. The match is locked.
void engines_cancel(struct engines *engines, const struct match *match);

// To be called about once a second: queues matches that are waiting in the archive, as after a start of the server.
void engines_tick(struct engines *engines);

// Whether the engine would agree to a draw, by the result of its last search.
bool engine_accepts_draw(const struct match *match);

#endif
