// SPDX-License-Identifier: GPL-3.0-or-later
// How matches begin: creating them, joining them, agreeing on them, cancelling an invitation, and rematches.
#include "base/clock.h"
#include "base/memory.h"
#include "notation/json/describe.h"
#include "protocols/words.h"
#include "server/json_close.h"
#include "server/match/commit.h"
#include "server/match/engines.h"
#include "server/match/play.h"
#include "server/secret.h"
#include "server/time/flags.h"
#include "server/time/match_clock.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Creating ----

static void seat_engine(struct seat *seat, const struct level *level)
{
    seat->kind = SEAT_ENGINE;
    snprintf(seat->name, sizeof seat->name, "Leaper");
    snprintf(seat->level, sizeof seat->level, "%s", level->key);
}

static void seat_human(struct seat *seat, const char *name, const char *token)
{
    seat->kind = SEAT_HUMAN;
    snprintf(seat->name, sizeof seat->name, "%s", name);
    seat->has_token = true;
    secret_hash(seat->token, token);
}

// Whether another match may be created. `engine_for`: the client that an engine would play for, or NULL.
static bool check_room(struct service *service, const struct address *engine_for, struct problem *problem)
{
    if (atomic_load(&service->match_count) >= LIMIT_MATCHES)
        return problem_set(problem, PROBLEM_BUSY, NULL, "this server keeps no more than %d matches",
                           LIMIT_MATCHES);
    if (engine_for && engines_busy(service->engines, engine_for))
        return problem_set(problem, PROBLEM_TOO_MANY, NULL,
                           "%d of your matches are already waiting for the engine; try again in a moment",
                           LIMIT_QUEUE_CLIENT);
    return true;
}

static void refuse_finished(const struct session *session, struct problem *problem)
{
    struct buffer words;
    buffer_init(&words);
    words_outcome(&session->outcome, session_side(session), &words);
    problem_set(problem, PROBLEM_BAD_FEN, "fen", "the game is already over in this position: %.*s",
                (int)words.length - 1, buffer_text(&words));
    buffer_clear(&words);
}

// Fills in the row of a match that is about to begin, from the game or position that the body asks for; its session, or NULL with
// the problem.
static struct session *begin_row(struct archived_match *row, const struct create_body *body,
                                 struct problem *problem)
{
    struct error err = {0};
    struct session *session = session_new(body->game, &body->parameters, body->fen, &err);
    if (!session) {
        problem_from_error(problem, err.code == ERROR_FEN ? PROBLEM_BAD_FEN : PROBLEM_BAD_FIELD,
                           err.code == ERROR_FEN ? NULL : "parameters", &err);
        return NULL;
    }
    if (!session_is_ongoing(session)) {
        refuse_finished(session, problem);
        session_free(session);
        return NULL;
    }
    if (body->text)
        row->text = memory_copy_text(body->text);
    match_fill_row(row, session);
    return session;
}

// Begins the clock of a new match, which runs as soon as both seats are taken.
static void begin_clock(struct archived_match *row, const struct time_control *control, int64_t now)
{
    game_clock_begin(&row->clock, control);
    clock_settle(row, now);
}

static enum color chosen_color(enum color_choice choice)
{
    if (choice == CHOOSE_RANDOM)
        return randombytes_uniform(2) ? BLACK : WHITE;
    return choice == CHOOSE_WHITE ? WHITE : BLACK;
}

// Writes a new match, which has its id, to the disk, as the rematch of `previous` if there is one.
static bool put(struct service *service, struct archived_match *row, struct archived_match *previous,
                struct problem *problem)
{
    struct error err = {0};
    double begun = clock_seconds();
    bool fine = archive_create(service->archive, row, previous, &err);
    metrics_observe(service->metrics, METRICS_COMMIT, NULL, clock_seconds() - begun);
    if (!fine)
        return problem_set(problem, err.code == ERROR_TOO_LARGE ? PROBLEM_BUSY : PROBLEM_DATABASE, NULL, "%s",
                           err.message);
    flags_set(service->flags, row->deadline);
    atomic_fetch_add(&service->match_count, 1);
    metrics_add(service->metrics, METRICS_MATCHES, NULL, NULL, 1);
    return true;
}

