// SPDX-License-Identifier: GPL-3.0-or-later
// Errors: what is set is what is read, however long.

#include "base/error.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_set(void **state)
{
    (void)state;
    struct error err;
    memset(&err, 0x5a, sizeof err);
    assert_false(error_set(&err, ERROR_FEN, "fen[12]", "%d ranks are missing", 2));
    assert_int_equal(err.code, ERROR_FEN);
    assert_string_equal(err.at, "fen[12]");
    assert_string_equal(err.message, "2 ranks are missing");
    assert_false(error_set(&err, ERROR_JSON, NULL, "no object"));
    assert_string_equal(err.at, "");
}

static void test_nobody_cares(void **state)
{
    (void)state;
    assert_false(error_set(NULL, ERROR_FEN, "fen[0]", "nothing"));
    error_place(NULL, "moves[1]");
}

static void test_long_texts_are_cut(void **state)
{
    (void)state;
    struct error err;
    char text[1000];
    memset(text, 'y', sizeof text);
    text[sizeof text - 1] = '\0';
    error_set(&err, ERROR_PGN, text, "%s", text);
    assert_int_equal(strlen(err.at), sizeof err.at - 1);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
    error_place(&err, "line 7");
    assert_int_equal(strlen(err.at), sizeof err.at - 1);
    assert_memory_equal(err.at, "line 7: yyy", 11);
    error_set(&err, ERROR_PGN, "", "short");
    error_place(&err, text);
    assert_int_equal(strlen(err.at), sizeof err.at - 1);
}

// Users are quoted, at most so many bytes of them: what gets out is UTF-8, in one line.
static void test_quoted_texts_are_printable(void **state)
{
    (void)state;
    struct error err;
    error_set(&err, ERROR_FEN, "fen[0]", "there is no piece '%.3s' (%s)", "a\xc3\xb6\xc3\xb6",
              "\xe2\x99\x9e");
    assert_string_equal(err.message, "there is no piece 'a\xc3\xb6' (\xe2\x99\x9e)");
    error_set(&err, ERROR_FEN, "\xff", "there is no piece '%.2s'", "a\xc3\xb6");
    assert_string_equal(err.message, "there is no piece 'a?'");
    assert_string_equal(err.at, "?");
    error_set(&err, ERROR_FEN, "", "there is no piece '%s'", "\x1b[31m\n\x7f\xf0\x9f\x99");
    assert_string_equal(err.message, "there is no piece '?[31m??\?\?\?'");
    char text[1000] = "y"; // in front of characters of two bytes, so that the last one is cut
    for (size_t i = 1; i + 1 < sizeof text; i += 2)
        memcpy(text + i, "\xc3\xb6", 3);
    error_set(&err, ERROR_PGN, text, "y%s", text);
    assert_true(text_is_utf8(err.at, strlen(err.at)));
    assert_true(text_is_utf8(err.message, strlen(err.message)));
    error_place(&err, "line 7");
    assert_true(text_is_utf8(err.at, strlen(err.at)));
}

static void test_outer_place(void **state)
{
    (void)state;
    struct error err;
    error_set(&err, ERROR_MOVE_SYNTAX, "move[2]", "no square");
    error_place(&err, "moves[3]");
    assert_string_equal(err.at, "moves[3]: move[2]");
    error_set(&err, ERROR_MOVE_SYNTAX, "", "no square");
    error_place(&err, "moves[3]");
    assert_string_equal(err.at, "moves[3]");
}

static void test_every_code_has_its_own_name(void **state)
{
    (void)state;
    for (int i = 0; i < ERROR_CODES; i++) {
        const char *name = error_code_name((enum error_code)i);
        assert_non_null(name);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(name, error_code_name((enum error_code)j));
    }
    assert_string_equal(error_code_name(ERROR_FEN), "bad-fen");
    assert_string_equal(error_code_name(ERROR_ILLEGAL_MOVE), "illegal-move");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_nobody_cares),
        cmocka_unit_test(test_long_texts_are_cut),
        cmocka_unit_test(test_quoted_texts_are_printable),
        cmocka_unit_test(test_outer_place),
        cmocka_unit_test(test_every_code_has_its_own_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
