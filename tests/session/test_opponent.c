// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine is told of the clock of a game.
#include "session/opponent.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// White's limits two seconds into its first turn, or while the clock does not run yet.
static struct limits limits_of(const char *text, bool running)
{
    struct time_control control;
    struct error err;
    struct game_clock clock;
    struct limits limits = {0};
    assert_true(time_control_read(text, &control, &err));
    game_clock_begin(&clock, &control);
    if (running)
        game_clock_start(&clock, WHITE, 1000);
    opponent_limit(&limits, &clock, 3000);
    return limits;
}

static void test_increments_and_delays_are_told_apart(void **state)
{
    (void)state;
    struct limits fischer = limits_of("5+3", true), bronstein = limits_of("5d3", true);
    assert_true(fischer.clock && bronstein.clock);
    assert_false(fischer.delay);
    assert_true(bronstein.delay);
    assert_true(limits_of("5+3", false).delay);
    assert_int_equal(fischer.increment[WHITE], 3000);
    assert_int_equal(bronstein.increment[BLACK], 3000);
    assert_int_equal(fischer.time[WHITE], 298000);
    assert_int_equal(fischer.time[BLACK], 300000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_increments_and_delays_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
