// SPDX-License-Identifier: GPL-3.0-or-later
// Draws from strips: the sizes are the numbers of tours, and all tours come up equally often.
#include "tours/sample/strip.h"

#include "base/memory.h"
#include "support/tours.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The graph of a board; for open tours with a vertex more that is joined to every cell, or with joined
// ends.
static void graph_init(struct circuit_graph *graph, const struct tour_graph *board,
                       const struct tour_constraint *constraint)
{
    int cells = board->vertices, next = 0;
    bool both = constraint->from >= 0 && constraint->to >= 0, extra = constraint->open && !both;
    *graph = (struct circuit_graph){.vertices = cells + extra, .joined = {-1, -1}};
    graph->first = memory_resize(NULL, (size_t)cells + 2, sizeof *graph->first);
    graph->to = memory_resize(NULL, 2 * (size_t)(board->edges + cells), sizeof *graph->to);
    for (int v = 0; v < cells + extra; v++) {
        graph->first[v] = next;
        for (int e = v < cells ? board->first[v] : 0; v < cells && e < board->first[v + 1]; e++)
            graph->to[next++] = board->neighbours[e];
        for (int w = 0; w < cells && v == cells; w++)
            if (w != constraint->from)
                graph->to[next++] = w;
        if (v < cells && extra && v != constraint->from)
            graph->to[next++] = cells;
    }
    graph->first[graph->vertices] = next;
    if (constraint->from >= 0) {
        graph->joined[0] = constraint->from;
        graph->joined[1] = both ? constraint->to : cells;
    }
}

static void graph_clear(struct circuit_graph *graph)
{
    free(graph->first);
    free(graph->to);
}

// What one tour looks like: its edges add up to a number that tells it from others.
static void take(void *context, int a, int b)
{
    *(uint64_t *)context += random_mix((uint64_t)(a < b ? a * 64 + b : b * 64 + a));
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// Draws 20 tours for each that there is. Chi-square has about the normal distribution; each side of 5
// standard deviations is passed by a right sampler with a random seed less than once in 100,000 times, and
// the seed is fixed.
static void check_board(const char *board, const char *leaper, bool open, const char *from, const char *to,
                        size_t expected)
{
    enum { EACH = 20 };
    struct tour_scene scene;
    struct circuit_graph graph;
    struct factor_budget budget = {.limit = 1 << 26};
    struct random random = {2026};
    struct error err;
    tour_scene_init(&scene, board, leaper);
    struct tour_constraint constraint =
        open ? tour_scene_open(&scene, from, to) : (struct tour_constraint){false, -1, -1};
    graph_init(&graph, &scene.graph, &constraint);
    struct strip *strip = strip_new(&graph, &budget, &err);
    graph_clear(&graph); // it is needed no more
    assert_non_null(strip);
    struct natural size = {0};
    struct strip_draw draw;
    strip_size(strip, &size);
    assert_true(natural_double(&size) == (double)expected);
    natural_clear(&size);
    assert_true(strip_draw_init(&draw, strip));
    uint64_t *drawn = memory_resize(NULL, EACH * expected + 1, sizeof *drawn);
    memset(drawn, 0, (EACH * expected + 1) * sizeof *drawn);
    for (size_t i = 0; i < EACH * expected; i++)
        assert_true(strip_draw_next(&draw, &random, take, &drawn[i]));
    qsort(drawn, EACH * expected, sizeof *drawn, compare);
    size_t kinds = 0;
    double statistic = 0, freedom = (double)expected - 1;
    for (size_t i = 0, run = 0; i < EACH * expected; i++) {
        run++;
        if (i + 1 < EACH * expected && drawn[i + 1] == drawn[i])
            continue;
        statistic += pow((double)run - EACH, 2) / EACH;
        kinds++;
        run = 0;
    }
    if (expected > 1) {
        assert_int_equal(kinds, expected);
        assert_true(fabs(statistic - freedom) < 5 * sqrt(2 * freedom) + 2);
    }
    free(drawn);
    strip_draw_clear(&draw);
    strip_free(strip);
    tour_scene_clear(&scene);
}

static void test_uniform(void **state)
{
    (void)state;
    check_board("6x6", "N", false, "", "", 9862);
    check_board("5x6", "N", false, "", "", 8);
    check_board("5x5", "N", true, "", "", 864);
    check_board("5x5", "N", true, "a1", "", 304);
    check_board("5x5", "N", true, "e5", "a1", 56);
    check_board("4x4", "K", false, "", "", 2830);
    check_board("*3*/5/5/*3*", "NC", false, "", "", 4442);
    check_board("3/1*1/3", "N", false, "", "", 1);
    check_board("4x6", "N", false, "", "", 0);
}

// Weights are rounded here: there are 2^300 tours and more. Closed knight's tours of 3×n boards keep a linear
// recurrence (D. E. Knuth; N. D. Elkies), so the ratios of sizes settle.
static void test_rounded_weights(void **state)
{
    (void)state;
    double logs[3];
    for (int i = 0; i < 3; i++) {
        char board[16];
        struct tour_scene scene;
        struct circuit_graph graph;
        struct factor_budget budget = {.limit = 1 << 26};
        struct tour_constraint constraint = {false, -1, -1};
        struct random random = {1};
        uint64_t digest = 0;
        snprintf(board, sizeof board, "3x%d", 800 + 80 * i);
        tour_scene_init(&scene, board, "N");
        graph_init(&graph, &scene.graph, &constraint);
        struct strip *strip = strip_new(&graph, &budget, NULL);
        assert_non_null(strip);
        struct natural size = {0};
        struct strip_draw draw;
        long bits;
        strip_size(strip, &size);
        logs[i] = log2(natural_mantissa(&size, &bits));
        logs[i] += (double)bits;
        assert_true(bits > 300);
        natural_clear(&size);
        assert_true(strip_draw_init(&draw, strip));
        for (int k = 0; k < 20; k++)
            assert_true(strip_draw_next(&draw, &random, take, &digest));
        strip_draw_clear(&draw);
        strip_free(strip);
        graph_clear(&graph);
        tour_scene_clear(&scene);
    }
    assert_true(fabs((logs[2] - logs[1]) - (logs[1] - logs[0])) < 1e-6);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const boards[] = {"6x30", "20x20", "6x6"};
    static const enum error_code codes[] = {ERROR_TOO_LARGE, ERROR_TOO_LARGE, ERROR_BUSY};
    for (int i = 0; i < 3; i++) {
        struct tour_scene scene;
        struct circuit_graph graph;
        struct error err;
        struct factor_budget budget = {.limit = 1 << 20, .used = 12345, .go_on = i == 2 ? never : NULL};
        tour_scene_init(&scene, boards[i], "N");
        graph_init(&graph, &scene.graph, &(struct tour_constraint){false, -1, -1});
        assert_null(strip_new(&graph, &budget, &err));
        assert_int_equal(err.code, codes[i]);
        assert_int_equal(budget.used, 12345); // all is given back
        graph_clear(&graph);
        tour_scene_clear(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_rounded_weights),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
