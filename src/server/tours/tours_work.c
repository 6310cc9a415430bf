// SPDX-License-Identifier: GPL-3.0-or-later
// Counts, estimates and drawings; random tours are in tours_random.c.
#include "server/tours/tours_work.h"

#include "base/clock.h"
#include "base/memory.h"
#include "server/limits.h"
#include "tours/count/count.h"
#include "tours/draw/picture_png.h"
#include "tours/estimate/probe.h"
#include "tours/search/theorem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The most probes in one answer. On boards of more than SINGLE_CELLS squares, a probe is a population of at most POPULATION
// walks; fewer if the graph has so many edges that these would take longer than about a second.
enum { PROBES_AT_ONCE = 2000, SINGLE_CELLS = 50, POPULATION = 100, POPULATION_EDGES = 64000 };

// The share of the time for one batch of probes, by which the page's plot grows; and the largest share that any work uses, so
// that the answer is written before the system ends the process.
static const double PROBE_SHARE = 0.13, USED_SHARE = 0.85;

// ---- What the answers share ----

bool tours_work_has(const struct tours_work *work, double share)
{
    return clock_process_seconds() < share * work->seconds;
}

bool tours_work_goes_on(void *context)
{
    return tours_work_has(context, USED_SHARE);
}

void tours_work_answer(const struct tours_work *work, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    if (!text)
        memory_exhausted();
    json_decref(json);
    buffer_add(work->out, text);
    free(text);
}

char *tours_work_forbidden(const struct tours_body *body)
{
    if (!body->movable)
        return memory_copy_text("the piece cannot move anywhere on this board");
    struct buffer reason;
    const struct tour_constraint constraint = {body->open, -1, -1};
    buffer_init(&reason);
    if (theorem_forbids(&body->board, &body->leaper, &body->graph, &constraint, &reason))
        return buffer_take(&reason);
    buffer_clear(&reason);
    return NULL;
}

// ---- Counts ----

static bool count_goes_on(void *context, const struct count_progress *now)
{
    (void)now;
    return tours_work_goes_on(context);
}

static json_t *count_now(const struct tours_work *work)
{
    const struct tours_body *body = work->body;
    struct cycle_graph cycles;
    struct error err;
    const struct tour_constraint ends = {body->open, -1, -1};
    if (!cycle_graph_init(&cycles, &body->graph, &ends, &err))
        return json_pack("{s:n, s:s}", "count", "reason", err.message);
    struct count_request request = {.graph = &body->graph,
                                    .cycles = &cycles,
                                    .threads = 1,
                                    .memory = (size_t)LIMIT_TOUR_TABLES << 20,
                                    .disk = 0,
                                    .progress = count_goes_on,
                                    .context = (void *)(uintptr_t)work};
    struct count_result result = {0};
    json_t *json;
    if (count_tours(&request, &result, &err)) {
        char source[80];
        snprintf(source, sizeof source, "counted just now by this program, %" PRIu64 " states of work",
                 result.states);
        json = json_pack("{s:s, s:s, s:s}", "count", result.count, "directed", result.directed, "source",
                         source);
    } else {
        json = json_pack("{s:n, s:s}", "count", "reason", TOURS_TOO_MANY);
    }
    count_result_clear(&result);
    cycle_graph_clear(&cycles);
    return json;
}

static void do_count(const struct tours_work *work)
{
    char *reason = tours_work_forbidden(work->body);
    json_t *json = reason ? json_pack("{s:s, s:s, s:s}", "count", "0", "directed", "0", "source", reason)
                          : count_now(work);
    free(reason);
    if (json)
        json_object_set_new(json, "squares", json_integer(work->body->board.cells));
    tours_work_answer(work, json);
}

// ---- Estimates ----

static json_t *probe(const struct tours_work *work, const struct partial *root, int population)
{
    json_t *logs = json_array();
    struct prober *prober = prober_new(root, population);
    if (!prober)
        memory_exhausted();
    struct random random = {random_mix((uint64_t)work->body->seed)};
    do {
        double log = prober_run(prober, &random);
        json_array_append_new(logs, isfinite(log) ? json_real(log) : json_null());
    } while (json_array_size(logs) < PROBES_AT_ONCE && tours_work_has(work, PROBE_SHARE));
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

static void do_estimate(const struct tours_work *work)
{
    const struct tours_body *body = work->body;
    const struct tour_constraint constraint = {body->open, -1, -1};
    char *reason = tours_work_forbidden(body);
    int population = reason || work->modest ? 1 : population_of(&body->graph);
    json_t *json = json_pack("{s:i, s:[]}", "population", population, "logs");
    struct links links;
    struct partial root;
    if (reason || body->graph.vertices < 3) {
        json_object_set_new(json, "reason", json_string(reason ? reason : "there is nothing to estimate"));
        free(reason);
        tours_work_answer(work, json);
        return;
    }
    if (!links_init(&links, &body->graph, &constraint) || !partial_init(&root, &links))
        memory_exhausted();
    if (partial_settle(&root))
        json_object_set_new(json, "logs", probe(work, &root, population));
    else
        json_object_set_new(json, "reason",
                            json_string("squares with only two leaps need leaps that exclude one another"));
    partial_clear(&root);
    links_clear(&links);
    tours_work_answer(work, json);
}

// ---- Drawings ----

static bool do_draw(const struct tours_work *work)
{
    const struct tours_body *body = work->body;
    bool fine = true;
    struct drawn_tour tour = {body->cells, !body->open, NULL};
    struct draw_options options = {.style = body->style, .cell = 40};
    struct picture picture;
    struct error err;
    draw_sheet(&picture, &body->board, &tour, 1, &options);
    if (!body->png)
        picture_write_svg(&picture, work->out);
    else
        fine = picture_write_png(&picture, 2, work->out, &err);
    picture_clear(&picture);
    return fine;
}

bool tours_work_run(const struct tours_work *work, enum tours_question question)
{
    switch (question) {
    case TOURS_ASK_COUNT:
        do_count(work);
        return true;
    case TOURS_ASK_RANDOM:
        tours_work_random(work);
        return true;
    case TOURS_ASK_ESTIMATE:
        do_estimate(work);
        return true;
    case TOURS_ASK_DRAW:
        return do_draw(work);
    }
    return false;
}
