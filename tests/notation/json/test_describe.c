// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON of a state: each member, and that nothing is said of what a game does not have.
#include "notation/json/describe.h"
#include "notation/line.h"
#include "position/edit.h"
#include "position/fen.h"
#include "position/game.h"
#include "support/scene.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The state after some turns, separated by blanks.
static json_t *describe(const char *game, const char *parameters, const char *fen, const char *turns,
                        unsigned flags)
{
    struct variant *variant = scene_variant(game, parameters);
    struct position pos;
    struct history history;
    struct error err = {0};
    char copy[512], *rest = NULL;
    history_init(&history);
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
    assert_true(strlen(turns) < sizeof copy);
    memcpy(copy, turns, strlen(turns) + 1);
    for (char *turn = strtok_r(copy, " ", &rest); turn; turn = strtok_r(NULL, " ", &rest))
        if (!line_play(&pos, &history, turn, NULL, &err))
            fail_msg("%s: %s", turn, err.message);
    json_t *state = describe_state(&pos, &history, flags);
    assert_non_null(state);
    history_clear(&history);
    variant_free(variant);
    return state;
}

// Asserts that a value is written so, and gives it back.
static void check_json(const json_t *value, const char *expected)
{
    if (!value)
        fail_msg("nothing there, expected %s", expected);
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
    assert_string_equal(text, expected);
    free(text);
}

static void check_member(const json_t *state, const char *name, const char *expected)
{
    check_json(json_object_get(state, name), expected);
}

static json_t *location(const json_t *state, const char *at)
{
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(json_object_get(state, "board"), "locations"), i, value)
    {
        if (strcmp(json_string_value(json_object_get(value, "at")), at) == 0)
            return value;
    }
    return NULL;
}

static void test_start_of_chess(void **state)
{
    (void)state;
    json_t *chess = describe("chess", "black=nutters", "startpos", "", DESCRIBE_PLAIN);
    check_member(chess, "game", "\"chess\"");
    check_member(chess, "parameters", "{\"armies\":[\"fide\",\"nutters\"]}");
    check_member(chess, "fen", "\"gihokhig/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"");
    check_member(chess, "side", "\"white\"");
    check_member(chess, "check", "false");
    check_member(chess, "result", "\"ongoing\"");
    check_member(chess, "reason", "\"\"");
    check_member(chess, "count", "20");
    check_member(
        chess, "turns",
        "[\"a2a3\",\"a2a4\",\"b1a3\",\"b1c3\",\"b2b3\",\"b2b4\",\"c2c3\",\"c2c4\",\"d2d3\",\"d2d4\","
        "\"e2e3\",\"e2e4\",\"f2f3\",\"f2f4\",\"g1f3\",\"g1h3\",\"g2g3\",\"g2g4\",\"h2h3\",\"h2h4\"]");
    check_member(chess, "checked", "[]");
    assert_null(json_object_get(chess, "divide"));
    assert_null(json_object_get(chess, "hands"));
    assert_null(json_object_get(chess, "reserves"));
    check_json(location(chess, "b8"), "{\"at\":\"b8\",\"color\":\"black\",\"piece\":\"I\"}");
    assert_null(location(chess, "e4"));
    json_t *board = json_object_get(chess, "board");
    check_member(board, "files", "8");
    check_member(board, "ranks", "8");
    assert_int_equal(json_array_size(json_object_get(board, "locations")), 32);
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(json_object_get(board, "locations"), 8), "at")),
        "a2");
    json_decref(chess);
}

static void test_fuel_of_each_piece(void **state)
{
    (void)state;
    json_t *fuel = describe("fuel", "fuel=3", "startpos", "Nf3 e5", DESCRIBE_PLAIN);
    check_member(fuel, "parameters", "{\"fuel\":3}");
    check_json(location(fuel, "f3"), "{\"at\":\"f3\",\"color\":\"white\",\"fuel\":1,\"piece\":\"N\"}");
    check_json(location(fuel, "e5"), "{\"at\":\"e5\",\"color\":\"black\",\"fuel\":1,\"piece\":\"P\"}");
    check_json(location(fuel, "a1"), "{\"at\":\"a1\",\"color\":\"white\",\"fuel\":3,\"piece\":\"R\"}");
    json_decref(fuel);
}

