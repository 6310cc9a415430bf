// SPDX-License-Identifier: GPL-3.0-or-later
// The table of routes under /api/, and one short handler for each.
#include "base/text.h"
#include "notation/json/describe.h"
#include "server/analysis/analysis.h"
#include "server/http/call.h"
#include "server/http/quota.h"
#include "server/lobby/seeks.h"
#include "server/mail/subscribe.h"
#include "server/match/commit.h"
#include "server/match/play.h"
#include "server/match/streams.h"
#include "server/offer.h"
#include "server/presence/leave.h"
#include "server/seats/held.h"
#include "server/seats/link_routes.h"
#include "server/seats/seats.h"
#include "server/tours/tours.h"
#include "session/catalogue.h"
#include "variants/games.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- What handlers share ----

// Ends a handler: 200 with what is in call->text, or the problem.
// The match of the path, locked. NULL after answering with the problem.
static struct match *enter(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    struct match *match = hub_acquire(call->service->hub, call->id, &problem);
    if (match)
        pthread_mutex_lock(&match->lock);
    else
        call_fail(call, &problem);
    return match;
}

static void leave(struct call *call, struct match *match)
{
    pthread_mutex_unlock(&match->lock);
    hub_release(call->service->hub, match);
}

// Reads a whole number of at most `maximum`. False for anything else.
static bool read_count(const char *text, int64_t maximum, int64_t *value)
{
    uint64_t number;
    if (!text_read_uint64(text, (uint64_t)maximum, &number))
        return false;
    *value = (int64_t)number;
    return true;
}

// ---- Reading ----

static void get_health(struct call *call)
{
    struct error err = {0};
    struct problem problem = {.code = PROBLEM_NONE};
    if (archive_check(call->service->archive, &err)) {
        call_answer_json(call, json_pack("{s:s, s:s}", "status", "ok", "version", LEAPER_VERSION));
        return;
    }
    problem_set(&problem, PROBLEM_DATABASE, NULL, "%s", err.message);
    call_answer(call, false, &problem);
    call->status = MHD_HTTP_SERVICE_UNAVAILABLE;
}

static void get_games(struct call *call)
{
    offer_write(call->service->offer, &call->text);
    call->status = MHD_HTTP_OK;
}

static bool read_query(const struct call *call, struct archive_query *query, struct problem *problem)
{
    const char *limit = call_query(call, "limit"), *before = call_query(call, "before");
    const char *status = call_query(call, "status");
    int64_t number = LIMIT_PAGE_USUAL;
    if (limit && (!read_count(limit, LIMIT_PAGE, &number) || number == 0))
        return problem_set(problem, PROBLEM_BAD_QUERY, "limit", "limit must be a number from 1 to %d",
                           LIMIT_PAGE);
    query->limit = (unsigned)number;
    query->before = INT64_MAX;
    if (before && !read_count(before, INT64_MAX, &query->before))
        return problem_set(problem, PROBLEM_BAD_QUERY, "before",
                           "before must be the value of 'next' from an earlier page");
    query->ongoing = status && !strcmp(status, "ongoing");
    query->finished = status && !strcmp(status, "finished");
    if (status && !query->ongoing && !query->finished)
        return problem_set(problem, PROBLEM_BAD_QUERY, "status", "status must be 'ongoing' or 'finished'");
    query->game = call_query(call, "game");
    return true;
}

struct page {
    json_t *matches;
    unsigned limit;
    struct presence *presence;
    int64_t last; // the change number of the last match on the page
    bool more;
};

static void add_to_page(void *context, const struct archived_match *match)
{
    struct page *page = context;
    page->more = json_array_size(page->matches) == page->limit;
    if (page->more)
        return;
    json_t *summary = match_summary(match);
    json_object_set_new(summary, "watchers", json_integer(presence_watchers(page->presence, match->id)));
    json_array_append_new(page->matches, summary);
    page->last = match->change;
}

