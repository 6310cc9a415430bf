// SPDX-License-Identifier: GPL-3.0-or-later
// Answers about tours. Known numbers are answered at once; all other work is done in a process of its own, within limits.
#include "server/tours/tours.h"

#include "base/clock.h"
#include "base/memory.h"
#include "server/http/jobs.h"
#include "server/limits.h"
#include "server/tours/child.h"
#include "server/tours/tours_body.h"
#include "tours/board/tour.h"
#include "tours/count/known.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void answer(struct call *call, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (!text)
        memory_exhausted();
    buffer_add(&call->text, text);
    free(text);
    call->status = MHD_HTTP_OK;
}

// ---- The process ----

// `seconds` of processor time have been used already; wall-clock time counts from `begun`.
static enum child_end run_child(struct call *call, bool modest, double begun, double *seconds,
                                struct error *err)
{
    const struct tours_body *body = call->later_with;
    // In whole seconds, as the system counts them, less what an earlier process for this request has used.
    unsigned processor =
        *seconds > LIMIT_TOUR_SECONDS - 1 ? 1 : LIMIT_TOUR_SECONDS - (unsigned)ceil(*seconds);
    char parent[24], allowed[24];
    snprintf(parent, sizeof parent, "%ld", (long)getpid());
    snprintf(allowed, sizeof allowed, "%u", processor);
    const char *arguments[] = {"leaper",
                               "answer-about-tours",
                               tours_question_name(body->question),
                               parent,
                               allowed,
                               modest ? "modest" : NULL,
                               NULL};
    struct child_request request = {.arguments = arguments,
                                    .input = call->body,
                                    .length = call->length,
                                    .seconds = LIMIT_TOUR_WALL - (clock_seconds() - begun),
                                    .client = call_socket(call),
                                    .stop = jobs_stop_descriptor(call->service->jobs)};
    double used = 0;
    buffer_reset(&call->text);
    enum child_end end = child_run(&request, &call->text, &used, err);
    *seconds += used;
    static const char *const ends[CHILD_ENDS] = {"done", "limit", "left", "stopped", "crashed"};
    const char *question = tours_question_name(body->question);
    metrics_add(call->service->metrics, METRICS_TOURS, question, ends[end], 1);
    metrics_add(call->service->metrics, METRICS_TOURS_SECONDS, question, NULL, used);
    return end;
}

// The answer if there was not enough time or memory.
static void answer_limit(struct call *call)
{
    const struct tours_body *body = call->later_with;
    struct problem problem = {.code = PROBLEM_NONE};
    buffer_reset(&call->text);
    switch (body->question) {
    case TOURS_ASK_COUNT:
        answer(call,
               json_pack("{s:n, s:s, s:i}", "count", "reason", TOURS_TOO_MANY, "squares", body->board.cells));
        break;
    case TOURS_ASK_RANDOM:
        answer(call,
               json_pack("{s:[], s:n, s:n, s:s}", "tours", "distribution", "exists", "words",
                         "no tour was found in the time that an answer has; 'leaper tours find' takes as "
                         "long as it needs"));
        break;
    case TOURS_ASK_ESTIMATE:
        answer(call,
               json_pack(
                   "{s:i, s:[], s:s}", "population", 1, "logs", "reason",
                   "an estimate takes longer here than an answer may; 'leaper tours estimate' has the time"));
        break;
    case TOURS_ASK_DRAW:
        problem_set(&problem, PROBLEM_BUSY, NULL, "busy, try again in a moment");
        call_fail(call, &problem);
        break;
    }
}

// Called by a thread for long work.
static void work(struct call *call)
{
    const struct tours_body *body = call->later_with;
    struct problem problem = {.code = PROBLEM_NONE};
    struct error err = {0};
    double seconds = 0, begun = clock_seconds();
    enum child_end end = run_child(call, false, begun, &seconds, &err);
    // If tables are too large, tours can still be found by walks; if many walks at a time are too much, one may not be.
    if (end == CHILD_LIMIT && (body->question == TOURS_ASK_RANDOM || body->question == TOURS_ASK_ESTIMATE))
        end = run_child(call, true, begun, &seconds, &err);
    switch (end) {
    case CHILD_DONE:
        call->status = MHD_HTTP_OK;
        return;
    case CHILD_LIMIT:
        answer_limit(call);
        return;
    case CHILD_CRASHED:
        problem_set(&problem, PROBLEM_INTERNAL, NULL, "this request has failed: %s", err.message);
        break;
    default:
        problem_set(&problem, PROBLEM_BUSY, NULL, "the server is shutting down");
        break;
    }
    call->type = NULL;
    call->disposition[0] = '\0';
    call_fail(call, &problem);
}

