// SPDX-License-Identifier: GPL-3.0-or-later
// Tours are checked step by step, and have one canonical form.
#include "tours/board/tour.h"

#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// The knight's only way round the 3×3 board without its middle.
static const int ring[] = {0, 4, 5, 1, 7, 3, 2, 6};

static void test_faults_have_their_step(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct tour_constraint closed = {false, -1, -1}, open = {true, -1, -1}, ends = {true, 4, 0};
    int step = 0, tour[8];
    tour_scene_init(&scene, "3/1*1/3", "N");
    const struct tour_graph *graph = &scene.graph;
    assert_int_equal(tour_check(graph, &closed, ring, 8, &step), TOUR_FINE);
    assert_int_equal(tour_check(graph, &open, ring, 8, NULL), TOUR_FINE);
    assert_int_equal(tour_check(graph, &closed, ring, 7, &step), TOUR_TOO_SHORT);
    memcpy(tour, ring, sizeof tour);
    tour[5] = tour[2];
    assert_int_equal(tour_check(graph, &closed, tour, 8, &step), TOUR_AGAIN);
    assert_int_equal(step, 5);
    memcpy(tour, ring, sizeof tour);
    tour[5] = ring[6];
    tour[6] = ring[5];
    assert_int_equal(tour_check(graph, &open, tour, 8, &step), TOUR_NO_LEAP);
    assert_int_equal(step, 5);
    assert_int_equal(tour_check(graph, &ends, ring, 8, &step), TOUR_WRONG_END);
    assert_int_equal(step, 0);
    ends.from = 0;
    ends.to = 4;
    assert_int_equal(tour_check(graph, &ends, ring, 8, &step), TOUR_WRONG_END);
    assert_int_equal(step, 7);
    tour_scene_clear(&scene);
}

static void test_no_return(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct tour_constraint closed = {false, -1, -1};
    int step, walk[] = {0, 1, 2};
    tour_scene_init(&scene, "3x1", "W");
    assert_int_equal(tour_check(&scene.graph, &closed, walk, 3, &step), TOUR_NO_RETURN);
    assert_int_equal(tour_check(&scene.graph, &(struct tour_constraint){true, -1, -1}, walk, 3, &step),
                     TOUR_FINE);
    tour_scene_clear(&scene);
    tour_scene_init(&scene, "2x1", "W");
    assert_int_equal(tour_check(&scene.graph, &closed, walk, 2, &step), TOUR_TOO_SHORT);
    tour_scene_clear(&scene);
}

static void test_one_way_of_writing(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct tour_constraint closed = {false, -1, -1}, open = {true, -1, -1}, to = {true, -1, 4};
    int tour[8], backward[8];
    tour_scene_init(&scene, "3/1*1/3", "N");
    for (int shift = 0; shift < 8; shift++)
        for (int sense = 1; sense < 8; sense += 6) { // one step on, or seven: one back
            for (int i = 0; i < 8; i++)
                tour[i] = ring[(shift + sense * i) % 8];
            tour_normalize(&scene.graph, &closed, tour);
            assert_memory_equal(tour, ring, sizeof ring);
        }
    for (int i = 0; i < 8; i++)
        backward[i] = ring[7 - i];
    memcpy(tour, backward, sizeof tour);
    tour_normalize(&scene.graph, &open, tour);
    assert_memory_equal(tour, ring, sizeof ring);
    for (int i = 0; i < 8; i++)
        tour[i] = ring[(i + 1) % 8];
    tour_normalize(&scene.graph, &to, tour);
    assert_int_equal(tour[7], 4);
    assert_int_equal(tour[0], 0);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults_have_their_step),
        cmocka_unit_test(test_no_return),
        cmocka_unit_test(test_one_way_of_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
