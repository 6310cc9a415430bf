// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that changes a match: checked, written to disk, then published to all who watch.
//
// These functions answer a request. When they refuse it, they return false with a problem, and nothing has changed; after
// PROBLEM_STALE_PLY, request->out holds the current match all the same.
#ifndef LEAPER_SERVER_PLAY_H
#define LEAPER_SERVER_PLAY_H

#include "server/body.h"
#include "server/match/engines.h"
#include "server/match/match_request.h"

// Stores the id of the new match in `id`.
bool play_create(const struct match_request *request, const struct create_body *body,
                 char id[ARCHIVE_ID_SIZE]);
bool play_join(const struct match_request *request, const struct join_body *body);
// Two people who agree on a match.
struct pair {
    const struct create_body *body; // the first one's, with the game; its opponent does not matter
    const struct address *client;   // the first one's, who pays for a new text
    const char *name;               // the second one's
    const char *tokens[2];          // what they will play by
};

// Creates their match with request->id; the answer is left to play_give_seat(). Fails if there is such a match.
bool play_pair(const struct match_request *request, const struct pair *pair);

// Answers whoever holds a seat by that token: {"match":…,"seat":…,"token":…}. PROBLEM_NO_MATCH, or PROBLEM_BAD_TOKEN.
bool play_give_seat(const struct match_request *request, const char *token);

// What a match of that body would be (match_describe_terms()). NULL with the problem if it could not begin.
json_t *play_terms(const char *id, const struct create_body *body, struct problem *problem);

bool play_cancel(const struct match_request *request);
bool play_turn(const struct match_request *request, const struct turn_body *body);
bool play_announce(const struct match_request *request, const struct announce_body *body);
bool play_resign(const struct match_request *request, size_t ply);
bool play_draw(const struct match_request *request, const struct draw_body *body);
bool play_takeback(const struct match_request *request, const struct takeback_body *body);
bool play_rematch(const struct match_request *request);

// Announces for the engine of a locked match, on its turn or off it, if that wins. Returns whether it did. (announce.c)
bool announce_for_engine(struct service *service, struct match *match);

// What engines_new() is to call.
extern const struct engine_actions play_engine_actions;

#endif
