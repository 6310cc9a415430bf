// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the phases of McKay's method, and compares the figures with those of the paper.
#include "tours/mckay/mckay.h"

#include "base/memory.h"
#include "tours/mckay/mckay_join.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stage {
    const struct tour_graph *graph;
    const struct mckay_request *request;
    enum mckay_phase phase;
};

static bool stage_progress(void *context, double done)
{
    const struct stage *stage = context;
    const struct mckay_request *request = stage->request;
    return !request->progress || request->progress(request->context, stage->phase, done);
}

static void write_count(mckay_count count, char text[MCKAY_TEXT_SIZE])
{
    char digits[MCKAY_TEXT_SIZE];
    int at = MCKAY_TEXT_SIZE;
    digits[--at] = '\0';
    do {
        digits[--at] = (char)('0' + (int)(count % 10));
        count /= 10;
    } while (count);
    memcpy(text, digits + at, (size_t)(MCKAY_TEXT_SIZE - at));
}

// Whether a half turn is the only symmetry that a closed tour can have. An automorphism of a circuit of n cells either shifts
// it, or reverses it and then fixes two cells, two edges, or one of each. Suppose that every leap changes the colour of the
// cell, that both sides are even, and that the board has no holes. A mirror in a middle line fixes no cell. To reverse a tour
// it would have to fix two edges, but no leap joins a cell to its mirror image; to shift the tour, it would have to do so by
// n/2 cells, which is an even number and preserves colours, while the mirror exchanges them. A diagonal mirror fixes more than
// two cells. A quarter turn would have to shift the tour by n/4 cells; on a square whose side is divisible by 4 this is even,
// but a quarter turn exchanges the colours.
static bool only_half_turn(const struct tour_graph *graph)
{
    if (graph->width % 2 || graph->height % 2 || graph->vertices != graph->width * graph->height)
        return false;
    if (graph->width == graph->height && graph->width % 4)
        return false;
    for (int v = 0; v < graph->vertices; v++) {
        int cell = graph->cell[v], colour = cell % graph->width + cell / graph->width;
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++) {
            int other = graph->cell[graph->neighbours[i]];
            if ((other % graph->width + other / graph->width + colour) % 2 == 0 ||
                other == tour_cell_image(graph->width, graph->height, SYMMETRY_LEFT_RIGHT, cell) ||
                other == tour_cell_image(graph->width, graph->height, SYMMETRY_TOP_BOTTOM, cell))
                return false;
        }
    }
    return true;
}

static void write_classes(const struct tour_graph *graph, mckay_count tours, mckay_count symmetric,
                          struct mckay_figures *figures)
{
    mckay_count symmetries = 0;
    for (int s = 0; s < SYMMETRIES; s++)
        symmetries += graph->symmetries >> s & 1;
    // The upper half mirrors the lower one; if the board also has a second mirror, it has the half turn.
    if (symmetries < 4 || !only_half_turn(graph))
        return;
    write_count(symmetric / (symmetries / 2), figures->symmetric_classes);
    write_count((tours + symmetric) / symmetries, figures->classes);
}

static bool join(struct stage *stage, const struct mckay_ground *ground, const struct mckay_types *types,
                 struct mckay_figures *figures, struct error *err)
{
    struct mckay_watch watch = {stage_progress, stage};
    struct mckay_sets sets[STEP_KINDS];
    struct mckay_joined joined;
    const struct mckay_parts parts = {ground, types, sets};
    if (!mckay_sets_init(sets, ground, err))
        return false;
    bool done = mckay_join(&parts, stage->request->threads, &watch, &joined, err);
    if (done) {
        figures->crossing_sets = joined.crossing_sets;
        write_count(joined.tours, figures->tours);
        if (ground->half_turn) {
            mckay_count symmetric = mckay_join_half_turn(&parts);
            write_count(symmetric, figures->symmetric_tours);
            write_classes(stage->graph, joined.tours, symmetric, figures);
        }
    }
    mckay_sets_clear(sets);
    return done;
}

