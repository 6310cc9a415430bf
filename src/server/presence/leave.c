// SPDX-License-Identifier: GPL-3.0-or-later
// Judges the claims of players who want a match to end.
#include "server/presence/leave.h"

#include "server/body.h"
#include "server/match/commit.h"
#include "server/presence/away.h"

static bool abort_by(struct service *service, const struct seated *seated, size_t ply,
                     struct problem *problem)
{
    struct match *match = seated->match;
    struct error err = {0};
    if (!seat_can_act(seated, ply, problem))
        return false;
    if (!session_abort(match->session, &err))
        return problem_from_error(problem, PROBLEM_NO_ABORT, NULL, &err);
    return commit_outcome(service, match, "aborted", seated->seat, problem);
}

static bool claim_by(struct service *service, const struct seated *seated, const struct claim_body *body,
                     struct problem *problem)
{
    struct match *match = seated->match;
    enum color other = other_color(seated->seat);
    struct error err = {0};
    if (!seat_can_act(seated, body->ply, problem))
        return false;
    if (session_side(match->session) != other)
        return problem_set(problem, PROBLEM_NOT_AWAY, NULL, "you are to move yourself");
    if (away_from(match, other) > served_now(match->served))
        return problem_set(problem, PROBLEM_NOT_AWAY, NULL,
                           "the other side has not been away for as long as it may be");
    if (!session_abandon(match->session, other, body->draw, &err))
        return problem_from_error(problem, PROBLEM_NO_DRAWS, NULL, &err);
    return commit_outcome(service, match, "abandoned", seated->seat, problem);
}

// ---- Requests ----

void leave_post_abort(struct call *call)
{
    size_t ply;
    struct seated seated;
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = {call->service, call->id, &call->caller, &call->text, &problem};
    bool fine = body_read_ply(&ply, call->body, call->length, &problem) && seat_enter(&request, &seated) &&
                seat_answer(&request, &seated, abort_by(call->service, &seated, ply, &problem));
    call_answer(call, fine, &problem);
}

void leave_post_claim(struct call *call)
{
    struct claim_body body;
    struct seated seated;
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = {call->service, call->id, &call->caller, &call->text, &problem};
    bool fine = body_read_claim(&body, call->body, call->length, &problem) && seat_enter(&request, &seated) &&
                seat_answer(&request, &seated, claim_by(call->service, &seated, &body, &problem));
    call_answer(call, fine, &problem);
}
