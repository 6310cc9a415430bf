// SPDX-License-Identifier: GPL-3.0-or-later
// Turns, resignation, draws and takebacks.
#include "server/play.h"

#include "notation/describe.h"
#include "notation/machine.h"
#include "notation/san.h"
#include "server/commit.h"
#include "server/engines.h"

#include <string.h>

// ---- Entering and leaving a match as the holder of a seat ----

bool seat_enter(struct service *service, const char *id, const char *token, struct seated *seated,
                struct problem *problem)
{
    seated->match = hub_acquire(service->hub, id, problem);
    if (!seated->match)
        return false;
    pthread_mutex_lock(&seated->match->lock);
    seated->seats = match_seats_of(seated->match, token);
    seated->seat = seated->seats & 1U << WHITE ? WHITE : BLACK;
    if (seated->seats)
        return true;
    seat_leave(service, seated);
    if (token)
        return problem_set(problem, PROBLEM_BAD_TOKEN, NULL, "this token holds no seat of this match");
    return problem_set(problem, PROBLEM_NO_TOKEN, NULL, "this needs a seat's token, and none was sent");
}

void seat_leave(struct service *service, struct seated *seated)
{
    pthread_mutex_unlock(&seated->match->lock);
    hub_release(service->hub, seated->match);
}

// Writes the match as the answer when all went well or the ply was stale, and hands the match on to an engine.
static bool leave(struct service *service, struct seated *seated, bool fine, struct buffer *out,
                  const struct problem *problem)
{
    struct match *match = seated->match;
    if (fine || problem->code == PROBLEM_STALE_PLY)
        match_write(match, seated->seats, out);
    bool due = fine && match_is_due(match);
    pthread_mutex_unlock(&match->lock);
    if (due)
        engines_want(service->engines, match->id);
    hub_release(service->hub, match);
    return fine;
}

static bool check_ply(const struct match *match, size_t ply, struct problem *problem)
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

// What resigning, drawing and playing have in common.
static bool check_can_act(const struct match *match, size_t ply, struct problem *problem)
{
    return check_ply(match, ply, problem) && check_ongoing(match, problem) && check_joined(match, problem);
}

// ---- Turns ----

// Plays a legal turn: memory first, which can be undone, then the disk, which cannot.
static bool commit_turn(struct service *service, struct match *match, const struct turn *turn,
                        struct problem *problem)
{
    struct session *session = match->session;
    struct position before = session->position;
    enum color mover = session_side(session);
    struct error err = {0};
    if (!session_play(session, turn, &err))
        return problem_from_error(problem, PROBLEM_ILLEGAL_TURN, NULL, &err);
    struct buffer text;
    buffer_init(&text);
    machine_write_turn(&before, turn, &text);
    struct archived_match next = match->row;
    next.ply = session->count;
    if (next.draw_offer == (int)other_color(mover))
        next.draw_offer = NO_OFFER;
    struct archive_event event = {.turn = buffer_text(&text)};
    bool fine = commit_row(service, match, &next, &event, problem);
    if (fine)
        json_array_append_new(match->turns, describe_turn(&before, turn));
    else
        session_take_back(session, 1, NULL);
    if (fine)
        commit_publish(service, match);
    buffer_clear(&text);
    return fine;
}

bool play_engine_turn(struct service *service, struct match *match, const struct turn *turn,
                      struct problem *problem)
{
    return commit_turn(service, match, turn, problem);
}

// Whether this seat has just played this very turn at this ply, so that the
// request is the repetition of one whose answer was lost.
static bool is_repeated(const struct match *match, enum color seat, const struct turn_body *body)
{
    const struct session *session = match->session;
    size_t ply = body->ply;
    if (ply >= session->count || session->count - ply > 2 || session_side_at(session, ply) != seat)
        return false;
    // Read as it was then, because human notation says the same turn in several ways.
    struct position then;
    struct turn turn;
    struct error err = {0};
    session_position_at(session, ply, &then);
    const struct turn *played = &session->turns[ply];
    return san_read_turn(&then, body->turn, &turn, &err) && turn.count == played->count &&
           !memcmp(turn.actions, played->actions, turn.count * sizeof *turn.actions);
}

static bool read_turn(const struct match *match, const char *text, struct turn *turn, struct problem *problem)
{
    struct error err = {0};
    if (session_read(match->session, text, turn, &err))
        return true;
    if (err.code == ERROR_GAME_OVER)
        return problem_from_error(problem, PROBLEM_MATCH_OVER, NULL, &err);
    return problem_from_error(
        problem, err.code == ERROR_MOVE_SYNTAX ? PROBLEM_BAD_TURN : PROBLEM_ILLEGAL_TURN, NULL, &err);
}

static bool turn_by(struct service *service, const struct seated *seated, const struct turn_body *body,
                    struct problem *problem)
{
    struct match *match = seated->match;
    struct turn turn;
    if (is_repeated(match, seated->seat, body))
        return true;
    if (!check_can_act(match, body->ply, problem))
        return false;
    if (session_side(match->session) != seated->seat)
        return problem_set(problem, PROBLEM_NOT_YOUR_TURN, NULL, "the other side is to move");
    if (match->session->count >= LIMIT_TURNS)
        return problem_set(problem, PROBLEM_MATCH_OVER, NULL,
                           "a match has at most %d turns; it can only be resigned", LIMIT_TURNS);
    return read_turn(match, body->turn, &turn, problem) && commit_turn(service, match, &turn, problem);
}

