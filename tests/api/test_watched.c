// SPDX-License-Identifier: GPL-3.0-or-later
// Searches and counts that are watched and stopped while they are being answered, and games in PGN, as JSON requests.
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

// ---- Searches ----

// A watcher, which stops the search some looks after it has been told so many states.
struct watcher {
    int states, stop_after;
    int looks; // since then
    int depth;
    bool sorted, whole; // in every state
    size_t lines;       // that every state should have
};

static int value_of(const json_t *line)
{
    enum { DECIDED = 100000 };
    const json_t *score = json_object_get(line, "score");
    const char *kind = json_string_value(json_object_get(score, "kind"));
    int value = (int)json_integer_value(json_object_get(score, "value"));
    if (!strcmp(kind, "wins-in"))
        return DECIDED - value;
    return !strcmp(kind, "loses-in") ? value - DECIDED : value;
}

static void take_state(void *context, const char *text)
{
    struct watcher *watcher = context;
    json_t *state = json_loads(text, 0, NULL);
    assert_non_null(state);
    assert_null(strchr(text, '\n'));
    const json_t *lines = json_object_get(state, "lines");
    watcher->whole = watcher->whole && json_array_size(lines) == watcher->lines;
    for (size_t i = 1; i < json_array_size(lines); i++)
        if (value_of(json_array_get(lines, i - 1)) < value_of(json_array_get(lines, i)))
            watcher->sorted = false;
    int depth = (int)json_integer_value(json_object_get(state, "depth"));
    assert_true(depth >= watcher->depth);
    assert_true(json_integer_value(json_object_get(state, "nodes")) > 0);
    assert_non_null(json_object_get(state, "speed"));
    watcher->depth = depth;
    watcher->states++;
    json_decref(state);
}

static bool stop(void *context)
{
    struct watcher *watcher = context;
    return watcher->states >= watcher->stop_after && ++watcher->looks > 0;
}

static json_t *watch(const char *request, struct watcher *watcher)
{
    const struct leaper_request_watch watch = {.progress = take_state, .stop = stop, .context = watcher};
    char *text = leaper_request_watched(request, strlen(request), &watch);
    assert_non_null(text);
    json_t *answer = json_loads(text, 0, NULL);
    leaper_free(text);
    assert_non_null(answer);
    return answer;
}

static void test_analysis(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        size_t lines;
    } cases[] = {
        {"{\"do\":\"search\",\"game\":\"chess\",\"infinite\":true}", 1},
        {"{\"do\":\"search\",\"game\":\"chess\",\"infinite\":true,\"lines\":5}", 5},
        {"{\"do\":\"search\",\"game\":\"hans38\",\"infinite\":true,\"lines\":3}", 3},
        {"{\"do\":\"search\",\"game\":\"hamiltonian\",\"infinite\":true,\"lines\":3}", 3},
        {"{\"do\":\"search\",\"game\":\"chess\",\"lines\":5,\"infinite\":true,\"fen\":\"7k/8/8/8/8/8/q7/7K w - - 0 1\"}",
         1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct watcher watcher = {.stop_after = 4, .sorted = true, .whole = true, .lines = cases[i].lines};
        json_t *answer = watch(cases[i].request, &watcher);
        assert_true(watcher.sorted);
        assert_true(watcher.whole);
        // The lines of the iteration that was interrupted are told once more; it has not gone on behind that.
        assert_int_equal(watcher.looks, 1);
        assert_in_range(watcher.states, 4, 5);
        assert_non_null(json_string_value(json_object_get(answer, "turn")));
        const json_t *best = json_array_get(json_object_get(answer, "lines"), 0);
        const char *turn = json_string_value(json_object_get(answer, "turn"));
        assert_memory_equal(json_string_value(json_object_get(best, "pv")), turn, strlen(turn));
        assert_non_null(json_string_value(json_object_get(best, "san")));
        json_decref(answer);
    }
}

static void test_refused(void **state)
{
    (void)state;
    const char *request = "{\"do\":\"search\",\"game\":\"chess\",\"infinite\":true}";
    char *text = leaper_request(request, strlen(request));
    assert_non_null(strstr(text, "\"at\":\"infinite\""));
    leaper_free(text);
    const struct leaper_request_watch silent = {.progress = NULL};
    text = leaper_request_watched(request, strlen(request), &silent);
    assert_non_null(strstr(text, "\"at\":\"infinite\""));
    leaper_free(text);
    const struct leaper_request_watch newer = {.reserved = {1}};
    text = leaper_request_watched("{\"do\":\"version\"}", strlen("{\"do\":\"version\"}"), &newer);
    assert_non_null(strstr(text, "\"error\""));
    leaper_free(text);
}

