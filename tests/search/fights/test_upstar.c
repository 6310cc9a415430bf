// SPDX-License-Identifier: GPL-3.0-or-later
// Ups and nim heaps: who wins them is what playing them out gives, and games are recognized by their options.
#include "search/fights/upstar.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_whoever_wins_has_a_winning_move(void **state)
{
    (void)state;
    for (int ups = -UPS_MAX; ups <= UPS_MAX; ups++)
        for (unsigned heap = 0; heap <= HEAP_MAX; heap++)
            for (unsigned side = WHITE; side <= BLACK; side++) {
                struct upstar value = {ups, heap}, moves[UPSTAR_MOVES_MAX];
                unsigned count = upstar_moves(value, (enum color)side, moves);
                bool wins = false;
                for (unsigned i = 0; i < count; i++)
                    wins |= !upstar_wins(moves[i], other_color((enum color)side));
                assert_int_equal(upstar_wins(value, (enum color)side), wins);
            }
}

static void test_values_are_recognized_by_their_options(void **state)
{
    (void)state;
    for (int ups = -4; ups <= 4; ups++)
        for (unsigned heap = 0; heap <= HEAP_MAX; heap++) {
            struct upstar value = {ups, heap}, moves[2][UPSTAR_MOVES_MAX], found;
            struct upstar_options options = {.values = {moves[WHITE], moves[BLACK]}};
            for (unsigned side = WHITE; side <= BLACK; side++)
                options.count[side] = upstar_moves(value, (enum color)side, moves[side]);
            assert_true(upstar_recognize(&options, &found));
            assert_int_equal(found.ups, ups);
            assert_int_equal(found.heap, heap);
        }
}

static void test_other_games_are_not_recognized(void **state)
{
    (void)state;
    // Whoever moves gains two ups: neither nothing nor star, and each side would rather move first.
    const struct upstar white[] = {{2, 0}}, black[] = {{-2, 0}};
    const struct upstar_options options = {{white, black}, {1, 1}};
    struct upstar found;
    assert_false(upstar_recognize(&options, &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whoever_wins_has_a_winning_move),
        cmocka_unit_test(test_values_are_recognized_by_their_options),
        cmocka_unit_test(test_other_games_are_not_recognized),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