static void get_matches(struct call *call)
{
    struct archive_query query = {0};
    struct problem problem = {.code = PROBLEM_NONE};
    if (!read_query(call, &query, &problem)) {
        call_fail(call, &problem);
        return;
    }
    struct page page = {json_array(), query.limit, call->service->presence, 0, false};
    struct error err = {0};
    query.limit++; // to know whether there is another page
    if (!archive_list(call->service->archive, &query, add_to_page, &page, &err)) {
        json_decref(page.matches);
        problem_set(&problem, PROBLEM_DATABASE, NULL, "%s", err.message);
        call_fail(call, &problem);
        return;
    }
    // A text may define a game of any name; but one of which there is no match is probably misspelt.
    if (query.game && !json_array_size(page.matches) && !game_find(query.game, &err)) {
        json_decref(page.matches);
        problem_from_error(&problem, PROBLEM_BAD_QUERY, "game", &err);
        call_fail(call, &problem);
        return;
    }
    char next[24];
    snprintf(next, sizeof next, "%lld", (long long)page.last);
    call_answer_json(call,
                     json_pack("{s:o, s:s?}", "matches", page.matches, "next", page.more ? next : NULL));
}

static unsigned seats_of_caller(struct call *call, const struct match *match)
{
    struct held held;
    struct problem problem;
    seats_held(call->service->archive, &match->row, call->caller.token, &held, &problem);
    call->caller.seated = held.seats != 0;
    return held.seats;
}

static void get_match(struct call *call)
{
    struct match *match = enter(call);
    if (!match)
        return;
    unsigned seats = seats_of_caller(call, match);
    presence_show(call->service->presence, match->id, seats);
    match_write_first(match, seats, &call->text);
    leave(call, match);
    call->status = MHD_HTTP_OK;
}

static void get_ply(struct call *call)
{
    struct match *match = enter(call);
    if (!match)
        return;
    int64_t ply;
    struct problem problem = {.code = PROBLEM_NONE};
    json_t *state = NULL;
    if (read_count(call->rest, (int64_t)match->session->count, &ply))
        state = match_ply(match, (size_t)ply);
    else
        problem_set(&problem, PROBLEM_NO_PLY, NULL, "this match has plies 0 to %zu", match->session->count);
    leave(call, match);
    if (state)
        call_answer_json(call, state);
    else
        call_fail(call, &problem);
}

static void get_actions(struct call *call)
{
    const char *after = call_query(call, "after"), *from = call_query(call, "from");
    int64_t first = 0;
    struct problem problem = {.code = PROBLEM_NONE};
    if (after && strlen(after) > LIMIT_TURN) {
        problem_set(&problem, PROBLEM_BAD_QUERY, "after", "after must not be longer than %d bytes",
                    LIMIT_TURN);
        call_fail(call, &problem);
        return;
    }
    if (from && !read_count(from, INT32_MAX, &first)) {
        problem_set(&problem, PROBLEM_BAD_QUERY, "from",
                    "from must be a number, the `next` of the answer before");
        call_fail(call, &problem);
        return;
    }
    struct match *match = enter(call);
    if (!match)
        return;
    const struct describe_page page = {.first = (size_t)first, .most = LIMIT_ACTIONS};
    struct error err = {0};
    size_t ply = match->session->count;
    json_t *progress = session_is_ongoing(match->session)
                           ? describe_progress_page(&match->session->position, after, &page, &err)
                           : json_pack("{s:[],s:n}", "actions", "next");
    if (progress)
        match_hide_help(match, json_object_get(progress, "state"));
    leave(call, match);
    if (progress) {
        json_object_set_new(progress, "ply", json_integer((json_int_t)ply));
        call_answer_json(call, progress);
    } else {
        problem_from_error(&problem, PROBLEM_ILLEGAL_TURN, NULL, &err);
        call_fail(call, &problem);
    }
}

