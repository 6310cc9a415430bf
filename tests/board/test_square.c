// SPDX-License-Identifier: GPL-3.0-or-later
// Names, numbers and distances of squares.

#include "board/square.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_every_name_is_read_back(void **state)
{
    (void)state;
    for (square s = 0; s < GRID_SQUARES; s++) {
        char name[SQUARE_NAME_SIZE];
        const char *cursor = name;
        square read = SQUARE_NONE;
        square_name(s, name);
        assert_true(square_read(&cursor, GRID_SIDE, GRID_SIDE, &read));
        assert_int_equal(read, s);
        assert_int_equal(*cursor, '\0');
        assert_int_equal(square_at(square_file(s), square_rank(s)), s);
    }
}

static void test_names(void **state)
{
    (void)state;
    char name[SQUARE_NAME_SIZE];
    square_name(square_at(0, 0), name);
    assert_string_equal(name, "a1");
    square_name(square_at(4, 3), name);
    assert_string_equal(name, "e4");
    square_name(square_at(7, 12), name);
    assert_string_equal(name, "h13");
    square_name(square_at(15, 15), name);
    assert_string_equal(name, "p16");
}

// The rank is read as far as there are digits, and what follows is left alone.
static void test_reading_stops_where_it_should(void **state)
{
    (void)state;
    const char *text = "e10e11", *cursor = text;
    square s;
    assert_true(square_read(&cursor, 16, 16, &s));
    assert_int_equal(s, square_at(4, 9));
    assert_ptr_equal(cursor, text + 3);
    assert_true(square_read(&cursor, 16, 16, &s));
    assert_int_equal(s, square_at(4, 10));
    cursor = "e7e8q";
    assert_true(square_read(&cursor, 8, 8, &s) && square_read(&cursor, 8, 8, &s));
    assert_string_equal(cursor, "q");
}

static void test_no_squares(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",    "e",   "4e", "i1", "a9",  "a0",  "E4", "a11",
                                        "h88", "a-1", "`1", "aa", "a01", " a1", "a 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *cursor = wrong[i];
        square s = 77;
        if (square_read(&cursor, 8, 8, &s))
            fail_msg("\"%s\" is taken for a square of an 8×8 board", wrong[i]);
        assert_ptr_equal(cursor, wrong[i]);
    }
    const char *cursor = "p17";
    square s;
    assert_false(square_read(&cursor, 16, 16, &s));
    cursor = "q1";
    assert_false(square_read(&cursor, 16, 16, &s));
    cursor = "a4294967297"; // 1 modulo 2^32
    assert_false(square_read(&cursor, 16, 16, &s));
}

static void test_distance(void **state)
{
    (void)state;
    assert_int_equal(square_distance(square_at(0, 0), square_at(0, 0)), 0);
    assert_int_equal(square_distance(square_at(0, 0), square_at(1, 2)), 2);
    assert_int_equal(square_distance(square_at(7, 2), square_at(0, 0)), 7);
    assert_int_equal(square_distance(square_at(15, 0), square_at(0, 15)), 15);
    assert_int_equal(square_distance(square_at(3, 5), square_at(5, 3)), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_name_is_read_back),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_reading_stops_where_it_should),
        cmocka_unit_test(test_no_squares),
        cmocka_unit_test(test_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
