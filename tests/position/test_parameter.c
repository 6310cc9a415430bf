// SPDX-License-Identifier: GPL-3.0-or-later
// Values of game parameters, read and written.

#include "position/parameter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const colours[] = {"red", "green", "blue"};
static const struct parameter number = {"fuel", "Fuel", "", PARAMETER_NUMBER, 1, 999, 50, NULL};
static const struct parameter choice = {"tint", "Tint", "", PARAMETER_CHOICE, 0, 2, 1, colours};

static void test_numbers(void **state)
{
    (void)state;
    int value = 0;
    assert_true(parameter_read(&number, "1", &value, NULL) && value == 1);
    assert_true(parameter_read(&number, "999", &value, NULL) && value == 999);
    static const char *const wrong[] = {
        "", "0", "1000", "-5", "x", "5x", "5 ", "1e2", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error err = {0};
        if (parameter_read(&number, wrong[i], &value, &err))
            fail_msg("\"%s\" is taken", wrong[i]);
        assert_int_equal(err.code, ERROR_PARAMETER);
        assert_string_equal(err.at, "fuel");
        assert_non_null(strstr(err.message, "999"));
    }
}

static void test_choices(void **state)
{
    (void)state;
    int value = 0;
    struct error err = {0};
    assert_true(parameter_read(&choice, "blue", &value, NULL) && value == 2);
    assert_true(parameter_read(&choice, "Green", &value, NULL) && value == 1);
    assert_false(parameter_read(&choice, "gree", &value, &err));
    assert_false(parameter_read(&choice, "", &value, &err));
    assert_false(parameter_read(&choice, "1", &value, &err));
    assert_int_equal(err.code, ERROR_PARAMETER);
    assert_string_equal(err.at, "tint");
    assert_non_null(strstr(err.message, "red"));
}

static void test_written_values_are_read_back(void **state)
{
    (void)state;
    char text[16];
    int value;
    for (int i = 1; i <= 999; i++) {
        parameter_write(&number, i, text);
        assert_true(parameter_read(&number, text, &value, NULL) && value == i);
    }
    for (int i = 0; i < 3; i++) {
        parameter_write(&choice, i, text);
        assert_string_equal(text, colours[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_written_values_are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
