// SPDX-License-Identifier: GPL-3.0-or-later
// A piece is shown by the picture of its movement; a movement without one never borrows another's.
#include "pieces/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_picture(const char *name, const char *betza, bool royal, const char *expected)
{
    struct movement movement;
    assert_true(betza_parse(betza, &movement, NULL));
    struct buffer picture;
    buffer_init(&picture);
    piece_picture(name, &movement, royal, &picture);
    assert_string_equal(buffer_text(&picture), expected);
    buffer_clear(&picture);
}

static void test_movements_decide(void **state)
{
    (void)state;
    assert_picture("marshal", "RN", false, "chancellor");
    assert_picture("marshal", "NR", false, "chancellor");
    assert_picture("archbishop", "BN", false, "cardinal");
    assert_picture("soldier", "fmWfcF", false, "pawn");
    assert_picture("queen", "RB", false, "queen");
}

static void test_famous_movements(void **state)
{
    (void)state;
    static const char *const pictures[][2] = {
        {"QN", "amazon"},          {"KN", "centaur"}, {"NN", "nightrider"}, {"gQ", "grasshopper"},
        {"mRcpR", "cannon"},       {"F", "fers"},     {"W", "wazir"},       {"A", "alfil"},
        {"D", "dabbaba"},          {"C", "camel"},    {"Z", "zebra"},       {"WfF", "gold-general"},
        {"FfW", "silver-general"}, {"fR", "lance"},
    };
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        assert_picture("x", pictures[i][0], false, pictures[i][1]);
    assert_picture("x", "gR", false, "x");
    assert_picture("grasshopper", "gR", false, "custom-grasshopper");
    assert_picture("x", "nA", false, "x");
}

static void test_kings_and_men(void **state)
{
    (void)state;
    assert_picture("king", "K", true, "king");
    assert_picture("king", "WF", true, "king");
    assert_picture("king", "N", true, "royal");
    assert_picture("amazon", "QN", true, "royal");
    assert_picture("king", "K", false, "king");
    assert_picture("commoner", "K", false, "guard");
}

static void test_names_decide_between_equals(void **state)
{
    (void)state;
    assert_picture("horizontal pawn", "mWcF", false, "horizontal-pawn");
    assert_picture("vertical pawn", "mWcF", false, "vertical-pawn");
    assert_picture("runner", "mWcF", false, "runner");
}

static void test_famous_names_of_other_movements(void **state)
{
    (void)state;
    assert_picture("pawn", "mfFcfW", false, "custom-pawn");
    assert_picture("bishop", "FA", false, "custom-bishop");
    assert_picture("silver general", "FfW", false, "silver-general");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_movements_decide),
        cmocka_unit_test(test_famous_movements),
        cmocka_unit_test(test_kings_and_men),
        cmocka_unit_test(test_names_decide_between_equals),
        cmocka_unit_test(test_famous_names_of_other_movements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
