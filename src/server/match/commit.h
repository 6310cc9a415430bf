// SPDX-License-Identifier: GPL-3.0-or-later
// What the changes of a match have in common: whose seat, onto the disk, out to those who watch.
#ifndef LEAPER_SERVER_COMMIT_H
#define LEAPER_SERVER_COMMIT_H

#include "server/http/caller.h"
#include "server/service.h"

// A locked match, and who has come to it.
struct seated {
    struct match *match;
    unsigned seats;  // bits 1 << color
    enum color seat; // the one of them, when there is one
    struct address address;
};

// Acquires and locks a match for the holder of a seat, and notes in `caller` that it is one. PROBLEM_NO_MATCH, NO_TOKEN or BAD_TOKEN.
bool seat_enter(struct service *service, const char *id, struct caller *caller, struct seated *seated,
                struct problem *problem);

// Unlocks it and gives it back.
void seat_leave(struct service *service, struct seated *seated);

// The same at the end of a request: writes the match as the answer when all went well or the ply was stale, and
// hands the match on to an engine that is to move. Returns `fine`.
bool seat_answer(struct service *service, struct seated *seated, bool fine, struct buffer *out,
                 const struct problem *problem);

// Whether `ply` is the present one (PROBLEM_STALE_PLY).
bool seat_knows_ply(const struct match *match, size_t ply, struct problem *problem);

// What resigning, drawing, announcing and playing have in common: it is the present ply, the match goes on, and
// there is an opponent.
bool seat_can_act(const struct match *match, size_t ply, struct problem *problem);

// Writes `next`, a changed copy of match->row, and the event to the disk. On
// success match->row is `next`, one revision further; on failure, with
// PROBLEM_DATABASE, it is what it was.
bool commit_next(struct service *service, struct match *match, struct archived_match *next,
                 const struct archive_event *event, struct problem *problem);

// The same, with side, outcome and points taken from the session.
bool commit_row(struct service *service, struct match *match, struct archived_match *next,
                const struct archive_event *event, struct problem *problem);

// Plays a legal turn, keeps it and tells those who watch. On failure nothing has changed.
bool commit_turn(struct service *service, struct match *match, const struct turn *turn,
                 struct problem *problem);

// Tells those who watch. The match is locked and complete.
void commit_publish(struct service *service, struct match *match);

#endif
