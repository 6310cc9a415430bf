// SPDX-License-Identifier: GPL-3.0-or-later
// Answers about tours. Everything beyond reading the body is done by the thread for long work, within its limits.
#include "server/tours.h"

#include "base/memory.h"
#include "server/jobs.h"
#include "server/limits.h"
#include "server/tours_job.h"
#include "tours/count.h"
#include "tours/known.h"
#include "tours/picture_png.h"
#include "tours/probe.h"
#include "tours/theorem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Probes in an answer at most. On boards of more than SINGLE_CELLS squares a probe is a population of at most POPULATION
// walks, fewer where the graph has so many edges that it would take longer than a second or so.
enum { PROBES_AT_ONCE = 2000, SINGLE_CELLS = 50, POPULATION = 100, POPULATION_EDGES = 64000 };

// How long a batch of probes takes about; a plot grows by one batch at a time.
static const double PROBE_SECONDS = 0.4;

// ---- What the jobs have in common ----

void tours_answer(struct call *call, json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    buffer_add(&call->text, text ? text : "{}");
    free(text);
    call->status = MHD_HTTP_OK;
}

static void answer_error(struct call *call, enum problem_code code, const struct error *err)
{
    struct problem problem = {.code = PROBLEM_NONE};
    problem_from_error(&problem, code, NULL, err);
    call_fail(call, &problem);
}

bool tours_goes_on(void *context)
{
    const struct call *call = context;
    return jobs_goes_on(call->service->jobs, LIMIT_TOUR_SECONDS) && !call_is_abandoned(call);
}

// Why there can be no tour, as a new text, or NULL when nobody knows.
char *tours_forbidden(const struct tours_body *body)
{
    if (!body->movable)
        return memory_copy_text("the piece cannot move anywhere on this board");
    struct buffer reason;
    const struct tour_wish wish = {body->open, -1, -1};
    buffer_init(&reason);
    if (theorem_forbids(&body->board, &body->leaper, &body->graph, &wish, &reason))
        return buffer_take(&reason);
    buffer_clear(&reason);
    return NULL;
}

void tours_defer(struct call *call, enum tours_question question, void (*work)(struct call *call))
{
    struct problem problem = {.code = PROBLEM_NONE};
    call->later_with = tours_body_read(call->body, call->length, question, &problem);
    if (!call->later_with) {
        call_fail(call, &problem);
        return;
    }
    call->later = work;
    call->later_drop = tours_body_free;
}

// ---- Counts ----

static bool count_goes_on(void *context, const struct count_progress *now)
{
    (void)now;
    return tours_goes_on(context);
}

static json_t *count_now(struct call *call, const struct tours_body *body)
{
    struct cycle_graph cycles;
    struct error err;
    const struct tour_ends ends = {body->open, -1, -1};
    if (!cycle_graph_init(&cycles, &body->graph, &ends, &err))
        return json_pack("{s:n, s:s}", "count", "reason", err.message);
    struct count_request request = {.graph = &body->graph,
                                    .cycles = &cycles,
                                    .threads = 1,
                                    .memory = (size_t)LIMIT_TOUR_MEMORY << 20,
                                    .progress = count_goes_on,
                                    .context = call};
    struct count_result result = {0};
    json_t *json;
    if (count_tours(&request, &result, &err)) {
        char source[80];
        snprintf(source, sizeof source, "counted just now by this program, %" PRIu64 " states of work",
                 result.states);
        json = json_pack("{s:s, s:s, s:s}", "count", result.count, "directed", result.directed, "source",
                         source);
    } else {
        json = json_pack(
            "{s:n, s:s}", "count", "reason",
            "too many to be counted while you wait; 'leaper tours count' has the time, and an estimate "
            "tells the order");
    }
    count_result_clear(&result);
    cycle_graph_clear(&cycles);
    return json;
}

static json_t *known_json(const struct known_count *known)
{
    struct buffer source;
    buffer_init(&source);
    known_write_source(known, &source);
    json_t *json = json_pack("{s:s, s:s}", "count", known->count, "source", buffer_text(&source));
    buffer_clear(&source);
    return json;
}

static void do_count(struct call *call)
{
    const struct tours_body *body = call->later_with;
    const struct known_count *known = known_find(&body->board, &body->leaper, body->open);
    char *reason = tours_forbidden(body);
    json_t *json;
    if (reason)
        json = json_pack("{s:s, s:s, s:s}", "count", "0", "directed", "0", "source", reason);
    else if (known)
        json = known_json(known);
    else
        json = count_now(call, body);
    free(reason);
    json_object_set_new(json, "squares", json_integer(body->board.cells));
    tours_answer(call, json);
}

