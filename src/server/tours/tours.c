// SPDX-License-Identifier: GPL-3.0-or-later
// Answers about tours. Known numbers are answered at once; all other work is done in a process of its own, within limits.
#include "server/tours/tours.h"

#include "base/clock.h"
#include "base/memory.h"
#include "server/body_json.h"
#include "server/http/jobs.h"
#include "server/limits.h"
#include "server/process/child.h"
#include "tours/answer/answer.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- The process ----

// `seconds` of processor time have been used already; wall-clock time counts from `begun`.
static enum child_end run_child(struct call *call, bool modest, double begun, double *seconds,
                                struct error *err)
{
    const struct tours_question *asked = call->later_with;
    // In whole seconds, as the system counts them, less what an earlier process for this request has used.
    unsigned processor =
        *seconds > LIMIT_TOUR_SECONDS - 1 ? 1 : LIMIT_TOUR_SECONDS - (unsigned)ceil(*seconds);
    char parent[24], allowed[24];
    snprintf(parent, sizeof parent, "%ld", (long)getpid());
    snprintf(allowed, sizeof allowed, "%u", processor);
    const char *arguments[] = {
        "leaper", "answer-about-tours", tours_ask_name(asked->ask), parent, allowed, modest ? "modest" : NULL,
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
    const char *question = tours_ask_name(asked->ask);
    metrics_add(call->service->metrics, METRICS_TOURS, question, ends[end], 1);
    metrics_add(call->service->metrics, METRICS_TOURS_SECONDS, question, NULL, used);
    return end;
}

// The answer if there was not enough time or memory.
static void answer_limit(struct call *call)
{
    const struct tours_question *asked = call->later_with;
    struct problem problem = {.code = PROBLEM_NONE};
    buffer_reset(&call->text);
    switch (asked->ask) {
    case TOURS_ASK_COUNT:
        call_answer_json(call, tours_answer_too_many(asked));
        break;
    case TOURS_ASK_RANDOM:
        call_answer_json(
            call, json_pack("{s:[], s:n, s:n, s:s}", "tours", "distribution", "exists", "words",
                            "no tour was found in the time that an answer has; 'leaper tours find' takes as "
                            "long as it needs"));
        break;
    case TOURS_ASK_ESTIMATE:
        call_answer_json(
            call,
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
    const struct tours_question *asked = call->later_with;
    struct problem problem = {.code = PROBLEM_NONE};
    struct error err = {0};
    double seconds = 0, begun = clock_seconds();
    enum child_end end = run_child(call, false, begun, &seconds, &err);
    // If tables are too large, tours can still be found by walks; if many walks at a time are too much, one may not be.
    if (end == CHILD_LIMIT && (asked->ask == TOURS_ASK_RANDOM || asked->ask == TOURS_ASK_ESTIMATE))
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

// Says what is wrong with a body. The place of the error may be within a member: "squares.5", "board[3]".
static bool refuse(struct problem *problem, const json_t *body, struct error *err)
{
    char name[sizeof err->at];
    if (err->no_memory)
        memory_exhausted();
    err->at[strcspn(err->at, "[")] = '\0';
    snprintf(name, sizeof name, "%.*s", (int)strcspn(err->at, "."), err->at);
    enum problem_code code = json_object_get(body, name) ? PROBLEM_BAD_FIELD : PROBLEM_MISSING_FIELD;
    return problem_from_error(problem, code, err->at, err);
}

static bool read_body(const struct call *call, enum tours_ask ask, struct tours_question *asked,
                      struct problem *problem)
{
    struct error err;
    json_t *body = body_object(call->body, call->length, tours_ask_members(ask), problem);
    bool fine = body && (tours_question_read(asked, ask, body, &err) || refuse(problem, body, &err));
    json_decref(body);
    return fine;
}

static void drop(void *context)
{
    tours_question_clear(context);
    free(context);
}

// Reads the body. If it is wrong, answers with the problem and returns NULL; the rest is left to the process.
static const struct tours_question *defer(struct call *call, enum tours_ask ask)
{
    struct problem problem = {.code = PROBLEM_NONE};
    struct tours_question *asked = memory_resize(NULL, 1, sizeof *asked);
    *asked = (struct tours_question){.ask = ask};
    call->later_with = asked;
    call->later_drop = drop;
    if (read_body(call, ask, asked, &problem)) {
        call->later = work;
        return asked;
    }
    call_fail(call, &problem);
    return NULL;
}

// ---- Questions ----

void tours_post_count(struct call *call)
{
    const struct tours_question *asked = defer(call, TOURS_ASK_COUNT);
    json_t *known;
    if (!asked || !tours_answer_known(asked, &known))
        return;
    call_answer_json(call, known);
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
    const struct tours_question *asked = defer(call, TOURS_ASK_DRAW);
    if (!asked)
        return;
    call->type = asked->png ? "image/png" : "image/svg+xml";
    snprintf(call->disposition, sizeof call->disposition, "attachment; filename=\"tour-%dx%d.%s\"",
             asked->board.width, asked->board.height, asked->png ? "png" : "svg");
}

void tours_get(struct call *call)
{
    call_answer_json(call, tours_catalogue());
}
