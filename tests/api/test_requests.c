// SPDX-License-Identifier: GPL-3.0-or-later
// JSON requests, and engines in several threads, through the public interface.
#include <leaper/leaper.h>

#include <jansson.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

// The FEN after a turn.
static json_t *after_turn(const char *game, const char *turn)
{
    char request[200];
    snprintf(request, sizeof request, "{\"game\":\"%s\",\"moves\":[\"%s\"]}", game, turn);
    json_t *state = ask(request), *fen = json_incref(json_object_get(state, "fen"));
    json_decref(state);
    return fen;
}

// What the piece on a square attacks, separated by blanks.
static void check_attacks(const char *request, const char *at, const char *expected)
{
    json_t *answer = ask(request);
    const json_t *squares = json_object_get(json_object_get(answer, "attacks"), at);
    assert_true(json_is_array(squares));
    char text[256] = "";
    for (size_t i = 0; i < json_array_size(squares); i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "",
                 json_string_value(json_array_get(squares, i)));
    assert_string_equal(text, expected);
    json_decref(answer);
}

static void test_attacks(void **state)
{
    (void)state;
    // Pawns attack diagonally, also empty squares and pieces of their own side.
    check_attacks("{\"do\":\"attacks\",\"game\":\"chess\"}", "a2", "b3");
    check_attacks("{\"do\":\"attacks\",\"game\":\"chess\"}", "g8", "f6 h6 e7");
    check_attacks("{\"do\":\"attacks\",\"game\":\"chess\",\"moves\":[\"e4\"]}", "f1", "e2 g2 d3 c4 b5 a6");
    // Fuel ends a line, and walls and holes do.
    check_attacks("{\"do\":\"attacks\",\"game\":\"fuel\",\"fen\":\"7k/8/8/8/8/8/8/R6K w - - 0 1 9,2,9\"}",
                  "a1", "b1 c1 a2 a3");
    check_attacks("{\"do\":\"attacks\",\"game\":\"hans38\"}", "b1", "d2");
    check_attacks(
        "{\"do\":\"attacks\",\"game\":\"hnefa\",\"fen\":\"16/16/16/3****2****3/3*7k*3/3*8*3/3*8*3/16/16/"
        "2N*8*3/3*8*3/3*8*3/3****2****3/16/13K2/16 w - - 0 1\"}",
        "c7", "b5 a6 a8 e8 b9 d9");
    // A cannon attacks beyond another piece.
    check_attacks(
        "{\"do\":\"attacks\",\"game\":\"shako\",\"fen\":\"k9/10/10/10/10/10/10/C1P6p/10/K9 w - - 0 1\"}",
        "a3", "d3 e3 f3 g3 h3 i3 j3");
    check_error("{\"do\":\"attacks\",\"game\":\"none\"}", "unknown-game", "game");
}

static void test_turns_for_people(void **state)
{
    (void)state;
    static const char *const games[] = {"chess", "seirawan", "infinite-reserves"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char request[200];
        snprintf(request, sizeof request, "{\"game\":\"%s\",\"all\":true,\"san\":true}", games[i]);
        json_t *shown = ask(request), *turns = json_object_get(shown, "turns"),
               *sans = json_object_get(shown, "sans");
        assert_true(json_array_size(turns) > 0);
        assert_int_equal(json_array_size(sans), json_array_size(turns));
        for (size_t j = 0; j < json_array_size(turns); j++) {
            json_t *one = after_turn(games[i], json_string_value(json_array_get(turns, j)));
            json_t *other = after_turn(games[i], json_string_value(json_array_get(sans, j)));
            assert_non_null(one);
            assert_string_equal(json_string_value(other), json_string_value(one));
            json_decref(one);
            json_decref(other);
        }
        json_decref(shown);
    }
    json_t *without = ask("{\"game\":\"chess\"}");
    assert_null(json_object_get(without, "sans"));
    json_decref(without);
}

