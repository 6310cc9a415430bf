// SPDX-License-Identifier: GPL-3.0-or-later
// Which values a sweep names, and what is wrong with others.
#include "lab/balance/sweep.h"

#include "variants/games.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static const struct game *game_of(const char *name)
{
    struct error err;
    const struct game *game = game_find(name, &err);
    assert_non_null(game);
    return game;
}

static void expect(const char *game, const char *text, const char *values)
{
    struct sweep sweep;
    struct error err = {0};
    char found[400] = "";
    if (!sweep_read(game_of(game), text, &sweep, &err))
        fail_msg("%s: %s: %s", text, err.at, err.message);
    for (unsigned i = 0; i < sweep.axes; i++)
        for (unsigned k = 0; k < sweep.axis[i].count; k++)
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s%d",
                     k   ? ","
                     : i ? " : "
                         : "",
                     sweep.axis[i].values[k]);
    assert_string_equal(found, values);
}

static void refuse(const char *game, const char *text, const char *at, const char *part)
{
    struct sweep sweep;
    struct error err = {0};
    assert_false(sweep_read(game_of(game), text, &sweep, &err));
    assert_int_equal(err.code, ERROR_PARAMETER);
    assert_string_equal(err.at, at);
    if (!strstr(err.message, part))
        fail_msg("'%s' does not say '%s'", err.message, part);
}

static void test_values(void **state)
{
    (void)state;
    expect("fuel", "fuel=7", "7");
    expect("fuel", "fuel=1,2,50", "1,2,50");
    expect("fuel", "FUEL=1..4", "1,2,3,4");
    expect("fuel", "fuel=1..3,10..40/10", "1,2,3,10,20,30,40");
    expect("fuel", "fuel=10..35/10", "10,20,30");
    expect("chess", "white", "0,1,2,3");
    expect("chess", "white=fide,nutters:black=rookies", "0,2 : 3");
}

static void test_points(void **state)
{
    (void)state;
    struct sweep sweep;
    struct parameters parameters = {{0}};
    assert_true(sweep_read(game_of("chess"), "white=fide,nutters:black", &sweep, NULL));
    assert_int_equal(sweep_points(&sweep), 8);
    sweep_set(&sweep, 0, &parameters);
    assert_int_equal(parameters.value[sweep.axis[0].parameter], 0);
    assert_int_equal(parameters.value[sweep.axis[1].parameter], 0);
    sweep_set(&sweep, 1, &parameters);
    assert_int_equal(parameters.value[sweep.axis[0].parameter], 0);
    assert_int_equal(parameters.value[sweep.axis[1].parameter], 1);
    sweep_set(&sweep, 7, &parameters);
    assert_int_equal(parameters.value[sweep.axis[0].parameter], 2);
    assert_int_equal(parameters.value[sweep.axis[1].parameter], 3);
    sweep.axes = 0;
    assert_int_equal(sweep_points(&sweep), 1);
}

static void test_errors(void **state)
{
    (void)state;
    refuse("fuel", "", "", "it has fuel");
    refuse("fuel", "petrol", "petrol", "it has fuel");
    refuse("hnefa", "fuel=1", "fuel", "has no parameters");
    refuse("fuel", "fuel=", "fuel", "");
    refuse("fuel", "fuel=1,,2", "fuel", "");
    refuse("fuel", "fuel=0..3", "fuel", "");
    refuse("fuel", "fuel=1..2000", "fuel", "");
    refuse("fuel", "fuel=5..3", "fuel", "ends before it begins");
    refuse("fuel", "fuel=1..9/0", "fuel", "no step");
    refuse("fuel", "fuel=1..9/x", "fuel", "no step");
    refuse("fuel", "fuel=1,2,1", "fuel", "twice");
    refuse("fuel", "fuel=1..5,3", "fuel", "twice");
    refuse("chess", "white=knights", "white", "");
    refuse("chess", "white=fide..nutters", "white", "");
    refuse("chess", "white:white", "white", "twice");
    refuse("chess", "white:black:white", "white", "more than 2");
    refuse("chess", "white=fide,fide:black", "white", "twice");
    char text[2000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    refuse("fuel", text, "", "characters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
