// SPDX-License-Identifier: GPL-3.0-or-later
// Theorems forbid what they say, and never a tour that exists.
#include "tours/search/theorem.h"

#include "base/random.h"
#include "reference/tours.h"
#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool stop(void *context, const int *tour)
{
    (void)context;
    (void)tour;
    return false;
}

static bool forbids(const struct tour_scene *scene, const struct tour_constraint *constraint,
                    struct buffer *reason)
{
    buffer_reset(reason);
    return theorem_forbids(&scene->board, &scene->leaper, &scene->graph, constraint, reason);
}

static void test_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *board, *leaper, *from, *to, *reason;
    } cases[] = {
        // Closed where there is no "from".
        {"5x5", "N", NULL, NULL, "both sides are odd"},
        {"4x9", "N", NULL, NULL, "a side is 1, 2 or 4"},
        {"8x3", "N", NULL, NULL, "3 by 4, 6 or 8"},
        {"8x8", "C", NULL, NULL, "parts that no leap connects"},
        {"3x3", "N", "", "", "no leap leads to or from b2"},
        {"3x3", "W", NULL, NULL, "5 squares of one and 4"},
        {"3x3", "W", "a2", "", "begins and ends on the colour"},
        {"3x3", "W", "", "b1", "begins and ends on the colour"},
        {"4x3", "W", "a1", "c1", "ends on the other colour"},
        {"3/3/3", "W", NULL, NULL, "5 squares of one and 4"},
        {"4x1", "W", NULL, NULL, "only one leap leads to a1"},
        {"*1**/4/*1**", "W", "", "", "only one leap leads to"},
        {"3/3/*1*/*1*", "K", NULL, NULL, "only one leap leads to b1"},
        {"2**2/2**2", "K", NULL, NULL, "parts that no leap"},
        {"**2/**2/2**/2**", "K", NULL, NULL, "without a certain square"},
        {"1x2", "W", NULL, NULL, "at least three"},
    };
    struct buffer reason;
    buffer_init(&reason);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tour_scene scene;
        tour_scene_init(&scene, cases[i].board, cases[i].leaper);
        struct tour_constraint constraint = {false, -1, -1};
        if (cases[i].from)
            constraint = tour_scene_open(&scene, cases[i].from, cases[i].to);
        if (!forbids(&scene, &constraint, &reason) || !strstr(buffer_text(&reason), cases[i].reason))
            fail_msg("%s on %s: %s", cases[i].leaper, cases[i].board, buffer_text(&reason));
        tour_scene_clear(&scene);
    }
    buffer_clear(&reason);
}

static void test_nothing_that_exists_is_forbidden(void **state)
{
    (void)state;
    struct random random = {41};
    struct buffer reason;
    int forbidden = 0;
    buffer_init(&reason);
    for (int i = 0; i < 1000; i++) {
        struct tour_scene scene;
        struct tour_constraint constraint;
        tour_scene_random(&scene, &constraint, &random);
        if (forbids(&scene, &constraint, &reason)) {
            forbidden++;
            assert_int_equal(reference_tours(&scene.graph, &constraint, stop, NULL), 0);
        }
        tour_scene_clear(&scene);
    }
    assert_true(forbidden > 100);
    buffer_clear(&reason);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_nothing_that_exists_is_forbidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
