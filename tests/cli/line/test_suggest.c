// SPDX-License-Identifier: GPL-3.0-or-later
// Which words are near enough to be meant.
#include "cli/line/suggest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_distance(void **state)
{
    (void)state;
    assert_int_equal(suggest_distance("", ""), 0);
    assert_int_equal(suggest_distance("", "abc"), 3);
    assert_int_equal(suggest_distance("fuel", "fuel"), 0);
    assert_int_equal(suggest_distance("feul", "fuel"), 1);
    assert_int_equal(suggest_distance("fule", "fuel"), 1);
    assert_int_equal(suggest_distance("fuell", "fuel"), 1);
    assert_int_equal(suggest_distance("kitten", "sitting"), 3);
    assert_int_equal(suggest_distance("0123456789012345678901234567890123", "a"), 99);
}

static const char *nearest(const char *word)
{
    struct suggestion suggestion = {word, NULL, 0};
    suggest_offer(&suggestion, "white");
    suggest_offer(&suggestion, "fuel");
    suggest_offer(&suggestion, "fen");
    return suggestion.nearest;
}

static void test_nearest(void **state)
{
    (void)state;
    assert_string_equal(nearest("feul"), "fuel");
    assert_string_equal(nearest("fem"), "fen");
    assert_string_equal(nearest("withe"), "white");
    assert_null(nearest("hamiltonian"));
    assert_null(nearest("x"));
    assert_null(nearest(""));
    // Squares and moves are no misspelt words.
    assert_null(nearest("@e5"));
    assert_null(nearest("e5"));
    assert_null(nearest("Ne5"));
    assert_null(nearest("hen2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests_name("suggest", tests, NULL, NULL);
}
