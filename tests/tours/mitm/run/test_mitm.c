// SPDX-License-Identifier: GPL-3.0-or-later
// Meet-in-the-middle counts what the frontier method counts, on many boards, with any number of threads and any bound on memory.
#include "support/tours.h"
#include "tours/count/count.h"

#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Counts a scene by a method. False when the method does not suit the scene, or the bound on memory is too low.
static bool count(const struct tour_scene *scene, const struct tour_constraint *constraint,
                  struct count_request request, uint64_t *found)
{
    struct cycle_graph cycles;
    struct count_result result;
    struct error err;
    assert_true(cycle_graph_init(&cycles, &scene->graph, constraint, NULL));
    request.graph = &scene->graph;
    request.cycles = &cycles;
    bool counted = count_tours(&request, &result, &err);
    if (counted) {
        *found = strtoull(result.count, NULL, 10);
        count_result_clear(&result);
    } else {
        assert_true(err.code == ERROR_PARAMETER || (request.memory && err.code == ERROR_TOO_LARGE));
    }
    cycle_graph_clear(&cycles);
    return counted;
}

// The frontier method shares nothing with meet-in-the-middle but the graph.
static void test_random_boards(void **state)
{
    (void)state;
    struct random random = {20};
    int suited = 0, with_tours = 0;
    for (int i = 0; i < 300; i++) {
        struct tour_scene scene;
        struct tour_constraint constraint;
        uint64_t expected = 0, found = 0;
        tour_scene_random(&scene, &constraint, &random);
        assert_true(count(&scene, &constraint, (struct count_request){.method = COUNT_FRONTIER, .threads = 1},
                          &expected));
        const struct count_request ways[] = {
            {.method = COUNT_MITM, .threads = 1},
            {.method = COUNT_MITM, .threads = 3},
            {.method = COUNT_MITM, .threads = 2, .memory = 4 << 20},
        };
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
            if (count(&scene, &constraint, ways[w], &found)) {
                assert_true(found == expected);
                suited++;
                with_tours += found > 0;
            }
        tour_scene_clear(&scene);
    }
    assert_true(suited > 60 && with_tours > 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