static void get_consequences(struct call *call)
{
    const char *turn = call_query(call, "turn");
    struct problem problem = {.code = PROBLEM_NONE};
    if (!turn || strlen(turn) > LIMIT_TURN) {
        problem_set(&problem, PROBLEM_BAD_QUERY, "turn", "turn is required and may have at most %d bytes",
                    LIMIT_TURN);
        call_fail(call, &problem);
        return;
    }
    struct match *match = enter(call);
    if (!match)
        return;
    json_t *told = match_consequence(match, turn, &problem);
    leave(call, match);
    if (told)
        call_answer_json(call, told);
    else
        call_fail(call, &problem);
}

static void get_pgn(struct call *call)
{
    const char *text = call_query(call, "text");
    struct problem problem = {.code = PROBLEM_NONE};
    if (text && strcmp(text, "0") != 0 && strcmp(text, "1") != 0) {
        problem_set(&problem, PROBLEM_BAD_QUERY, "text", "text must be 0 or 1");
        call_fail(call, &problem);
        return;
    }
    struct match *match = enter(call);
    if (!match)
        return;
    match_write_pgn(match, text && *text == '1', &call->text);
    snprintf(call->disposition, sizeof call->disposition, "attachment; filename=\"leaper-%s-%s.pgn\"",
             match->row.game, match->id);
    leave(call, match);
    call->type = "application/x-chess-pgn";
    call->status = MHD_HTTP_OK;
}

// What GET /api/games would say of the game, which has no place there if a text defines it.
static void get_game(struct call *call)
{
    struct match *match = enter(call);
    if (!match)
        return;
    json_t *entry = catalogue_game(match->session->variant->game);
    leave(call, match);
    call_answer_json(call, entry);
}

static void get_variants(struct call *call)
{
    struct match *match = enter(call);
    if (!match)
        return;
    if (match->row.has_text)
        buffer_add(&call->text, match->row.text);
    else
        game_write_definition(match->session->variant->game, &call->text);
    snprintf(call->disposition, sizeof call->disposition, "attachment; filename=\"%s.ini\"", match->row.game);
    leave(call, match);
    call->type = "text/plain; charset=utf-8";
    call->status = MHD_HTTP_OK;
}

static void get_events(struct call *call)
{
    struct match *match = enter(call);
    if (!match)
        return;
    // Under the match's lock, so that no change falls between the first event and the next.
    struct problem problem = {.code = PROBLEM_NONE};
    struct stream_request request = {.connection = call->connection,
                                     .id = match->id,
                                     .client = call->caller.address,
                                     .slot = QUOTA_STREAMS,
                                     .kinds = STREAM_EVENTS,
                                     .hub = call->service->hub,
                                     .match = match,
                                     .presence = call->service->presence,
                                     .seats = seats_of_caller(call, match)};
    presence_come(request.presence, &(struct visitor){match->id, request.seats, request.client});
    call->response = streams_open(call->service->streams, &request, commit_event(match, true), &problem);
    leave(call, match);
    call->status = MHD_HTTP_OK;
    if (!call->response)
        call_fail(call, &problem);
}

// ---- Changing ----

// An answer with a secret is not compressed: somebody who can choose another part of it, such as a name, could guess the secret
// letter by letter from its length (the BREACH attack).
static void has_secret(struct call *call)
{
    call->gzip = false;
}

static struct match_request request_of(struct call *call, struct problem *problem)
{
    return (struct match_request){call->service, call->id, &call->caller, &call->text, problem};
}

// Calls `create` if the client may create another match.
static bool create_within_quota(struct call *call, bool (*create)(struct call *call, struct problem *problem),
                                struct problem *problem)
{
    struct quotas *quotas = call->service->quotas;
    unsigned wait = quotas_spend(quotas, &call->caller.address, QUOTA_CREATIONS);
    if (wait)
        return problem_too_many(problem, wait, "you have created too many matches");
    bool fine = create(call, problem);
    if (!fine)
        quotas_refund(quotas, &call->caller.address, QUOTA_CREATIONS);
    return fine;
}

static void post_check(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    const struct texts texts = texts_of(call->service, &call->caller.address, &call->text);
    char *text = body_read_check(call->body, call->length, &problem);
    bool fine = text && texts_check(&texts, text, &call->text, &problem);
    free(text);
    call_answer(call, fine, &problem);
}