static bool find_types(const struct mckay_ground *ground, const struct mckay_request *request,
                       struct mckay_types *types, uint64_t *half_tours, struct error *err)
{
    struct stage stage = {.request = request, .phase = MCKAY_HALVES};
    struct mckay_watch watch = {stage_progress, &stage};
    struct mckay_table *table = memory_try(NULL, 1, sizeof *table);
    if (!table)
        return error_no_memory(err);
    mckay_table_init(table, request->memory);
    bool done = mckay_half_enumerate(ground, request->threads, &watch, table, err);
    *half_tours = table->half_tours;
    stage.phase = MCKAY_TYPES;
    stage_progress(&stage, 0);
    done = done && mckay_types_init(types, ground, table, request->threads, err);
    mckay_table_clear(table);
    free(table);
    return done;
}

bool mckay_run(const struct tour_graph *graph, const struct mckay_request *request,
               struct mckay_figures *figures, struct error *err)
{
    struct mckay_ground *ground = memory_try(NULL, 1, sizeof *ground);
    struct mckay_types types = {0};
    *figures = (struct mckay_figures){0};
    if (!ground)
        return error_no_memory(err);
    bool done = mckay_ground_init(ground, graph, request->mirrored, err) &&
                find_types(ground, request, &types, &figures->half_tours, err);
    if (done) {
        figures->structures = types.structures;
        figures->least = types.least;
        figures->most = types.most;
        figures->types = (uint64_t)types.count;
        figures->a_values = (uint64_t)types.a_count;
        figures->b_values = (uint64_t)types.b_count;
        struct stage stage = {graph, request, MCKAY_JOINS};
        done = join(&stage, ground, &types, figures, err);
        mckay_types_clear(&types);
    }
    free(ground);
    return done;
}

// Whether this is the board and the piece of the paper: no other piece on 64 cells has these 168 edges.
static bool is_knight_on_8x8(const struct tour_graph *graph)
{
    if (graph->width != 8 || graph->height != 8 || graph->vertices != 64 || graph->edges != 168)
        return false;
    for (int v = 0; v < graph->vertices; v++)
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++) {
            int a = graph->cell[v], b = graph->cell[graph->neighbours[i]];
            int dx = a % 8 - b % 8, dy = a / 8 - b / 8;
            if (dx * dx + dy * dy != 5)
                return false;
        }
    return true;
}

static void set_number(struct mckay_row *row, uint64_t number)
{
    snprintf(row->computed, sizeof row->computed, "%" PRIu64, number);
}

void mckay_compare(const struct tour_graph *graph, const struct mckay_figures *figures,
                   struct mckay_row rows[MCKAY_ROWS])
{
    static const struct mckay_row paper[MCKAY_ROWS] = {
        {"half-tours", "half_tours", "70433448", false, ""},
        {"path structures", "structures", "7934470", false, ""},
        {"fewest half-tours of a structure", "least", "1", false, ""},
        {"most half-tours of a structure", "most", "5680", false, ""},
        {"types (a, b)", "types", "453741", false, ""},
        {"values of a", "a_values", "6357", false, ""},
        {"values of b", "b_values", "1296", false, ""},
        {"sets of crossing steps", "crossing_sets", "361000000", true, ""},
        {"tours", "tours", "13267364410532", false, ""},
        {"tours with half-turn symmetry", "symmetric_tours", NULL, false, ""},
        {"their classes", "symmetric_classes", "608233", false, ""},
        {"classes under rotation and reflection", "classes", "1658420855433", false, ""},
    };
    bool has_paper = is_knight_on_8x8(graph);
    const uint64_t numbers[] = {figures->half_tours, figures->structures,   figures->least,
                                figures->most,       figures->types,        figures->a_values,
                                figures->b_values,   figures->crossing_sets};
    const char *const texts[] = {figures->tours, figures->symmetric_tours, figures->symmetric_classes,
                                 figures->classes};
    const int count = sizeof numbers / sizeof *numbers;
    static_assert(sizeof numbers / sizeof *numbers + sizeof texts / sizeof *texts == MCKAY_ROWS,
                  "a row each");
    for (int i = 0; i < MCKAY_ROWS; i++) {
        rows[i] = paper[i];
        if (!has_paper)
            rows[i].paper = NULL;
        if (i < count)
            set_number(&rows[i], numbers[i]);
        else
            memcpy(rows[i].computed, texts[i - count], MCKAY_TEXT_SIZE);
    }
}

bool mckay_row_differs(const struct mckay_row *row)
{
    if (!row->paper)
        return false;
    if (!row->is_rounded)
        return strcmp(row->paper, row->computed) != 0;
    double paper = strtod(row->paper, NULL), computed = strtod(row->computed, NULL);
    return computed < 0.99 * paper || computed > 1.01 * paper;
}
