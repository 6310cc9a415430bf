// SPDX-License-Identifier: GPL-3.0-or-later
// Announcements, which players can make at any time: checks them, and either ends the match or says what is missing.
#include "base/buffer.h"
#include "notation/coordinate_read.h"
#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/protection/protection_graph.h"
#include "server/match/commit.h"
#include "server/match/engines.h"
#include "server/match/play.h"

#include <stdio.h>
#include <string.h>

// ---- For people ----

// Appends the announcement in coordinate notation.
static void write_announcement(const struct announce_body *body, bool off_turn, struct buffer *out)
{
    char name[SQUARE_NAME_SIZE];
    buffer_add(out, off_turn || body->after[0] ? ",!" : "!");
    for (unsigned i = 0; i < body->count + body->circuit; i++) {
        square_name(body->squares[i % body->count], name);
        buffer_add(out, name);
    }
}

// Whether this seat made the same announcement at this ply, as the last turn: then the request repeats one whose answer was
// lost.
static bool is_repeated(const struct match *match, enum color seat, const struct announce_body *body)
{
    const struct session *session = match->session;
    if (session->count != body->ply + 1 || session->outcome.reason != REASON_ANNOUNCEMENT)
        return false;
    struct position then;
    struct turn turn;
    struct error err = {0};
    struct buffer text;
    session_position_at(session, body->ply, &then);
    buffer_init(&text);
    buffer_add(&text, body->after);
    write_announcement(body, position_side(&then) != seat, &text);
    const struct turn *played = &session->turns[body->ply];
    bool same = session_player_of(session, body->ply) == seat &&
                coordinate_read_turn(&then, buffer_text(&text), &turn, &err) && turn.count == played->count &&
                !memcmp(turn.actions, played->actions, turn.count * sizeof *turn.actions);
    buffer_clear(&text);
    return same;
}

// Finds the position of the announcement: the current one, or the one after the turn that is played with it.
static bool find_place(const struct match *match, enum color seat, const struct announce_body *body,
                       struct position *pos, struct problem *problem)
{
    const struct session *session = match->session;
    struct turn turn;
    struct error err = {0};
    *pos = session->position;
    if (!body->after[0])
        return true;
    if (session_side(session) != seat)
        return problem_set(problem, PROBLEM_NOT_YOUR_TURN, NULL, "the other side is to move");
    if (!coordinate_read_turn(pos, body->after, &turn, &err))
        return problem_from_error(
            problem, err.code == ERROR_MOVE_SYNTAX ? PROBLEM_BAD_TURN : PROBLEM_ILLEGAL_TURN, NULL, &err);
    if (move_kind(turn.actions[turn.count - 1]) == MOVE_ANNOUNCE)
        return problem_set(problem, PROBLEM_BAD_FIELD, "after",
                           "after must be a turn without an announcement");
    turn_play(pos, &turn);
    return true;
}

// Sets `at` to the place of the first missing link between the named squares; to "" if something else is wrong.
static void find_gap(const struct position *pos, enum color seat, const struct announce_body *body, char *at,
                     size_t size)
{
    struct protection_graph graph;
    at[0] = '\0';
    for (unsigned i = 0; i < body->count; i++) {
        piece p = pos->pieces[body->squares[i]];
        if (!is_piece(p) || piece_color(p) != seat)
            return;
    }
    protection_find(pos, seat, &graph);
    unsigned gap = body->count == graph.count
                       ? protection_first_gap(&graph, body->squares, body->count, body->circuit)
                       : 0;
    if (gap == body->count && !body->repeated)
        snprintf(at, size, "circuit");
    else if (gap)
        snprintf(at, size, "squares.%u", gap);
}

static bool announce_by(struct service *service, const struct seated *seated,
                        const struct announce_body *body, struct problem *problem)
{
    struct match *match = seated->match;
    struct session *session = match->session;
    struct position pos;
    if (is_repeated(match, seated->seat, body))
        return true;
    if (!session->variant->game->announces)
        return problem_set(problem, PROBLEM_NO_ANNOUNCEMENTS, NULL, "%s has no announcements",
                           session->variant->game->title);
    if (!seat_can_act(seated, body->ply, problem) || !find_place(match, seated->seat, body, &pos, problem))
        return false;
    struct buffer text;
    struct turn turn;
    struct error err = {0};
    buffer_init(&text);
    buffer_add(&text, body->after);
    write_announcement(body, session_side(session) != seated->seat, &text);
    bool fine = coordinate_read_turn(&session->position, buffer_text(&text), &turn, &err);
    buffer_clear(&text);
    if (fine)
        fine = commit_turn(service, match, &turn, seated, problem);
    else {
        char at[32];
        find_gap(&pos, seated->seat, body, at, sizeof at);
        problem_set(problem, PROBLEM_FALSE_ANNOUNCEMENT, at, "%s", err.message);
    }
    if (fine)
        engines_cancel(service->engines, match);
    return fine;
}

bool play_announce(const struct match_request *request, const struct announce_body *body)
{
    struct seated seated;
    return seat_enter(request, &seated) &&
           seat_answer(request, &seated, announce_by(request->service, &seated, body, request->problem));
}

// ---- For the engine ----

bool announce_for_engine(struct service *service, struct match *match)
{
    int color = match_engine_color(match);
    struct problem problem = {.code = PROBLEM_NONE};
    struct turn turn;
    return color >= 0 && match->session->count < LIMIT_TURNS &&
           session_find_winning_claim(match->session, (enum color)color, &turn) &&
           commit_turn(service, match, &turn, 0, &problem);
}