static void test_rules(void **state)
{
    (void)state;
    json_t *rules = ask("{\"do\":\"rules\",\"game\":\"fuel\",\"fuel\":7}");
    char *text = json_dumps(json_object_get(rules, "sections"), JSON_COMPACT);
    assert_non_null(
        strstr(text, "{\"title\":\"Turns\",\"lines\":[\"Every piece starts with 7 units of fuel."));
    free(text);
    json_decref(rules);
    check_text("{\"do\":\"rules\",\"game\":\"hnefa\"}", "title", "HnefaChess");
    check_text("{\"do\":\"rules\",\"variants\":\"[mine:chess]\\ntitle = Mine\",\"game\":\"mine\"}", "title",
               "Mine");
    check_error("{\"do\":\"rules\",\"game\":\"nothing\"}", "unknown-game", "game");
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

// What the server answers pages (tests/server/tours.py) is the same for those that cannot reach it.
static void test_tours_for_pages(void **state)
{
    (void)state;
    json_t *catalogue = ask("{\"do\":\"tours\"}");
    assert_true(json_array_size(json_object_get(catalogue, "known")) > 40);
    assert_int_equal(json_integer_value(json_object_get(catalogue, "tours")), 12);
    json_decref(catalogue);
    check_text("{\"do\":\"tours\",\"ask\":\"count\",\"board\":\"8x8\"}", "count", "13267364410532");
    check_text("{\"do\":\"tours\",\"ask\":\"count\",\"board\":\"8/7*/7*\"}", "directed", "8");
    check_text("{\"do\":\"tours\",\"ask\":\"random\",\"board\":\"6x6\"}", "distribution", "uniform");
    check_text("{\"do\":\"tours\",\"ask\":\"random\",\"board\":\"16x16\"}", "distribution", "walk");
    json_t *probes = ask("{\"do\":\"tours\",\"ask\":\"estimate\",\"board\":\"6x6\",\"seconds\":1}");
    assert_int_equal(json_integer_value(json_object_get(probes, "population")), 1);
    assert_true(json_array_size(json_object_get(probes, "logs")) > 0);
    json_decref(probes);
    json_t *drawn =
        ask("{\"do\":\"tours\",\"ask\":\"draw\",\"board\":\"1x1\",\"open\":true,\"squares\":[\"a1\"]}");
    assert_non_null(strstr(json_string_value(json_object_get(drawn, "svg")), "</svg>"));
    json_decref(drawn);
    check_error("{\"do\":\"tours\",\"ask\":\"dance\"}", "bad-parameter", "ask");
    check_error("{\"do\":\"tours\",\"ask\":\"count\"}", "bad-request", "board");
    check_error("{\"do\":\"tours\",\"ask\":\"count\",\"board\":\"65x2\"}", "bad-parameter", "board");
    check_error("{\"do\":\"tours\",\"ask\":\"count\",\"board\":\"6x6\",\"seed\":1}", "bad-request", "seed");
    check_error("{\"do\":\"tours\",\"ask\":\"random\",\"board\":\"6x6\",\"count\":13}", "bad-parameter",
                "count");
    check_error("{\"do\":\"tours\",\"ask\":\"draw\",\"board\":\"1x2\",\"squares\":[\"a1\",\"a2\"]}",
                "bad-parameter", "squares.0");
    check_error(
        "{\"do\":\"tours\",\"ask\":\"draw\",\"board\":\"1x1\",\"open\":true,\"squares\":[\"a1\"],\"format\":\"png\"}",
        "not-built-in", "format");
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

// ---- Texts of variants ----

enum { TOO_LARGE = 64 * 1024 + 1 }; // bytes

static const char faulty_text[] =
    "[lame:chess]\\nchecking = flase\\n[swift:fuel]\\nfuel = 9\\n[swift:chess]\\n[bad";

static void check_fault(const json_t *faults, size_t i, int line, int column, int length)
{
    const json_t *fault = json_array_get(faults, i);
    assert_int_equal(json_integer_value(json_object_get(fault, "line")), line);
    assert_int_equal(json_integer_value(json_object_get(fault, "column")), column);
    assert_int_equal(json_integer_value(json_object_get(fault, "length")), length);
    assert_string_equal(json_string_value(json_object_get(fault, "kind")), "error");
    assert_null(json_object_get(fault, "file"));
}

static void test_check(void **state)
{
    (void)state;
    char request[512];
    snprintf(request, sizeof request, "{\"do\":\"check\",\"variants\":\"%s\"}", faulty_text);
    json_t *answer = ask(request), *faults = json_object_get(answer, "faults");
    assert_int_equal(json_array_size(faults), 3);
    check_fault(faults, 0, 2, 12, 5);
    check_fault(faults, 1, 5, 2, 5);
    check_fault(faults, 2, 6, 5, 0);
    const json_t *other = json_object_get(json_array_get(faults, 1), "other");
    assert_int_equal(json_integer_value(json_object_get(other, "line")), 3);
    const json_t *games = json_object_get(answer, "games");
    assert_int_equal(json_array_size(games), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(games, 0), "key")), "swift");
    assert_int_equal(json_integer_value(json_object_get(answer, "hidden")), 0);
    json_decref(answer);
    check_error("{\"do\":\"check\"}", "bad-request", "variants");
    check_error("{\"do\":\"check\",\"variants\":[]}", "bad-request", "variants");
    check_error("{\"do\":\"check\",\"variants\":\"\",\"game\":\"chess\"}", "bad-request", "game");
}