// The same for a match that a client begins: a text that the archive does not have yet is charged to the client.
static bool put_charged(struct service *service, struct archived_match *row, const struct address *client,
                        struct problem *problem)
{
    struct error err = {0};
    bool known = true;
    if (row->text && !archive_knows_text(service->archive, row->text, &known, &err))
        return problem_set(problem, PROBLEM_DATABASE, NULL, "%s", err.message);
    unsigned wait = known ? 0 : quotas_spend(service->quotas, client, QUOTA_TEXTS_KEPT);
    if (wait)
        return problem_too_many(problem, wait, "you have created matches with too many different texts");
    bool fine = put(service, row, NULL, problem);
    if (!fine && !known)
        quotas_refund(service->quotas, client, QUOTA_TEXTS_KEPT);
    return fine;
}

// Writes a new match to the disk and adds it to the hub. Takes ownership of the session and of what the row owns. NULL with the problem.
static struct match *add(struct service *service, struct archived_match *row, struct session *session,
                         const struct address *client, struct problem *problem)
{
    struct match *match = NULL;
    if (put_charged(service, row, client, problem))
        match = hub_add(service->hub, row, session);
    else
        session_free(session);
    archived_match_clear(row);
    return match;
}

// Appends the match as seen by the holder of `seats`, and queues it for an engine if one is to move first.
static void present(struct service *service, struct match *match, unsigned seats,
                    const struct address *client, struct buffer *out)
{
    pthread_mutex_lock(&match->lock);
    match_write_first(match, seats, out);
    if (match_is_due(match))
        engines_want(service->engines, match, client);
    pthread_mutex_unlock(&match->lock);
}

bool play_create(const struct match_request *request, const struct create_body *body,
                 char id[ARCHIVE_ID_SIZE])
{
    struct service *service = request->service;
    struct problem *problem = request->problem;
    struct buffer *out = request->out;
    const struct address *client = &request->caller->address;
    struct archived_match row = {
        .local = body->opponent == OPPONENT_LOCAL, .finder = body->finder, .listed = body->listed};
    char tokens[2][SECRET_SIZE], join[SECRET_SIZE];
    enum color own = chosen_color(body->color), other = other_color(own);
    unsigned seats = row.local ? 3U : 1U << own;
    struct session *session = check_room(service, body->opponent == OPPONENT_ENGINE ? client : NULL, problem)
                                  ? begin_row(&row, body, problem)
                                  : NULL;
    if (!session)
        return false;
    for (int color = WHITE; color <= BLACK; color++) {
        secret_make(tokens[color]);
        if (seats & 1U << color)
            seat_human(&row.seats[color], body->name, tokens[color]);
    }
    if (body->opponent == OPPONENT_ENGINE)
        seat_engine(&row.seats[other], body->level);
    begin_clock(&row, &body->control, served_now(&service->served));
    row.has_join = body->opponent == OPPONENT_FRIEND;
    secret_make(join);
    if (row.has_join)
        secret_hash(row.join, join);
    secret_make_id(row.id);
    snprintf(id, ARCHIVE_ID_SIZE, "%s", row.id);
    struct match *match = add(service, &row, session, client, problem);
    if (!match)
        return false;
    buffer_add(out, "{\"match\":");
    present(service, match, seats, client, out);
    json_t *held = json_object();
    for (int color = WHITE; color <= BLACK; color++)
        if (seats & 1U << color)
            json_object_set_new(held, color_key((enum color)color), json_string(tokens[color]));
    json_close(out, json_pack("{s:o, s:s?}", "seats", held, "join", row.has_join ? join : NULL));
    hub_release(service->hub, match);
    return true;
}

// ---- Joining ----

// The colour of the seat to join: the free one, or the one that this token already holds. False: neither.
static bool find_seat(const struct match *match, const char *token, enum color *color)
{
    unsigned seats = match_seats_of(&match->row, token);
    if (match->row.seats[WHITE].kind == SEAT_OPEN || seats == 1U << WHITE)
        *color = WHITE;
    else if (match->row.seats[BLACK].kind == SEAT_OPEN || seats == 1U << BLACK)
        *color = BLACK;
    else
        return false;
    return true;
}

