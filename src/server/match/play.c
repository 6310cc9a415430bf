// SPDX-License-Identifier: GPL-3.0-or-later
// Turns, resignation and draws.
#include "server/match/play.h"

#include "notation/san.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "server/match/commit.h"

#include <string.h>

// ---- Turns ----

// Plays the engine's turn, and announces for it if that wins.
static bool play_engine_turn(struct service *service, struct match *match, const struct turn *turn,
                             struct problem *problem)
{
    if (!commit_turn(service, match, turn, NULL, problem))
        return false;
    announce_for_engine(service, match);
    return true;
}

const struct engine_actions play_engine_actions = {announce_for_engine, play_engine_turn};

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

// The text of a turn may announce for the side that is not to move, which only that side itself may do.
static bool check_announcer(const struct turn *turn, enum color seat, struct problem *problem)
{
    move first = turn->actions[0];
    if (move_kind(first) != MOVE_ANNOUNCE || announcement_by(first) == seat)
        return true;
    return problem_set(problem, PROBLEM_ILLEGAL_TURN, NULL, "you cannot announce for the other side");
}

static bool turn_by(struct service *service, const struct seated *seated, const struct turn_body *body,
                    struct problem *problem)
{
    struct match *match = seated->match;
    struct turn turn;
    if (is_repeated(match, seated->seat, body))
        return true;
    if (!seat_can_act(seated, body->ply, problem))
        return false;
    if (session_side(match->session) != seated->seat)
        return problem_set(problem, PROBLEM_NOT_YOUR_TURN, NULL, "the other side is to move");
    if (match->session->count >= LIMIT_TURNS)
        return problem_set(problem, PROBLEM_MATCH_OVER, NULL,
                           "a match may have at most %d turns; this one can only be resigned", LIMIT_TURNS);
    if (!match_read_turn(match, body->turn, &turn, problem) ||
        !check_announcer(&turn, seated->seat, problem) ||
        !commit_turn(service, match, &turn, seated, problem))
        return false;
    announce_for_engine(service, match);
    return true;
}

bool play_turn(const struct match_request *request, const struct turn_body *body)
{
    struct seated seated;
    return seat_enter(request, &seated) &&
           seat_answer(request, &seated, turn_by(request->service, &seated, body, request->problem));
}

// ---- Ends that players declare ----

static bool resign_by(struct service *service, const struct seated *seated, size_t ply,
                      struct problem *problem)
{
    struct match *match = seated->match;
    return seat_can_act(seated, ply, problem) && session_resign(match->session, seated->seat, NULL) &&
           commit_outcome(service, match, "resignation", seated->seat, problem);
}

bool play_resign(const struct match_request *request, size_t ply)
{
    struct seated seated;
    return seat_enter(request, &seated) &&
           seat_answer(request, &seated, resign_by(request->service, &seated, ply, request->problem));
}

// ---- Draws ----

static bool set_offer(struct service *service, const struct seated *seated, int offer, const char *kind,
                      struct problem *problem)
{
    struct archived_match next = seated->match->row;
    next.draw_offer = offer;
    struct archive_event event = {.kind = kind, .color = seated->seat};
    if (!commit_row(service, seated->match, &next, &event, problem))
        return false;
    commit_publish(service, seated->match);
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
        return problem_set(problem, PROBLEM_ALREADY_OFFERED, NULL, "you have already offered a draw");
    size_t ply = match->session->count, *from = &match->draw_from[seated->seat], before = *from;
    if (ply < *from)
        return problem_set(problem, PROBLEM_OFFER_TOO_SOON, NULL,
                           "your last draw offer was not accepted; you can offer again after %zu more turns",
                           *from - ply);
    bool engine = match_engine_color(match) >= 0;
    // The engine answers at once.
    if (engine && engine_accepts_draw(match))
        return agree(service, seated, "draw-agreed", problem);
    *from = ply + LIMIT_DRAW_PAUSE;
    bool fine = engine ? set_offer(service, seated, NO_OFFER, "draw-declined-by-engine", problem)
                       : set_offer(service, seated, (int)seated->seat, "draw-offered", problem);
    if (!fine)
        *from = before;
    return fine;
}

static bool draw_by(struct service *service, const struct seated *seated, const struct draw_body *body,
                    struct problem *problem)
{
    struct match *match = seated->match;
    if (!variant_has_draws(match->session->variant))
        return problem_set(problem, PROBLEM_NO_DRAWS, NULL, "%s has no draws",
                           match->session->variant->game->title);
    if (!seat_can_act(seated, body->ply, problem))
        return false;
    if (body->action == DRAW_OFFER)
        return offer_by(service, seated, problem);
    if (match->row.draw_offer != (int)other_color(seated->seat))
        return problem_set(problem, PROBLEM_NO_OFFER, NULL, "no draw has been offered to you");
    if (body->action == DRAW_ACCEPT)
        return agree(service, seated, "draw-agreed", problem);
    return set_offer(service, seated, NO_OFFER, "draw-declined", problem);
}

bool play_draw(const struct match_request *request, const struct draw_body *body)
{
    struct seated seated;
    return seat_enter(request, &seated) &&
           seat_answer(request, &seated, draw_by(request->service, &seated, body, request->problem));
}
