// SPDX-License-Identifier: GPL-3.0-or-later
// What games bring: points where there are points, else games and halves of them.
#include "session/series.h"

#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void expect(const char *game, enum result result, unsigned winner, unsigned white, unsigned black)
{
    const struct outcome outcome = {result, REASON_AGREEMENT};
    unsigned halves[2] = {99, 99};
    series_credit(game_find(game, NULL), &outcome, winner, halves);
    assert_int_equal(halves[WHITE], white);
    assert_int_equal(halves[BLACK], black);
}

static void test_games_count(void **state)
{
    (void)state;
    expect("chess", RESULT_WHITE, 0, 2, 0);
    expect("chess", RESULT_BLACK, 0, 0, 2);
    expect("chess", RESULT_DRAW, 0, 1, 1);
    expect("chess", RESULT_ONGOING, 0, 0, 0);
}

static void test_points_count(void **state)
{
    (void)state;
    expect("hamiltonian", RESULT_WHITE, 16, 32, 0);
    expect("hamiltonian", RESULT_BLACK, 1, 0, 2);
    expect("hamiltonian", RESULT_DRAW, 0, 0, 0);
    expect("hamiltonian", RESULT_ONGOING, 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_count),
        cmocka_unit_test(test_points_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
