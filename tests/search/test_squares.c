// SPDX-License-Identifier: GPL-3.0-or-later
// The engine in games with a limited supply of squares: whole turns, tempi, stalemates that lose.
#include "support/thought.h"

#include "position/moves/outcome.h"
#include "position/turn.h"

#include <stdio.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static const char *const games[] = {
    "hans38", "hans38-neutral", "hans38-postal", "hans38-postal-plus", "infinite-reserves", "moving-squares"};

// Whether the turn can be played action by action and is then complete.
static bool is_whole(const struct position *start, const struct turn *turn)
{
    struct position pos = *start;
    struct undo undo;
    for (unsigned i = 0; i < turn->count; i++) {
        if (!position_is_legal(&pos, turn->actions[i]))
            return false;
        position_apply(&pos, turn->actions[i], &undo);
    }
    return turn->count && (!pos.state.actions || position_is_legal(&pos, move_make(MOVE_END_TURN, 0, 0, 0)));
}

static void test_plays_whole_turns(void **state)
{
    (void)state;
    struct random random = {1};
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        struct thought thought;
        thought_init(&thought, games[i], "white=nutters black=clobberers", NULL);
        for (int turns = 0; turns < 12; turns++) {
            if (position_outcome(&thought.position, NULL).result != RESULT_ONGOING)
                break;
            struct search_result result = thought_search(&thought, 1);
            assert_true(is_whole(&thought.position, &result.turn));
            turn_play(&thought.position, &result.turn);
            thought_wander(&thought.position, &random, 1);
        }
        thought_clear(&thought);
    }
}

// White has placed his last square; Black takes it, and White has no turn left.
static void test_takes_the_last_tempo(void **state)
{
    (void)state;
    thought_expect(
        "hans38", "",
        "rnbqkbnr/********/pppppppp/P*******/********/********/*PPPPPPP/RNBQKBNR b KQkq - 0 4 0/0 -/- -", 3,
        1, NULL);
    thought_expect(
        "hans38", "",
        "rnbqkbnr/pppppppp/1*******/********/********/********/PPPPPPPP/RNBQKBNR b KQkq - 0 4 0/3 a6/- -", 3,
        1, NULL);
}

// Placing the last square where it can be captured loses; an empty square that the king can use is a tempo.
static void test_keeps_a_tempo(void **state)
{
    (void)state;
    struct thought thought;
    thought_init(
        &thought, "hans38", "",
        "rnbqkbnr/pppppppp/********/********/********/********/PPPPPPPP/RNBQKBNR w KQkq - 0 4 1/3 -/- -");
    struct search_result result = thought_search(&thought, 4);
    assert_int_not_equal(result.score.kind, SCORE_LOST);
    turn_play(&thought.position, &result.turn);
    // No reply leaves White without a turn.
    assert_int_equal(solve_win(&thought.position, 1), 0);
    thought_clear(&thought);
}

// Black has no move, no square to place and none to move: lost in every game of the family.
static void test_stalemate_loses(void **state)
{
    (void)state;
    static const char walled_in[] =
        "****k***/********/********/********/********/********/********/***R*K** b - - 0 9 %s";
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        struct thought thought;
        char fen[sizeof walled_in + 16];
        snprintf(fen, sizeof fen, walled_in, i < 4 ? "3/0" : "inf/inf");
        thought_init(&thought, games[i], "", fen);
        struct outcome outcome = position_outcome(&thought.position, NULL);
        assert_int_equal(outcome.result, RESULT_WHITE);
        assert_int_equal(outcome.reason, REASON_STALEMATE);
        struct search_result result = thought_search(&thought, 2);
        assert_int_equal(result.turn.count, 0);
        assert_int_equal(result.score.kind, SCORE_LOST);
        thought_clear(&thought);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays_whole_turns),
        cmocka_unit_test(test_takes_the_last_tempo),
        cmocka_unit_test(test_keeps_a_tempo),
        cmocka_unit_test(test_stalemate_loses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
