// SPDX-License-Identifier: GPL-3.0-or-later
// Checks where the vertex that closes open tours is joined, and that this loses no tour.
#include "tours/board/cycles.h"

#include "reference/tours.h"
#include "support/tours.h"
#include "tours/count/count.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct question {
    const char *board, *leaper, *from, *to;
    int ends; // cells that w is joined to
};

static const struct question questions[] = {
    // As many cells of either colour: any.
    {"4x5", "N", NULL, NULL, 20},
    {"3x4", "1,0", NULL, NULL, 12},
    {"*2/3/3", "1,0", NULL, NULL, 8},
    // One more of a colour: that one, whatever the symmetries.
    {"5x5", "N", NULL, NULL, 13},
    {"3x5", "1,0", NULL, NULL, 8},
    {"2*/3/*2", "1,0", NULL, NULL, 4},
    // Two more: there is no tour.
    {"1*1/3/3", "1,0", NULL, NULL, 8},
    {"1*1/3/3", "1,0", "a1", NULL, 7},
    // A given end leaves the other colour, or its own.
    {"4x5", "N", "a1", NULL, 10},
    {"4x5", "N", "b1", NULL, 10},
    {"4x5", "N", NULL, "c3", 10},
    {"5x5", "N", "a1", NULL, 12},
    {"5x5", "N", NULL, "c3", 12},
    {"5x5", "N", "a2", NULL, 13},
    {"3x4", "1,0", "b2", NULL, 6},
    // Both given.
    {"5x5", "N", "a1", "e5", 2},
    {"4x5", "N", "a1", "b1", 2},
    {"4x5", "N", "a1", "c1", 2},
    // No colours.
    {"3x3", "K", NULL, NULL, 9},
    {"3x3", "K", "b1", NULL, 8},
    {"3x4", "N+1,1", NULL, NULL, 12},
    {"3x4", "1,0+1,2", "a1", NULL, 6},
    // Parts that no leap joins.
    {"5x5", "0,2", NULL, NULL, 25},
    {"3x4", "1,1", NULL, "a1", 11},
    {"3x3", "N", NULL, NULL, 9},
    // One rank, one cell, two.
    {"7x1", "1,0", NULL, NULL, 4},
    {"1x6", "1,0", "a1", NULL, 3},
    {"1x6", "1,0", "a2", NULL, 3},
    {"1x1", "N", NULL, NULL, 1},
    {"2x1", "1,0", NULL, NULL, 2},
    {"2x1", "1,0", "a1", NULL, 1},
    {"2x1", "1,0", "b1", "a1", 2},
};

// A question made ready.
struct asked {
    struct tour_scene scene;
    struct tour_constraint constraint;
    struct cycle_graph cycles;
};

static void ask(struct asked *asked, const struct question *question)
{
    tour_scene_init(&asked->scene, question->board, question->leaper);
    asked->constraint = tour_scene_open(&asked->scene, question->from ? question->from : "",
                                        question->to ? question->to : "");
    struct tour_constraint ends = {true, asked->constraint.from, asked->constraint.to};
    assert_true(cycle_graph_init(&asked->cycles, &asked->scene.graph, &ends, NULL));
}

static void finish(struct asked *asked)
{
    cycle_graph_clear(&asked->cycles);
    tour_scene_clear(&asked->scene);
}

static bool is_joined(const struct cycle_graph *cycles, int a, int b)
{
    for (int i = cycles->first[a]; i < cycles->first[a + 1]; i++)
        if (cycles->neighbours[i] == b)
            return true;
    return false;
}

static void test_neighbours(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct asked asked;
        ask(&asked, &questions[i]);
        const struct cycle_graph *cycles = &asked.cycles;
        int w = cycles->vertices - 1, ends = 0;
        for (int v = 0; v < cycles->cells; v++) {
            ends += is_joined(cycles, w, v);
            assert_int_equal(is_joined(cycles, v, w), is_joined(cycles, w, v));
            // Symmetries of the question keep the ends.
            for (int s = 0; s < SYMMETRIES; s++)
                if (cycles->symmetries >> s & 1 &&
                    is_joined(cycles, w, tour_graph_image(&asked.scene.graph, s, v)) !=
                        is_joined(cycles, w, v))
                    fail_msg("%s %s: symmetry %d", questions[i].leaper, questions[i].board, s);
        }
        if (ends != questions[i].ends)
            fail_msg("%s %s from %s: %d ends", questions[i].leaper, questions[i].board,
                     questions[i].from ? questions[i].from : "anywhere", ends);
        finish(&asked);
    }
}

// Every end that a tour has is joined to w, or to u if it is the given one.
static bool check_ends(void *context, const int *tour)
{
    const struct asked *asked = context;
    const struct cycle_graph *cycles = &asked->cycles;
    int w = cycles->vertices - 1, u = w - 1,
        given = asked->constraint.from >= 0 ? asked->constraint.from : asked->constraint.to;
    int ends[2] = {tour[0], tour[cycles->cells - 1]};
    bool has_u = u >= cycles->cells;
    for (int i = 0; i < 2; i++)
        assert_true(has_u && ends[i] == given ? is_joined(cycles, ends[i], u)
                                              : is_joined(cycles, ends[i], w));
    return true;
}

static void test_no_tour_is_lost(void **state)
{
    (void)state;
    int found = 0;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct asked asked;
        ask(&asked, &questions[i]);
        uint64_t tours = reference_tours(&asked.scene.graph, &asked.constraint, check_ends, &asked);
        char expected[24];
        snprintf(expected, sizeof expected, "%ju", (uintmax_t)tours);
        for (enum count_method method = COUNT_AUTO; method <= COUNT_FRONTIER; method++) {
            struct count_request request = {
                .graph = &asked.scene.graph, .cycles = &asked.cycles, .method = method, .threads = 1};
            struct count_result result;
            assert_true(count_tours(&request, &result, NULL));
            assert_string_equal(result.count, expected);
            count_result_clear(&result);
        }
        found += tours > 0;
        finish(&asked);
    }
    assert_true(found > 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_no_tour_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
