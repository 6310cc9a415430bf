// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that changes a match: judged, written to disk, then told to all who watch.
//
// Functions that answer a request append the answer's JSON to `out`. They
// return false with a problem, and nothing has changed; with PROBLEM_STALE_PLY
// `out` holds the present match all the same.
#ifndef LEAPER_SERVER_PLAY_H
#define LEAPER_SERVER_PLAY_H

#include "server/body.h"
#include "server/http/caller.h"
#include "server/http/share.h"
#include "server/service.h"

// `id` gets the id of the new match.
bool play_create(struct service *service, const struct caller *caller, const struct create_body *body,
                 char id[ARCHIVE_ID_SIZE], struct buffer *out, struct problem *problem);
bool play_join(struct service *service, const char *id, const struct join_body *body, struct buffer *out,
               struct problem *problem);
bool play_cancel(struct service *service, const char *id, struct caller *caller, struct buffer *out,
                 struct problem *problem);
bool play_turn(struct service *service, const char *id, struct caller *caller, const struct turn_body *body,
               struct buffer *out, struct problem *problem);
bool play_announce(struct service *service, const char *id, struct caller *caller,
                   const struct announce_body *body, struct buffer *out, struct problem *problem);
bool play_resign(struct service *service, const char *id, struct caller *caller, size_t ply,
                 struct buffer *out, struct problem *problem);
bool play_draw(struct service *service, const char *id, struct caller *caller, const struct draw_body *body,
               struct buffer *out, struct problem *problem);
bool play_takeback(struct service *service, const char *id, struct caller *caller,
                   const struct takeback_body *body, struct buffer *out, struct problem *problem);
bool play_rematch(struct service *service, const char *id, struct caller *caller, struct buffer *out,
                  struct problem *problem);

// Announces for the engine, if there is one, at its turn or off it, when that wins (announce.c). The match is
// locked. Whether it did.
bool announce_for_engine(struct service *service, struct match *match);

// Plays the engine's turn, and announces for it; the match is locked and an engine is to move.
bool play_engine_turn(struct service *service, struct match *match, const struct turn *turn,
                      struct problem *problem);

// The event that carries a locked match, as it begins a stream or continues it.
struct share *play_match_event(struct match *match, bool first);

#endif