static void test_too_many_entries(void **state)
{
    (void)state;
    struct {
        char text[TOO_LARGE];
        size_t length;
    } request = {.length = 0};
    request.length =
        (size_t)snprintf(request.text, sizeof request.text, "{\"do\":\"check\",\"variants\":\"[many:chess]");
    for (int i = 0; i <= 1000; i++)
        request.length += (size_t)snprintf(request.text + request.length,
                                           sizeof request.text - request.length, "\\nkey%d = 1", i);
    snprintf(request.text + request.length, sizeof request.text - request.length, "\"}");
    json_t *answer = ask(request.text), *faults = json_object_get(answer, "faults");
    assert_int_equal(json_array_size(faults), 1);
    check_fault(faults, 0, 1, 2, 4);
    json_decref(answer);
}

static void test_games_of_a_request(void **state)
{
    (void)state;
    check_number(
        "{\"do\":\"perft\",\"game\":\"my\",\"depth\":2,\"variants\":\"[my:chess]\\nstartFen = 4k3/8/8/8/8/8/8/R3K2R "
        "w KQ - 0 1\"}",
        "nodes", 112);
    check_text(
        "{\"do\":\"search\",\"game\":\"my\",\"variants\":\"[my:chess]\",\"fen\":\"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 "
        "1\",\"milliseconds\":60000,\"depth\":3}",
        "san", "Ra8#");
    // Nobody else knows the game.
    check_error("{\"game\":\"my\"}", "unknown-game", "game");
    check_error("{\"game\":\"my\",\"variants\":\"\"}", "unknown-game", "game");
    check_number("{\"game\":\"chess\",\"variants\":\"\"}", "count", 20);
    check_error("{\"game\":\"my\",\"variants\":\"[my:chess]\\nking = 1\"}", "bad-variant", "variants:2:8");
    check_number("{\"game\":\"my\",\"variants\":\"[my:chess]\\n[your:chess]\\nking = 1\"}", "count", 20);
    check_error("{\"game\":\"my\",\"variants\":\"[my:chess]\",\"fuel\":1}", "bad-parameter", "fuel");
    check_error("{\"game\":\"my\",\"variants\":1}", "bad-request", "variants");
    // What a definition says is the same game.
    json_t *answer = ask("{\"do\":\"definition\",\"game\":\"my\",\"variants\":\"[my:fuel]\\nfuel = 7\"}");
    json_object_set_new(answer, "game", json_string("my"));
    json_t *hash = json_incref(json_object_get(answer, "hash"));
    json_object_del(answer, "hash");
    json_object_set_new(answer, "do", json_string("definition"));
    char *again = json_dumps(answer, 0);
    check_text(again, "hash", json_string_value(hash));
    free(again);
    json_decref(hash);
    json_decref(answer);
    char *large = malloc(TOO_LARGE + 100);
    snprintf(large, TOO_LARGE + 100, "{\"do\":\"check\",\"variants\":\"%*s\"}", TOO_LARGE, "");
    check_error(large, "too-large", "variants");
    free(large);
}