static bool join(const struct match_request *request, struct match *match, const struct join_body *body,
                 const char *token, enum color *color)
{
    struct problem *problem = request->problem;
    if (!match->row.has_join || !secret_matches(match->row.join, body->join))
        return problem_set(problem, PROBLEM_BAD_JOIN, "join", "this is not the join secret of this match");
    if (match_is_open(match) && !session_is_ongoing(match->session))
        return problem_set(problem, PROBLEM_MATCH_OVER, NULL, "the invitation to this match was cancelled");
    if (!find_seat(match, token, color))
        return problem_set(problem, PROBLEM_SEAT_TAKEN, NULL, "somebody else has taken this seat");
    if (match->row.seats[*color].kind != SEAT_OPEN)
        return true;
    struct archived_match next = match->row;
    seat_human(&next.seats[*color], body->name, token);
    struct archive_event event = {.kind = "joined", .color = *color, .seat_changed = true};
    if (!commit_row(request->service, match, &next, &event, problem))
        return false;
    commit_publish(request->service, match);
    return true;
}

// Appends what the holder of one seat is told: the match, the seat, and the token that plays it.
static void write_seat(struct match *match, enum color seat, const char *token, struct buffer *out)
{
    buffer_add(out, "{\"match\":");
    match_write_first(match, 1U << seat, out);
    json_close(out, json_pack("{s:s, s:s}", "seat", color_key(seat), "token", token));
}

bool play_join(const struct match_request *request, const struct join_body *body)
{
    struct service *service = request->service;
    struct match *match = hub_acquire(service->hub, request->id, request->problem);
    if (!match)
        return false;
    char token[SECRET_SIZE];
    // With a key, repeating the request gives the same token, although only its hash is stored.
    if (body->key[0])
        secret_derive(token, archive_secret(service->archive), request->id, body->join, body->key);
    else
        secret_make(token);
    enum color color = WHITE;
    pthread_mutex_lock(&match->lock);
    bool fine = join(request, match, body, token, &color);
    if (fine)
        write_seat(match, color, token, request->out);
    pthread_mutex_unlock(&match->lock);
    hub_release(service->hub, match);
    return fine;
}

// ---- Two people who agree on a match ----

json_t *play_terms(const char *id, const struct create_body *body, struct problem *problem)
{
    struct archived_match row = {.created = clock_wall_milliseconds() / 1000};
    struct session *session = begin_row(&row, body, problem);
    if (!session)
        return NULL;
    row.has_text = row.text != NULL;
    row.clock.control = body->control;
    json_t *terms = match_describe_terms(
        id, &row, describe_parameters(session->variant->game, &session->variant->parameters));
    archived_match_clear(&row);
    session_free(session);
    return terms;
}

bool play_pair(const struct match_request *request, const struct pair *pair)
{
    struct service *service = request->service;
    const struct create_body *body = pair->body;
    struct archived_match row = {.finder = body->finder, .listed = body->listed};
    struct session *session =
        check_room(service, NULL, request->problem) ? begin_row(&row, body, request->problem) : NULL;
    if (!session)
        return false;
    enum color first = chosen_color(body->color);
    seat_human(&row.seats[first], body->name, pair->tokens[0]);
    seat_human(&row.seats[other_color(first)], pair->name, pair->tokens[1]);
    begin_clock(&row, &body->control, served_now(&service->served));
    snprintf(row.id, sizeof row.id, "%s", request->id);
    struct match *match = add(service, &row, session, pair->client, request->problem);
    hub_release(service->hub, match);
    return match != NULL;
}

bool play_give_seat(const struct match_request *request, const char *token)
{
    struct service *service = request->service;
    struct match *match = hub_acquire(service->hub, request->id, request->problem);
    if (!match)
        return false;
    pthread_mutex_lock(&match->lock);
    unsigned seats = match_seats_of(&match->row, token);
    if (seats)
        write_seat(match, seats == 1U << WHITE ? WHITE : BLACK, token, request->out);
    else
        problem_set(request->problem, PROBLEM_BAD_TOKEN, NULL, "you hold no seat in this match");
    pthread_mutex_unlock(&match->lock);
    hub_release(service->hub, match);
    return seats != 0;
}

