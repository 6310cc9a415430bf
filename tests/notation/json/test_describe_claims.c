// SPDX-License-Identifier: GPL-3.0-or-later
// Announcements in JSON: what decided a game, whose they are, and that nothing that is offered betrays a path.
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

// The author's example; in the second the black king breaks Black's path, in the third the white one stands a
// step away from closing White's circuit.
#define BOTH       "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 w - - 0 9"
#define WHITE_ONLY "1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/4K3/1b1Q4 b - - 0 9"
#define ALMOST     "1B5k/4n2q/B4R2/r2r4/4N3/nR2b1N1/3K4/1b1Q4 w - - 0 9"

static void check_json(json_t *value, const char *expected)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(text, expected);
    free(text);
}

static void read(const struct variant *variant, const char *fen, const char *text, struct position *pos,
                 struct turn *turn)
{
    struct error err = {0};
    if (!fen_read(pos, variant, fen, &err) || !coordinate_read_turn(pos, text, turn, &err))
        fail_msg("%s: %s %s", text, err.at, err.message);
}

static void check_claims(const char *fen, const char *text, const char *expected)
{
    struct variant *variant = scene_variant("hamiltonian", "");
    struct position pos;
    struct turn turn;
    read(variant, fen, text, &pos, &turn);
    turn_play(&pos, &turn);
    json_t *claims = describe_claims(&turn, &pos, position_outcome(&pos, NULL));
    check_json(claims, expected);
    json_decref(claims);
    variant_free(variant);
}

#define CIRCUIT                                                                                              \
    "{\"squares\":[\"e2\",\"d1\",\"b3\",\"b8\",\"g3\",\"e4\",\"f6\",\"a6\",\"e2\"],\"circuit\":true,\"points\":16}"

static void test_claims(void **state)
{
    (void)state;
    check_claims(WHITE_ONLY, ",!e2d1b3b8g3e4f6a6e2", "{\"white\":" CIRCUIT ",\"black\":null}");
    check_claims(ALMOST, "d2e2,!e2d1b3b8g3e4f6a6e2", "{\"white\":" CIRCUIT ",\"black\":null}");
    // What is named counts, not the best; the other side's best is told.
    check_claims(BOTH, ",!e3h6h7e7d5a5a3b1",
                 "{\"white\":{\"squares\":[\"d1\",\"b3\",\"b8\",\"g3\",\"e4\",\"f6\",\"a6\",\"e2\",\"d1\"],"
                 "\"circuit\":true,\"points\":16},"
                 "\"black\":{\"squares\":[\"e3\",\"h6\",\"h7\",\"e7\",\"d5\",\"a5\",\"a3\",\"b1\"],"
                 "\"circuit\":false,\"points\":8}}");
    check_claims("8/8/8/8/8/8/r6R/k5K1 w - - 0 30", "h2a2",
                 "{\"white\":null,\"black\":{\"squares\":[\"a1\",\"a1\"],\"circuit\":true,\"points\":2}}");
}

static void test_no_claims(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("hamiltonian", "");
    struct position pos;
    struct turn turn;
    read(variant, ALMOST, "d2e2", &pos, &turn);
    turn_play(&pos, &turn);
    assert_null(describe_claims(&turn, &pos, position_outcome(&pos, NULL)));
    const struct outcome resigned = {RESULT_WHITE, REASON_RESIGNATION};
    assert_null(describe_claims(&turn, &pos, resigned));
    variant_free(variant);
}

static void test_whose_it_is(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("hamiltonian", "");
    struct position pos;
    struct turn turn;
    read(variant, WHITE_ONLY, ",!", &pos, &turn);
    json_t *played = describe_turn(&pos, &turn);
    check_json(json_object_get(played, "by"), "\"white\"");
    json_decref(played);
    read(variant, ALMOST, "d2e2,!e2d1b3b8g3e4f6a6e2", &pos, &turn);
    played = describe_turn(&pos, &turn);
    // The squares are where the pieces stand by then.
    check_json(json_object_get(played, "turn"), "\"d2e2,!e2d1b3b8g3e4f6a6e2\"");
    assert_null(json_object_get(played, "by"));
    json_decref(played);
    variant_free(variant);
}

// A move that makes a path looks like any other, and the turn is over with it.
static void test_nothing_offered_betrays_a_path(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("hamiltonian", "");
    struct position pos;
    struct error err = {0};
    static const char *const fens[] = {ALMOST, BOTH};
    for (size_t i = 0; i < 2; i++) {
        assert_true(fen_read(&pos, variant, fens[i], &err));
        json_t *actions = describe_actions(&pos, NULL, &err), *action;
        size_t index;
        assert_true(json_array_size(actions) > 30);
        json_array_foreach(actions, index, action)
        {
            assert_string_equal(json_string_value(json_object_get(action, "kind")), "move");
            assert_true(json_is_true(json_object_get(action, "complete")));
            assert_true(json_is_false(json_object_get(action, "more")));
        }
        json_decref(actions);
    }
    assert_true(fen_read(&pos, variant, ALMOST, &err));
    json_t *progress = describe_progress(&pos, "d2e2", &err);
    check_json(json_object_get(progress, "actions"), "[]");
    check_json(json_object_get(progress, "complete"), "true");
    check_json(json_object_get(json_object_get(progress, "state"), "side"), "\"black\"");
    json_decref(progress);
    variant_free(variant);
}

static void test_placements_say_whose_piece_it_is(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("hamiltonian", "");
    struct position pos;
    struct error err = {0};
    assert_true(fen_read(&pos, variant, "startpos", &err));
    json_t *actions = describe_actions(&pos, NULL, &err), *action = json_array_get(actions, 0);
    check_json(json_object_get(action, "kind"), "\"placement\"");
    check_json(json_object_get(action, "color"), "\"black\"");
    json_decref(actions);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_no_claims),
        cmocka_unit_test(test_whose_it_is),
        cmocka_unit_test(test_nothing_offered_betrays_a_path),
        cmocka_unit_test(test_placements_say_whose_piece_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
