// SPDX-License-Identifier: GPL-3.0-or-later
// Where stones take their neighbours, the engine wins what can be won: compared with a search that knows nothing but the moves.
#include "base/random.h"
#include "position/turn.h"
#include "search/search.h"
#include "support/stones.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Plays at random until so few moves are left; false if there are none then.
static bool play_until_few(struct position *pos, struct random *random, unsigned few)
{
    struct move_list list;
    struct undo undo;
    for (position_actions(pos, &list); list.count > few; position_actions(pos, &list))
        position_apply(pos, list.moves[random_below(random, list.count)], &undo);
    return list.count;
}

static void test_the_engine_wins_what_can_be_won(void **state)
{
    (void)state;
    enum { GAMES = 60, FEW = 7, NODES = 20000 };
    struct error err = {0};
    struct variant *variant = stones_variant("clobber");
    struct engine *engine = engine_new(1, 1, &err);
    struct random random = {5};
    unsigned won = 0, lost = 0;
    assert_non_null(engine);
    for (unsigned i = 0; i < GAMES; i++) {
        struct position pos;
        stones_position(&pos, variant, "startpos");
        if (!play_until_few(&pos, &random, FEW))
            continue;
        bool winnable = stones_win(&pos);
        struct search_request request = {.position = &pos, .limits.nodes = NODES};
        struct search_result result;
        engine_search(engine, &request, &result);
        assert_true(result.turn.count);
        turn_play(&pos, &result.turn);
        assert_int_equal(!stones_win(&pos), winnable);
        won += winnable;
        lost += !winnable;
    }
    assert_true(won > 5 && lost > 5);
    engine_free(engine);
    variant_free(variant);
}

static bool stop_now(void *context)
{
    (void)context;
    return true;
}

// What an earlier search has found is not an answer, and a stop during the proof leaves the search nothing to begin with.
static void test_a_stop_during_the_proof_still_gives_a_turn(void **state)
{
    (void)state;
    enum { GAMES = 20, MANY = 40 };
    struct error err = {0};
    struct variant *variant = stones_variant("clobber10");
    struct engine *engine = engine_new(1, 1, &err);
    struct random random = {7};
    assert_non_null(engine);
    for (unsigned i = 0; i < GAMES; i++) {
        struct position pos;
        stones_position(&pos, variant, "startpos");
        assert_true(play_until_few(&pos, &random, MANY));
        struct search_request request = {.position = &pos, .limits.movetime = 60000, .must_stop = stop_now};
        struct search_result result;
        engine_search(engine, &request, &result);
        assert_true(result.turn.count);
        turn_play(&pos, &result.turn);
    }
    engine_free(engine);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_engine_wins_what_can_be_won),
        cmocka_unit_test(test_a_stop_during_the_proof_still_gives_a_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
