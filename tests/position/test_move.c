// SPDX-License-Identifier: GPL-3.0-or-later
// Actions in 32 bits keep what was put into them.

#include "position/move.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_parts_come_back(void **state)
{
    (void)state;
    for (unsigned kind = MOVE_NORMAL; kind <= MOVE_END_TURN; kind++) {
        for (square from = 0; from < GRID_SQUARES; from += 17) {
            for (square to = 0; to < GRID_SQUARES; to += 15) {
                for (unsigned what = 0; what < PIECE_CODES; what += 7) {
                    move m = move_make((enum move_kind)kind, from, to, what);
                    assert_int_equal(move_kind(m), kind);
                    assert_int_equal(move_from(m), from);
                    assert_int_equal(move_to(m), to);
                    assert_int_equal(move_what(m), what);
                }
            }
        }
    }
    assert_int_equal(move_wing(move_make(MOVE_CASTLE, 4, 6, WING_KING)), WING_KING);
    assert_int_equal(move_wing(move_make(MOVE_CASTLE, 4, 1, WING_QUEEN)), WING_QUEEN);
}

static void test_list(void **state)
{
    (void)state;
    struct move_list list = {.count = 0};
    move a = move_make(MOVE_NORMAL, 1, 18, 0), b = move_make(MOVE_NORMAL, 18, 1, 0);
    assert_false(move_list_has(&list, a));
    move_list_add(&list, a);
    assert_true(move_list_has(&list, a));
    assert_false(move_list_has(&list, b));
    move_list_add(&list, b);
    assert_true(move_list_has(&list, b));
    assert_int_equal(list.count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_come_back),
        cmocka_unit_test(test_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