static void test_keys(void **state)
{
    (void)state;
    json_t *answer = ask("{\"do\":\"keys\"}");
    const json_t *keys = json_object_get(answer, "keys"), *key;
    int folds = 0, choices = 0, regions = 0;
    size_t i;
    json_array_foreach(keys, i, key)
    {
        const char *name = json_string_value(json_object_get(key, "name"));
        folds += !strcmp(name, "nFoldRule");
        regions += !strcmp(name, "mobilityRegionWhite*") || !strcmp(name, "mobilityRegionBlack*");
        if (!strcmp(name, "wallingRule"))
            choices = (int)json_array_size(json_object_get(key, "choices"));
    }
    assert_int_equal(folds, 1);
    assert_true(choices > 3);
    assert_int_equal(regions, 2);
    json_array_foreach(json_object_get(answer, "refused"), i, key)
        assert_null(strchr(json_string_value(json_object_get(key, "name")), '*'));
    check_error("{\"do\":\"keys\",\"game\":\"chess\"}", "bad-request", "game");
    json_decref(answer);
}

static void test_play(void **state)
{
    (void)state;
    json_t *answer =
        ask("{\"do\":\"play\",\"game\":\"my\",\"variants\":\"[my:chess]\",\"moves\":[\"f3\",\"e5\",\"g4\"]}");
    const json_t *turns = json_object_get(answer, "turns"), *shown = json_object_get(answer, "state");
    assert_int_equal(json_integer_value(json_object_get(answer, "ply")), 3);
    assert_string_equal(json_string_value(json_object_get(answer, "first")), "white");
    assert_string_equal(json_string_value(json_object_get(json_array_get(turns, 2), "turn")), "g2g4");
    assert_string_equal(json_string_value(json_object_get(json_object_get(shown, "last"), "san")), "g4");
    assert_int_equal(json_array_size(json_object_get(shown, "legal")), 30);
    assert_int_equal(json_integer_value(json_object_get(shown, "count")), 30);
    json_decref(answer);
    const char *mate = "{\"do\":\"play\",\"game\":\"chess\",\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\"]}";
    check_text(mate, "result", "black");
    check_text(mate, "reason", "checkmate");
    answer = ask(mate);
    assert_int_equal(json_array_size(json_object_get(json_object_get(answer, "state"), "legal")), 0);
    json_decref(answer);
    answer = ask("{\"do\":\"play\",\"game\":\"chess\",\"fen\":\"4k3/8/8/8/8/8/8/R3K3 b - - 0 1\"}");
    assert_string_equal(json_string_value(json_object_get(answer, "first")), "black");
    assert_true(json_is_null(json_object_get(json_object_get(answer, "state"), "last")));
    json_decref(answer);
    check_error("{\"do\":\"play\",\"game\":\"chess\",\"moves\":[\"e4\",\"e4\"]}", "illegal-move",
                "moves[1]: move[0]");
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

static void count_fault(void *context, const struct leaper_fault *fault)
{
    assert_string_equal(fault->file, "bad.ini");
    assert_int_equal(fault->line, 4);
    assert_int_equal(fault->column, 1);
    assert_null(fault->other_file);
    ++*(int *)context;
}

static void test_loaded_games(void **state)
{
    (void)state;
    static const char good[] = "[loaded:chess]\nnFoldRule = 5\n",
                      bad[] = "[half:chess]\n\n[bad:half]\nnFoldRul = 1\n";
    struct leaper_error error;
    size_t before = leaper_game_count();
    assert_int_equal(leaper_games_load_text("good.ini", good, strlen(good), NULL, &error), 1);
    assert_int_equal(leaper_games_load_text("good.ini", good, strlen(good), NULL, &error), 1);
    assert_int_equal(leaper_game_count(), before + 1);
    int faults = 0;
    struct leaper_loading loading = {.on_fault = count_fault, .context = &faults};
    assert_int_equal(leaper_games_load_text("bad.ini", bad, strlen(bad), &loading, &error), 0);
    assert_int_equal(error.code, LEAPER_ERROR_VARIANT);
    assert_string_equal(error.place, "bad.ini:4:1");
    assert_int_equal(faults, 1);
    assert_int_equal(leaper_game_count(), before + 1);
    loading.partly = true;
    assert_int_equal(leaper_games_load_text("bad.ini", bad, strlen(bad), &loading, &error), 1);
    assert_int_equal(leaper_game_count(), before + 2);
    loading.reserved[1] = 1;
    assert_int_equal(leaper_games_load_text("bad.ini", bad, strlen(bad), &loading, &error), 0);
    assert_int_equal(error.code, LEAPER_ERROR_PARAMETER);
    assert_int_equal(leaper_games_load_file("/nowhere/at/all.ini", NULL, &error), 0);
    assert_int_equal(error.code, LEAPER_ERROR_SYSTEM);
    const struct leaper_game *game = leaper_game_find("loaded", &error);
    char *text = leaper_game_definition(game, &error);
    assert_non_null(strstr(text, "nFoldRule = 5\n"));
    leaper_free(text);
    uint64_t hash, other;
    assert_true(leaper_game_hash(game, &hash, &error));
    assert_true(leaper_game_hash(leaper_game_find("chess", &error), &other, &error));
    assert_true(hash != other);
}

static void test_private_games(void **state)
{
    (void)state;
    static const char text[] =
        "[mine:chess]\nparameter = folds Folds 2..9 = 5: so often\nnFoldRule = $folds\n"
        "[chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n",
                      bad[] = "[half:chess]\n\n[bad:half]\nnFoldRul = 1\n";
    struct leaper_error error;
    size_t before = leaper_game_count();
    int faults = 0;
    struct leaper_loading loading = {.on_fault = count_fault, .context = &faults};
    assert_null(leaper_games_read("bad.ini", bad, strlen(bad), &loading, &error));
    assert_int_equal(error.code, LEAPER_ERROR_VARIANT);
    assert_string_equal(error.place, "bad.ini:4:1");
    assert_int_equal(faults, 1);
    loading.partly = true;
    struct leaper_games *games = leaper_games_read("bad.ini", bad, strlen(bad), &loading, &error);
    assert_int_equal(leaper_games_count(games), 1);
    leaper_games_free(games);
    // A game of the program's own cannot be defined otherwise, but its name in another text is no matter.
    assert_null(leaper_games_read("my.ini", text, strlen(text), NULL, &error));
    assert_string_equal(error.place, "my.ini:4:2");
    games = leaper_games_read("my.ini", text, (size_t)(strstr(text, "[chess]") - text), NULL, &error);
    assert_non_null(games);
    assert_int_equal(leaper_games_count(games), 1);
    assert_null(leaper_games_at(games, 1));
    const struct leaper_game *game = leaper_games_at(games, 0);
    assert_string_equal(leaper_game_name(game), "mine");
    struct leaper_variant *variant =
        leaper_variant_of(game, &(struct leaper_setting){"folds", "3"}, 1, &error);
    assert_null(leaper_variant_of(game, &(struct leaper_setting){"folds", "1"}, 1, &error));
    assert_int_equal(error.code, LEAPER_ERROR_PARAMETER);
    assert_null(leaper_game_find("mine", &error));
    assert_int_equal(leaper_game_count(), before);
    // The variant keeps the game.
    leaper_games_free(games);
    assert_string_equal(leaper_game_name(leaper_variant_game(variant)), "mine");
    struct leaper_position *position = leaper_position_new(variant, NULL, &error);
    leaper_variant_free(variant);
    uint64_t count;
    assert_true(leaper_position_perft(position, 2, NULL, &count, &error));
    assert_int_equal(count, 400);
    leaper_position_free(position);
    leaper_games_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_attacks),
        cmocka_unit_test(test_turns_for_people),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_tours),
        cmocka_unit_test(test_tours_for_pages),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_catalogue),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_loaded_games),
        cmocka_unit_test(test_private_games),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_too_many_entries),
        cmocka_unit_test(test_games_of_a_request),
        cmocka_unit_test(test_rules),
    };
    return cmocka_run_group_tests_name("requests in JSON, and threads", tests, NULL, NULL);
}
