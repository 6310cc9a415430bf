// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and factors correspond one to one, on graphs of several shapes and demands.
#include "tours/sample/factor.h"

#include "base/memory.h"
#include "base/random.h"
#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A factor graph of a board, with an added vertex that wants `ends` edges unless that is 0.
static void graph_init(struct factor_graph *graph, const struct tour_graph *board, int ends)
{
    int cells = board->vertices, next = 0;
    *graph = (struct factor_graph){cells + (ends > 0), cells, NULL, NULL, NULL};
    graph->first = memory_resize(NULL, (size_t)cells + 2, sizeof *graph->first);
    graph->neighbours = memory_resize(NULL, 2 * (size_t)(board->edges + cells), sizeof *graph->neighbours);
    graph->demand = memory_resize(NULL, (size_t)cells + 1, 1);
    for (int v = 0; v < graph->vertices; v++) {
        graph->first[v] = next;
        for (int e = v < cells ? board->first[v] : 0; v < cells && e < board->first[v + 1]; e++)
            graph->neighbours[next++] = board->neighbours[e];
        for (int w = 0; w < cells && v == cells; w++)
            graph->neighbours[next++] = w;
        if (v < cells && ends > 0)
            graph->neighbours[next++] = cells;
        graph->demand[v] = v < cells ? 2 : (uint8_t)ends;
    }
    graph->first[graph->vertices] = next;
}

static void graph_clear(struct factor_graph *graph)
{
    free(graph->first);
    free(graph->neighbours);
    free(graph->demand);
}

// Counts factors by trying every edge of every vertex in turn; `want` is what each vertex still needs.
static uint64_t count_slowly(const struct factor_graph *graph, uint8_t *want, int v, int e)
{
    if (v == graph->vertices)
        return 1;
    if (e == graph->first[v + 1])
        return want[v] ? 0
                       : count_slowly(graph, want, v + 1, v + 1 < graph->vertices ? graph->first[v + 1] : 0);
    uint64_t count = count_slowly(graph, want, v, e + 1);
    int w = graph->neighbours[e];
    if (w > v && want[v] && want[w]) {
        want[v]--;
        want[w]--;
        count += count_slowly(graph, want, v, e + 1);
        want[v]++;
        want[w]++;
    }
    return count;
}

// What one factor looks like: its edges add up to a number that tells it from others.
struct drawn {
    const struct factor_graph *graph;
    uint8_t degree[64];
    uint64_t digest;
};

static void take(void *context, int a, int b)
{
    struct drawn *drawn = context;
    bool adjacent = false;
    for (int e = drawn->graph->first[a]; e < drawn->graph->first[a + 1]; e++)
        adjacent |= drawn->graph->neighbours[e] == b;
    assert_true(adjacent);
    drawn->degree[a]++;
    drawn->degree[b]++;
    drawn->digest += random_mix((uint64_t)(a < b ? a * 64 + b : b * 64 + a));
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// Every number below the count gives another factor, and the count is right.
static void check_all(const struct tour_graph *board, const struct factor_graph *graph, uint64_t expected)
{
    struct factor_budget budget = {.limit = 1 << 28};
    int *order = memory_resize(NULL, (size_t)graph->cells, sizeof *order);
    for (int v = 0; v < graph->cells; v++)
        order[v] = v;
    struct factor *factor = factor_new(graph, order, NULL, &budget, NULL);
    assert_non_null(factor);
    struct natural count = {0};
    factor_count(factor, &count);
    assert_true(natural_double(&count) == (double)expected);
    natural_clear(&count);
    assert_int_equal(factor_limbs(factor), 1);
    uint64_t *digests = memory_resize(NULL, expected + 1, sizeof *digests);
    for (uint64_t rank = 0; rank < expected; rank++) {
        struct drawn drawn = {.graph = graph};
        uint64_t work[2] = {rank};
        factor_unrank(factor, work, take, &drawn);
        assert_memory_equal(drawn.degree, graph->demand, (size_t)graph->vertices);
        digests[rank] = drawn.digest;
    }
    qsort(digests, expected, sizeof *digests, compare);
    for (uint64_t i = 1; i < expected; i++)
        assert_true(digests[i - 1] != digests[i]);
    (void)board;
    free(digests);
    free(order);
    factor_free(factor);
}

static void test_numbers_and_factors(void **state)
{
    (void)state;
    static const char *const scenes[][2] = {
        {"4x6", "N"},        {"3x10", "N"},  {"4x5", "N"},   {"3/1*1/3", "N"},
        {"4/4/3*/3*", "NZ"}, {"5x5", "W"},   {"4x4", "W+F"}, {"*3*/5/5/*3*", "N"},
        {"4x7", "C"},        {"2x9", "W+N"}, {"3x3", "N"},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        for (int ends = 0; ends <= 2; ends++) {
            struct tour_scene scene;
            struct factor_graph graph;
            uint8_t want[64];
            tour_scene_init(&scene, scenes[i][0], scenes[i][1]);
            graph_init(&graph, &scene.graph, ends);
            if (ends == 1 && graph.cells > 3) // as when both ends of an open tour are partly given
                graph.demand[graph.cells / 2] = 1;
            memcpy(want, graph.demand, (size_t)graph.vertices);
            check_all(&scene.graph, &graph, count_slowly(&graph, want, 0, 0));
            graph_clear(&graph);
            tour_scene_clear(&scene);
        }
}

// What is too large is refused, and what the refusal says is needed is enough.
static void test_memory_is_bounded(void **state)
{
    (void)state;
    static const char *const boards[] = {"6x8", "5x6", "6x20"};
    static const uint64_t limits[] = {1 << 21, 1 << 19, 1 << 24};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct tour_scene scene;
        struct factor_graph graph;
        struct factor_budget budget = {.limit = limits[i], .measures = true};
        struct error err;
        int order[120];
        for (int v = 0; v < 120; v++)
            order[v] = v;
        tour_scene_init(&scene, boards[i], "N");
        graph_init(&graph, &scene.graph, i == 1 ? 2 : 0);
        assert_null(factor_new(&graph, order, NULL, &budget, &err));
        assert_int_equal(err.code, ERROR_TOO_LARGE);
        assert_true(budget.used <= budget.limit + 4096);
        assert_true(budget.needed > budget.limit && !budget.unknown);
        struct factor_budget enough = {.limit = budget.needed + (1 << 16)};
        struct factor *factor = factor_new(&graph, order, NULL, &enough, &err);
        assert_non_null(factor);
        assert_true(enough.used <= enough.limit);
        factor_free(factor);
        struct factor_budget plain = {.limit = limits[i]};
        assert_null(factor_new(&graph, order, NULL, &plain, &err));
        assert_int_equal(err.code, ERROR_TOO_LARGE);
        assert_int_equal(plain.needed, 0);
        struct factor_budget tiny = {.limit = 1 << 14, .measures = true};
        assert_null(factor_new(&graph, order, NULL, &tiny, &err));
        assert_int_equal(err.code, ERROR_TOO_LARGE);
        assert_true(tiny.unknown);
        graph_clear(&graph);
        tour_scene_clear(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_and_factors),
        cmocka_unit_test(test_memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