void tours_post_count(struct call *call)
{
    tours_defer(call, TOURS_ASK_COUNT, do_count);
}

// ---- Estimates ----

static json_t *probe(struct call *call, const struct partial *root, int population, int64_t seed)
{
    json_t *logs = json_array();
    struct prober *prober = prober_new(root, population);
    struct random random = {random_mix((uint64_t)seed)};
    do {
        double log = prober_run(prober, &random);
        json_array_append_new(logs, isfinite(log) ? json_real(log) : json_null());
    } while (json_array_size(logs) < PROBES_AT_ONCE && jobs_goes_on(call->service->jobs, PROBE_SECONDS) &&
             !call_is_abandoned(call));
    prober_free(prober);
    return logs;
}

static int population_of(const struct tour_graph *graph)
{
    if (graph->vertices <= SINGLE_CELLS)
        return 1;
    int population = POPULATION_EDGES / graph->edges;
    return population > POPULATION ? POPULATION : population < 1 ? 1 : population;
}

static void do_estimate(struct call *call)
{
    const struct tours_body *body = call->later_with;
    const struct tour_wish wish = {body->open, -1, -1};
    char *reason = tours_forbidden(body);
    int population = reason ? 1 : population_of(&body->graph);
    json_t *json = json_pack("{s:i, s:[]}", "population", population, "logs");
    struct links links;
    struct partial root;
    if (reason || body->graph.vertices < 3) {
        json_object_set_new(json, "reason", json_string(reason ? reason : "there is nothing to estimate"));
        free(reason);
        tours_answer(call, json);
        return;
    }
    links_init(&links, &body->graph, &wish);
    partial_init(&root, &links);
    if (partial_settle(&root))
        json_object_set_new(json, "logs", probe(call, &root, population, body->seed));
    else
        json_object_set_new(json, "reason",
                            json_string("the leaps that squares with two of them need exclude one another"));
    partial_clear(&root);
    links_clear(&links);
    tours_answer(call, json);
}

void tours_post_estimate(struct call *call)
{
    tours_defer(call, TOURS_ASK_ESTIMATE, do_estimate);
}

// ---- Drawings ----

static void do_draw(struct call *call)
{
    const struct tours_body *body = call->later_with;
    struct drawn_tour tour = {body->cells, !body->open, NULL};
    struct draw_options options = {.style = body->style, .cell = 40};
    struct picture picture;
    struct error err;
    draw_sheet(&picture, &body->board, &tour, 1, &options);
    call->status = MHD_HTTP_OK;
    call->type = body->png ? "image/png" : "image/svg+xml";
    snprintf(call->disposition, sizeof call->disposition, "attachment; filename=\"tour-%dx%d.%s\"",
             body->board.width, body->board.height, body->png ? "png" : "svg");
    if (!body->png)
        picture_write_svg(&picture, &call->text);
    else if (!picture_write_png(&picture, 2, &call->text, &err))
        answer_error(call, PROBLEM_INTERNAL, &err);
    picture_clear(&picture);
}

void tours_post_draw(struct call *call)
{
    tours_defer(call, TOURS_ASK_DRAW, do_draw);
    const struct tours_body *body = call->later_with;
    if (!body)
        return;
    // What is drawn must be a tour: the page offers the picture as one.
    const struct tour_wish wish = {body->open, -1, -1};
    struct problem problem = {.code = PROBLEM_NONE};
    int step = 0, *tour = memory_resize(NULL, (size_t)body->cell_count, sizeof *tour);
    for (int i = 0; i < body->cell_count && body->movable; i++)
        tour[i] = body->graph.vertex[body->cells[i]];
    if (!body->movable || tour_check(&body->graph, &wish, tour, body->cell_count, &step) != TOUR_FINE) {
        char at[32];
        snprintf(at, sizeof at, "squares.%d", step);
        problem_set(&problem, PROBLEM_BAD_FIELD, at, "the squares are no tour; step %d is wrong", step + 1);
        call_fail(call, &problem);
        call->later = NULL;
    }
    free(tour);
}

// ---- The catalogue ----

void tours_get(struct call *call)
{
    static const char *const pieces[][3] = {
        {"N", "Knight", "(1,2): the classic"},
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
    tours_answer(call, json_pack("{s:o, s:o, s:i, s:i, s:i}", "leapers", names, "known", list, "side",
                                 LIMIT_TOUR_SIDE, "squares", LIMIT_TOUR_CELLS, "tours", LIMIT_TOUR_COUNT));
}