static void check_ended(const char *game, const char *fen, const char *turns, const char *result,
                        const char *reason)
{
    json_t *state = describe(game, "", fen, turns, DESCRIBE_PLAIN);
    assert_string_equal(json_string_value(json_object_get(state, "result")), result);
    assert_string_equal(json_string_value(json_object_get(state, "reason")), reason);
    check_member(state, "count", "0");
    check_member(state, "turns", "[]");
    json_decref(state);
}

// Walls that are put up are no holes for squares, of which nobody has any.
static void test_walls(void **state)
{
    (void)state;
    json_t *duck = describe("duck", "", "startpos", "e2e4,*e5", DESCRIBE_PLAIN);
    check_json(location(duck, "e5"), "{\"at\":\"e5\",\"kind\":\"wall\"}");
    assert_null(json_object_get(duck, "reserves"));
    json_decref(duck);
    json_t *squares =
        describe("hans38", "", "rnbqkbnr/pppppppp/8/8/8/8/8/RNBQKBN* w Qkq - 0 1", "", DESCRIBE_PLAIN);
    check_json(location(squares, "h1"), "{\"at\":\"h1\",\"kind\":\"hole\"}");
    assert_non_null(json_object_get(squares, "reserves"));
    json_decref(squares);
}

static void test_nothing_is_legal_when_it_is_over(void **state)
{
    (void)state;
    check_ended("chess", "startpos", "f3 e5 g4 Qh4", "black", "checkmate");
    check_ended("chess", "startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "draw", "repetition");
    check_ended("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2", "draw", "fifty");
    check_ended("fuel", "7k/8/8/8/8/8/8/K7 b - - 0 1 0,1", "", "white", "no-fuel");
}

static void test_check(void **state)
{
    (void)state;
    json_t *chess = describe("chess", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", DESCRIBE_PLAIN);
    check_member(chess, "check", "true");
    check_member(chess, "checked", "[\"e8\"]");
    check_member(chess, "side", "\"black\"");
    json_decref(chess);
}

static void test_turns_on_demand(void **state)
{
    (void)state;
    json_t *lean = describe("chess", "", "startpos", "", DESCRIBE_NO_TURNS);
    assert_null(json_object_get(lean, "turns"));
    assert_null(json_object_get(lean, "count"));
    assert_null(json_object_get(lean, "divide"));
    assert_non_null(json_object_get(lean, "board"));
    json_decref(lean);
}

static void test_turns_are_sorted_by_byte(void **state)
{
    (void)state;
    json_t *chess = describe("chess", "", "r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1", "", DESCRIBE_PLAIN);
    json_t *turns = json_object_get(chess, "turns");
    assert_int_equal(json_array_size(turns), json_integer_value(json_object_get(chess, "count")));
    for (size_t i = 1; i < json_array_size(turns); i++)
        assert_true(strcmp(json_string_value(json_array_get(turns, i - 1)),
                           json_string_value(json_array_get(turns, i))) < 0);
    json_decref(chess);
}

// A game in which any piece may be dropped on any empty square; chess itself never has 400 turns.
static bool all_drops(const struct part *part, const struct position *pos, struct move_list *list)
{
    (void)part;
    for (piece_type type = 1; type < LETTER_TYPES; type++) {
        square s;
        for (struct set_walk walk = set_walk(&pos->sets[SET_EMPTY]); set_next(&walk, &s);)
            move_list_add(list, move_make(MOVE_DROP, 0, s, piece_of(type, BLACK)));
    }
    return true;
}

static void no_effect(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    (void)part, (void)pos, (void)m, (void)undo;
}

static const struct mechanism drops = {
    .name = "drops", .phase = all_drops, .kinds = 1U << MOVE_DROP, .act = no_effect};

static void test_more_than_400_turns_are_divided(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct position pos;
    assert_true(variant_use(variant, &drops, NULL, NULL));
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    json_t *many = describe_state(&pos, NULL, DESCRIBE_PLAIN),
           *all = describe_state(&pos, NULL, DESCRIBE_ALL);
    check_member(many, "count", "832"); // 26 letters on 32 squares
    assert_null(json_object_get(many, "turns"));
    assert_int_equal(json_object_size(json_object_get(many, "divide")), 832);
    check_member(json_object_get(many, "divide"), "N@e4", "1");
    assert_int_equal(json_array_size(json_object_get(all, "turns")), 832);
    assert_null(json_object_get(all, "divide"));
    json_decref(many);
    json_decref(all);
    variant_free(variant);
}

// With three extra actions a turn there are millions, which are not counted.
static void test_more_than_a_million_turns_are_not_counted(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "millions",
        "[millions:chess]\nmaxRank = 16\nmaxFile = 16\nsquareActions = afterBoth\n"
        "squareReserve = infinite\ncastling = false\n"
        "startFen = rnbqkbnrrnbqqbnr/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/"
        "RNBQKBNRRNBQQBNR w - - 0 1\n");
    struct position pos;
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    json_t *many = describe_state(&pos, NULL, DESCRIBE_PLAIN);
    assert_null(json_object_get(many, "count"));
    assert_null(json_object_get(many, "turns"));
    assert_null(json_object_get(many, "divide"));
    check_member(many, "result", "\"ongoing\"");
    json_decref(many);
    variant_free(variant);
}

static void test_what_other_games_have(void **state)
{
    (void)state;
    // A variant of chess that has holes, owners, reserves and hands, as later games will.
    struct variant *variant = scene_variant("chess", "");
    struct position pos;
    variant->holes = variant->reserves = variant->hands = true;
    assert_true(fen_read(&pos, variant, "4k3/8/8/8/4*3/8/8/4K3[N] w - - 0 1", NULL));
    position_set_owner(&pos, square_at(0, 0), WHITE);
    position_set_reserve(&pos, WHITE, 3);
    position_set_reserve(&pos, BLACK, RESERVE_INFINITE);
    position_set_frozen(&pos, 0, square_at(1, 0));
    json_t *described = describe_state(&pos, NULL, DESCRIBE_PLAIN);
    check_json(location(described, "e4"), "{\"at\":\"e4\",\"kind\":\"hole\"}");
    check_json(location(described, "a1"), "{\"at\":\"a1\",\"owner\":\"white\"}");
    check_json(location(described, "b1"), "{\"at\":\"b1\",\"frozen\":true}");
    check_member(described, "reserves", "{\"black\":\"inf\",\"white\":3}");
    check_member(described, "hands", "{\"black\":{},\"white\":{\"N\":1}}");
    json_decref(described);
    variant->holes = false;
    set_remove(&variant->board.locations, square_at(4, 3));
    assert_true(fen_read(&pos, variant, "4k3/8/8/8/4*3/8/8/4K3 w - - 0 1", NULL));
    described = describe_state(&pos, NULL, DESCRIBE_NO_TURNS);
    check_json(location(described, "e4"), "{\"at\":\"e4\",\"kind\":\"wall\"}");
    json_decref(described);
    variant_free(variant);
}

static void test_errors(void **state)
{
    (void)state;
    struct error err = {0};
    error_set(&err, ERROR_FEN, "fen[3]", "so \"not\"");
    json_t *json = describe_error(&err);
    check_json(json, "{\"error\":{\"at\":\"fen[3]\",\"code\":\"bad-fen\",\"message\":\"so \\\"not\\\"\"}}");
    json_decref(json);
    error_set(&err, ERROR_GAME_OVER, "", "cut off \xc3");
    json = describe_error(&err);
    check_json(json, "{\"error\":{\"at\":null,\"code\":\"game-over\",\"message\":\"cut off ?\"}}");
    json_decref(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_of_chess),
        cmocka_unit_test(test_fuel_of_each_piece),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_nothing_is_legal_when_it_is_over),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_turns_on_demand),
        cmocka_unit_test(test_turns_are_sorted_by_byte),
        cmocka_unit_test(test_more_than_400_turns_are_divided),
        cmocka_unit_test(test_more_than_a_million_turns_are_not_counted),
        cmocka_unit_test(test_what_other_games_have),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
