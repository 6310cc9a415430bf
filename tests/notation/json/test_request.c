// SPDX-License-Identifier: GPL-3.0-or-later
// Requests for a position: what they may say, and that everything else is an error which names it.
#include "base/buffer.h"
#include "notation/json/request.h"
#include "position/fen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void accepts(const char *text, const char *fen, size_t remembered)
{
    struct show_request request;
    struct error err = {0};
    struct buffer written;
    if (!show_request_parse(&request, text, strlen(text), &err))
        fail_msg("%s: %s %s", text, err.at, err.message);
    buffer_init(&written);
    fen_write(&request.position, &written);
    assert_string_equal(buffer_text(&written), fen);
    assert_int_equal(request.history.count, remembered);
    assert_ptr_equal(request.position.variant, request.variant);
    buffer_clear(&written);
    show_request_clear(&request);
}

static void refuses(const char *text, enum error_code code, const char *at, const char *reason)
{
    struct show_request request, untouched;
    struct error err = {0};
    memset(&request, 0x5a, sizeof request);
    untouched = request;
    if (show_request_parse(&request, text, strlen(text), &err))
        fail_msg("accepted: %s", text);
    assert_memory_equal(&request, &untouched, sizeof request);
    assert_string_equal(err.at, at);
    assert_int_equal(err.code, code);
    if (!strstr(err.message, reason))
        fail_msg("'%s' does not say '%s'", err.message, reason);
}

