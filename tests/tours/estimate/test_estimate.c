// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates agree with exact counts within their intervals on many seeds.
#include "tours/estimate/estimate.h"

#include "reference/tours.h"
#include "support/tours.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct estimate estimate(const struct tour_scene *scene, const struct tour_constraint *constraint,
                                uint64_t seed, int probes, int population, int threads)
{
    struct estimate result;
    struct estimate_request request = {.graph = &scene->graph,
                                       .constraint = *constraint,
                                       .seed = seed,
                                       .probes = probes,
                                       .population = population,
                                       .threads = threads,
                                       .z = 1.96};
    assert_true(estimate_run(&request, &result, NULL, NULL));
    return result;
}

// For 60 seeds, intervals of nominally 95 %. Even if skewed probes made that 90 %, more than 19 misses among 60
// independent seeds would have a chance about 1e-6 (binomial tail). The mean of all has to be within five
// of its standard errors, which fails with a chance of about 6e-7. The seeds are fixed, so the test itself always does the same.
static void agree(const char *board, const char *leaper, struct tour_constraint constraint, double exact,
                  int probes, int population)
{
    enum { SEEDS = 60 };
    struct tour_scene scene;
    double sum = 0, squares = 0;
    int misses = 0;
    tour_scene_init(&scene, board, leaper);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct estimate result = estimate(&scene, &constraint, seed, probes, population, 2);
        double mean = exp(result.log_mean), error = exp(result.log_error);
        misses += exact < exp(result.log_low) || exact > exp(result.log_high);
        sum += mean;
        squares += error * error;
        assert_int_equal(result.probes, probes);
    }
    if (misses > 19 || fabs(sum - SEEDS * exact) > 5 * sqrt(squares))
        fail_msg("%s on %s: %d misses, mean %f, error %f", leaper, board, misses, sum / SEEDS,
                 sqrt(squares) / SEEDS);
    tour_scene_clear(&scene);
}

static void test_single_walks(void **state)
{
    (void)state;
    struct tour_constraint closed = {false, -1, -1}, open = {true, -1, -1};
    agree("5x6", "N", closed, 8, 100, 1);
    agree("6x6", "N", closed, 9862, 250, 1);
    agree("5x5", "N", open, 864, 250, 1);
    agree("5x5", "N", (struct tour_constraint){true, 0, -1}, 304, 100, 1);
    agree("5x5", "N", (struct tour_constraint){true, -1, 24}, 304, 100, 1);
    agree("5x5", "N", (struct tour_constraint){true, 0, 24}, 56, 100, 1);
}

static void test_populations(void **state)
{
    (void)state;
    agree("6x6", "N", (struct tour_constraint){false, -1, -1}, 9862, 12, 16);
    agree("5x5", "N", (struct tour_constraint){true, -1, -1}, 864, 12, 16);
}

// Boards with holes, whose graphs may have no colours, against brute force.
static void test_other_boards(void **state)
{
    (void)state;
    struct random random = {71};
    int tried = 0;
    while (tried < 12) {
        struct tour_scene scene;
        struct tour_constraint constraint;
        tour_scene_random(&scene, &constraint, &random);
        double exact = (double)reference_tours(&scene.graph, &constraint, NULL, NULL);
        if (exact > 0 && exact < 100000) {
            struct estimate result = estimate(&scene, &constraint, 1, 1000, 1, 2);
            // Five standard errors, or as good as exact.
            assert_true(fabs(exp(result.log_mean) - exact) <= 5 * exp(result.log_error) + 1e-6 * exact);
            tried++;
        } else if (exact == 0) {
            assert_true(estimate(&scene, &constraint, 1, 50, 1, 1).successes == 0);
        }
        tour_scene_clear(&scene);
    }
}

static void test_threads_do_not_matter(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct tour_constraint constraint = {false, -1, -1};
    tour_scene_init(&scene, "6x7", "N");
    struct estimate one = estimate(&scene, &constraint, 5, 40, 10, 1),
                    three = estimate(&scene, &constraint, 5, 40, 10, 3);
    assert_true(one.log_mean == three.log_mean && one.log_error == three.log_error);
    assert_true(one.log_mean != estimate(&scene, &constraint, 6, 40, 10, 1).log_mean);
    tour_scene_clear(&scene);
}

static void test_far_beyond_doubles(void **state)
{
    (void)state;
    struct tour_scene scene;
    // The king's tours of 22×22 outnumber what a double can hold.
    tour_scene_init(&scene, "22x22", "K");
    struct estimate result = estimate(&scene, &(struct tour_constraint){false, -1, -1}, 1, 2, 2, 2);
    assert_true(result.successes == 0 || (result.log_mean > 0 && isfinite(result.log_high)));
    // Without a tour nothing is known of an upper bound.
    estimate_sum((double[]){-INFINITY, -INFINITY}, 2, 2, &result);
    assert_true(result.log_mean == -INFINITY && result.log_low == -INFINITY && result.log_high == INFINITY);
    double logs[] = {1000, 1001, -INFINITY, 1000};
    estimate_sum(logs, 4, 2, &result);
    assert_int_equal(result.successes, 3);
    assert_true(fabs(result.log_mean - (1000 + log((2 + M_E) / 4))) < 1e-12);
    assert_true(isfinite(result.log_low) && result.log_low < result.log_mean &&
                result.log_high > result.log_mean);
    assert_true(fabs(result.effective - (2 + M_E) * (2 + M_E) / (2 + M_E * M_E)) < 1e-9);
    tour_scene_clear(&scene);
}

static void test_nothing_to_probe(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct estimate_course course;
    struct estimate result;
    tour_scene_init(&scene, "1x1", "N");
    assert_true(estimate(&scene, &(struct tour_constraint){true, -1, -1}, 1, 3, 0, 1).log_mean == 0);
    assert_true(estimate(&scene, &(struct tour_constraint){false, -1, -1}, 1, 3, 0, 1).log_mean == -INFINITY);
    tour_scene_clear(&scene);
    tour_scene_init(&scene, "6x6", "N");
    struct estimate_request request = {
        .graph = &scene.graph, .constraint = {false, -1, -1}, .probes = 500, .threads = 1, .z = 2};
    assert_true(estimate_run(&request, &result, &course, NULL));
    assert_int_equal(course.points[course.count - 1].probes, 500);
    for (int i = 1; i < course.count; i++)
        assert_true(course.points[i].probes > course.points[i - 1].probes);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_walks),       cmocka_unit_test(test_populations),
        cmocka_unit_test(test_other_boards),       cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_far_beyond_doubles), cmocka_unit_test(test_nothing_to_probe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
