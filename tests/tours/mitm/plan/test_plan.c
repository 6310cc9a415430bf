// SPDX-License-Identifier: GPL-3.0-or-later
// Plans use the symmetry that saves the most.
#include "tours/mitm/plan/planner.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void make_plan(struct mitm_plan *plan, struct tour_graph *graph, const char *text, bool open)
{
    struct tour_board board;
    struct leaper leaper;
    struct cycle_graph cycles;
    const struct tour_constraint ends = {open, -1, -1};
    assert_true(tour_board_read(&board, text, NULL));
    assert_true(leaper_read(&leaper, "N", NULL));
    assert_true(tour_graph_init(graph, &board, &leaper, NULL, NULL));
    assert_true(cycle_graph_init(&cycles, graph, &ends, NULL));
    assert_true(mitm_plan_find(plan, graph, &cycles, NULL));
    cycle_graph_clear(&cycles);
    tour_board_clear(&board);
}

// Half of the states of even boards are mirror images of others, and files are in order from both ends inward for their sake. The
// units of a large board then correspond to those of a smaller one.
static void test_even_boards_are_mirrored(void **state)
{
    (void)state;
    static const char *const boards[] = {"6x8", "8x6", "6x10", "8x8", "8x10", "10x8", "10x10"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct mitm_plan plan;
        struct tour_graph graph;
        make_plan(&plan, &graph, boards[i], false);
        assert_true(plan.symmetric && plan.shared);
        assert_int_equal(plan.comparisons, plan.cells / 4);
        int first = plan.vertex[0], behind = plan.vertex[2];
        assert_true(behind == tour_graph_image(&graph, SYMMETRY_LEFT_RIGHT, first) ||
                    behind == tour_graph_image(&graph, SYMMETRY_TOP_BOTTOM, first));
        mitm_plan_clear(&plan);
        tour_graph_clear(&graph);
    }
}

// If ordering files from both ends inward creates more states than the mirror saves, the plan does without it.
static void test_narrow_open_boards_are_not(void **state)
{
    (void)state;
    static const char *const boards[] = {"5x6", "5x8", "5x10"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct mitm_plan plan;
        struct tour_graph graph;
        make_plan(&plan, &graph, boards[i], true);
        assert_int_equal(plan.comparisons, 0);
        mitm_plan_clear(&plan);
        tour_graph_clear(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_even_boards_are_mirrored),
        cmocka_unit_test(test_narrow_open_boards_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
