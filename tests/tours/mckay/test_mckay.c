// SPDX-License-Identifier: GPL-3.0-or-later
// McKay's method finds the known numbers of tours, and what the brute-force enumerator finds.
#include "tours/mckay/mckay.h"

#include "reference/tours.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void build(struct tour_graph *graph, const char *text, const char *piece)
{
    struct tour_board board;
    struct leaper leaper;
    assert_true(tour_board_read(&board, text, NULL));
    assert_true(leaper_read(&leaper, piece, NULL));
    assert_true(tour_graph_init(graph, &board, &leaper, NULL, NULL));
    tour_board_clear(&board);
}

static void run(struct tour_graph *graph, int threads, bool mirrored, struct mckay_figures *figures)
{
    struct mckay_request request = {.threads = threads, .memory = (size_t)1 << 28, .mirrored = mirrored};
    struct error err = {0};
    if (!mckay_run(graph, &request, figures, &err))
        fail_msg("%s: %s", err.at, err.message);
}

static void test_known_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *board, *tours, *symmetric;
    } rows[] = {
        {"3x4", "0", "0"},        {"4x4", "0", "0"},           {"5x6", "8", NULL},   {"6x6", "9862", NULL},
        {"7x6", "1067638", NULL}, {"6x8", "55488142", "2817"}, {"3x10", "16", NULL}, {"3x12", "176", NULL},
        {"3x14", "1536", NULL},   {"4x8", "0", "0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tour_graph graph;
        struct mckay_figures figures;
        build(&graph, rows[i].board, "N");
        run(&graph, 2, false, &figures);
        assert_string_equal(figures.tours, rows[i].tours);
        if (rows[i].symmetric && graph.width % 2 == 0)
            assert_string_equal(figures.symmetric_classes, rows[i].symmetric);
        tour_graph_clear(&graph);
    }
}

// The method cuts a board in one way only; turned by a quarter, it is another calculation.
static void test_turned_board(void **state)
{
    (void)state;
    struct tour_graph graph;
    struct mckay_figures figures;
    build(&graph, "8x6", "N");
    run(&graph, 2, false, &figures);
    assert_string_equal(figures.tours, "55488142");
    // (55488142 + 5634) / 4, where 5634 tours have the half turn.
    assert_string_equal(figures.symmetric_tours, "5634");
    assert_string_equal(figures.classes, "13873444");
    tour_graph_clear(&graph);
}

static void test_mirror_image_and_threads(void **state)
{
    (void)state;
    static const char *const boards[] = {"6x6", "6x8", "5x6", "2**2/6/6/6/6/2**2", "*5/6/6/6/6/*5"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct tour_graph graph;
        struct mckay_figures plain, mirrored;
        build(&graph, boards[i], "N");
        run(&graph, 1, false, &plain);
        run(&graph, 3, true, &mirrored);
        assert_memory_equal(&plain, &mirrored, sizeof plain);
        tour_graph_clear(&graph);
    }
}

struct tally {
    const struct tour_graph *graph;
    uint64_t tours, turned;
};

// Whether a half turn maps a tour to itself.
static bool is_turned(const struct tour_graph *graph, const int *tour)
{
    int n = graph->vertices;
    int *next = calloc((size_t)n, sizeof *next), *before = calloc((size_t)n, sizeof *before);
    for (int i = 0; i < n; i++) {
        next[tour[i]] = tour[(i + 1) % n];
        before[tour[(i + 1) % n]] = tour[i];
    }
    bool same = true;
    for (int v = 0; v < n && same; v++) {
        int a = tour_graph_image(graph, SYMMETRY_HALF_TURN, v);
        int b = tour_graph_image(graph, SYMMETRY_HALF_TURN, next[v]);
        same = next[a] == b || before[a] == b;
    }
    free(next);
    free(before);
    return same;
}

static bool tally_tour(void *context, const int *tour)
{
    struct tally *tally = context;
    tally->tours++;
    if (tally->graph->symmetries >> SYMMETRY_HALF_TURN & 1)
        tally->turned += is_turned(tally->graph, tour);
    return true;
}

