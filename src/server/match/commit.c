// SPDX-License-Identifier: GPL-3.0-or-later
// A change goes from memory to disk to those who watch, in this order.
#include "server/match/commit.h"

#include "base/clock.h"
#include "notation/coordinate_write.h"
#include "notation/json/describe.h"
#include "server/mail/mailer.h"
#include "server/mail/plan.h"
#include "server/match/engines.h"
#include "server/match/streams.h"
#include "server/seats/held.h"
#include "server/time/flags.h"
#include "server/time/match_clock.h"

// ---- Entering and leaving a match as the holder of a seat ----

bool seat_enter(const struct match_request *request, struct seated *seated)
{
    struct caller *caller = request->caller;
    struct problem *problem = request->problem;
    seated->match = hub_acquire(request->service->hub, request->id, problem);
    if (!seated->match)
        return false;
    pthread_mutex_lock(&seated->match->lock);
    struct held held;
    if (!seats_held(request->service->archive, &seated->match->row, caller->token, &held, problem)) {
        seat_leave(request->service, seated);
        return false;
    }
    seated->seats = held.seats;
    seated->seat = seated->seats & 1U << WHITE ? WHITE : BLACK;
    seated->address = caller->address;
    seated->lag = caller->lag;
    seated->arrived = caller->arrived;
    caller->seated = seated->seats != 0;
    presence_show(request->service->presence, request->id, seated->seats);
    if (seated->seats)
        return true;
    seat_leave(request->service, seated);
    if (caller->token)
        return problem_set(problem, PROBLEM_BAD_TOKEN, NULL, "this token holds no seat in this match");
    return problem_set(problem, PROBLEM_NO_TOKEN, NULL, "this requires a seat's token, and none was sent");
}

void seat_leave(struct service *service, struct seated *seated)
{
    pthread_mutex_unlock(&seated->match->lock);
    hub_release(service->hub, seated->match);
}

bool seat_answer(const struct match_request *request, struct seated *seated, bool fine)
{
    struct match *match = seated->match;
    if (fine || request->problem->code == PROBLEM_STALE_PLY)
        match_write(match, seated->seats, request->out);
    if (fine && match_is_due(match))
        engines_want(request->service->engines, match, &seated->address);
    seat_leave(request->service, seated);
    return fine;
}

bool seat_knows_ply(const struct match *match, size_t ply, struct problem *problem)
{
    if (ply == match->session->count)
        return true;
    return problem_set(problem, PROBLEM_STALE_PLY, "ply", "the match is at ply %zu, not %zu",
                       match->session->count, ply);
}

static bool check_ongoing(const struct match *match, struct problem *problem)
{
    if (!session_is_ongoing(match->session))
        return problem_set(problem, PROBLEM_MATCH_OVER, NULL, "this match is over");
    return true;
}

static bool check_joined(const struct match *match, struct problem *problem)
{
    if (match_is_open(match))
        return problem_set(problem, PROBLEM_SEAT_OPEN, NULL, "the opponent has not joined yet");
    return true;
}

// For how long the request has waited here, which nobody's clock is charged for.
static int64_t queued(const struct seated *seated)
{
    return clock_milliseconds() - seated->arrived;
}

bool seat_is_in_time(const struct seated *seated, struct problem *problem)
{
    const struct match *match = seated->match;
    enum color runs = match->row.clock.side, own = seated->seats & 1U << runs ? runs : other_color(runs);
    int64_t back = clock_lag(match->lag_left[own], seated->lag) + queued(seated);
    if (!clock_has_run_out(&match->row, back, served_now(match->served)))
        return true;
    return problem_set(problem, PROBLEM_MATCH_OVER, NULL, "the time of %s has run out", color_name(runs));
}

bool seat_can_act(const struct seated *seated, size_t ply, struct problem *problem)
{
    const struct match *match = seated->match;
    return seat_knows_ply(match, ply, problem) && check_ongoing(match, problem) &&
           check_joined(match, problem) && seat_is_in_time(seated, problem);
}

// ---- Changing it ----

bool commit_next(struct service *service, struct match *match, struct archived_match *next,
                 const struct archive_event *event, struct problem *problem)
{
    struct error err = {0};
    next->revision = match->row.revision + 1;
    int64_t now = served_now(&service->served);
    clock_follow(&match->row, next, now);
    struct archive_event whole = *event;
    whole.mail = service->mailer ? mail_moment(&match->row, next, now) : 0;
    double begun = clock_seconds();
    bool fine = archive_update(service->archive, next, &whole, &err);
    metrics_observe(service->metrics, METRICS_COMMIT, NULL, clock_seconds() - begun);
    if (!fine)
        return problem_set(problem, PROBLEM_DATABASE, NULL, "%s", err.message);
    match->row = *next;
    flags_set(service->flags, next->deadline);
    mailer_wake(service->mailer, whole.mail);
    match_changed(match);
    return true;
}

bool commit_row(struct service *service, struct match *match, struct archived_match *next,
                const struct archive_event *event, struct problem *problem)
{
    next->side = session_side(match->session);
    next->outcome = match->session->outcome;
    next->points = session_points(match->session);
    return commit_next(service, match, next, event, problem);
}

