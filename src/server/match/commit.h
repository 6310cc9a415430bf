// SPDX-License-Identifier: GPL-3.0-or-later
// The steps that all changes of a match share: find the seat, write to the disk, publish to those who watch.
#ifndef LEAPER_SERVER_COMMIT_H
#define LEAPER_SERVER_COMMIT_H

#include "server/http/share.h"
#include "server/match/match_request.h"

// A locked match, and the seats in it that the caller holds.
struct seated {
    struct match *match;
    unsigned seats;  // bits 1 << color
    enum color seat; // that seat, if there is only one; White if there are two
    struct address address;
    int64_t lag;     // of the caller's connection, in milliseconds
    int64_t arrived; // when the request had arrived, by clock_milliseconds()
};

// Acquires and locks the match for the holder of a seat, and marks the request's caller as one. Fails with
// PROBLEM_NO_MATCH, PROBLEM_NO_TOKEN or PROBLEM_BAD_TOKEN.
bool seat_enter(const struct match_request *request, struct seated *seated);

// Unlocks and releases it.
void seat_leave(struct service *service, struct seated *seated);

// Does so at the end of a request: writes the match as the answer if the request succeeded or its ply was stale, and
// queues the match for an engine if one is to move. Returns `fine`.
bool seat_answer(const struct match_request *request, struct seated *seated, bool fine);

// Whether `ply` is the current one; else PROBLEM_STALE_PLY.
bool seat_knows_ply(const struct match *match, size_t ply, struct problem *problem);

// Whether a request was made before the running time was over, by the rule for turns; else PROBLEM_MATCH_OVER, although the flag
// may fall a moment later.
bool seat_is_in_time(const struct seated *seated, struct problem *problem);

// What resigning, drawing, announcing and playing require: `ply` is the current one, the match is going on, and
// there is an opponent; and the request was made before the running time, whosever it is, was over.
bool seat_can_act(const struct seated *seated, size_t ply, struct problem *problem);

// Writes `next`, a changed copy of match->row, and the event to the disk. On success match->row becomes `next`, with the
// next revision number; on failure, with PROBLEM_DATABASE, it is unchanged.
bool commit_next(struct service *service, struct match *match, struct archived_match *next,
                 const struct archive_event *event, struct problem *problem);

// The same, with side, outcome and points taken from the session.
bool commit_row(struct service *service, struct match *match, struct archived_match *next,
                const struct archive_event *event, struct problem *problem);

// Plays a legal turn of whoever sent it, or of an engine if that is NULL, stores it and publishes it. On failure nothing has changed; with
// PROBLEM_MATCH_OVER the time of its player had run out.
bool commit_turn(struct service *service, struct match *match, const struct turn *turn,
                 const struct seated *seated, struct problem *problem);

// Stores and publishes an outcome that was just declared in the session, and stops the engine; takes it back when the disk refuses.
// `kind` and `by` are for the archive's event.
bool commit_outcome(struct service *service, struct match *match, const char *kind, enum color by,
                    struct problem *problem);

// Lets the flag of a match fall, if its deadline has come: somebody loses on time, or the match is aborted. A flags_fall; the context is
// the service.
bool commit_fall(void *context, const char *id, bool patient);

// The event that carries a locked match: the first of a stream, or a later one.
struct share *commit_event(struct match *match, bool first);

// Sends it to those who watch. The match is locked and complete.
void commit_publish(struct service *service, struct match *match);

#endif
