// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of locations, against an array of truth values.

#include "base/random.h"
#include "board/set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_like(const struct set *set, const bool *model)
{
    int count = 0;
    for (square s = 0; s < GRID_SQUARES; s++) {
        assert_int_equal(set_has(set, s), model[s]);
        count += model[s];
    }
    assert_int_equal(set_count(set), count);
    assert_int_equal(set_empty(set), count == 0);
    square s, expected = 0;
    for (struct set_walk walk = set_walk(set); set_next(&walk, &s); expected++) {
        while (!model[expected])
            expected++;
        assert_int_equal(s, expected);
        count--;
    }
    assert_int_equal(count, 0);
}

static void test_random_changes(void **state)
{
    (void)state;
    struct random random = {1};
    struct set set = {{0}};
    bool model[GRID_SQUARES] = {false};
    assert_like(&set, model);
    for (int i = 0; i < 2000; i++) {
        square s = (square)random_below(&random, GRID_SQUARES);
        switch (random_below(&random, 3)) {
        case 0:
            set_add(&set, s);
            model[s] = true;
            break;
        case 1:
            set_remove(&set, s);
            model[s] = false;
            break;
        default:
            set_toggle(&set, s);
            model[s] = !model[s];
            break;
        }
        if (i % 50 == 0)
            assert_like(&set, model);
    }
}

static void test_full_set_and_corners(void **state)
{
    (void)state;
    struct set set = {{0}};
    bool model[GRID_SQUARES];
    for (square s = 0; s < GRID_SQUARES; s++) {
        set_add(&set, s);
        model[s] = true;
    }
    assert_like(&set, model);
    for (square s = 0; s < GRID_SQUARES; s++)
        if (s != 0 && s != 63 && s != 64 && s != 255) {
            set_remove(&set, s);
            model[s] = false;
        }
    assert_like(&set, model);
}

// A walk goes over a copy, so that its body may change the set.
static void test_walk_over_a_changing_set(void **state)
{
    (void)state;
    struct set set = {{0}};
    square s;
    int visits = 0;
    for (square i = 0; i < GRID_SQUARES; i += 5)
        set_add(&set, i);
    for (struct set_walk walk = set_walk(&set); set_next(&walk, &s); visits++)
        set_remove(&set, s);
    assert_int_equal(visits, 52);
    assert_true(set_empty(&set));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_changes),
        cmocka_unit_test(test_full_set_and_corners),
        cmocka_unit_test(test_walk_over_a_changing_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