struct share *commit_event(struct match *match, bool first)
{
    struct buffer text;
    buffer_init(&text);
    if (first)
        streams_write_retry(&text);
    buffer_addf(&text, "id: %lld\nevent: match\ndata: ", (long long)match->row.revision);
    (first ? match_write_first : match_write)(match, 0, &text);
    buffer_add(&text, "\n\n");
    struct share *event = share_new(text.text, text.length);
    buffer_clear(&text);
    return event;
}

void commit_publish(struct service *service, struct match *match)
{
    if (streams_watched(service->streams, match->id))
        streams_publish(service->streams, match->id, STREAM_MATCH, commit_event(match, false));
}

// Memory first, since that can be undone, then the disk.
bool commit_turn(struct service *service, struct match *match, const struct turn *turn,
                 const struct seated *seated, struct problem *problem)
{
    struct session *session = match->session;
    int64_t now = served_now(&service->served);
    struct position before = session->position;
    enum color mover = session_side(session);
    struct error err = {0};
    if (!session_play(session, turn, &err))
        return problem_from_error(problem, PROBLEM_ILLEGAL_TURN, NULL, &err);
    // An announcement off turn leaves the clock of the side to move alone.
    enum color player = session_player_of(session, session->count - 1);
    int64_t back = player == mover && seated
                       ? clock_allow_lag(&match->lag_left[mover], seated->lag) + queued(seated)
                       : 0;
    if (player == mover && clock_has_run_out(&match->row, back, now)) {
        session_take_back(session, 1, NULL);
        return problem_set(problem, PROBLEM_MATCH_OVER, NULL, "your time has run out");
    }
    struct buffer text;
    buffer_init(&text);
    coordinate_write_turn(&before, turn, &text);
    struct archived_match next = match->row;
    next.ply = session->count;
    if (next.draw_offer == (int)other_color(mover))
        next.draw_offer = NO_OFFER;
    match_forget_takeback(&next);
    struct archive_event event = {.turn = buffer_text(&text)};
    event.left = player == mover ? clock_press(&next, back, now) : game_clock_left(&next.clock, player, now);
    bool fine = commit_row(service, match, &next, &event, problem);
    if (fine)
        match_add_turn(match, &before, turn, game_clock_is_used(&next.clock) ? event.left : NO_TIME);
    else
        session_take_back(session, 1, NULL);
    if (fine) {
        metrics_add(service->metrics, METRICS_TURNS, NULL, NULL, 1);
        commit_publish(service, match);
    }
    buffer_clear(&text);
    return fine;
}

bool commit_outcome(struct service *service, struct match *match, const char *kind, enum color by,
                    struct problem *problem)
{
    struct archived_match next = match->row;
    next.draw_offer = NO_OFFER;
    match_forget_takeback(&next);
    // Lists show only games that are being played or have been.
    next.listed = next.listed && match->session->outcome.result != RESULT_NONE;
    struct archive_event event = {.kind = kind, .color = by};
    if (!commit_row(service, match, &next, &event, problem)) {
        match->session->outcome = match->row.outcome;
        return false;
    }
    commit_publish(service, match);
    engines_cancel(service->engines, match);
    return true;
}

static bool fall(struct service *service, struct match *match, struct problem *problem)
{
    const struct archived_match *row = &match->row;
    if (!clock_is_up(row, served_now(&service->served)))
        return true;
    // The row may say otherwise when rules have been mended since it was written.
    if (!session_is_ongoing(match->session))
        return commit_outcome(service, match, "over", row->side, problem);
    if (row->clock.running)
        return session_lose_on_time(match->session, row->clock.side, NULL) &&
               commit_outcome(service, match, "time", row->clock.side, problem);
    return session_abort(match->session, NULL) &&
           commit_outcome(service, match, "aborted", row->side, problem);
}

// A flag that cannot fall is tried again every second; the log is told every ten minutes.
static void complain(struct service *service, const struct problem *problem)
{
    enum { PAUSE = 600000 };
    int64_t now = clock_milliseconds();
    if (service->complained && now - service->complained < PAUSE)
        return;
    service->complained = now;
    log_event(&service->log, LOG_ERROR, "a flag could not fall", problem->message);
}

// A match that somebody is working on is left for a second, so that others need not wait for it.
bool commit_fall(void *context, const char *id, bool patient)
{
    struct service *service = context;
    struct problem problem = {.code = PROBLEM_NONE};
    struct match *match = (patient ? hub_acquire : hub_acquire_soon)(service->hub, id, &problem);
    if (!match && problem.code == PROBLEM_NO_MATCH)
        return true;
    bool fine = false;
    if (match && pthread_mutex_trylock(&match->lock) == 0) {
        fine = fall(service, match, &problem);
        pthread_mutex_unlock(&match->lock);
    }
    hub_release(service->hub, match);
    if (patient && problem.code != PROBLEM_NONE)
        complain(service, &problem);
    return fine;
}
