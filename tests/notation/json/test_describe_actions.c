// SPDX-License-Identifier: GPL-3.0-or-later
// Legal actions as JSON: all that a board needs to offer each of them.
#include "notation/coordinate_read.h"
#include "notation/json/describe.h"
#include "position/fen.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_json(json_t *value, const char *expected)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
    assert_string_equal(text, expected);
    free(text);
}

// The action of that coordinate text among those legal in the position after these actions, NULL for none.
static void check_next(struct variant *variant, const char *fen, const char *after, const char *action,
                       const char *expected)
{
    struct position pos;
    struct error err = {0};
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
    json_t *actions = describe_actions(&pos, after, &err), *value;
    size_t i, found = 0;
    json_array_foreach(actions, i, value)
    {
        if (strcmp(json_string_value(json_object_get(value, "action")), action) == 0) {
            check_json(value, expected);
            found++;
        }
    }
    assert_int_equal(found, 1);
    json_decref(actions);
    variant_free(variant);
}

static void check(const char *game, const char *parameters, const char *fen, const char *action,
                  const char *expected)
{
    check_next(scene_variant(game, parameters), fen, NULL, action, expected);
}

static void test_moves(void **state)
{
    (void)state;
    check(
        "chess", "", "startpos", "g1f3",
        "{\"action\":\"g1f3\",\"complete\":true,\"from\":\"g1\",\"kind\":\"move\",\"more\":false,\"piece\":\"N\","
        "\"san\":\"Nf3\",\"target\":\"f3\",\"to\":\"f3\"}");
    check("fuel", "", "startpos", "g1f3",
          "{\"action\":\"g1f3\",\"complete\":true,\"cost\":2,\"from\":\"g1\",\"fuel\":48,\"kind\":\"move\","
          "\"more\":false,\"piece\":\"N\",\"san\":\"Nf3\",\"target\":\"f3\",\"to\":\"f3\"}");
}

static void test_captures(void **state)
{
    (void)state;
    check(
        "chess", "", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6",
        "{\"action\":\"e5d6\",\"capture\":\"d5\",\"complete\":true,\"from\":\"e5\",\"kind\":\"move\",\"more\":false,"
        "\"piece\":\"P\",\"san\":\"exd6\",\"target\":\"d6\",\"to\":\"d6\"}");
    check(
        "fuel", "", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1 9,9,4,9", "e7d8q",
        "{\"action\":\"e7d8q\",\"capture\":\"d8\",\"complete\":true,\"cost\":1,\"from\":\"e7\",\"fuel\":3,"
        "\"kind\":\"move\",\"more\":false,\"piece\":\"P\",\"promotion\":\"Q\",\"san\":\"exd8=Q+\",\"target\":\"d8\","
        "\"to\":\"d8\"}");
}

static void test_castling(void **state)
{
    (void)state;
    check(
        "fuel", "", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 9", "e1c1",
        "{\"action\":\"e1c1\",\"also\":[{\"cost\":3,\"from\":\"a1\",\"fuel\":6,\"piece\":\"R\",\"to\":\"d1\"}],"
        "\"complete\":true,\"cost\":2,\"from\":\"e1\",\"fuel\":7,\"kind\":\"move\",\"more\":false,\"piece\":\"K\","
        "\"san\":\"O-O-O\",\"target\":\"c1\",\"to\":\"c1\"}");
    check(
        "chess", "black=clobberers", "d3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8b8",
        "{\"action\":\"e8b8\",\"also\":[{\"from\":\"a8\",\"piece\":\"D\",\"to\":\"c8\"}],\"complete\":true,"
        "\"from\":\"e8\",\"kind\":\"move\",\"more\":false,\"piece\":\"K\",\"san\":\"O-O-O\",\"target\":\"b8\","
        "\"to\":\"b8\"}");
}

static void check_after(const char *after, size_t count, const char *at)
{
    struct variant *variant = scene_variant("chess", "");
    struct position pos;
    struct error err = {0};
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    json_t *actions = describe_actions(&pos, after, &err);
    if (at) {
        assert_null(actions);
        assert_int_equal(err.code, ERROR_ILLEGAL_MOVE);
        assert_string_equal(err.at, at);
    } else {
        assert_int_equal(json_array_size(actions), count);
        json_decref(actions);
    }
    variant_free(variant);
}

static void test_after_earlier_actions(void **state)
{
    (void)state;
    check_after(NULL, 20, NULL);
    check_after("", 20, NULL);
    check_after("e2e4", 0, NULL); // a turn of chess is one action
    check_after("e2e5", 0, "move[0]");
    check_after("e4", 0, "move[0]");
    check_after("e2e4,", 0, "move[0]");
    check_after(",", 0, "move[0]");
    check_after("e2e4,e7e5", 0, "move[5]");
    check_after("e2e4,d2d4", 0, "move[5]");
    check_after("\xff", 0, "move[0]");
}

