// SPDX-License-Identifier: GPL-3.0-or-later
// Proofs of forced wins as JSON requests: what is proved, what is left open and why, and what is refused.
#include <leaper/leaper.h>

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static json_t *watched(json_t *request, const struct leaper_request_watch *watch)
{
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    char *answered = leaper_request_watched(text, strlen(text), watch);
    free(text);
    assert_non_null(answered);
    json_t *answer = json_loads(answered, 0, NULL);
    leaper_free(answered);
    assert_true(json_is_object(answer));
    return answer;
}

static json_t *ask(json_t *request)
{
    return watched(request, NULL);
}

static const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static long long number_in(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static const json_t *line_of(const json_t *answer, size_t number)
{
    return json_array_get(json_object_get(answer, "lines"), number);
}

// Mate in two turns, by the bishop's move only; three turns of the king's side allow it in three.
#define BISHOP "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"

static void test_won(void **state)
{
    (void)state;
    json_t *answer =
        ask(json_pack("{s:s,s:s,s:s,s:i}", "do", "solve", "game", "chess", "fen", BISHOP, "turns", 2));
    assert_string_equal(text_in(answer, "status"), "won");
    assert_string_equal(text_in(answer, "winner"), "white");
    assert_int_equal(number_in(answer, "turns"), 2);
    assert_int_equal(number_in(answer, "half_turns"), 3);
    assert_int_equal(json_array_size(json_object_get(answer, "lines")), 1);
    assert_string_equal(text_in(line_of(answer, 0), "turn"), "a1a6");
    assert_string_equal(text_in(line_of(answer, 0), "reason"), "checkmate");
    assert_memory_equal(text_in(line_of(answer, 0), "san"), "Ra6 ", 4);
    assert_true(json_is_false(json_object_get(answer, "more")));
    json_decref(answer);
    // The other side is to move: how it resists longest.
    answer = ask(json_pack("{s:s,s:s,s:s,s:[s],s:s,s:i}", "do", "solve", "game", "chess", "fen", BISHOP,
                           "moves", "Ra6", "winner", "white", "turns", 1));
    assert_string_equal(text_in(answer, "status"), "won");
    assert_int_equal(number_in(answer, "turns"), 1);
    assert_int_equal(number_in(answer, "half_turns"), 2);
    assert_int_equal(json_array_size(json_object_get(answer, "lines")), 1);
    json_decref(answer);
    // It has no win of its own.
    answer =
        ask(json_pack("{s:s,s:s,s:s,s:[s]}", "do", "solve", "game", "chess", "fen", BISHOP, "moves", "Ra6"));
    assert_string_equal(text_in(answer, "status"), "none");
    assert_string_equal(text_in(answer, "winner"), "black");
    json_decref(answer);
}

static void test_not_won(void **state)
{
    (void)state;
    // Another first turn loses the win in two.
    json_t *answer = ask(json_pack("{s:s,s:s,s:s,s:[s],s:s,s:i}", "do", "solve", "game", "chess", "fen",
                                   BISHOP, "moves", "Ra5", "winner", "white", "turns", 1));
    assert_string_equal(text_in(answer, "status"), "none");
    assert_int_equal(number_in(answer, "half_turns"), 2);
    assert_null(json_object_get(answer, "lines"));
    json_decref(answer);
}

// All turns that win as soon, as far as they are wanted.
static void test_lines(void **state)
{
    (void)state;
    static const char fen[] = "7k/8/6K1/8/8/8/8/1RR5 w - - 0 1"; // either rook gives mate
    json_t *all = ask(json_pack("{s:s,s:s,s:s,s:i}", "do", "solve", "game", "chess", "fen", fen, "turns", 1));
    size_t count = json_array_size(json_object_get(all, "lines"));
    assert_in_range(count, 2, 64);
    assert_true(json_is_false(json_object_get(all, "more")));
    for (size_t i = 1; i < count; i++)
        assert_string_not_equal(text_in(line_of(all, i), "turn"), text_in(line_of(all, i - 1), "turn"));
    json_t *one = ask(json_pack("{s:s,s:s,s:s,s:i,s:i}", "do", "solve", "game", "chess", "fen", fen, "turns",
                                1, "lines", 1));
    assert_int_equal(json_array_size(json_object_get(one, "lines")), 1);
    assert_true(json_is_true(json_object_get(one, "more")));
    assert_true(json_equal(line_of(one, 0), line_of(all, 0)));
    json_decref(one);
    json_decref(all);
}

// Turns of several actions are told whole, each way to complete them, and announcements belong to them.
static void test_actions(void **state)
{
    (void)state;
    static const char postal[] =
        "1*2*3/1*1r3p/1**1*1p*/*1**2**/*1k3P*/**2**1P/p*3**1/**1*K*1* b - - 5 101 0/0 "
        "c1g1c2d2e2h2c3d3g3d4e4f4/b4b5e5f5a6d6f6a7c7e7f7g7a8c8d8f8g8h8 d4";
    static const char paths[] = "6r1/kNR1n1q1/1r6/5B2/7N/2bBKQ2/3R4/3n4 b - - 6 15";
    json_t *answer = ask(
        json_pack("{s:s,s:s,s:s,s:i}", "do", "solve", "game", "hans38-postal", "fen", postal, "turns", 1));
    size_t count = json_array_size(json_object_get(answer, "lines"));
    assert_in_range(count, 2, 64);
    for (size_t i = 0; i < count; i++) {
        assert_memory_equal(text_in(line_of(answer, i), "turn"), "c4d3,@", 6);
        assert_string_equal(text_in(line_of(answer, i), "pv"), text_in(line_of(answer, i), "turn"));
    }
    json_decref(answer);
    answer =
        ask(json_pack("{s:s,s:s,s:s,s:i}", "do", "solve", "game", "hamiltonian", "fen", paths, "turns", 1));
    assert_int_equal(json_array_size(json_object_get(answer, "lines")), 1);
    assert_string_equal(text_in(line_of(answer, 0), "turn"), "e7c8,!");
    assert_string_equal(text_in(line_of(answer, 0), "reason"), "announcement");
    json_decref(answer);
}

// ---- Bounds ----

struct watcher {
    int states, half_turns, looks;
    int stop_at; // half-turns
};

static void take_state(void *context, const char *text)
{
    struct watcher *watcher = context;
    json_t *state = json_loads(text, 0, NULL);
    assert_non_null(state);
    int half_turns = (int)number_in(state, "half_turns");
    assert_true(half_turns > watcher->half_turns);
    assert_true(number_in(state, "nodes") > 0);
    watcher->half_turns = half_turns;
    watcher->states++;
    json_decref(state);
}

static bool stop(void *context)
{
    struct watcher *watcher = context;
    return watcher->half_turns >= watcher->stop_at && ++watcher->looks > 0;
}

static void test_bounds(void **state)
{
    (void)state;
    json_t *answer =
        ask(json_pack("{s:s,s:s,s:i,s:i}", "do", "solve", "game", "chess", "turns", 6, "nodes", 20000));
    assert_string_equal(text_in(answer, "status"), "unknown");
    assert_string_equal(text_in(answer, "why"), "nodes");
    assert_in_range(number_in(answer, "nodes"), 20000, 22000);
    assert_true(number_in(answer, "half_turns") >= 2);
    json_decref(answer);
    answer = ask(json_pack("{s:s,s:s,s:i,s:i,s:i}", "do", "solve", "game", "chess", "turns", 24, "nodes",
                           10000000, "milliseconds", 1));
    assert_string_equal(text_in(answer, "why"), "milliseconds");
    json_decref(answer);
    struct watcher watcher = {.stop_at = 5};
    const struct leaper_request_watch watch = {.progress = take_state, .stop = stop, .context = &watcher};
    answer = watched(
        json_pack("{s:s,s:s,s:i,s:b}", "do", "solve", "game", "chess", "turns", 24, "infinite", 1), &watch);
    assert_string_equal(text_in(answer, "status"), "unknown");
    assert_string_equal(text_in(answer, "why"), "stopped");
    assert_int_equal(watcher.looks, 1);
    assert_true(watcher.states > 0);
    json_decref(answer);
}

static void check_refused(json_t *request, const char *code, const char *at)
{
    json_t *answer = ask(request);
    const json_t *error = json_object_get(answer, "error");
    assert_string_equal(text_in(error, "code"), code);
    assert_string_equal(text_in(error, "at"), at);
    json_decref(answer);
}

static void test_refused(void **state)
{
    (void)state;
    check_refused(json_pack("{s:s}", "do", "solve"), "bad-request", "game");
    check_refused(json_pack("{s:s,s:s,s:i}", "do", "solve", "game", "chess", "turns", 25), "bad-parameter",
                  "turns");
    check_refused(json_pack("{s:s,s:s,s:s}", "do", "solve", "game", "chess", "winner", "red"),
                  "bad-parameter", "winner");
    check_refused(json_pack("{s:s,s:s,s:b}", "do", "solve", "game", "chess", "infinite", 1), "bad-request",
                  "infinite");
    check_refused(json_pack("{s:s,s:s,s:i}", "do", "solve", "game", "chess", "depth", 3), "bad-request",
                  "depth");
    check_refused(
        json_pack("{s:s,s:s,s:[s,s,s,s]}", "do", "solve", "game", "chess", "moves", "f3", "e5", "g4", "Qh4"),
        "game-over", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_won),     cmocka_unit_test(test_not_won), cmocka_unit_test(test_lines),
        cmocka_unit_test(test_actions), cmocka_unit_test(test_bounds),  cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