static bool create(struct call *call, struct problem *problem)
{
    const struct match_request request = request_of(call, problem);
    has_secret(call);
    const struct texts texts = texts_of(call->service, &call->caller.address, &call->text);
    const struct body_source source = {call->body, call->length};
    struct create_body body;
    char id[ARCHIVE_ID_SIZE];
    bool fine = body_read_create(&body, source, &texts, problem) && play_create(&request, &body, id);
    create_body_clear(&body);
    if (fine)
        snprintf(call->location, sizeof call->location, "/api/matches/%s", id);
    return fine;
}

static bool create_rematch(struct call *call, struct problem *problem)
{
    const struct match_request request = request_of(call, problem);
    return body_read_empty(call->body, call->length, problem) && play_rematch(&request);
}

static void post_match(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    bool fine = create_within_quota(call, create, &problem);
    call_answer(call, fine, &problem);
    if (fine)
        call->status = MHD_HTTP_CREATED;
}

static void post_join(struct call *call)
{
    has_secret(call);
    struct join_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = request_of(call, &problem);
    bool fine = body_read_join(&body, call->body, call->length, &problem) && play_join(&request, &body);
    call_answer(call, fine, &problem);
}

static void post_cancel(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = request_of(call, &problem);
    bool fine = body_read_empty(call->body, call->length, &problem) && play_cancel(&request);
    call_answer(call, fine, &problem);
}

static void post_turn(struct call *call)
{
    struct turn_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = request_of(call, &problem);
    bool fine = body_read_turn(&body, call->body, call->length, &problem) && play_turn(&request, &body);
    call_answer(call, fine, &problem);
}

static void post_announce(struct call *call)
{
    struct announce_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = request_of(call, &problem);
    bool fine =
        body_read_announce(&body, call->body, call->length, &problem) && play_announce(&request, &body);
    call_answer(call, fine, &problem);
}

static void post_resign(struct call *call)
{
    size_t ply;
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = request_of(call, &problem);
    bool fine = body_read_ply(&ply, call->body, call->length, &problem) && play_resign(&request, ply);
    call_answer(call, fine, &problem);
}

static void post_draw(struct call *call)
{
    struct draw_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = request_of(call, &problem);
    bool fine = body_read_draw(&body, call->body, call->length, &problem) && play_draw(&request, &body);
    call_answer(call, fine, &problem);
}

static void post_takeback(struct call *call)
{
    struct takeback_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    const struct match_request request = request_of(call, &problem);
    bool fine =
        body_read_takeback(&body, call->body, call->length, &problem) && play_takeback(&request, &body);
    call_answer(call, fine, &problem);
}

static void post_rematch(struct call *call)
{
    struct problem problem = {.code = PROBLEM_NONE};
    call_answer(call, create_within_quota(call, create_rematch, &problem), &problem);
}

// ---- Finding the route ----

