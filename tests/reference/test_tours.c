// SPDX-License-Identifier: GPL-3.0-or-later
// The brute-force enumerator finds the numbers of tours that the literature knows, each tour once and in order.
#include "reference/tours.h"

#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_known_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *board, *leaper;
        bool open;
        uint64_t count;
    } known[] = {
        {"5x6", "N", false, 8},   {"3x10", "N", false, 16},   {"5x5", "N", false, 0},
        {"5x5", "N", true, 864}, // 1728 directed
        {"4x3", "N", true, 8},    {"4x4", "N", true, 0},      {"4x5", "N", true, 82},
        {"3x4", "1,0", false, 2}, // the wazir
        {"4x4", "1,0", false, 6}, {"2x2", "K", false, 3},     {"1x1", "N", true, 1},
        {"1x1", "N", false, 0},   {"1x2", "1,0", false, 0}, // to and fro is no tour
        {"1x2", "1,0", true, 1},  {"3/1*1/3", "N", false, 1},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct tour_scene scene;
        struct tour_constraint constraint = {known[i].open, -1, -1};
        tour_scene_init(&scene, known[i].board, known[i].leaper);
        uint64_t count = reference_tours(&scene.graph, &constraint, NULL, NULL);
        if (count != known[i].count)
            fail_msg("%s on %s: %ju", known[i].leaper, known[i].board, (uintmax_t)count);
        tour_scene_clear(&scene);
    }
}

struct previous {
    const struct tour_scene *scene;
    const struct tour_constraint *constraint;
    int tour[64];
    int count, limit;
};

static bool compare(void *context, const int *tour)
{
    struct previous *previous = context;
    int n = previous->scene->graph.vertices, copy[64];
    assert_int_equal(tour_check(&previous->scene->graph, previous->constraint, tour, n, NULL), TOUR_FINE);
    if (previous->count++ > 0) {
        int i = 0;
        while (i < n - 1 && previous->tour[i] == tour[i])
            i++;
        assert_true(previous->tour[i] < tour[i]);
    }
    memcpy(copy, tour, (size_t)n * sizeof *copy);
    tour_normalize(&previous->scene->graph, previous->constraint, copy);
    assert_memory_equal(copy, tour, (size_t)n * sizeof *copy);
    memcpy(previous->tour, tour, (size_t)n * sizeof *copy);
    return previous->count != previous->limit;
}

static void test_tours_come_in_order(void **state)
{
    (void)state;
    struct tour_scene scene;
    tour_scene_init(&scene, "5x5", "N");
    struct tour_constraint constraints[] = {{true, -1, -1}, {true, 0, -1}, {true, -1, 0}, {true, 0, 24}};
    int counts[] = {864, 304, 304, 56};
    for (size_t i = 0; i < 4; i++) {
        struct previous previous = {.scene = &scene, .constraint = &constraints[i]};
        assert_int_equal(reference_tours(&scene.graph, &constraints[i], compare, &previous), counts[i]);
        assert_int_equal(previous.count, counts[i]);
    }
    tour_scene_clear(&scene);
    tour_scene_init(&scene, "3x10", "N");
    struct tour_constraint closed = {false, -1, -1};
    struct previous previous = {.scene = &scene, .constraint = &closed};
    assert_int_equal(reference_tours(&scene.graph, &closed, compare, &previous), 16);
    tour_scene_clear(&scene);
}

static void test_it_stops_when_told(void **state)
{
    (void)state;
    struct tour_scene scene;
    tour_scene_init(&scene, "5x5", "N");
    struct tour_constraint constraint = {true, -1, -1};
    struct previous previous = {.scene = &scene, .constraint = &constraint, .limit = 7};
    assert_int_equal(reference_tours(&scene.graph, &constraint, compare, &previous), 7);
    assert_int_equal(previous.count, 7);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_numbers),
        cmocka_unit_test(test_tours_come_in_order),
        cmocka_unit_test(test_it_stops_when_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
