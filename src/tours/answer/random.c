// SPDX-License-Identifier: GPL-3.0-or-later
// Random tours: uniform if the tables fit into the limits, else from a random walk.
#include "tours/answer/answer.h"

#include "base/memory.h"
#include "tours/sample/backbite.h"
#include "tours/sample/sampler.h"
#include "tours/search/find.h"

#include <stdint.h>
#include <stdlib.h>

// Steps of a walk per square, and decisions in the search for its first tour.
enum { WALK_STEPS = 300, FIND_NODES = 20000 };

// The share of the time for the tables; the rest is for a walk.
static const double SAMPLE_SHARE = 0.6;

struct drawing {
    const struct tours_question *question;
    const struct tours_limits *limits;
    json_t *tours;            // of names of squares
    int *squares;             // [vertices]: one tour
    const char *distribution; // "uniform", "walk", "single"; NULL: no tour
    enum search_end end;
    struct buffer words; // how they were drawn, or why there is none
    bool failed;         // memory ran out
};

static void add(struct drawing *drawing)
{
    const struct tours_question *question = drawing->question;
    json_t *names = json_array();
    for (int i = 0; i < question->graph.vertices; i++) {
        char name[TOUR_CELL_NAME_SIZE];
        tour_board_cell_name(&question->board, question->graph.cell[drawing->squares[i]], name);
        if (json_array_append_new(names, json_string(name)))
            drawing->failed = true;
    }
    if (json_array_append_new(drawing->tours, names))
        drawing->failed = true;
}

static bool wants_more(const struct drawing *drawing)
{
    return !drawing->failed && json_array_size(drawing->tours) < (size_t)drawing->question->count;
}

static bool may_sample(void *limits)
{
    const struct tours_limits *given = limits;
    return given->has(given->context, SAMPLE_SHARE);
}

// Draws as many uniformly random tours as time allows, possibly none.
static void sample(struct drawing *drawing)
{
    const struct tours_question *question = drawing->question;
    const struct tour_constraint constraint = {question->open, -1, -1};
    void *context = (void *)(uintptr_t)drawing->limits;
    struct factor_budget budget = {.limit = drawing->limits->tables, .go_on = may_sample, .context = context};
    struct error err;
    struct tour_sampler *sampler = tour_sampler_new(&question->graph, &constraint, &budget, &err);
    if (!sampler) {
        if (err.code == ERROR_NOT_FOUND) {
            drawing->end = SEARCH_NONE;
            buffer_add(&drawing->words, err.message);
        }
        return;
    }
    struct tour_draw draw;
    bool room = tour_draw_init(&draw, sampler, (uint64_t)question->seed);
    while (room && wants_more(drawing) && may_sample(context))
        if (tour_draw_next(&draw, 1000, drawing->squares))
            add(drawing);
    if (room)
        tour_draw_clear(&draw);
    tour_sampler_free(sampler);
    if (json_array_size(drawing->tours) == 0)
        return;
    drawing->end = SEARCH_FOUND;
    drawing->distribution = "uniform";
    buffer_add(&drawing->words, "drawn through tables of counts: every tour has exactly the same chance");
}

// Finds a tour, and makes others by a random walk from it.
static void backbite(struct drawing *drawing)
{
    const struct tours_question *question = drawing->question;
    void *context = (void *)(uintptr_t)drawing->limits;
    struct random random = {random_mix((uint64_t)question->seed)};
    struct find_request find = {.board = &question->board,
                                .leaper = &question->leaper,
                                .graph = &question->graph,
                                .constraint = {question->open, -1, -1},
                                .seed = (uint64_t)question->seed,
                                .nodes = FIND_NODES,
                                .goes_on = tours_limits_go_on,
                                .context = context};
    struct backbite_request walk = {.graph = &question->graph,
                                    .open = question->open,
                                    .steps = (uint64_t)WALK_STEPS * (uint64_t)question->graph.vertices,
                                    .goes_on = tours_limits_go_on,
                                    .context = context};
    drawing->end = find_run(&find, drawing->squares, &drawing->words);
    if (drawing->end != SEARCH_FOUND)
        return;
    drawing->distribution = "single";
    while (wants_more(drawing) && backbite_run(&walk, &random, drawing->squares)) {
        drawing->distribution = "walk";
        add(drawing);
    }
    if (json_array_size(drawing->tours) == 0)
        add(drawing);
    else
        buffer_addf(
            &drawing->words,
            ", then changed by %d random steps: about, not exactly, equal chances for those that can be reached so",
            (int)walk.steps);
}

// Draws the tours that are wanted, one way or the other.
static void draw_all(struct drawing *drawing)
{
    const struct tours_question *question = drawing->question;
    drawing->squares = memory_try(NULL, (size_t)question->graph.vertices, sizeof *drawing->squares);
    if (!drawing->squares) {
        drawing->failed = true;
        return;
    }
    if (!drawing->limits->modest)
        sample(drawing);
    if (drawing->end == SEARCH_GAVE_UP)
        backbite(drawing);
    free(drawing->squares);
}

json_t *tours_answer_random(const struct tours_question *question, const struct tours_limits *limits)
{
    struct drawing drawing = {
        .question = question, .limits = limits, .tours = json_array(), .end = SEARCH_GAVE_UP};
    buffer_init(&drawing.words);
    if (tours_forbidden(question, &drawing.words))
        drawing.end = SEARCH_NONE;
    else
        draw_all(&drawing);
    json_t *exists = drawing.end == SEARCH_GAVE_UP ? json_null() : json_boolean(drawing.end == SEARCH_FOUND);
    json_t *answer = json_pack("{s:o, s:s?, s:o, s:s}", "tours", drawing.tours, "distribution",
                               drawing.distribution, "exists", exists, "words", buffer_text(&drawing.words));
    if (drawing.failed || drawing.words.failed || drawing.end == SEARCH_NO_MEMORY) {
        json_decref(answer);
        answer = NULL;
    }
    buffer_clear(&drawing.words);
    return answer;
}
