// SPDX-License-Identifier: GPL-3.0-or-later
// Taking turns back: at once if nobody has to agree, and between two people by a request that the other one answers.
#include "server/match/commit.h"
#include "server/match/engines.h"
#include "server/match/play.h"
#include "session/game_clock.h"

// What taking back `plies` turns makes of the clock; false if it would leave somebody no time.
static bool take_time(const struct service *service, const struct match *match, size_t plies,
                      struct game_clock *clock, struct problem *problem)
{
    enum { UNTIMED = 2 }; // turns, the first of each side
    const struct session *session = match->session;
    size_t from = session->count - plies;
    struct error err;
    if (game_clock_take_back(clock, session, from > UNTIMED ? from : UNTIMED, match->left.items,
                             match->left.count, served_now(&service->served), &err))
        return true;
    return problem_set(problem, PROBLEM_NO_TAKEBACK, NULL, "%s", err.message);
}

// Takes back `plies` turns. The disk first: once a turn is gone from memory, it could not be played again without its text.
static bool take_back(struct service *service, struct match *match, size_t plies,
                      const struct archive_event *event, struct problem *problem)
{
    struct session *session = match->session;
    struct archived_match next = match->row;
    struct position pos;
    next.ply = session->count - plies;
    next.draw_offer = NO_OFFER;
    match_forget_takeback(&next);
    if (!take_time(service, match, plies, &next.clock, problem))
        return false;
    session_position_at(session, next.ply, &pos);
    next.side = position_side(&pos);
    next.outcome = (struct outcome){RESULT_ONGOING, REASON_NONE};
    next.points = 0;
    if (!commit_next(service, match, &next, event, problem))
        return false;
    session_take_back(session, plies, NULL);
    match_drop_turns(match, session->count);
    match->judged = false;
    engines_cancel(service->engines, match);
    commit_publish(service, match);
    return true;
}

// Stores who is asking, or that nobody is any more.
static bool set_request(struct service *service, struct match *match, struct archived_match *next,
                        const struct archive_event *event, struct problem *problem)
{
    if (!commit_row(service, match, next, event, problem))
        return false;
    commit_publish(service, match);
    return true;
}

static bool ask(struct service *service, const struct seated *seated, struct problem *problem)
{
    struct match *match = seated->match;
    enum color seat = seated->seat;
    size_t plies = match_takeback(match, seat);
    if (plies == 0)
        return problem_set(problem, PROBLEM_NO_TAKEBACK, NULL, "you have no turn to take back");
    if (!match_is_between_people(match)) {
        struct archive_event event = {.took_back = true, .kind = "takeback", .color = seat};
        return take_back(service, match, plies, &event, problem);
    }
    if (match->row.takeback != NO_OFFER)
        return problem_set(problem, PROBLEM_ALREADY_OFFERED, NULL,
                           match->row.takeback == (int)seat
                               ? "you have already asked to take back"
                               : "the other side has asked to take back; accept or decline that first");
    if (!match_may_take_back(match, seat))
        return problem_set(problem, PROBLEM_ALREADY_OFFERED, NULL,
                           "a request to take back was declined; it can be made again after another turn");
    struct archived_match next = match->row;
    struct game_clock clock = next.clock;
    if (!take_time(service, match, plies, &clock, problem))
        return false;
    next.takeback = (int)seat;
    next.takeback_ply = match->session->count - plies;
    struct archive_event event = {.kind = "takeback-requested", .color = seat};
    return set_request(service, match, &next, &event, problem);
}

static bool answer(struct service *service, const struct seated *seated, bool accept, struct problem *problem)
{
    struct match *match = seated->match;
    enum color asker = other_color(seated->seat);
    size_t plies = match_takeback(match, asker);
    if (match->row.takeback != (int)asker || plies == 0)
        return problem_set(problem, PROBLEM_NO_OFFER, NULL, "nobody has asked you to take anything back");
    if (accept) {
        struct archive_event event = {.took_back = true, .kind = "takeback-accepted", .color = seated->seat};
        return take_back(service, match, plies, &event, problem);
    }
    struct archived_match next = match->row;
    next.takeback = NO_OFFER;
    next.takeback_ply = match->session->count;
    struct archive_event event = {.kind = "takeback-declined", .color = seated->seat};
    return set_request(service, match, &next, &event, problem);
}

static bool act(struct service *service, const struct seated *seated, const struct takeback_body *body,
                struct problem *problem)
{
    if (!seat_knows_ply(seated->match, body->ply, problem) || !seat_is_in_time(seated, problem))
        return false;
    if (body->action == TAKEBACK_REQUEST)
        return ask(service, seated, problem);
    return answer(service, seated, body->action == TAKEBACK_ACCEPT, problem);
}

bool play_takeback(const struct match_request *request, const struct takeback_body *body)
{
    struct seated seated;
    return seat_enter(request, &seated) &&
           seat_answer(request, &seated, act(request->service, &seated, body, request->problem));
}