// Other pieces, holes, halves of two ranks, and tours whose halves are single cells.
static void test_brute_force(void **state)
{
    (void)state;
    static const struct {
        const char *board, *piece;
    } rows[] = {
        {"5x6", "N"},
        {"3x10", "N"},
        {"3x4", "W"},
        {"4x4", "WF"},
        {"4x6", "W"},
        {"2x4", "W"},
        {"4/4/1**1/1**1/4/4", "NW"},
        {"4x4", "DW"},
        {"4x4", "NF"},
        {"5x4", "WA"},
        {"4x4", "NA"},
        {"2x4", "NWF"},
        {"*3/4/4/*3", "NW"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tour_graph graph;
        struct mckay_figures figures;
        struct tour_constraint constraint = {.open = false, .from = -1, .to = -1};
        char text[MCKAY_TEXT_SIZE];
        build(&graph, rows[i].board, rows[i].piece);
        struct tally tally = {.graph = &graph};
        reference_tours(&graph, &constraint, tally_tour, &tally);
        run(&graph, 2, false, &figures);
        snprintf(text, sizeof text, "%" PRIu64, tally.tours);
        assert_string_equal(figures.tours, text);
        if (graph.symmetries >> SYMMETRY_HALF_TURN & 1) {
            snprintf(text, sizeof text, "%" PRIu64, tally.turned);
            assert_string_equal(figures.symmetric_tours, text);
        }
        tour_graph_clear(&graph);
    }
}

static void refused(const char *board, const char *piece, size_t memory, enum error_code code, const char *at)
{
    struct tour_graph graph;
    struct mckay_figures figures;
    struct mckay_request request = {.threads = 1, .memory = memory};
    struct error err = {0};
    build(&graph, board, piece);
    assert_false(mckay_run(&graph, &request, &figures, &err));
    assert_int_equal(err.code, code);
    assert_string_equal(err.at, at);
    tour_graph_clear(&graph);
}

static void test_refusals(void **state)
{
    (void)state;
    refused("6x5", "N", 1 << 20, ERROR_PARAMETER, "board");
    refused("6x2", "N", 1 << 20, ERROR_PARAMETER, "board");
    refused("6/6/6/5*", "N", 1 << 20, ERROR_PARAMETER, "board");
    refused("6x6", "C", 1 << 20, ERROR_PARAMETER, "leaper");
    refused("11x6", "N", 1 << 20, ERROR_TOO_LARGE, "board");
    refused("10x400", "N", 1 << 20, ERROR_TOO_LARGE, "board");
    refused("6x8", "N", 1 << 16, ERROR_TOO_LARGE, "memory");
}

static bool stop_at(void *context, enum mckay_phase phase, double done)
{
    (void)done;
    return phase != *(enum mckay_phase *)context;
}

static void test_interruption(void **state)
{
    (void)state;
    for (enum mckay_phase phase = MCKAY_HALVES; phase <= MCKAY_JOINS; phase += MCKAY_JOINS) {
        struct tour_graph graph;
        struct mckay_figures figures;
        struct error err = {0};
        struct mckay_request request = {
            .threads = 2, .memory = 1 << 24, .progress = stop_at, .context = &phase};
        build(&graph, "6x6", "N");
        assert_false(mckay_run(&graph, &request, &figures, &err));
        assert_int_equal(err.code, ERROR_BUSY);
        tour_graph_clear(&graph);
    }
}

static void test_comparison(void **state)
{
    (void)state;
    struct tour_graph graph;
    struct mckay_figures figures = {.half_tours = 70433448, .crossing_sets = 360000000, .classes = "12"};
    struct mckay_row rows[MCKAY_ROWS];
    build(&graph, "8x8", "N");
    mckay_compare(&graph, &figures, rows);
    assert_string_equal(rows[0].computed, "70433448");
    assert_false(mckay_row_differs(&rows[0]));
    assert_true(mckay_row_differs(&rows[1]));
    assert_false(mckay_row_differs(&rows[7]));
    assert_true(mckay_row_differs(&rows[MCKAY_ROWS - 1]));
    tour_graph_clear(&graph);
    build(&graph, "6x6", "N");
    mckay_compare(&graph, &figures, rows);
    assert_null(rows[0].paper);
    assert_false(mckay_row_differs(&rows[1]));
    tour_graph_clear(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_numbers),
        cmocka_unit_test(test_turned_board),
        cmocka_unit_test(test_mirror_image_and_threads),
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_interruption),
        cmocka_unit_test(test_comparison),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