// ---- PGN ----

static json_t *ask(json_t *request)
{
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    char *answered = leaper_request(text, strlen(text));
    free(text);
    assert_non_null(answered);
    json_t *answer = json_loads(answered, 0, NULL);
    leaper_free(answered);
    return answer;
}

static json_t *read_pgn(const char *pgn)
{
    return ask(json_pack("{s:s,s:s}", "do", "pgn", "pgn", pgn));
}

static const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static void test_reading(void **state)
{
    (void)state;
    json_t *answer =
        read_pgn("[White \"Ada\"]\n\n{so} 1. e4! {best} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n"
                 "[White \"Bob\"]\n\n1. e9 *\n\n[Variant \"Fuel Chess\"]\n[Fuel \"3\"]\n\n1. e4 *\n");
    const json_t *games = json_object_get(answer, "games"), *game = json_array_get(games, 0);
    assert_int_equal(json_array_size(games), 3);
    assert_true(json_is_false(json_object_get(answer, "more")));
    assert_string_equal(text_in(json_object_get(game, "tags"), "White"), "Ada");
    assert_string_equal(text_in(game, "comment"), "so");
    assert_string_equal(text_in(game, "reason"), "checkmate");
    const json_t *turns = json_object_get(game, "turns"), *first = json_array_get(turns, 0);
    assert_int_equal(json_array_size(turns), 5);
    assert_string_equal(text_in(first, "comment"), "best");
    assert_int_equal(json_integer_value(json_array_get(json_object_get(first, "nags"), 0)), 1);
    assert_string_equal(text_in(json_array_get(turns, 4), "san"), "Qxe5#");
    assert_string_equal(text_in(json_object_get(json_array_get(games, 1), "error"), "at"),
                        "line 7, column 5");
    const json_t *fuel = json_array_get(games, 2);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(fuel, "parameters"), "fuel")), 3);
    assert_null(json_object_get(fuel, "variants"));
    json_decref(answer);
}