static void test_what_a_request_may_say(void **state)
{
    (void)state;
    accepts("{\"game\":\"chess\"}", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0);
    accepts(" {\"moves\":[],\"game\":\"fuel\",\"fuel\":7}\n",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 7x32", 0);
    accepts(
        "{\"game\":\"chess\",\"armies\":[\"rookies\",\"nutters\"],\"fen\":\"startpos\",\"moves\":[\"e2e4\",\"e5\"]}",
        "gihokhig/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/SMFEKFMS w KQkq e6 0 2", 2);
    accepts("{\"game\":\"fuel\",\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1 9,8,7\",\"moves\":[\"O-O\"]}",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1 9,5,6", 1);
}

static void test_no_request_at_all(void **state)
{
    (void)state;
    refuses("", ERROR_JSON, "byte 0", "not JSON");
    refuses("{\"game\":\"chess\"", ERROR_JSON, "byte 15", "not JSON");
    refuses("{\"game\":\"chess\"} x", ERROR_JSON, "byte 18", "not JSON");
    refuses("{\"game\":\"chess\",\"game\":\"fuel\"}", ERROR_JSON, "byte 22", "twice");
    refuses("[]", ERROR_REQUEST, "", "object");
    refuses("\"chess\"", ERROR_JSON, "byte 7", "");
    refuses("{}", ERROR_REQUEST, "game", "names the game");
    refuses("{\"game\":\"ch\\u0000ss\"}", ERROR_JSON, "byte 20", "null character");
    refuses("{\"game\":\"\xff\"}", ERROR_JSON, "byte 9", "UTF-8");
    assert_false(show_request_parse(NULL, "{", 1, NULL));
}

static void test_wrong_members_are_named(void **state)
{
    (void)state;
    refuses("{\"game\":\"tiddlywinks\"}", ERROR_UNKNOWN_GAME, "game", "tiddlywinks");
    refuses("{\"game\":7}", ERROR_REQUEST, "game", "string");
    refuses("{\"game\":\"chess\",\"colour\":\"red\"}", ERROR_REQUEST, "colour", "colour");
    refuses("{\"colour\":\"red\"}", ERROR_REQUEST, "colour", "colour");
    refuses("{\"game\":\"chess\",\"white\":\"fide\"}", ERROR_REQUEST, "white", "");
    refuses("{\"game\":\"chess\",\"fen\":null}", ERROR_REQUEST, "fen", "string");
    refuses("{\"game\":\"chess\",\"fen\":\"8 w\"}", ERROR_FEN, "fen[3]", "");
    refuses("{\"game\":\"chess\",\"fuel\":3}", ERROR_PARAMETER, "fuel", "Chess has no parameter");
    refuses("{\"game\":\"fuel\",\"fuel\":0}", ERROR_PARAMETER, "fuel", "1 to 999");
    refuses("{\"game\":\"fuel\",\"fuel\":1000}", ERROR_PARAMETER, "fuel", "1 to 999");
    refuses("{\"game\":\"fuel\",\"fuel\":4294967297}", ERROR_PARAMETER, "fuel", "4294967297");
    refuses("{\"game\":\"fuel\",\"fuel\":99999999999999999999}", ERROR_JSON, "byte 42", "");
    refuses("{\"game\":\"fuel\",\"fuel\":\"3\"}", ERROR_REQUEST, "fuel", "whole number");
    refuses("{\"game\":\"fuel\",\"fuel\":3.0}", ERROR_REQUEST, "fuel", "whole number");
    refuses("{\"game\":\"fuel\",\"fuel\":true}", ERROR_REQUEST, "fuel", "whole number");
}

static void test_wrong_armies(void **state)
{
    (void)state;
    refuses("{\"game\":\"fuel\",\"armies\":[\"fide\",\"fide\"]}", ERROR_PARAMETER, "armies", "no choice");
    refuses("{\"game\":\"chess\",\"armies\":[\"fide\",\"red\"]}", ERROR_PARAMETER, "armies[1]", "clobberers");
    refuses("{\"game\":\"chess\",\"armies\":[3,\"fide\"]}", ERROR_REQUEST, "armies[0]", "string");
    refuses("{\"game\":\"chess\",\"armies\":[\"fide\"]}", ERROR_REQUEST, "armies", "two");
    refuses("{\"game\":\"chess\",\"armies\":[\"fide\",\"fide\",\"fide\"]}", ERROR_REQUEST, "armies", "two");
    refuses("{\"game\":\"chess\",\"armies\":\"fide\"}", ERROR_REQUEST, "armies", "two");
}

static void test_wrong_moves(void **state)
{
    (void)state;
    refuses("{\"game\":\"chess\",\"moves\":\"e2e4\"}", ERROR_REQUEST, "moves", "list");
    refuses("{\"game\":\"chess\",\"moves\":[\"e4\",5]}", ERROR_REQUEST, "moves[1]", "string");
    refuses("{\"game\":\"chess\",\"moves\":[\"e4\",\"e5\",\"Ke3\"]}", ERROR_ILLEGAL_MOVE, "moves[2]: move[0]",
            "king");
    refuses("{\"game\":\"chess\",\"moves\":[\"e4\",\"Nf6x\"]}", ERROR_MOVE_SYNTAX, "moves[1]: move[4]", "");
    refuses("{\"game\":\"chess\",\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\",\"a3\"]}", ERROR_GAME_OVER,
            "moves[4]", "checkmate");
    refuses(
        "{\"game\":\"chess\",\"moves\":[\"Nf3\",\"Nf6\",\"Ng1\",\"Ng8\",\"Nf3\",\"Nf6\",\"Ng1\",\"Ng8\",\"e4\"]}",
        ERROR_GAME_OVER, "moves[8]", "the same position for the third time");
}

// What a player must claim in other programs does not end the game if the request says so; what ends it on the board still does.
static void test_past_draws(void **state)
{
    (void)state;
#define SHUFFLE "\"Nf3\",\"Nf6\",\"Ng1\",\"Ng8\""
    accepts("{\"game\":\"chess\",\"past_draws\":true,\"moves\":[" SHUFFLE "," SHUFFLE ",\"e4\"]}",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 5", 9);
    accepts("{\"game\":\"chess\",\"past_draws\":true,\"fen\":\"4k3/8/8/8/8/8/8/R3K3 w Q - 99 70\","
            "\"moves\":[\"Ra7\",\"Kd8\"]}",
            "3k4/R7/8/8/8/8/8/4K3 w - - 101 71", 2);
    refuses("{\"game\":\"chess\",\"past_draws\":false,\"moves\":[" SHUFFLE "," SHUFFLE ",\"e4\"]}",
            ERROR_GAME_OVER, "moves[8]", "third time");
    refuses("{\"game\":\"chess\",\"past_draws\":true,\"moves\":[" SHUFFLE "," SHUFFLE ",\"e5\"]}",
            ERROR_ILLEGAL_MOVE, "moves[8]: move[0]", "");
    refuses("{\"game\":\"chess\",\"past_draws\":true,\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\",\"a3\"]}",
            ERROR_GAME_OVER, "moves[4]", "checkmate");
    refuses("{\"game\":\"chess\",\"past_draws\":1}", ERROR_REQUEST, "past_draws", "true or false");
#undef SHUFFLE
}

static void test_bounds(void **state)
{
    (void)state;
    struct show_request request;
    struct error err = {0};
    char *text = malloc(REQUEST_SIZE_MAX + 1);
    assert_non_null(text);
    memset(text, '[', REQUEST_SIZE_MAX + 1);
    assert_false(show_request_parse(&request, text, REQUEST_SIZE_MAX + 1, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    assert_false(show_request_parse(&request, text, REQUEST_SIZE_MAX, &err));
    assert_int_equal(err.code, ERROR_JSON);
    free(text);
    struct buffer moves;
    buffer_init(&moves);
    buffer_add(&moves, "{\"game\":\"chess\",\"moves\":[\"\"");
    for (int i = 0; i < REQUEST_MOVES_MAX; i++)
        buffer_add(&moves, ",\"\"");
    buffer_add(&moves, "]}");
    assert_false(show_request_parse(&request, buffer_text(&moves), moves.length, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    buffer_clear(&moves);
}

static void test_parameters_alone(void **state)
{
    (void)state;
    struct error err = {0};
    struct parameters parameters = {{77}}, untouched = parameters;
    const struct game *fuel = game_find("fuel", NULL), *chess = game_find("chess", NULL);
    json_t *object = json_pack("{s:i}", "fuel", 20), *empty = json_object(), *list = json_array();
    assert_true(parameters_read_json(fuel, object, &parameters, &err));
    assert_int_equal(parameters.value[0], 20);
    assert_true(parameters_read_json(fuel, empty, &parameters, &err));
    assert_int_equal(parameters.value[0], 50);
    parameters = untouched;
    assert_false(parameters_read_json(chess, object, &parameters, &err));
    assert_false(parameters_read_json(chess, list, &parameters, &err));
    assert_memory_equal(&parameters, &untouched, sizeof parameters);
    json_decref(object);
    json_decref(empty);
    json_decref(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_a_request_may_say),
        cmocka_unit_test(test_no_request_at_all),
        cmocka_unit_test(test_wrong_members_are_named),
        cmocka_unit_test(test_wrong_armies),
        cmocka_unit_test(test_wrong_moves),
        cmocka_unit_test(test_past_draws),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_parameters_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
