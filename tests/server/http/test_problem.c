// SPDX-License-Identifier: GPL-3.0-or-later
// Problems as JSON: codes, places, and messages that may quote anything.
#include "server/http/problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_written(const struct problem *problem, const char *match, const char *expected)
{
    struct buffer text;
    buffer_init(&text);
    problem_write(problem, match, &text);
    assert_string_equal(buffer_text(&text), expected);
    buffer_clear(&text);
}

static void test_places(void **state)
{
    (void)state;
    struct problem problem = {.code = PROBLEM_NONE};
    assert_false(problem_set(&problem, PROBLEM_NO_GAME, "game", "no %s", "go"));
    assert_written(&problem, NULL,
                   "{\"error\":{\"code\":\"no-game\",\"message\":\"no go\",\"at\":\"game\"}}");
    assert_false(problem_set_offset(&problem, PROBLEM_BAD_JSON, 0, "here"));
    assert_written(&problem, NULL, "{\"error\":{\"code\":\"bad-json\",\"message\":\"here\",\"at\":0}}");
    problem_set(&problem, PROBLEM_STALE_PLY, NULL, "late");
    assert_written(
        &problem, "{\"ply\":3}",
        "{\"error\":{\"code\":\"stale-ply\",\"message\":\"late\",\"at\":null},\"match\":{\"ply\":3}}");
}

static void test_problems_from_errors(void **state)
{
    (void)state;
    struct error err = {.code = ERROR_FEN, .at = "fen[12]", .message = "what?"};
    struct problem problem = {.code = PROBLEM_NONE};
    problem_from_error(&problem, PROBLEM_BAD_FEN, NULL, &err);
    assert_int_equal(problem.offset, 12);
    problem_from_error(&problem, PROBLEM_BAD_FEN, "fen", &err);
    assert_int_equal(problem.offset, -1);
    assert_string_equal(problem.at, "fen");
    memcpy(err.at, "castling", sizeof "castling");
    problem_from_error(&problem, PROBLEM_BAD_FEN, NULL, &err);
    assert_written(&problem, NULL, "{\"error\":{\"code\":\"bad-fen\",\"message\":\"what?\",\"at\":null}}");
}

// A message may be cut within a character, or quote a text that is not UTF-8.
static void test_anything_can_be_quoted(void **state)
{
    (void)state;
    struct problem problem = {.code = PROBLEM_NONE};
    problem_set(&problem, PROBLEM_BAD_TURN, NULL, "\"\\\n%s", "\xff");
    struct buffer text;
    buffer_init(&text);
    problem_write(&problem, NULL, &text);
    assert_non_null(strstr(buffer_text(&text), "\"code\":\"bad-turn\""));
    buffer_clear(&text);
    // Characters that would garble the message are replaced, all others are kept.
    problem_set(&problem, PROBLEM_NO_GAME, NULL, "no game 'a\tb\x01\x7f\xe2\x80\xae'");
    assert_string_equal(problem.message, "no game 'a?b?\?\?\?\?'");
    problem_set(&problem, PROBLEM_NO_GAME, NULL, "\xe2\x80\x9c\xe2\x81\xa6\xe2\x99\x94");
    assert_string_equal(problem.message, "\xe2\x80\x9c\?\?\?\xe2\x99\x94");
    problem_set(&problem, PROBLEM_NO_GAME, NULL, "no game '%s'", "a\xff");
    assert_written(&problem, NULL,
                   "{\"error\":{\"code\":\"no-game\",\"message\":\"no game 'a?'\",\"at\":null}}");
}

static void test_every_code_has_status_and_name(void **state)
{
    (void)state;
    for (int code = PROBLEM_NONE + 1; code < PROBLEMS; code++) {
        unsigned status = problem_status((enum problem_code)code);
        assert_true(status >= 400 && status < 600);
        assert_true(problem_name((enum problem_code)code)[0] != '\0');
        for (int other = PROBLEM_NONE + 1; other < code; other++)
            assert_string_not_equal(problem_name((enum problem_code)code),
                                    problem_name((enum problem_code)other));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_problems_from_errors),
        cmocka_unit_test(test_anything_can_be_quoted),
        cmocka_unit_test(test_every_code_has_status_and_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
