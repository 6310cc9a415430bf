// SPDX-License-Identifier: GPL-3.0-or-later
// JSON requests, and engines in several threads, through the public interface.
#include <leaper/leaper.h>

#include <jansson.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// ---- Requests ----

static json_t *ask(const char *request)
{
    char *text = leaper_request(request, strlen(request));
    assert_non_null(text);
    json_t *answer = json_loads(text, 0, NULL);
    assert_true(json_is_object(answer));
    leaper_free(text);
    return answer;
}

static void check_number(const char *request, const char *member, long long expected)
{
    json_t *answer = ask(request);
    assert_int_equal(json_integer_value(json_object_get(answer, member)), expected);
    json_decref(answer);
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

static void test_positions(void **state)
{
    (void)state;
    check_number("{\"game\":\"chess\"}", "count", 20);
    check_number("{\"do\":\"show\",\"game\":\"fuel\",\"fuel\":1}", "count", 8);
    check_number("{\"do\":\"perft\",\"game\":\"hans38\",\"depth\":3}", "nodes", 44212);
    check_number("{\"do\":\"perft\",\"game\":\"moving-squares\",\"depth\":2}", "nodes", 3810264);
    check_number("{\"do\":\"perft\",\"game\":\"chess\",\"armies\":[\"nutters\",\"nutters\"],\"depth\":3}",
                 "nodes", 19054);
    check_number("{\"do\":\"perft\",\"game\":\"chess\",\"depth\":0}", "nodes", 1);
    json_t *turns = ask("{\"game\":\"infinite-reserves\",\"all\":true}");
    assert_int_equal(json_array_size(json_object_get(turns, "turns")), 476);
    json_decref(turns);
    json_t *actions = ask(
        "{\"do\":\"actions\",\"game\":\"hans38-postal\",\"moves\":[\"@@e3\",\"@@e6\"],\"after\":\"e2e3\"}");
    assert_true(json_array_size(json_object_get(actions, "actions")) > 0);
    json_decref(actions);
}

static void test_search(void **state)
{
    (void)state;
    check_text(
        "{\"do\":\"search\",\"game\":\"chess\",\"fen\":\"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\",\"nodes\":5000}",
        "san", "Ra8#");
    json_t *answer = ask(
        "{\"do\":\"search\",\"game\":\"chess\",\"fen\":\"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\",\"depth\":3,\"lines\":2}");
    assert_int_equal(json_array_size(json_object_get(answer, "lines")), 2);
    assert_string_equal(json_string_value(json_object_get(json_object_get(answer, "score"), "kind")),
                        "wins-in");
    json_decref(answer);
    json_t *over = ask("{\"do\":\"search\",\"game\":\"chess\",\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4#\"]}");
    assert_true(json_is_null(json_object_get(over, "turn")));
    json_decref(over);
}

static void test_tours(void **state)
{
    (void)state;
    if (!leaper_has_feature("tours")) {
        check_error("{\"do\":\"count\",\"board\":\"6x6\"}", "not-built-in", "");
        return;
    }
    check_text("{\"do\":\"count\",\"board\":\"6x6\"}", "count", "9862");
    check_text("{\"do\":\"count\",\"board\":\"5x5\",\"open\":true,\"from\":\"a1\"}", "directed", "304");
    json_t *none = ask("{\"do\":\"find\",\"board\":\"4x4\"}"),
           *found = ask("{\"do\":\"find\",\"board\":\"5x5\",\"open\":true}");
    assert_true(json_is_false(json_object_get(none, "found")));
    assert_int_equal(json_array_size(json_object_get(found, "squares")), 25);
    json_decref(none);
    json_decref(found);
    json_t *sample = ask("{\"do\":\"sample\",\"board\":\"6x6\",\"count\":3,\"seed\":5}");
    assert_int_equal(json_array_size(json_object_get(sample, "tours")), 3);
    json_decref(sample);
    check_number("{\"do\":\"estimate\",\"board\":\"6x6\",\"probes\":100}", "probes", 100);
    check_error("{\"do\":\"count\",\"board\":\"6x\"}", "bad-parameter", "board[2]");
    check_error("{\"do\":\"count\",\"board\":\"6x6\",\"from\":\"a1\"}", "bad-request", "from");
}

static void test_errors(void **state)
{
    (void)state;
    check_error("", "bad-json", "byte 0");
    check_error("[]", "bad-request", "");
    check_error("{\"do\":\"dance\"}", "bad-request", "do");
    check_error("{\"do\":1}", "bad-request", "do");
    check_error("{}", "bad-request", "game");
    check_error("{\"game\":\"checkers\"}", "unknown-game", "game");
    check_error("{\"game\":\"chess\",\"moves\":[\"e4\",\"e4\"]}", "illegal-move", "moves[1]: move[0]");
    check_error("{\"game\":\"chess\",\"depth\":3}", "bad-request", "depth");
    check_error("{\"do\":\"perft\",\"game\":\"chess\",\"depth\":65}", "bad-parameter", "depth");
    check_error("{\"do\":\"perft\",\"game\":\"chess\",\"depth\":9}", "too-large", "depth");
    check_error("{\"do\":\"perft\",\"game\":\"chess\",\"depth\":\"3\"}", "bad-request", "depth");
    check_error("{\"do\":\"search\",\"game\":\"chess\",\"level\":\"god\"}", "bad-parameter", "level");
    check_error("{\"do\":\"version\",\"game\":\"chess\"}", "bad-request", "game");
}

static void test_catalogue(void **state)
{
    (void)state;
    json_t *answer = ask("{\"do\":\"games\"}"), *games = json_object_get(answer, "games");
    assert_int_equal(json_array_size(games), leaper_game_count());
    for (size_t i = 0; i < leaper_game_count(); i++) {
        const struct leaper_game *game = leaper_game_at(i);
        assert_string_equal(json_string_value(json_object_get(json_array_get(games, i), "key")),
                            leaper_game_name(game));
        assert_non_null(leaper_game_section(game, 0));
        bool published;
        assert_non_null(leaper_game_rule(game, 0, 0, &published));
        assert_null(leaper_game_section(game, 1000));
        for (size_t j = 0; j < leaper_game_parameter_count(game); j++) {
            struct leaper_parameter parameter;
            assert_true(leaper_game_parameter(game, j, &parameter));
            assert_true(parameter.initial[0] && parameter.help[0]);
            assert_int_equal(parameter.kind == LEAPER_PARAMETER_CHOICE, parameter.choice_count > 0);
        }
    }
    json_decref(answer);
    assert_int_equal(leaper_version_number(), LEAPER_VERSION_NUMBER);
    assert_string_equal(leaper_version(), LEAPER_VERSION_TEXT);
}

// ---- Threads ----

struct searching {
    struct leaper_engine *engine;
    struct leaper_variant *variant;
    struct leaper_search_result result;
    bool fine;
};

// Searches without a limit, until it is stopped.
static void *search_endlessly(void *context)
{
    struct searching *searching = context;
    struct leaper_position *position = leaper_position_new(searching->variant, NULL, NULL);
    const struct leaper_search search = {.lines = 1};
    searching->fine =
        position && leaper_engine_search(searching->engine, position, &search, &searching->result, NULL);
    leaper_position_free(position);
    leaper_variant_free(searching->variant);
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    struct searching searching[THREADS] = {0};
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        // One variant for all of them; each thread releases its own reference.
        struct leaper_position *first =
            i ? NULL
              : leaper_position_new(searching[0].variant = leaper_variant_new("chess", NULL, 0, NULL), NULL,
                                    NULL);
        for (int j = 1; first && j < THREADS; j++)
            searching[j].variant = leaper_position_variant(first);
        leaper_position_free(first);
        searching[i].engine = leaper_engine_new(1, 1, NULL);
        assert_non_null(searching[i].engine);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, search_endlessly, &searching[i]), 0);
    // A stop that comes before the search has begun also counts.
    for (int i = 0; i < THREADS; i++)
        leaper_engine_stop(searching[i].engine);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(searching[i].fine && searching[i].result.turn.count == 1);
        leaper_engine_free(searching[i].engine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions), cmocka_unit_test(test_search),    cmocka_unit_test(test_tours),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_catalogue), cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests_name("requests in JSON, and threads", tests, NULL, NULL);
}
