// SPDX-License-Identifier: GPL-3.0-or-later
// Random tours for the page: uniform if the tables fit into the limits, else from a random walk.
#include "base/memory.h"
#include "server/limits.h"
#include "server/tours/tours_work.h"
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
    const struct tours_work *work;
    const struct tours_body *body;
    json_t *tours;            // of names of squares
    int *squares;             // [vertices]: one tour
    const char *distribution; // "uniform", "walk", "single"; NULL: no tour
    enum search_end end;
    struct buffer words; // how they were drawn, or why there is none
};

static void add(struct drawing *drawing)
{
    const struct tours_body *body = drawing->body;
    json_t *names = json_array();
    for (int i = 0; i < body->graph.vertices; i++) {
        char name[TOUR_CELL_NAME_SIZE];
        tour_board_cell_name(&body->board, body->graph.cell[drawing->squares[i]], name);
        json_array_append_new(names, json_string(name));
    }
    json_array_append_new(drawing->tours, names);
}

static bool wants_more(const struct drawing *drawing)
{
    return json_array_size(drawing->tours) < (size_t)drawing->body->count;
}

static bool may_sample(void *work)
{
    return tours_work_has(work, SAMPLE_SHARE);
}

// Draws as many uniformly random tours as time allows, possibly none.
static void sample(struct drawing *drawing)
{
    const struct tours_body *body = drawing->body;
    const struct tour_constraint constraint = {body->open, -1, -1};
    void *context = (void *)(uintptr_t)drawing->work;
    struct factor_budget budget = {
        .limit = (uint64_t)LIMIT_TOUR_TABLES << 20, .go_on = may_sample, .context = context};
    struct error err;
    struct tour_sampler *sampler = tour_sampler_new(&body->graph, &constraint, &budget, &err);
    if (!sampler) {
        if (err.code == ERROR_NOT_FOUND) {
            drawing->end = SEARCH_NONE;
            buffer_add(&drawing->words, err.message);
        }
        return;
    }
    struct tour_draw draw;
    if (!tour_draw_init(&draw, sampler, (uint64_t)body->seed))
        memory_exhausted();
    while (wants_more(drawing) && may_sample(context))
        if (tour_draw_next(&draw, 1000, drawing->squares))
            add(drawing);
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
    const struct tours_body *body = drawing->body;
    void *context = (void *)(uintptr_t)drawing->work;
    struct random random = {random_mix((uint64_t)body->seed)};
    struct find_request find = {.board = &body->board,
                                .leaper = &body->leaper,
                                .graph = &body->graph,
                                .constraint = {body->open, -1, -1},
                                .seed = (uint64_t)body->seed,
                                .nodes = FIND_NODES,
                                .goes_on = tours_work_goes_on,
                                .context = context};
    struct backbite_request walk = {.graph = &body->graph,
                                    .open = body->open,
                                    .steps = (uint64_t)WALK_STEPS * (uint64_t)body->graph.vertices,
                                    .goes_on = tours_work_goes_on,
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

void tours_work_random(const struct tours_work *work)
{
    const struct tours_body *body = work->body;
    struct drawing drawing = {.work = work, .body = body, .tours = json_array(), .end = SEARCH_GAVE_UP};
    char *reason = tours_work_forbidden(body);
    buffer_init(&drawing.words);
    if (reason) {
        drawing.end = SEARCH_NONE;
        buffer_add(&drawing.words, reason);
    } else {
        drawing.squares = memory_resize(NULL, (size_t)body->graph.vertices, sizeof *drawing.squares);
        if (!work->modest)
            sample(&drawing);
        if (drawing.end == SEARCH_GAVE_UP)
            backbite(&drawing);
    }
    json_t *exists = drawing.end == SEARCH_GAVE_UP ? json_null() : json_boolean(drawing.end == SEARCH_FOUND);
    tours_work_answer(work, json_pack("{s:o, s:s?, s:o, s:s}", "tours", drawing.tours, "distribution",
                                      drawing.distribution, "exists", exists, "words",
                                      buffer_text(&drawing.words)));
    buffer_clear(&drawing.words);
    free(drawing.squares);
    free(reason);
}
