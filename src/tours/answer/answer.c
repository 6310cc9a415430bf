// SPDX-License-Identifier: GPL-3.0-or-later
// Counts, estimates and pictures; random tours are in random.c.
#include "tours/answer/answer.h"

#include "tours/count/count.h"
#include "tours/count/known.h"
#include "tours/estimate/probe.h"
#include "tours/search/theorem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

// The most probes in one answer. On boards of more than SINGLE_CELLS squares, a probe is a population of at most POPULATION
// walks; fewer if the graph has so many edges that these would take longer than about a second.
enum { PROBES_AT_ONCE = 2000, SINGLE_CELLS = 50, POPULATION = 100, POPULATION_EDGES = 64000 };

// The share of the time for one batch of probes, by which the page's plot grows; and the largest share that any work uses.
static const double PROBE_SHARE = 0.13, USED_SHARE = 0.85;

// ---- What the answers share ----

bool tours_limits_go_on(void *limits)
{
    const struct tours_limits *given = limits;
    return given->has(given->context, USED_SHARE);
}

bool tours_forbidden(const struct tours_question *question, struct buffer *reason)
{
    const struct tour_constraint constraint = {question->open, -1, -1};
    if (question->movable)
        return theorem_forbids(&question->board, &question->leaper, &question->graph, &constraint, reason);
    buffer_add(reason, "the piece cannot move anywhere on this board");
    return true;
}

// ---- The catalogue ----

static json_t *known_json(const struct known_count *known)
{
    struct buffer source;
    buffer_init(&source);
    known_write_source(known, &source);
    json_t *json =
        source.failed ? NULL : json_pack("{s:s, s:s}", "count", known->count, "source", buffer_text(&source));
    buffer_clear(&source);
    return json;
}

static json_t *known_row(const struct known_count *known)
{
    char board[24];
    json_t *row = known_json(known);
    snprintf(board, sizeof board, "%dx%d", known->width, known->height);
    json_t *rest = json_pack("{s:s, s:s, s:b, s:s?}", "board", board, "leaper", "N", "open", known->open,
                             "published", known->published);
    bool joined = row && rest && !json_object_update(row, rest);
    json_decref(rest);
    if (joined)
        return row;
    json_decref(row);
    return NULL;
}

json_t *tours_catalogue(void)
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
    json_t *rows = json_array(), *names = json_array();
    bool fine = true;
    for (size_t i = 0; i < count; i++)
        fine = !json_array_append_new(rows, known_row(&known[i])) && fine;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        fine = !json_array_append_new(names, json_pack("{s:s, s:s, s:s}", "key", pieces[i][0], "name",
                                                       pieces[i][1], "words", pieces[i][2])) &&
               fine;
    json_t *catalogue = json_pack("{s:o, s:o, s:i, s:i, s:i}", "leapers", names, "known", rows, "side",
                                  TOURS_SIDE_MAX, "squares", TOURS_CELLS_MAX, "tours", TOURS_COUNT_MAX);
    if (fine)
        return catalogue;
    json_decref(catalogue);
    return NULL;
}

// ---- Counts ----

static json_t *with_squares(const struct tours_question *question, json_t *answer)
{
    if (answer && !json_object_set_new(answer, "squares", json_integer(question->board.cells)))
        return answer;
    json_decref(answer);
    return NULL;
}

bool tours_answer_known(const struct tours_question *question, json_t **answer)
{
    const struct known_count *known = known_find(&question->board, &question->leaper, question->open);
    *answer = known ? with_squares(question, known_json(known)) : NULL;
    return known;
}

json_t *tours_answer_too_many(const struct tours_question *question)
{
    return with_squares(
        question,
        json_pack("{s:n, s:s}", "count", "reason",
                  "too many to be counted while you wait; 'leaper tours count' has the time, and an "
                  "estimate gives the order of magnitude"));
}

static bool count_goes_on(void *context, const struct count_progress *now)
{
    (void)now;
    return tours_limits_go_on(context);
}

static json_t *count_now(const struct tours_question *question, const struct tours_limits *limits)
{
    struct cycle_graph cycles;
    struct error err;
    const struct tour_constraint ends = {question->open, -1, -1};
    if (!cycle_graph_init(&cycles, &question->graph, &ends, &err))
        return with_squares(question, json_pack("{s:n, s:s}", "count", "reason", err.message));
    struct count_request request = {.graph = &question->graph,
                                    .cycles = &cycles,
                                    .threads = 1,
                                    .memory = limits->tables,
                                    .disk = 0,
                                    .progress = count_goes_on,
                                    .context = (void *)(uintptr_t)limits};
    struct count_result result = {0};
    bool counted = count_tours(&request, &result, &err);
    json_t *json = NULL;
    if (counted) {
        char source[80];
        snprintf(source, sizeof source, "counted just now by this program, %" PRIu64 " states of work",
                 result.states);
        json = json_pack("{s:s, s:s, s:s}", "count", result.count, "directed", result.directed, "source",
                         source);
    }
    count_result_clear(&result);
    cycle_graph_clear(&cycles);
    return counted ? with_squares(question, json) : tours_answer_too_many(question);
}

