// SPDX-License-Identifier: GPL-3.0-or-later
// {"do":"edit"}: positions that are read, changed and judged through the public interface.
#include <leaper/leaper.h>

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

// The request for a game, a position (NULL: the start) and edits, which are written with ' for ".
static json_t *edit(const char *game, const char *fen, const char *edits)
{
    char request[2000];
    int length = snprintf(request, sizeof request, "{'do':'edit','game':'%s','edits':[%s]%s%s%s}", game,
                          edits, fen ? ",'fen':'" : "", fen ? fen : "", fen ? "'" : "");
    assert_true(length > 0 && (size_t)length < sizeof request);
    for (char *c = request; *c; c++)
        if (*c == '\'')
            *c = '"';
    return ask(request);
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static void check_fen(const char *game, const char *fen, const char *edits, const char *expected)
{
    json_t *answer = edit(game, fen, edits);
    if (strcmp(text_of(answer, "fen"), expected) != 0)
        fail_msg("%s: %s: %s\n%s\ninstead of\n%s", game, edits,
                 text_of(json_object_get(answer, "error"), "message"), text_of(answer, "fen"), expected);
    json_decref(answer);
}

static void check_refused(const char *game, const char *edits, const char *code, const char *at)
{
    json_t *answer = edit(game, NULL, edits), *error = json_object_get(answer, "error");
    if (strcmp(text_of(error, "code"), code) != 0 || strcmp(text_of(error, "at"), at) != 0)
        fail_msg("%s: %s: %s at %s: %s", game, edits, text_of(error, "code"), text_of(error, "at"),
                 text_of(error, "message"));
    json_decref(answer);
}

// ---- Edits ----

static const char kings[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

static void test_pieces(void **state)
{
    (void)state;
    check_fen("chess", NULL, "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check_fen("chess", kings, "{'at':'a4','piece':'Q','color':'black'}", "4k3/8/8/8/q7/8/8/4K3 w - - 0 1");
    check_fen("chess", kings, "{'from':'e1','to':'h1'},{'at':'e8','kind':'square'}",
              "8/8/8/8/8/8/8/7K w - - 0 1");
    check_fen("fuel", kings, "{'at':'a4','piece':'Q','color':'white','fuel':7},{'at':'e1','fuel':0}",
              "4k3/8/8/8/Q7/8/8/4K3 w - - 0 1 50,7,0");
    check_fen("fuel", kings, "{'at':'a4','piece':'Q','color':'white'},{'from':'a4','to':'b4'}",
              "4k3/8/8/8/1Q6/8/8/4K3 w - - 0 1 50x3");
    check_fen("crazyhouse", kings, "{'at':'a4','piece':'Q~','color':'white'}",
              "4k3/8/8/8/Q~7/8/8/4K3[] w - - 0 1");
    check_fen("chess", kings, "{'at':'e4','piece':'K','color':'white'},{'side':'black'}",
              "4k3/8/8/8/4K3/8/8/4K3 b - - 0 1");
}

static void test_squares(void **state)
{
    (void)state;
    const char *fen =
        "****k***/********/********/********/********/****1***/****P***/****K*** w - - 0 5 1/0 -/- -";
    check_fen(
        "hans38-postal", fen, "{'at':'a1','kind':'square','owner':'black'},{'at':'e3','frozen':true}",
        "****k***/********/********/********/********/****1***/****P***/1***K*** w - - 0 5 1/0 -/a1 e3");
    check_fen("hans38-postal", fen, "{'at':'e2','kind':'hole'},{'reserve':'black','count':1}",
              "****k***/********/********/********/********/****1***/********/****K*** w - - 0 5 1/1 -/- -");
    check_fen("hans38-postal", fen, "{'at':'e3','owner':'white'},{'at':'e3','owner':'none'}", fen);
    check_fen("duck", kings, "{'at':'e4','kind':'hole'}", "4k3/8/8/8/4*3/8/8/4K3 w - - 0 1");
}

static void test_rest(void **state)
{
    (void)state;
    check_fen("chess", NULL,
              "{'right':'K','has':false},{'right':'q','has':false},{'halfmove':7},{'fullmove':12}",
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qk - 7 12");
    check_fen("chess", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "{'target':'e3'}",
              "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    check_fen("chess", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "{'side':'white'}",
              "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1");
    check_fen("crazyhouse", kings,
              "{'hand':'white','piece':'N','count':2},{'hand':'black','piece':'P','count':1}",
              "4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1");
    check_fen("3check", kings, "{'field':0,'text':'2+1'}", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 1");
    check_fen("fuel", NULL, "{'board':'empty'}", "8/8/8/8/8/8/8/8 w - - 0 1 0");
    check_fen("chess", kings, "{'board':'start'}",
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check_fen("chess", "4k3/8/8/8/Q7/8/8/4K3 w - - 0 1", "{'board':'mirror'}",
              "3k4/8/8/8/7Q/8/8/3K4 w - - 0 1");
    check_fen("chess", "4k3/8/8/8/Q7/8/8/4K3 w - - 0 1", "{'board':'exchange'}",
              "4k3/8/8/q7/8/8/8/4K3 b - - 0 1");
}

static void test_refused(void **state)
{
    (void)state;
    check_refused("chess", "{}", "bad-request", "edits[0]");
    check_refused("chess", "7", "bad-request", "edits[0]");
    check_refused("chess", "{'side':'white'},{'at':'i9'}", "bad-parameter", "edits[1]: at");
    check_refused("chess", "{'at':'e4','piece':'X','color':'white'}", "bad-parameter", "edits[0]: piece");
    check_refused("chess", "{'at':'e4','piece':'N'}", "bad-parameter", "edits[0]: color");
    check_refused("chess", "{'at':'e4','kind':'hole'}", "bad-parameter", "edits[0]: kind");
    check_refused("chess", "{'at':'e2','fuel':3}", "bad-parameter", "edits[0]: fuel");
    check_refused("chess", "{'at':'e4','owner':'white'}", "bad-parameter", "edits[0]: owner");
    check_refused("chess", "{'at':'e4','frozen':true}", "bad-parameter", "edits[0]: frozen");
    check_refused("chess", "{'at':'e4','what':1}", "bad-request", "edits[0]: what");
    check_refused("chess", "{'from':'e4','to':'e5'}", "bad-parameter", "edits[0]: from");
    check_refused("chess", "{'hand':'white','piece':'N','count':1}", "bad-parameter", "edits[0]: hand");
    check_refused("crazyhouse", "{'hand':'white','piece':'N','count':100}", "bad-parameter",
                  "edits[0]: count");
    check_refused("crazyhouse", "{'hand':'white','piece':'N'}", "bad-parameter", "edits[0]: hand");
    check_refused("chess", "{'reserve':'white','count':1}", "bad-parameter", "edits[0]: reserve");
    check_refused("infinite-reserves", "{'reserve':'white','count':1}", "bad-parameter", "edits[0]: reserve");
    check_refused("hans38", "{'reserve':'white','count':999}", "bad-parameter", "edits[0]: count");
    check_refused("chess", "{'right':'A','has':true}", "bad-parameter", "edits[0]: right");
    check_refused("chess", "{'right':'','has':true}", "bad-parameter", "edits[0]: right");
    check_refused("chess", "{'target':'x9'}", "bad-fen", "edits[0]: fen[0]");
    check_refused("chess", "{'target':'- w'}", "bad-parameter", "edits[0]: target");
    check_refused("chess", "{'field':0,'text':'3'}", "bad-parameter", "edits[0]: field");
    check_refused("3check", "{'field':0,'text':'three'}", "bad-fen", "edits[0]: fen[0]");
    check_refused("chess", "{'halfmove':10000}", "bad-parameter", "edits[0]: halfmove");
    check_refused("chess", "{'fullmove':0}", "bad-parameter", "edits[0]: fullmove");
    check_refused("chess", "{'board':'round'}", "bad-parameter", "edits[0]: board");
    check_refused("hnefa", "{'at':'d4','kind':'square'}", "bad-parameter", "edits[0]: at");
}

static void check_error(const char *request, const char *code, const char *at)
{
    json_t *answer = ask(request), *error = json_object_get(answer, "error");
    assert_string_equal(text_of(error, "code"), code);
    assert_string_equal(text_of(error, "at"), at);
    json_decref(answer);
}

static void test_bad_requests(void **state)
{
    (void)state;
    check_error("{\"do\":\"edit\",\"game\":\"none\"}", "unknown-game", "game");
    check_error("{\"do\":\"edit\",\"game\":\"chess\",\"edits\":{}}", "bad-request", "edits");
    check_error("{\"do\":\"edit\",\"game\":\"chess\",\"moves\":[]}", "bad-request", "moves");
    check_error("{\"do\":\"edit\",\"game\":\"chess\",\"fen\":3}", "bad-request", "fen");
    check_error("{\"do\":\"edit\",\"game\":\"chess\",\"fen\":\"8/8/9/8/8/8/8/8 w - - 0 1\"}", "bad-fen",
                "fen[4]");
    check_error("{\"do\":\"edit\",\"game\":\"chess\",\"what\":1}", "bad-request", "what");
    char request[20000] = "{\"do\":\"edit\",\"game\":\"chess\",\"edits\":[1";
    for (int i = 0; i < 1024; i++)
        strncat(request, ",1", sizeof request - strlen(request) - 1);
    strncat(request, "]}", sizeof request - strlen(request) - 1);
    check_error(request, "too-large", "edits");
}

// ---- Answers ----

static void test_errors_and_results(void **state)
{
    (void)state;
    json_t *answer = edit("chess", "4k3/8/8/8/8/8/8/P7 w K - 0 1", "");
    json_t *errors = json_object_get(answer, "errors");
    assert_int_equal(json_array_size(errors), 3);
    const json_t *first = json_array_get(errors, 0), *second = json_array_get(errors, 1);
    assert_string_equal(text_of(first, "message"),
                        "a pawn of White cannot be on a1, behind its starting rank");
    assert_string_equal(text_of(first, "at"), "a1");
    assert_string_equal(json_string_value(json_array_get(json_object_get(first, "squares"), 0)), "a1");
    assert_string_equal(text_of(second, "message"), "White needs exactly one king");
    assert_string_equal(text_of(json_array_get(errors, 2), "at"), "castling");
    assert_null(json_object_get(answer, "result"));
    json_decref(answer);
    answer = edit("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "");
    assert_int_equal(json_array_size(json_object_get(answer, "errors")), 0);
    assert_string_equal(text_of(answer, "result"), "draw");
    json_decref(answer);
    answer = edit("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "");
    assert_string_equal(text_of(answer, "result"), "white");
    assert_string_equal(text_of(answer, "reason"), "checkmate");
    assert_true(json_is_true(json_object_get(answer, "check")));
    json_decref(answer);
}

// The texts of all types that the side has, joined by blanks.
static void check_types(const json_t *answer, const char *side, const char *expected)
{
    char found[400] = "";
    size_t i, j;
    json_t *type, *each;
    json_array_foreach(json_object_get(json_object_get(answer, "can"), "pieces"), i, type) json_array_foreach(
        json_object_get(type, "sides"), j, each) if (!strcmp(json_string_value(each), side))
    {
        strncat(found, *found ? " " : "", sizeof found - strlen(found) - 1);
        strncat(found, text_of(type, "piece"), sizeof found - strlen(found) - 1);
    }
    assert_string_equal(found, expected);
}

static void test_means(void **state)
{
    (void)state;
    json_t *answer = ask("{\"do\":\"edit\",\"game\":\"chess\",\"armies\":[\"fide\",\"nutters\"]}");
    check_types(answer, "white", "K Q R B N O G I H P");
    json_decref(answer);
    answer = edit("hans38", NULL, "");
    const json_t *can = json_object_get(answer, "can");
    assert_true(json_is_true(json_object_get(can, "holes")));
    assert_true(json_is_true(json_object_get(can, "frozen")));
    assert_false(json_is_true(json_object_get(can, "hands")));
    assert_null(json_object_get(can, "fuel"));
    assert_true(json_is_integer(json_object_get(can, "reserve")));
    json_decref(answer);
    answer = edit("3check", NULL, "");
    const json_t *field = json_array_get(json_object_get(answer, "fields"), 0);
    assert_string_equal(text_of(field, "text"), "3+3");
    json_decref(answer);
    answer = ask(
        "{\"do\":\"edit\",\"game\":\"mine\",\"variants\":\"[mine:chess]\\ncustomPiece1 = z:WF\\n"
        "startFen = zzzzkzzz/8/8/8/8/8/8/ZZZZKZZZ w - - 0 1\\n\",\"edits\":[{\"at\":\"a4\",\"piece\":\"Z\","
        "\"color\":\"black\"}]}");
    assert_string_equal(text_of(answer, "fen"), "zzzzkzzz/8/8/8/z7/8/8/ZZZZKZZZ w - - 0 1");
    json_decref(answer);
}

static void test_rights_and_targets(void **state)
{
    (void)state;
    json_t *answer =
        edit("chess", "r3k2r/8/8/8/8/4p3/3PP3/R3K2R w Kq - 0 1", "{'from':'e2','to':'e4'},{'side':'black'}");
    const json_t *rights = json_object_get(answer, "rights"), *king = json_array_get(rights, 0);
    assert_int_equal(json_array_size(rights), 4);
    assert_string_equal(text_of(king, "right"), "K");
    assert_string_equal(text_of(king, "wing"), "king");
    assert_string_equal(text_of(king, "rook"), "h1");
    assert_true(json_is_true(json_object_get(king, "has")));
    assert_false(json_is_true(json_object_get(json_array_get(rights, 1), "has")));
    // The square that the pawn would have passed is occupied.
    assert_int_equal(json_array_size(json_object_get(answer, "targets")), 0);
    json_decref(answer);
    answer = edit("seirawan", NULL, "{'right':'B','has':false}");
    assert_non_null(strstr(text_of(answer, "fen"), " w KQCDFGkqbcdfg - "));
    const json_t *gate = json_array_get(json_object_get(answer, "rights"), 2);
    assert_string_equal(text_of(gate, "right"), "B");
    assert_string_equal(text_of(gate, "gate"), "b1");
    assert_false(json_is_true(json_object_get(gate, "has")));
    json_decref(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),       cmocka_unit_test(test_squares),
        cmocka_unit_test(test_rest),         cmocka_unit_test(test_refused),
        cmocka_unit_test(test_bad_requests), cmocka_unit_test(test_errors_and_results),
        cmocka_unit_test(test_means),        cmocka_unit_test(test_rights_and_targets),
    };
    return cmocka_run_group_tests_name("editing positions", tests, NULL, NULL);
}
