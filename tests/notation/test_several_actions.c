// SPDX-License-Identifier: GPL-3.0-or-later
// Turns of several actions, as later games have them, in every notation: with a made-up game in which a piece move
// may, and a pawn move must, be followed by a placement on e4 or d4 and by nothing else.
#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "notation/json/describe.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/moves/generate.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Whether the turn so far was a pawn's: the only pawn move of these tests is to a4.
static bool pawn_has_moved(const struct position *pos)
{
    return is_piece_of(pos->pieces[square_at(0, 3)], WHITE);
}

static void go_on(const struct part *part, const struct position *pos, struct move_list *list)
{
    (void)part;
    move_list_add(list, move_make(MOVE_ADD_SQUARE, 0, square_at(3, 3), 0));
    move_list_add(list, move_make(MOVE_ADD_SQUARE, 0, square_at(4, 3), 0));
    if (!pawn_has_moved(pos))
        move_list_add(list, move_make(MOVE_END_TURN, 0, 0, 0));
}

static void act(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    (void)part, (void)pos, (void)m, (void)undo;
}

static bool goes_on(const struct part *part, const struct position *pos, move m)
{
    (void)part, (void)pos;
    return move_kind(m) < MOVE_DROP;
}

static struct variant *variant;
static const struct mechanism made_up = {
    .name = "made up", .goes_on = goes_on, .go_on = go_on, .kinds = 1U << MOVE_ADD_SQUARE, .act = act};
static struct position start;

static int setup(void **state)
{
    (void)state;
    variant = scene_variant("chess", "");
    assert_true(variant_use(variant, &made_up, NULL, NULL));
    return fen_read(&start, variant, "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", NULL) ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    variant_free(variant);
    return 0;
}

static void reads(const char *text, const char *coordinates, const char *san)
{
    struct turn turn;
    struct error err = {0};
    struct buffer out;
    buffer_init(&out);
    if (!san_read_turn(&start, text, &turn, &err))
        fail_msg("%s: %s %s", text, err.at, err.message);
    coordinate_write_turn(&start, &turn, &out);
    assert_string_equal(buffer_text(&out), coordinates);
    buffer_reset(&out);
    san_write_turn(&start, &turn, SAN_PLAIN, &out);
    assert_string_equal(buffer_text(&out), san);
    buffer_clear(&out);
}

static void refuses(const char *text, enum error_code code, const char *at, const char *reason)
{
    struct turn turn;
    struct error err = {0};
    if (san_read_turn(&start, text, &turn, &err))
        fail_msg("accepted: %s", text);
    assert_int_equal(err.code, code);
    assert_string_equal(err.at, at);
    if (!strstr(err.message, reason))
        fail_msg("%s: '%s' does not say '%s'", text, err.message, reason);
}

static void test_whole_turns(void **state)
{
    (void)state;
    reads("Ra1-b1", "a1b1", "Rb1");
    reads("Rb1,@@e4", "a1b1,@@e4", "Rb1,@@e4");
    reads("a1b1, @@e4", "a1b1,@@e4", "Rb1,@@e4");
    reads("a4,@@d4!", "a2a4,@@d4", "a4,@@d4");
    reads("Rd1,@@d4", "a1d1,@@d4", "Rd1,@@d4");
}

static void test_the_sign_stands_at_the_end(void **state)
{
    (void)state;
    struct position before = start;
    assert_true(fen_read(&start, variant, "4k3/8/8/8/8/8/8/R2K4 w - - 0 1", NULL));
    reads("Ra8", "a1a8", "Ra8+");
    reads("Ra8+,@@e4", "a1a8,@@e4", "Ra8,@@e4+");
    start = before;
}

static void test_refusals(void **state)
{
    (void)state;
    refuses("a4", ERROR_ILLEGAL_MOVE, "move[2]", "not complete");
    refuses("a4,", ERROR_MOVE_SYNTAX, "move[3]", "ends");
    refuses("a4,@@e5", ERROR_ILLEGAL_MOVE, "move[3]", "@@e5");
    refuses("Rb1,Ra1", ERROR_ILLEGAL_MOVE, "move[4]", "");
    refuses("Rb1,@@e4,@@d4", ERROR_ILLEGAL_MOVE, "move[8]", "complete before");
    refuses("@@e4", ERROR_ILLEGAL_MOVE, "move[0]", "");
}

static const char *text_of(const json_t *actions_after, size_t index, const char *member)
{
    return json_string_value(json_object_get(json_array_get(actions_after, index), member));
}

static void test_actions_are_described_one_by_one(void **state)
{
    (void)state;
    json_t *first = describe_actions(&start, NULL, NULL);
    for (size_t i = 0; i < json_array_size(first); i++) {
        const json_t *action = json_array_get(first, i);
        bool must_go_on = strcmp(text_of(first, i, "action"), "a2a4") == 0;
        assert_true(json_is_true(json_object_get(action, "more")));
        assert_int_equal(json_is_true(json_object_get(action, "complete")), !must_go_on);
    }
    json_decref(first);
    json_t *second = describe_actions(&start, "a1b1", NULL);
    assert_int_equal(json_array_size(second), 2);
    assert_string_equal(text_of(second, 1, "action"), "@@e4");
    assert_string_equal(text_of(second, 1, "kind"), "square-placement");
    assert_string_equal(text_of(second, 1, "target"), "e4");
    assert_null(text_of(second, 1, "from"));
    assert_true(json_is_false(json_object_get(json_array_get(second, 1), "more")));
    json_decref(second);
    json_t *third = describe_actions(&start, "a1b1,@@e4", NULL);
    assert_int_equal(json_array_size(third), 0);
    json_decref(third);
    struct turn turn;
    assert_true(coordinate_read_turn(&start, "a1b1,@@e4", &turn, NULL));
    json_t *last = describe_last(&start, &turn);
    assert_int_equal(json_array_size(json_object_get(last, "squares")), 3);
    json_decref(last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_turns),
        cmocka_unit_test(test_the_sign_stands_at_the_end),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_actions_are_described_one_by_one),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
