// SPDX-License-Identifier: GPL-3.0-or-later
// Leaper graphs have the right edges and the right symmetries.
#include "tours/board/graph.h"

#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static bool build(struct tour_graph *graph, const char *text, const char *piece, struct error *err)
{
    struct tour_board board;
    struct leaper leaper;
    assert_true(tour_board_read(&board, text, NULL));
    assert_true(leaper_read(&leaper, piece, NULL));
    bool built = tour_graph_init(graph, &board, &leaper, NULL, err);
    tour_board_clear(&board);
    return built;
}

// A knight on m×n has 4mn - 6(m + n) + 8 edges.
static void test_edges_of_the_knight(void **state)
{
    (void)state;
    static const char *const sizes[] = {"3x3", "8x8", "4x13", "1000x1000"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct tour_graph graph;
        assert_true(build(&graph, sizes[i], "N", NULL));
        assert_int_equal(graph.edges, 4 * graph.width * graph.height - 6 * (graph.width + graph.height) + 8);
        assert_int_equal(graph.first[graph.vertices], 2 * graph.edges);
        tour_graph_clear(&graph);
    }
}

static void test_adjacency_is_symmetric(void **state)
{
    (void)state;
    struct tour_graph graph;
    assert_true(build(&graph, "6/2*3/6/6/*5", "NC", NULL));
    assert_int_equal(graph.vertices, 28);
    for (int v = 0; v < graph.vertices; v++) {
        assert_int_equal(graph.vertex[graph.cell[v]], v);
        for (int i = graph.first[v]; i < graph.first[v + 1]; i++) {
            assert_true(tour_graph_adjacent(&graph, graph.neighbours[i], v));
            assert_true(i == graph.first[v] || graph.neighbours[i - 1] < graph.neighbours[i]);
        }
        assert_false(tour_graph_adjacent(&graph, v, v));
    }
    tour_graph_clear(&graph);
}

static void test_an_order_of_ones_own(void **state)
{
    (void)state;
    struct tour_board board;
    struct leaper leaper;
    struct tour_graph graph, plain;
    int order[12];
    tour_board_init(&board, 4, 3);
    assert_true(leaper_read(&leaper, "N", NULL));
    for (int i = 0; i < 12; i++)
        order[i] = 11 - i;
    assert_true(tour_graph_init(&graph, &board, &leaper, order, NULL));
    assert_true(tour_graph_init(&plain, &board, &leaper, NULL, NULL));
    for (int a = 0; a < 12; a++)
        for (int b = 0; b < 12; b++)
            assert_int_equal(tour_graph_adjacent(&graph, 11 - a, 11 - b), tour_graph_adjacent(&plain, a, b));
    tour_graph_clear(&graph);
    tour_graph_clear(&plain);
    tour_board_clear(&board);
}

static void test_symmetries(void **state)
{
    (void)state;
    static const struct {
        const char *board, *piece;
        unsigned symmetries;
    } cases[] = {
        {"6x6", "N", 0xff},
        {"6x5", "N", 0x0f},
        {"3/3/2*", "N", 1 << 0 | 1 << 7},
        {"5/5/5/3**", "N", 1 << 0},
        {"*4/5/4*", "N", 1 << 0 | 1 << 3},
        {"*2/3/2*", "F", 1 | 1 << 3 | 1 << 4 | 1 << 7},
        {"6x6", "vN", 0x0f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tour_graph graph;
        assert_true(build(&graph, cases[i].board, cases[i].piece, NULL));
        assert_int_equal(graph.symmetries, cases[i].symmetries);
        // Each is an automorphism.
        for (int s = 0; s < SYMMETRIES; s++)
            for (int v = 0; graph.symmetries >> s & 1 && v < graph.vertices; v++)
                for (int j = graph.first[v]; j < graph.first[v + 1]; j++)
                    assert_true(tour_graph_adjacent(&graph, tour_graph_image(&graph, s, v),
                                                    tour_graph_image(&graph, s, graph.neighbours[j])));
        tour_graph_clear(&graph);
    }
}

static void test_names_of_symmetries(void **state)
{
    (void)state;
    // a1 of the 3×3 board: a turn to the left takes it to c1, one to the right to a3.
    assert_int_equal(tour_cell_image(3, 3, SYMMETRY_TURN_LEFT, 0), 2);
    assert_int_equal(tour_cell_image(3, 3, SYMMETRY_TURN_RIGHT, 0), 6);
    assert_int_equal(tour_cell_image(3, 3, SYMMETRY_HALF_TURN, 0), 8);
    assert_int_equal(tour_cell_image(3, 3, SYMMETRY_DIAGONAL, 1), 3);
    assert_int_equal(tour_cell_image(3, 3, SYMMETRY_ANTIDIAGONAL, 1), 5);
    assert_int_equal(tour_cell_image(4, 2, SYMMETRY_DIAGONAL, 3), 6);
    assert_string_equal(tour_symmetry_name(SYMMETRY_HALF_TURN), "half-turn");
}

static void test_pieces_that_cannot_move(void **state)
{
    (void)state;
    struct tour_graph graph;
    struct error err;
    assert_false(build(&graph, "2x2", "N", &err));
    assert_string_equal(err.at, "leaper");
    assert_false(build(&graph, "8x8", "20,1", &err));
    assert_true(build(&graph, "1x1", "N", &err));
    assert_true(graph.connected);
    tour_graph_clear(&graph);
    assert_true(build(&graph, "3x3", "N", &err));
    assert_false(graph.connected);
    tour_graph_clear(&graph);
}

// Knights change colour with every leap; camels stay on theirs, and kings may do either.
static void test_sides(void **state)
{
    (void)state;
    struct tour_graph graph;
    assert_true(build(&graph, "8x8", "N", NULL));
    assert_true(graph.connected);
    assert_non_null(graph.side);
    for (int v = 0; v < graph.vertices; v++)
        assert_int_equal(graph.side[v], (graph.cell[v] % 8 + graph.cell[v] / 8) % 2);
    tour_graph_clear(&graph);
    assert_true(build(&graph, "8x8", "C", NULL));
    assert_false(graph.connected);
    assert_non_null(graph.side); // of each component
    for (int v = 0; v < graph.vertices; v++)
        for (int i = graph.first[v]; i < graph.first[v + 1]; i++)
            assert_int_not_equal(graph.side[v], graph.side[graph.neighbours[i]]);
    tour_graph_clear(&graph);
    assert_true(build(&graph, "8x8", "K", NULL));
    assert_true(graph.connected);
    assert_null(graph.side);
    tour_graph_clear(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges_of_the_knight),
        cmocka_unit_test(test_adjacency_is_symmetric),
        cmocka_unit_test(test_an_order_of_ones_own),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_names_of_symmetries),
        cmocka_unit_test(test_pieces_that_cannot_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