static json_t *answer_count(const struct tours_question *question, const struct tours_limits *limits)
{
    struct buffer reason;
    json_t *answer;
    buffer_init(&reason);
    bool forbidden = tours_forbidden(question, &reason);
    if (reason.failed)
        answer = NULL;
    else if (forbidden)
        answer = with_squares(question, json_pack("{s:s, s:s, s:s}", "count", "0", "directed", "0", "source",
                                                  buffer_text(&reason)));
    else if (!tours_answer_known(question, &answer))
        answer = count_now(question, limits);
    buffer_clear(&reason);
    return answer;
}

// ---- Estimates ----

static json_t *probe(const struct tours_question *question, const struct tours_limits *limits,
                     const struct partial *root, int population)
{
    json_t *logs = json_array();
    struct prober *prober = prober_new(root, population);
    bool fine = logs && prober;
    struct random random = {random_mix((uint64_t)question->seed)};
    while (fine) {
        double log = prober_run(prober, &random);
        fine = !json_array_append_new(logs, isfinite(log) ? json_real(log) : json_null());
        if (json_array_size(logs) >= PROBES_AT_ONCE || !limits->has(limits->context, PROBE_SHARE))
            break;
    }
    prober_free(prober);
    if (fine)
        return json_pack("{s:i, s:o}", "population", population, "logs", logs);
    json_decref(logs);
    return NULL;
}

static int population_of(const struct tour_graph *graph)
{
    if (graph->vertices <= SINGLE_CELLS)
        return 1;
    int population = POPULATION_EDGES / graph->edges;
    return population > POPULATION ? POPULATION : population < 1 ? 1 : population;
}

static json_t *no_estimate(int population, const char *reason)
{
    return json_pack("{s:i, s:[], s:s}", "population", population, "logs", "reason", reason);
}

static json_t *estimate(const struct tours_question *question, const struct tours_limits *limits)
{
    const struct tour_constraint constraint = {question->open, -1, -1};
    int population = limits->modest ? 1 : population_of(&question->graph);
    struct links links;
    struct partial root;
    if (question->graph.vertices < 3)
        return no_estimate(population, "there is nothing to estimate");
    if (!links_init(&links, &question->graph, &constraint))
        return NULL;
    json_t *answer = NULL;
    if (partial_init(&root, &links)) {
        answer =
            partial_settle(&root)
                ? probe(question, limits, &root, population)
                : no_estimate(population, "squares with only two leaps need leaps that exclude one another");
        partial_clear(&root);
    }
    links_clear(&links);
    return answer;
}

static json_t *answer_estimate(const struct tours_question *question, const struct tours_limits *limits)
{
    struct buffer reason;
    buffer_init(&reason);
    bool forbidden = tours_forbidden(question, &reason);
    json_t *answer = reason.failed ? NULL
                     : forbidden   ? no_estimate(1, buffer_text(&reason))
                                   : estimate(question, limits);
    buffer_clear(&reason);
    return answer;
}

// ---- Pictures ----

void tours_answer_picture(const struct tours_question *question, struct picture *picture)
{
    struct drawn_tour tour = {question->cells, !question->open, NULL};
    struct draw_options options = {.style = question->style, .cell = 40};
    draw_sheet(picture, &question->board, &tour, 1, &options);
}

// A picture as SVG, for whom JSON is all there is.
static json_t *answer_draw(const struct tours_question *question)
{
    struct picture picture;
    struct buffer svg;
    buffer_init(&svg);
    tours_answer_picture(question, &picture);
    picture_write_svg(&picture, &svg);
    picture_clear(&picture);
    json_t *answer = svg.failed ? NULL : json_pack("{s:s}", "svg", buffer_text(&svg));
    buffer_clear(&svg);
    return answer;
}

json_t *tours_answer(const struct tours_question *question, const struct tours_limits *limits)
{
    switch (question->ask) {
    case TOURS_ASK_COUNT:
        return answer_count(question, limits);
    case TOURS_ASK_RANDOM:
        return tours_answer_random(question, limits);
    case TOURS_ASK_ESTIMATE:
        return answer_estimate(question, limits);
    case TOURS_ASK_DRAW:
        return answer_draw(question);
    }
    return NULL;
}
