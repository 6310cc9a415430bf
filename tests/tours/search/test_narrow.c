// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a narrow board hold a tour exactly when there is one.
#include "tours/search/narrow.h"

#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static enum search_end solve(const struct tour_scene *scene, const struct tour_constraint *constraint,
                             int *tour)
{
    const struct narrow_request request = {&scene->graph, constraint, 31, 1000000, NULL, NULL};
    return narrow_run(&request, tour, NULL);
}

// Agrees with brute force about whether there is a tour, and what it finds is one.
static void test_same_as_brute(void **state)
{
    (void)state;
    tour_scenes_compare(31, solve);
}

static void test_long_strips(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        bool open;
        enum search_end end;
    } strips[] = {
        {"3x200", false, SEARCH_FOUND}, {"200x3", false, SEARCH_FOUND}, {"3x201", true, SEARCH_FOUND},
        {"4x200", false, SEARCH_NONE},  {"100x4", true, SEARCH_FOUND},  {"2x300", true, SEARCH_NONE},
    };
    for (size_t i = 0; i < sizeof strips / sizeof *strips; i++) {
        struct tour_scene scene;
        struct tour_constraint constraint = {strips[i].open, -1, -1};
        int tour[1000];
        tour_scene_init(&scene, strips[i].board, "N");
        const struct narrow_request request = {&scene.graph, &constraint, 11, 10000000, NULL, NULL};
        assert_int_equal(narrow_run(&request, tour, NULL), strips[i].end);
        if (strips[i].end == SEARCH_FOUND)
            assert_int_equal(tour_check(&scene.graph, &constraint, tour, scene.graph.vertices, NULL),
                             TOUR_FINE);
        tour_scene_clear(&scene);
    }
}

static void test_limits(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct tour_constraint constraint = {false, -1, -1};
    int tour[300];
    uint64_t states;
    tour_scene_init(&scene, "3x100", "N");
    struct narrow_request request = {&scene.graph, &constraint, 5, 1000000, NULL, NULL};
    assert_int_equal(narrow_run(&request, tour, NULL), SEARCH_GAVE_UP);
    request.frontier_max = 11;
    request.states_max = 500;
    assert_int_equal(narrow_run(&request, tour, &states), SEARCH_GAVE_UP);
    assert_in_range(states, 500, 501);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_brute),
        cmocka_unit_test(test_long_strips),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