// Reads the body. If it is wrong, answers with the problem and returns NULL; the rest is left to the process.
static const struct tours_body *defer(struct call *call, enum tours_question question)
{
    struct problem problem = {.code = PROBLEM_NONE};
    call->later_with = tours_body_read(call->body, call->length, question, &problem);
    if (call->later_with)
        call->later = work;
    else
        call_fail(call, &problem);
    call->later_drop = tours_body_free;
    return call->later_with;
}

// ---- Questions ----

static json_t *known_json(const struct known_count *known)
{
    struct buffer source;
    buffer_init(&source);
    known_write_source(known, &source);
    json_t *json = json_pack("{s:s, s:s}", "count", known->count, "source", buffer_text(&source));
    buffer_clear(&source);
    return json;
}

void tours_post_count(struct call *call)
{
    const struct tours_body *body = defer(call, TOURS_ASK_COUNT);
    const struct known_count *known = body ? known_find(&body->board, &body->leaper, body->open) : NULL;
    if (!known)
        return;
    json_t *json = known_json(known);
    json_object_set_new(json, "squares", json_integer(body->board.cells));
    answer(call, json);
    call->later = NULL;
}

void tours_post_random(struct call *call)
{
    defer(call, TOURS_ASK_RANDOM);
}

void tours_post_estimate(struct call *call)
{
    defer(call, TOURS_ASK_ESTIMATE);
}

void tours_post_draw(struct call *call)
{
    const struct tours_body *body = defer(call, TOURS_ASK_DRAW);
    if (!body)
        return;
    call->type = body->png ? "image/png" : "image/svg+xml";
    snprintf(call->disposition, sizeof call->disposition, "attachment; filename=\"tour-%dx%d.%s\"",
             body->board.width, body->board.height, body->png ? "png" : "svg");
    // The squares must be a tour, since the picture is offered as one.
    const struct tour_constraint constraint = {body->open, -1, -1};
    struct problem problem = {.code = PROBLEM_NONE};
    int step = 0, *tour = memory_resize(NULL, (size_t)body->cell_count, sizeof *tour);
    for (int i = 0; i < body->cell_count && body->movable; i++)
        tour[i] = body->graph.vertex[body->cells[i]];
    if (!body->movable || tour_check(&body->graph, &constraint, tour, body->cell_count, &step) != TOUR_FINE) {
        char at[32];
        snprintf(at, sizeof at, "squares.%d", step);
        problem_set(&problem, PROBLEM_BAD_FIELD, at, "the squares are not a tour; step %d is wrong",
                    step + 1);
        call->disposition[0] = '\0';
        call_fail(call, &problem);
        call->later = NULL;
    }
    free(tour);
}

// ---- The catalogue ----

void tours_get(struct call *call)
{
    static const char *const pieces[][3] = {
        {"N", "Knight", "(1,2)"},
        {"2,3", "Zebra", "(2,3)"},
        {"1,4", "Giraffe", "(1,4)"},
        {"NC", "Gnu", "knight and camel"},
        {"NZ", "Knight and zebra", ""},
        {"W", "Wazir", "one step along a file or rank"},
        {"K", "King", "one step in any direction"},
    };
    size_t count;
    const struct known_count *known = known_counts(&count);
    json_t *list = json_array(), *names = json_array();
    for (size_t i = 0; i < count; i++) {
        char board[24];
        snprintf(board, sizeof board, "%dx%d", known[i].width, known[i].height);
        json_t *row = known_json(&known[i]);
        json_object_update_new(row, json_pack("{s:s, s:s, s:b, s:s?}", "board", board, "leaper", "N", "open",
                                              known[i].open, "published", known[i].published));
        json_array_append_new(list, row);
    }
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        json_array_append_new(names, json_pack("{s:s, s:s, s:s}", "key", pieces[i][0], "name", pieces[i][1],
                                               "words", pieces[i][2]));
    answer(call, json_pack("{s:o, s:o, s:i, s:i, s:i}", "leapers", names, "known", list, "side",
                           LIMIT_TOUR_SIDE, "squares", LIMIT_TOUR_CELLS, "tours", LIMIT_TOUR_COUNT));
}