// What is written is read back.
static void test_writing(void **state)
{
    (void)state;
    json_t *written = ask(json_pack("{s:s,s:s,s:s,s:[s,s],s:{s:s},s:[n,{s:s,s:[i]}],s:s,s:s,s:s}", "do",
                                    "record", "variants", "[small:fuel]\nfuel = 9\n", "game", "small",
                                    "moves", "e4", "e5", "tags", "White", "Ada", "notes", "comment", "hm",
                                    "nags", 2, "comment", "so", "result", "white", "reason", "resignation"));
    json_t *answer = read_pgn(text_in(written, "pgn"));
    const json_t *game = json_array_get(json_object_get(answer, "games"), 0);
    const json_t *second = json_array_get(json_object_get(game, "turns"), 1);
    assert_string_equal(text_in(game, "game"), "small");
    assert_non_null(strstr(text_in(game, "variants"), "fuel = 9"));
    assert_string_equal(text_in(game, "comment"), "so");
    assert_string_equal(text_in(game, "result"), "white");
    assert_string_equal(text_in(game, "reason"), "resignation");
    assert_string_equal(text_in(second, "comment"), "hm");
    assert_int_equal(json_integer_value(json_array_get(json_object_get(second, "nags"), 0)), 2);
    json_decref(answer);
    json_decref(written);
    // Without turns, from another position; how it ends is seen on the board.
    written = ask(
        json_pack("{s:s,s:s,s:s}", "do", "record", "game", "chess", "fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    assert_non_null(strstr(text_in(written, "pgn"), "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]"));
    assert_non_null(strstr(text_in(written, "pgn"), "1/2-1/2"));
    json_decref(written);
}

// The notes with which a game that has been read is written again: what a turn is called in SAN, and the like, is left out.
static json_t *notes_of(const json_t *turns, bool with_turn)
{
    json_t *notes = json_array();
    for (size_t i = 0; i < json_array_size(turns); i++) {
        static const char *const kept[] = {"comment", "nags", "turn"};
        const json_t *turn = json_array_get(turns, i), *variations = json_object_get(turn, "variations");
        json_t *note = json_object(), *lines = json_array();
        for (size_t k = 0; k < (with_turn ? 3U : 2U); k++)
            if (json_object_get(turn, kept[k]))
                json_object_set(note, kept[k], json_object_get(turn, kept[k]));
        for (size_t k = 0; k < json_array_size(variations); k++) {
            json_t *line = json_copy(json_array_get(variations, k));
            json_object_set_new(line, "turns", notes_of(json_object_get(line, "turns"), true));
            json_array_append_new(lines, line);
        }
        json_object_set_new(note, "variations", lines);
        json_array_append_new(notes, note);
    }
    return notes;
}

static void test_variations(void **state)
{
    (void)state;
    const char *moves = "1. e4 (1. d4 {x} 1... d5 (1... Nf6 2. c4 $5) 2. c4) ({or} 1. c4) 1... e5 2. Nf3";
    char pgn[200];
    snprintf(pgn, sizeof pgn, "%s *", moves);
    json_t *read = ask(json_pack("{s:s,s:s,s:b}", "do", "pgn", "pgn", pgn, "variations", 1));
    const json_t *turns = json_object_get(json_array_get(json_object_get(read, "games"), 0), "turns");
    const json_t *first = json_object_get(json_array_get(turns, 0), "variations");
    assert_int_equal(json_array_size(turns), 3);
    assert_int_equal(json_array_size(first), 2);
    assert_string_equal(text_in(json_array_get(first, 1), "comment"), "or");
    json_t *written = ask(json_pack("{s:s,s:s,s:[s,s,s],s:o}", "do", "record", "game", "chess", "moves", "e4",
                                    "e5", "Nf3", "notes", notes_of(turns, false)));
    assert_non_null(strstr(text_in(written, "pgn"),
                           "1. e4 (1. d4 {x} 1... d5 (1... Nf6 2. c4 $5) 2. c4) ({or} 1. c4) "
                           "1... e5 2. Nf3\n*"));
    json_decref(written);
    json_decref(read);
    // Without being asked for they are not told.
    read = read_pgn(pgn);
    turns = json_object_get(json_array_get(json_object_get(read, "games"), 0), "turns");
    assert_null(json_object_get(json_array_get(turns, 0), "variations"));
    json_decref(read);
}

static void test_wrong_records(void **state)
{
    (void)state;
    static const struct {
        const char *request, *at;
    } cases[] = {
        {"{\"do\":\"pgn\"}", "pgn"},
        {"{\"do\":\"pgn\",\"pgn\":\"*\",\"game\":\"chess\"}", "game"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"tags\":3}", "tags"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"tags\":{\"White\":3}}", "tags"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"tags\":{\"FEN\":\"x\"}}", "FEN"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"notes\":{}}", "notes"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"notes\":[{}]}", "notes"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"moves\":[\"e4\"],\"notes\":[{\"coment\":\"\"}]}", "notes"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"moves\":[\"e4\"],\"notes\":[{\"nags\":[256]}]}", "notes"},
#define INSTEAD "{\"do\":\"record\",\"game\":\"chess\",\"moves\":[\"e4\"],\"notes\":[{\"variations\":"
        {INSTEAD "3}]}", "notes"},
        {INSTEAD "[{}]}]}", "notes"},
        {INSTEAD "[{\"turns\":[]}]}]}", "notes"},
        {INSTEAD "[{\"turns\":[{}]}]}]}", "notes"},
        {INSTEAD "[{\"turns\":[{\"turn\":\"d4\"}],\"coment\":\"\"}]}]}", "notes"},
        {INSTEAD "[{\"turns\":[{\"turn\":\"e5\"}]}]}]}", "move[0]"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"result\":\"lost\"}", "result"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"result\":\"white\",\"reason\":\"luck\"}", "reason"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"moves\":[\"e4\",\"e4\"]}", "moves[1]: move[0]"},
        {"{\"do\":\"record\",\"game\":\"chess\",\"comment\":3}", "comment"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *answer = ask(json_loads(cases[i].request, 0, NULL));
        print_message("# %s\n", cases[i].request);
        assert_string_equal(text_in(json_object_get(answer, "error"), "at"), cases[i].at);
        json_decref(answer);
    }
}

// ---- Tours ----

static bool stop_at_once(void *context)
{
    bool *asked = context;
    *asked = true;
    return true;
}

static void test_tours(void **state)
{
    (void)state;
    static const char request[] =
        "{\"do\":\"tours\",\"ask\":\"count\",\"board\":\"12x12\",\"leaper\":\"K\",\"seconds\":60}";
    bool asked = false;
    const struct leaper_request_watch watch = {.stop = stop_at_once, .context = &asked};
    char *answer = leaper_request_watched(request, strlen(request), &watch);
    assert_true(asked);
    assert_non_null(strstr(answer, "\"count\":null"));
    leaper_free(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_analysis),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_reading),    cmocka_unit_test(test_writing),
        cmocka_unit_test(test_variations), cmocka_unit_test(test_wrong_records),
        cmocka_unit_test(test_tours),
    };
    return cmocka_run_group_tests_name("watched", tests, NULL, NULL);
}