// `:id` stands for the id of a match, `:rest` for one last part of any kind.
static const struct route {
    const char *path;
    bool waits; // for the disk, or for another request that holds the match
    void (*get)(struct call *call);
    void (*post)(struct call *call);
} routes[] = {
    {"/api/health", true, get_health, NULL},
    {"/api/games", false, get_games, NULL},
    {"/api/analysis", true, NULL, analysis_post},
    {"/api/seeks", true, NULL, seeks_post},
    {"/api/seeks/events", true, seeks_get_events, NULL},
    {"/api/seeks/:id", true, seeks_get, NULL},
    {"/api/seeks/:id/accept", true, NULL, seeks_post_accept},
    {"/api/seeks/:id/cancel", true, NULL, seeks_post_cancel},
    {"/api/tours", false, tours_get, NULL},
    {"/api/tours/count", false, NULL, tours_post_count},
    {"/api/tours/random", false, NULL, tours_post_random},
    {"/api/tours/estimate", false, NULL, tours_post_estimate},
    {"/api/tours/draw", false, NULL, tours_post_draw},
    {"/api/variants/check", true, NULL, post_check},
    {"/api/seats", true, NULL, seats_post},
    {"/api/links", true, NULL, links_post},
    {"/api/links/look", true, NULL, links_post_look},
    {"/api/links/cancel", true, NULL, links_post_cancel},
    {"/api/links/accept", true, NULL, links_post_accept},
    {"/api/devices", true, NULL, devices_post},
    {"/api/devices/:id/end", true, NULL, devices_post_end},
    {"/api/matches", true, get_matches, post_match},
    {"/api/matches/:id", true, get_match, NULL},
    {"/api/matches/:id/plies/:rest", true, get_ply, NULL},
    {"/api/matches/:id/actions", true, get_actions, NULL},
    {"/api/matches/:id/consequences", true, get_consequences, NULL},
    {"/api/matches/:id/pgn", true, get_pgn, NULL},
    {"/api/matches/:id/game", true, get_game, NULL},
    {"/api/matches/:id/variants", true, get_variants, NULL},
    {"/api/matches/:id/events", true, get_events, NULL},
    {"/api/matches/:id/join", true, NULL, post_join},
    {"/api/matches/:id/cancel", true, NULL, post_cancel},
    {"/api/matches/:id/turns", true, NULL, post_turn},
    {"/api/matches/:id/announce", true, NULL, post_announce},
    {"/api/matches/:id/resign", true, NULL, post_resign},
    {"/api/matches/:id/abort", true, NULL, leave_post_abort},
    {"/api/matches/:id/claim", true, NULL, leave_post_claim},
    {"/api/matches/:id/draw", true, NULL, post_draw},
    {"/api/matches/:id/takeback", true, NULL, post_takeback},
    {"/api/matches/:id/mail", true, subscribe_get, subscribe_post},
    {"/api/matches/:id/rematch", true, NULL, post_rematch},
};

// Whether a path matches the route; fills in id and rest.
static bool fits(struct call *call, const char *pattern, const char *path)
{
    for (;;) {
        size_t length = strcspn(path, "/"), wanted = strcspn(pattern, "/");
        if (wanted == 3 && !memcmp(pattern, ":id", 3)) {
            if (length == 0 || length >= sizeof call->id)
                return false;
            memcpy(call->id, path, length);
            call->id[length] = '\0';
        } else if (!strcmp(pattern, ":rest")) {
            call->rest = path;
            return path[length] == '\0';
        } else if (length != wanted || memcmp(pattern, path, length) != 0) {
            return false;
        }
        if (!pattern[wanted] || !path[length])
            return pattern[wanted] == path[length];
        pattern += wanted + 1;
        path += length + 1;
    }
}

static bool streams(const struct route *route)
{
    return route->get == get_events || route->get == seeks_get_events;
}

// HEAD is GET without the body, which libmicrohttpd sees to; a stream has nothing but a body.
static void (*handler_of(const struct route *route, const char *method))(struct call *call)
{
    if (!strcmp(method, "GET"))
        return route->get;
    if (!strcmp(method, "HEAD"))
        return streams(route) ? NULL : route->get;
    return strcmp(method, "POST") == 0 ? route->post : NULL;
}

static void refuse_method(struct call *call, const struct route *route)
{
    const char *reading = !route->get ? "" : streams(route) ? "GET, " : "GET, HEAD, ";
    char allowed[sizeof call->allow];
    snprintf(allowed, sizeof allowed, "%s%s", reading, route->post ? "POST, " : "");
    call_refuse_method(call, allowed);
}

void call_run(struct call *call)
{
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (!fits(call, routes[i].path, call->path))
            continue;
        void (*handler)(struct call *) = handler_of(&routes[i], call->method);
        call->waits = routes[i].waits;
        call->note.route = routes[i].path;
        if (handler && call->waits)
            call->later = handler;
        else if (handler)
            handler(call);
        else
            refuse_method(call, &routes[i]);
        return;
    }
    struct problem problem = {.code = PROBLEM_NONE};
    problem_set(&problem, PROBLEM_NO_ROUTE, NULL, "there is nothing at %.200s", call->path);
    call_fail(call, &problem);
}