static void test_squares_placed_moved_and_carried(void **state)
{
    (void)state;
    check(
        "hans38", "", "k7/8/8/8/8/8/8/K6* w - - 0 1 3/3 b1/- -", "@@h1",
        "{\"action\":\"@@h1\",\"complete\":true,\"kind\":\"square-placement\",\"more\":false,\"san\":\"@@h1\","
        "\"target\":\"h1\",\"to\":\"h1\"}");
    check("hans38", "", "k7/8/8/8/8/8/8/K**5 w - - 0 1 3/3 d1/- -", "@d1c1",
          "{\"action\":\"@d1c1\",\"complete\":true,\"from\":\"d1\",\"kind\":\"square-move\",\"more\":false,"
          "\"san\":\"@d1-c1\",\"target\":\"c1\",\"to\":\"c1\"}");
}

static void test_walls(void **state)
{
    (void)state;
    check_next(scene_variant("duck", ""), "startpos", "e2e4", "*e5",
               "{\"action\":\"*e5\",\"complete\":true,\"kind\":\"wall\",\"more\":false,\"san\":\"*e5\","
               "\"target\":\"e5\",\"to\":\"e5\"}");
    check_next(scene_variant("duck", ""), "rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
               "e2e4", "*e5",
               "{\"action\":\"*e5\",\"complete\":true,\"from\":\"d4\",\"kind\":\"wall\",\"more\":false,"
               "\"san\":\"*e5\",\"target\":\"e5\",\"to\":\"e5\"}");
}

static void test_a_turn_in_the_making(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("moving-squares", "");
    struct position pos;
    struct error err = {0};
    assert_true(fen_read(
        &pos, variant,
        "k*******/********/********/********/********/*PPP****/*1******/KN****** w - - 0 5 inf/inf - b2",
        &err));
    json_t *progress = describe_progress(&pos, "a1b2", &err);
    assert_non_null(progress);
    assert_true(json_is_false(json_object_get(progress, "complete")));
    json_t *board = json_object_get(progress, "state");
    assert_string_equal(json_string_value(json_object_get(board, "side")), "white");
    // The king's square went with him: a1 is water now.
    check_json(json_array_get(json_object_get(json_object_get(board, "board"), "locations"), 0),
               "{\"at\":\"a1\",\"kind\":\"hole\"}");
    check_json(json_object_get(board, "reserves"), "{\"black\":\"inf\",\"white\":\"inf\"}");
    json_t *actions = json_object_get(progress, "actions"), *action;
    size_t index, carried = 0;
    json_array_foreach(actions, index, action) carried += json_object_get(action, "piece") != NULL;
    assert_true(carried > 0);
    json_decref(progress);

    progress = describe_progress(&pos, "a1b2,@@h8", &err);
    assert_true(json_is_true(json_object_get(progress, "complete")));
    json_decref(progress);
    variant_free(variant);
}

// A long list can be asked for in parts.
static void test_pages(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct position pos;
    struct error err = {0};
    assert_true(fen_read(&pos, variant, variant->start, &err));
    json_t *all = describe_actions(&pos, NULL, &err), *joined = json_array();
    assert_int_equal(json_array_size(all), 20);
    static const size_t begins[] = {0, 7, 14}, sizes[] = {7, 7, 6};
    for (size_t i = 0; i < 3; i++) {
        const struct describe_page page = {.first = begins[i], .most = 7};
        json_t *part = describe_progress_page(&pos, NULL, &page, &err), *next = json_object_get(part, "next");
        assert_int_equal(json_array_size(json_object_get(part, "actions")), sizes[i]);
        assert_true(i == 2 ? json_is_null(next) : json_integer_value(next) == (json_int_t)begins[i + 1]);
        json_array_extend(joined, json_object_get(part, "actions"));
        json_decref(part);
    }
    assert_true(json_equal(all, joined));
    const struct describe_page exact = {.most = 20}, beyond = {.first = 20, .most = 7};
    json_t *part = describe_progress_page(&pos, NULL, &exact, &err);
    assert_true(json_is_null(json_object_get(part, "next")));
    json_decref(part);
    part = describe_progress_page(&pos, NULL, &beyond, &err);
    assert_int_equal(json_array_size(json_object_get(part, "actions")), 0);
    assert_true(json_is_null(json_object_get(part, "next")));
    json_decref(part);
    json_decref(all);
    json_decref(joined);
    variant_free(variant);
}

static void test_turns_that_were_played(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("fuel", "");
    struct position pos;
    struct turn turn;
    assert_true(fen_read(&pos, variant, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 9", NULL));
    assert_true(coordinate_read_turn(&pos, "e1c1", &turn, NULL));
    json_t *played = describe_turn(&pos, &turn), *last = describe_last(&pos, &turn);
    check_json(played, "{\"fuel\":7,\"san\":\"O-O-O\",\"turn\":\"e1c1\"}");
    check_json(last, "{\"color\":\"white\",\"san\":\"O-O-O\",\"squares\":[\"e1\",\"c1\"],\"turn\":\"e1c1\"}");
    json_decref(played);
    json_decref(last);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_captures),
        cmocka_unit_test(test_castling),
        cmocka_unit_test(test_after_earlier_actions),
        cmocka_unit_test(test_squares_placed_moved_and_carried),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_a_turn_in_the_making),
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_turns_that_were_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
