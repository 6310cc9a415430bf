// SPDX-License-Identifier: GPL-3.0-or-later
// JSON requests for a match: what the engine does in it, what a turn would do to its player, and ends that the players declare.
#include <leaper/leaper.h>

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static json_t *ask(const char *request)
{
    char *text = leaper_request(request, strlen(request));
    assert_non_null(text);
    json_t *answer = json_loads(text, 0, NULL);
    assert_true(json_is_object(answer));
    leaper_free(text);
    return answer;
}

static void check_text(const char *request, const char *member, const char *expected)
{
    json_t *answer = ask(request);
    const char *text = json_string_value(json_object_get(answer, member));
    assert_non_null(text);
    assert_string_equal(text, expected);
    json_decref(answer);
}

static void check_error(const char *request, const char *code, const char *at)
{
    json_t *answer = ask(request), *error = json_object_get(answer, "error");
    assert_non_null(error);
    assert_string_equal(json_string_value(json_object_get(error, "code")), code);
    const char *place = json_string_value(json_object_get(error, "at"));
    assert_string_equal(place ? place : "", at);
    json_decref(answer);
}

// Hamiltonian Chess where White has a path, and Black none.
#define PATH "\"game\":\"hamiltonian\",\"fen\":\"1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/4K3/1b1Q4 "

static void check_null(const char *request, const char *member)
{
    json_t *answer = ask(request);
    assert_true(json_is_null(json_object_get(answer, member)));
    json_decref(answer);
}

static void test_the_engine_in_a_match(void **state)
{
    (void)state;
    json_t *answer =
        ask("{\"do\":\"search\",\"game\":\"fuel\",\"by\":\"white\",\"level\":\"beginner\",\"seed\":1}");
    assert_true(json_is_string(json_object_get(answer, "turn")));
    assert_in_range(json_integer_value(json_object_get(answer, "nodes")), 1, 200);
    assert_true(json_is_false(json_object_get(answer, "accepts_draw")));
    json_decref(answer);
    // The other side is to move, or the game is over.
    check_null("{\"do\":\"search\",\"game\":\"fuel\",\"by\":\"black\"}", "turn");
    check_null(
        "{\"do\":\"search\",\"game\":\"chess\",\"by\":\"white\",\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\"]}",
        "turn");
    // It announces as soon as that wins, on its turn and on the other side's.
    check_text("{\"do\":\"search\",\"by\":\"white\"," PATH "w - - 0 9\"}", "turn", "!");
    check_text("{\"do\":\"search\",\"by\":\"white\"," PATH "b - - 0 9\"}", "turn", ",!");
    // A side that is mated next accepts a draw.
    answer = ask("{\"do\":\"search\",\"game\":\"chess\",\"by\":\"black\",\"milliseconds\":500,\"depth\":3,"
                 "\"fen\":\"7k/R7/8/8/8/8/1R6/K7 b - - 0 1\"}");
    assert_true(json_is_true(json_object_get(answer, "accepts_draw")));
    json_decref(answer);
    check_error("{\"do\":\"search\",\"game\":\"chess\",\"by\":\"red\"}", "bad-parameter", "by");
    check_error("{\"do\":\"search\",\"game\":\"chess\",\"by\":\"white\",\"level\":\"x\"}", "bad-parameter",
                "level");
}

static void test_consequences(void **state)
{
    (void)state;
    check_text("{\"do\":\"consequence\",\"game\":\"chess\",\"turn\":\"Nf3\"}", "turn", "g1f3");
    check_null("{\"do\":\"consequence\",\"game\":\"chess\",\"turn\":\"Nf3\"}", "consequence");
    json_t *answer =
        ask("{\"do\":\"consequence\",\"game\":\"hamiltonian\",\"fen\":\"k7/8/8/8/8/8/7N/K5Rr w - - 0 9\","
            "\"turn\":\"g1h1\"}");
    const json_t *consequence = json_object_get(answer, "consequence");
    assert_string_equal(json_string_value(json_object_get(consequence, "kind")), "loses");
    assert_string_equal(json_string_value(json_object_get(consequence, "reason")), "single-piece");
    assert_true(json_is_string(json_object_get(consequence, "text")));
    json_decref(answer);
    check_error("{\"do\":\"consequence\",\"game\":\"chess\"}", "bad-request", "turn");
    check_error("{\"do\":\"consequence\",\"game\":\"chess\",\"turn\":\"e5\"}", "illegal-move", "move[0]");
}

// How the players ended a game that the board does not end.
static void test_declared_ends(void **state)
{
    (void)state;
    static const char resigned[] = "{\"do\":\"play\",\"game\":\"chess\",\"moves\":[\"e4\"],"
                                   "\"result\":\"black\",\"reason\":\"resignation\"}";
    check_text(resigned, "result", "black");
    check_text(resigned, "reason", "resignation");
    json_t *answer = ask(resigned);
    assert_int_equal(json_array_size(json_object_get(json_object_get(answer, "state"), "legal")), 0);
    json_decref(answer);
    // The board comes first.
    check_text("{\"do\":\"play\",\"game\":\"chess\",\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\"],"
               "\"result\":\"white\",\"reason\":\"resignation\"}",
               "result", "black");
    check_error("{\"do\":\"play\",\"game\":\"chess\",\"result\":\"red\"}", "bad-parameter", "result");
    check_error("{\"do\":\"play\",\"game\":\"chess\",\"result\":\"white\",\"reason\":\"x\"}", "bad-parameter",
                "reason");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_engine_in_a_match),
        cmocka_unit_test(test_consequences),
        cmocka_unit_test(test_declared_ends),
    };
    return cmocka_run_group_tests_name("requests for a match", tests, NULL, NULL);
}
