// SPDX-License-Identifier: GPL-3.0-or-later
// The table of directions holds every step of up to three files and ranks, once, with true numbers.

#include "board/direction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_every_step_has_one_direction(void **state)
{
    (void)state;
    bool seen[DIRECTIONS] = {false};
    for (int dx = -3; dx <= 3; dx++) {
        for (int dy = -3; dy <= 3; dy++) {
            direction d = direction_of(dx, dy);
            if (dx == 0 && dy == 0) {
                assert_int_equal(d, DIRECTION_NONE);
                continue;
            }
            assert_in_range(d, 0, DIRECTIONS - 1);
            assert_false(seen[d]);
            seen[d] = true;
            assert_int_equal(direction_step[d].dx, dx);
            assert_int_equal(direction_step[d].dy, dy);
        }
    }
    assert_int_equal(direction_of(4, 0), DIRECTION_NONE);
    assert_int_equal(direction_of(1, -4), DIRECTION_NONE);
}

static void test_numbers_of_a_step(void **state)
{
    (void)state;
    for (direction d = 0; d < DIRECTIONS; d++) {
        const struct step *step = &direction_step[d];
        int files = abs(step->dx), ranks = abs(step->dy);
        assert_int_equal(step->delta, square_at(8 + step->dx, 8 + step->dy) - square_at(8, 8));
        assert_int_equal(step->distance, files > ranks ? files : ranks);
        assert_int_equal(step->opposite, direction_of(-step->dx, -step->dy));
    }
}

// Others rely on where an atom's directions begin.
static void test_groups(void **state)
{
    (void)state;
    static const struct {
        int first, count, small, large;
    } groups[] = {
        {0, 4, 0, 1},  {4, 4, 1, 1},  {8, 8, 1, 2},  {16, 4, 0, 2}, {20, 4, 2, 2},
        {24, 4, 0, 3}, {28, 8, 1, 3}, {36, 8, 2, 3}, {44, 4, 3, 3},
    };
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        for (int i = 0; i < groups[g].count; i++) {
            const struct step *step = &direction_step[groups[g].first + i];
            int files = abs(step->dx), ranks = abs(step->dy);
            assert_int_equal(files < ranks ? files : ranks, groups[g].small);
            assert_int_equal(files < ranks ? ranks : files, groups[g].large);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_step_has_one_direction),
        cmocka_unit_test(test_numbers_of_a_step),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
