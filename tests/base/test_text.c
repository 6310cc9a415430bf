// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and words out of texts, with bounds that hold.

#include "base/text.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_number_is_read_greedily(void **state)
{
    (void)state;
    const char *text = "88/7", *cursor = text;
    unsigned value;
    assert_true(text_read_number(&cursor, 100, &value));
    assert_int_equal(value, 88);
    assert_ptr_equal(cursor, text + 2);
    cursor = "007x";
    assert_true(text_read_number(&cursor, 9, &value));
    assert_int_equal(value, 7);
    assert_string_equal(cursor, "x");
    cursor = "4294967295";
    assert_true(text_read_number(&cursor, UINT_MAX, &value));
    assert_true(value == UINT_MAX);
}

static void test_numbers_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "", "x", "-1", "+1", " 1", "101", "99999999999999999999999999", "18446744073709551617", "4294967297"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *cursor = wrong[i];
        unsigned value = 5;
        if (text_read_number(&cursor, 100, &value))
            fail_msg("\"%s\" is taken", wrong[i]);
        assert_ptr_equal(cursor, wrong[i]);
    }
}

static void test_integer(void **state)
{
    (void)state;
    long value;
    assert_true(text_read_integer("0", 0, 9, &value) && value == 0);
    assert_true(text_read_integer("-17", -17, 9, &value) && value == -17);
    assert_true(text_read_integer("+9", 0, 9, &value) && value == 9);
    assert_true(text_read_integer("999", 1, 999, &value) && value == 999);
    static const char *const wrong[] = {"",   "-",   "10",  "-1",  "1 ",  " 1",
                                        "1x", "0x1", "1.0", "--1", "+-1", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (text_read_integer(wrong[i], 0, 9, &value))
            fail_msg("\"%s\" is taken", wrong[i]);
}

static void test_large_numbers(void **state)
{
    (void)state;
    uint64_t value;
    assert_true(text_read_uint64("0", 0, &value) && value == 0);
    assert_true(text_read_uint64("0042", 42, &value) && value == 42);
    assert_true(text_read_uint64("18446744073709551615", UINT64_MAX, &value) && value == UINT64_MAX);
    static const char *const wrong[] = {"",
                                        "-1",
                                        "+1",
                                        " 1",
                                        "1 ",
                                        "43",
                                        "0x1",
                                        "1e1",
                                        "18446744073709551616",
                                        "18446744073709551617",
                                        "99999999999999999999999999"};
    value = 5;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (text_read_uint64(wrong[i], 42, &value) || value != 5)
            fail_msg("\"%s\" is taken", wrong[i]);
    assert_false(text_read_uint64("18446744073709551616", UINT64_MAX, &value));
    assert_false(text_read_uint64("20000000000000000000", UINT64_MAX, &value));
}

static void test_case_does_not_matter(void **state)
{
    (void)state;
    assert_true(text_equal_nocase("", ""));
    assert_true(text_equal_nocase("WhiteArmy", "whitearmy"));
    assert_false(text_equal_nocase("fuel", "fuels"));
    assert_false(text_equal_nocase("fuels", "fuel"));
    assert_false(text_equal_nocase("a", ""));
    assert_false(text_equal_nocase("[", "{")); // 32 apart like letters, but no letters
    assert_false(text_equal_nocase("\xc4", "\xe4"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number_is_read_greedily),
        cmocka_unit_test(test_numbers_refused),
        cmocka_unit_test(test_integer),
        cmocka_unit_test(test_large_numbers),
        cmocka_unit_test(test_case_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
