// SPDX-License-Identifier: GPL-3.0-or-later
// Exact search finds a tour exactly when there is one.
#include "tours/search/search.h"

#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static enum search_end solve(const struct tour_scene *scene, const struct tour_constraint *constraint,
                             int *tour)
{
    return search_run(
        &(struct tour_search_request){.graph = &scene->graph, .constraint = constraint, .nodes = UINT64_MAX},
        tour, NULL);
}

// Agrees with brute force about whether there is a tour, and what it finds is one.
static void test_same_as_brute(void **state)
{
    (void)state;
    tour_scenes_compare(21, solve);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void test_limits(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct tour_constraint constraint = {false, -1, -1};
    int tour[144];
    uint64_t nodes;
    tour_scene_init(&scene, "12x12", "2,3"); // too hard for a few decisions
    assert_int_equal(
        search_run(
            &(struct tour_search_request){.graph = &scene.graph, .constraint = &constraint, .nodes = 100},
            tour, &nodes),
        SEARCH_GAVE_UP);
    assert_int_equal(nodes, 100);
    assert_int_equal(search_run(&(struct tour_search_request){.graph = &scene.graph,
                                                              .constraint = &constraint,
                                                              .nodes = UINT64_MAX,
                                                              .goes_on = never},
                                tour, &nodes),
                     SEARCH_GAVE_UP);
    assert_in_range(nodes, 1, 1000);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_brute),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