bool play_turn(struct service *service, const char *id, const char *token, const struct turn_body *body,
               struct buffer *out, struct problem *problem)
{
    struct seated seated;
    if (!seat_enter(service, id, token, &seated, problem))
        return false;
    return leave(service, &seated, turn_by(service, &seated, body, problem), out, problem);
}

// ---- Ends that players declare ----

// Writes an outcome that was just declared in the session; takes it back when the disk refuses.
static bool commit_outcome(struct service *service, struct match *match, const char *kind, enum color by,
                           struct problem *problem)
{
    struct archived_match next = match->row;
    next.draw_offer = NO_OFFER;
    struct archive_event event = {.kind = kind, .color = by};
    if (!commit_row(service, match, &next, &event, problem)) {
        match->session->outcome = match->row.outcome;
        return false;
    }
    commit_publish(service, match);
    engines_cancel(service->engines, match);
    return true;
}

static bool resign_by(struct service *service, const struct seated *seated, size_t ply,
                      struct problem *problem)
{
    struct match *match = seated->match;
    return check_can_act(match, ply, problem) && session_resign(match->session, seated->seat, NULL) &&
           commit_outcome(service, match, "resignation", seated->seat, problem);
}

bool play_resign(struct service *service, const char *id, const char *token, size_t ply, struct buffer *out,
                 struct problem *problem)
{
    struct seated seated;
    if (!seat_enter(service, id, token, &seated, problem))
        return false;
    return leave(service, &seated, resign_by(service, &seated, ply, problem), out, problem);
}

// ---- Draws ----

static bool set_offer(struct service *service, struct match *match, int offer, const char *kind,
                      enum color by, struct problem *problem)
{
    struct archived_match next = match->row;
    next.draw_offer = offer;
    struct archive_event event = {.kind = kind, .color = by};
    if (!commit_row(service, match, &next, &event, problem))
        return false;
    commit_publish(service, match);
    return true;
}

static bool agree(struct service *service, const struct seated *seated, const char *kind,
                  struct problem *problem)
{
    return session_agree_draw(seated->match->session, NULL) &&
           commit_outcome(service, seated->match, kind, seated->seat, problem);
}

static bool offer_by(struct service *service, const struct seated *seated, struct problem *problem)
{
    struct match *match = seated->match;
    bool offered = match->row.draw_offer == (int)other_color(seated->seat);
    if (offered || match->row.local)
        return agree(service, seated, "draw-agreed", problem);
    if (match->row.draw_offer == (int)seated->seat)
        return problem_set(problem, PROBLEM_ALREADY_OFFERED, NULL, "you have offered a draw already");
    if (match_engine_color(match) < 0)
        return set_offer(service, match, (int)seated->seat, "draw-offered", seated->seat, problem);
    // The engine answers at once.
    if (engine_accepts_draw(match))
        return agree(service, seated, "draw-agreed", problem);
    return set_offer(service, match, NO_OFFER, "draw-declined-by-engine", seated->seat, problem);
}

static bool draw_by(struct service *service, const struct seated *seated, const struct draw_body *body,
                    struct problem *problem)
{
    struct match *match = seated->match;
    if (!match->session->variant->draws)
        return problem_set(problem, PROBLEM_NO_DRAWS, NULL, "%s knows no draws",
                           match->session->variant->game->title);
    if (!check_can_act(match, body->ply, problem))
        return false;
    if (body->action == DRAW_OFFER)
        return offer_by(service, seated, problem);
    if (match->row.draw_offer != (int)other_color(seated->seat))
        return problem_set(problem, PROBLEM_NO_OFFER, NULL, "no draw has been offered to you");
    if (body->action == DRAW_ACCEPT)
        return agree(service, seated, "draw-agreed", problem);
    return set_offer(service, match, NO_OFFER, "draw-declined", seated->seat, problem);
}

bool play_draw(struct service *service, const char *id, const char *token, const struct draw_body *body,
               struct buffer *out, struct problem *problem)
{
    struct seated seated;
    if (!seat_enter(service, id, token, &seated, problem))
        return false;
    return leave(service, &seated, draw_by(service, &seated, body, problem), out, problem);
}

// ---- Taking back ----

static bool takeback_by(struct service *service, const struct seated *seated, size_t ply,
                        struct problem *problem)
{
    struct match *match = seated->match;
    struct session *session = match->session;
    if (!check_ply(match, ply, problem))
        return false;
    size_t plies = match_takeback(match, seated->seat);
    if (plies == 0)
        return problem_set(problem, PROBLEM_NO_TAKEBACK, NULL,
                           "there is no turn of yours that could be taken back");
    // The disk first: turns that are gone from memory could not be played again without their texts.
    struct archived_match next = match->row;
    next.ply = session->count - plies;
    next.draw_offer = NO_OFFER;
    struct archive_event event = {.took_back = true, .kind = "takeback", .color = seated->seat};
    struct position pos;
    session_position_at(session, next.ply, &pos);
    next.side = position_side(&pos);
    next.outcome = (struct outcome){RESULT_ONGOING, REASON_NONE};
    if (!commit_next(service, match, &next, &event, problem))
        return false;
    session_take_back(session, plies, NULL);
    for (size_t i = 0; i < plies; i++)
        json_array_remove(match->turns, json_array_size(match->turns) - 1);
    match->judged = false;
    engines_cancel(service->engines, match);
    commit_publish(service, match);
    return true;
}

bool play_takeback(struct service *service, const char *id, const char *token, size_t ply, struct buffer *out,
                   struct problem *problem)
{
    struct seated seated;
    if (!seat_enter(service, id, token, &seated, problem))
        return false;
    return leave(service, &seated, takeback_by(service, &seated, ply, problem), out, problem);
}
