// SPDX-License-Identifier: GPL-3.0-or-later
// Covers visit every vertex, are refused only where none exists, and join to tours.
#include "tours/search/cycle_cover.h"

#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void find_and_join(const char *board, const char *leaper)
{
    struct tour_scene scene;
    struct tour_constraint constraint = {false, -1, -1};
    struct random random = {1};
    tour_scene_init(&scene, board, leaper);
    size_t n = (size_t)scene.graph.vertices;
    int *tour = malloc(n * sizeof *tour);
    struct cycle_cover cover;
    assert_non_null(scene.graph.side);
    assert_true(cycle_cover_init(&cover, &scene.graph));
    assert_true(
        cycle_cover_find(&cover, &(struct cycle_cover_request){scene.graph.side, -1, -1, &random}, NULL));
    for (int v = 0; v < scene.graph.vertices; v++)
        for (int k = 0; k < 2; k++)
            assert_true(tour_graph_adjacent(&scene.graph, v, cover.next[2 * v + k]));
    assert_true(cycle_cover_join(&cover, &random, 200));
    cycle_cover_tour(&cover, &constraint, tour);
    assert_int_equal(tour_check(&scene.graph, &constraint, tour, scene.graph.vertices, NULL), TOUR_FINE);
    cycle_cover_clear(&cover);
    free(tour);
    tour_scene_clear(&scene);
}

static void test_covers_become_tours(void **state)
{
    (void)state;
    find_and_join("8x8", "N");
    find_and_join("30x31", "N");
    find_and_join("20x20", "1,4");
    find_and_join("24x40", "2,3");
    find_and_join("10/10/3****3/3****3/3****3/3****3/10/10", "N");
}

static void test_paths(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct random random = {1};
    int tour[441];
    tour_scene_init(&scene, "21x21", "N");
    assert_non_null(scene.graph.side);
    struct tour_constraint constraint = {true, 0, 440};
    struct cycle_cover cover;
    assert_true(cycle_cover_init(&cover, &scene.graph));
    assert_true(cycle_cover_find(
        &cover, &(struct cycle_cover_request){scene.graph.side, constraint.from, constraint.to, &random},
        NULL));
    assert_true(cycle_cover_join(&cover, &random, 200));
    cycle_cover_tour(&cover, &constraint, tour);
    assert_int_equal(tour_check(&scene.graph, &constraint, tour, 441, NULL), TOUR_FINE);
    cycle_cover_clear(&cover);
    tour_scene_clear(&scene);
}

// Two squares of the colour of a1 have the same two neighbours, and another square needs these too.
static void test_no_cover(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct random random = {1};
    int few[3];
    struct cycle_cover cover;
    tour_scene_init(&scene, "4x4", "N");
    assert_non_null(scene.graph.side);
    assert_true(cycle_cover_init(&cover, &scene.graph));
    assert_true(cycle_cover_find(&cover, &(struct cycle_cover_request){scene.graph.side, -1, -1, &random},
                                 few)); // four corners in two rings
    cycle_cover_clear(&cover);
    tour_scene_clear(&scene);
    tour_scene_init(&scene, "3x6", "N");
    assert_non_null(scene.graph.side);
    assert_true(cycle_cover_init(&cover, &scene.graph));
    assert_false(
        cycle_cover_find(&cover, &(struct cycle_cover_request){scene.graph.side, -1, -1, &random}, few));
    assert_true(few[0] > 0 && few[1] > few[2]);
    cycle_cover_clear(&cover);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_covers_become_tours),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_no_cover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
