// SPDX-License-Identifier: GPL-3.0-or-later
// Which positions may be asked about, and what every other request is told.
#include "base/buffer.h"
#include "position/fen.h"
#include "server/analysis/analysis_body.h"
#include "server/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void accepts(const char *text, const char *fen, unsigned lines)
{
    struct analysis_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    struct buffer written;
    if (!analysis_body_read(&body, text, strlen(text), &problem))
        fail_msg("%s: %s %s", text, problem.at, problem.message);
    buffer_init(&written);
    fen_write(&body.position.position, &written);
    assert_string_equal(buffer_text(&written), fen);
    assert_int_equal(body.lines, lines);
    buffer_clear(&written);
    show_request_clear(&body.position);
}

static void refuses(const char *text, enum problem_code code, const char *at)
{
    struct analysis_body body;
    struct problem problem = {.code = PROBLEM_NONE};
    if (analysis_body_read(&body, text, strlen(text), &problem))
        fail_msg("accepted: %s", text);
    if (problem.code != code || strcmp(problem.at, at) != 0)
        fail_msg("%s: code %d at '%s': %s", text, (int)problem.code, problem.at, problem.message);
}

static void test_positions(void **state)
{
    (void)state;
    accepts("{\"game\":\"chess\"}", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1);
    accepts("{\"game\":\"fuel\",\"parameters\":{\"fuel\":7},\"moves\":[\"e2e4\"],\"lines\":5}",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 7x16,5,7x15", 5);
    accepts("{\"game\":\"chess\",\"fen\":\"4k3/8/8/8/8/8/8/R3K3 w - - 99 70\",\"past_draws\":true,"
            "\"moves\":[\"Ra7\",\"Kd8\"]}",
            "3k4/R7/8/8/8/8/8/4K3 w - - 101 71", 1);
}

static void test_refusals(void **state)
{
    (void)state;
    refuses("[]", PROBLEM_BAD_FIELD, "");
    refuses("{", PROBLEM_BAD_JSON, "");
    refuses("{\"game\":\"chess\",\"level\":\"club\"}", PROBLEM_UNKNOWN_FIELD, "level");
    refuses("{\"game\":\"no such\"}", PROBLEM_NO_GAME, "game");
    refuses("{\"game\":\"chess\",\"fen\":\"nonsense\"}", PROBLEM_BAD_FEN, "");
    refuses("{\"game\":\"chess\",\"fen\":5}", PROBLEM_BAD_FIELD, "fen");
    refuses("{\"game\":\"chess\",\"moves\":[\"e2e5\"]}", PROBLEM_ILLEGAL_TURN, "moves[0]: move[0]");
    refuses("{\"game\":\"chess\",\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\",\"a3\"]}", PROBLEM_MATCH_OVER,
            "moves[4]");
    refuses("{\"game\":\"chess\",\"past_draws\":\"yes\"}", PROBLEM_BAD_FIELD, "past_draws");
    refuses("{\"game\":\"chess\",\"lines\":0}", PROBLEM_BAD_FIELD, "lines");
    refuses("{\"game\":\"chess\",\"lines\":6}", PROBLEM_BAD_FIELD, "lines");
    refuses("{\"game\":\"chess\",\"lines\":\"3\"}", PROBLEM_BAD_FIELD, "lines");
}

// What a position has besides its parameters cannot be smuggled in among them.
static void test_parameters(void **state)
{
    (void)state;
    refuses("{\"game\":\"fuel\",\"parameters\":7}", PROBLEM_BAD_FIELD, "parameters");
    refuses("{\"game\":\"fuel\",\"parameters\":{\"fuel\":0}}", PROBLEM_BAD_FIELD, "fuel");
    refuses("{\"game\":\"chess\",\"parameters\":{\"fuel\":7}}", PROBLEM_BAD_FIELD, "fuel");
    refuses("{\"game\":\"chess\",\"parameters\":{\"variants\":\"[a:chess]\"}}", PROBLEM_UNKNOWN_FIELD,
            "parameters.variants");
    refuses("{\"parameters\":{\"game\":\"chess\"}}", PROBLEM_UNKNOWN_FIELD, "parameters");
    refuses("{\"game\":\"chess\",\"parameters\":{\"fen\":\"startpos\"}}", PROBLEM_UNKNOWN_FIELD,
            "parameters");
    refuses("{\"game\":\"chess\",\"parameters\":{\"moves\":[\"e4\"]}}", PROBLEM_UNKNOWN_FIELD, "parameters");
    refuses("{\"game\":\"chess\",\"parameters\":{\"past_draws\":true}}", PROBLEM_UNKNOWN_FIELD, "parameters");
}

// A request with a text that is repeated between two others.
static void refuses_long(const char *begin, char letter, size_t count, const char *end, const char *at)
{
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, begin);
    for (size_t i = 0; i < count; i++)
        buffer_add_char(&text, letter);
    buffer_add(&text, end);
    refuses(buffer_text(&text), PROBLEM_BAD_FIELD, at);
    buffer_clear(&text);
}

static void test_sizes(void **state)
{
    (void)state;
    refuses_long("{\"game\":\"chess\",\"fen\":\"", ' ', LIMIT_FEN + 1, "\"}", "fen");
    refuses_long("{\"game\":\"chess\",\"moves\":[\"e4\",\"", 'x', LIMIT_TURN + 1, "\"]}", "moves[1]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