// ---- Cancelling ----

static bool cancel(struct service *service, struct match *match, enum color by, struct problem *problem)
{
    if (!match_is_open(match))
        return problem_set(problem, PROBLEM_SEAT_TAKEN, NULL,
                           "this match is not waiting for anybody; it can be resigned");
    if (!session_is_ongoing(match->session)) // already cancelled: the request is repeated
        return true;
    struct archived_match next = match->row;
    struct archive_event event = {.kind = "cancelled", .color = by};
    next.listed = false; // lists show only games that are being played or have been
    session_cancel(match->session, NULL);
    if (!commit_row(service, match, &next, &event, problem)) {
        match->session->outcome = match->row.outcome;
        return false;
    }
    commit_publish(service, match);
    return true;
}

bool play_cancel(const struct match_request *request)
{
    struct seated seated;
    return seat_enter(request, &seated) &&
           seat_answer(request, &seated,
                       cancel(request->service, seated.match, seated.seat, request->problem));
}

// ---- Rematches ----

// A row that starts where the finished match started, with colours swapped: each player keeps the token.
static void exchange_colors(struct archived_match *row, const struct match *match, int64_t now)
{
    *row = match->row;
    row->start = NULL;
    row->text = match->row.text ? memory_copy_text(match->row.text) : NULL;
    match_fill_row(row, match->session);
    row->seats[WHITE] = match->row.seats[BLACK];
    row->seats[BLACK] = match->row.seats[WHITE];
    row->side = session_side_at(match->session, 0);
    row->outcome = (struct outcome){RESULT_ONGOING, REASON_NONE};
    row->has_join = false;
    row->ply = 0;
    begin_clock(row, &match->row.clock.control, now);
    unsigned totals[2];
    match_count_series(match, totals);
    row->series_before = match->row.series_before + 1;
    row->series_halves[WHITE] = totals[BLACK];
    row->series_halves[BLACK] = totals[WHITE];
}

// Finds the id of the rematch of a locked match, and creates the rematch if need be.
static bool find_rematch(struct service *service, struct seated *seated, char id[ARCHIVE_ID_SIZE],
                         struct problem *problem)
{
    struct match *match = seated->match;
    if (session_is_ongoing(match->session))
        return problem_set(problem, PROBLEM_MATCH_NOT_OVER, NULL, "this match is not over");
    if (match_is_open(match))
        return problem_set(problem, PROBLEM_SEAT_OPEN, NULL, "nobody has joined this match");
    if (!match->row.rematch[0]) {
        if (!check_room(service, match_engine_color(match) >= 0 ? &seated->address : NULL, problem))
            return false;
        struct archived_match row;
        exchange_colors(&row, match, served_now(&service->served));
        secret_make_id(row.id);
        bool fine = put(service, &row, &match->row, problem);
        archived_match_clear(&row);
        if (!fine)
            return false;
        match_changed(match);
        commit_publish(service, match);
    }
    snprintf(id, ARCHIVE_ID_SIZE, "%s", match->row.rematch);
    return true;
}

bool play_rematch(const struct match_request *request)
{
    struct service *service = request->service;
    struct buffer *out = request->out;
    struct seated seated;
    char next[ARCHIVE_ID_SIZE];
    if (!seat_enter(request, &seated))
        return false;
    bool fine = find_rematch(service, &seated, next, request->problem);
    seat_leave(service, &seated);
    struct match *match = fine ? hub_acquire(service->hub, next, request->problem) : NULL;
    if (!match)
        return false;
    enum color seat = other_color(seated.seat);
    buffer_add(out, "{\"match\":");
    present(service, match, 1U << seat, &request->caller->address, out);
    json_close(out, json_pack("{s:s}", "seat", color_key(seat)));
    hub_release(service->hub, match);
    return true;
}
