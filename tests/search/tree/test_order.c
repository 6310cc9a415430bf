// SPDX-License-Identifier: GPL-3.0-or-later
// Move ordering: hash move, captures by value, killers, countermove, history, and losing captures last.
#include "search/tree/order.h"

#include "notation/coordinate_read.h"
#include "position/game.h"
#include "search/evaluation/features.h"
#include "support/thought.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { CONTEXT = 77 };

// A position, and its actions as a node sees them.
struct desk {
    struct thought thought;
    struct evaluator evaluator;
    struct histories histories;
    struct ordering ordering;
    struct scored_move moves[MOVE_LIST_MAX];
    unsigned count;
};

static struct desk *desk_new(const char *game, const char *parameters, const char *fen)
{
    struct desk *desk = calloc(1, sizeof *desk);
    struct move_list list;
    assert_non_null(desk);
    thought_init(&desk->thought, game, parameters, fen);
    evaluator_init(&desk->evaluator, desk->thought.variant, FEATURES_ALL);
    desk->ordering = (struct ordering){
        .evaluator = &desk->evaluator,
        .histories = &desk->histories,
        .pos = &desk->thought.position,
        .contexts = {CONTEXT, CONTEXT},
    };
    position_actions(&desk->thought.position, &list);
    desk->count = list.count;
    for (unsigned i = 0; i < list.count; i++)
        desk->moves[i].move = list.moves[i];
    return desk;
}

static void desk_free(struct desk *desk)
{
    evaluator_clear(&desk->evaluator);
    thought_clear(&desk->thought);
    free(desk);
}

static move read_move(const struct desk *desk, const char *text)
{
    struct turn turn;
    assert_true(coordinate_read_turn(&desk->thought.position, text, &turn, NULL));
    return turn.actions[0];
}

// Scores the moves and picks them all, so that desk->moves is in the order in which they would be searched.
static void order_all(struct desk *desk)
{
    order_score(&desk->ordering, desk->moves, desk->count);
    for (unsigned i = 0; i < desk->count; i++)
        order_pick(&desk->evaluator, &desk->thought.position, desk->moves, i, desk->count);
}

static void learn(struct desk *desk, uint16_t context, move m, int bonus)
{
    const uint16_t contexts[CONTEXTS] = {context, CONTEXT};
    order_learn(&desk->histories, contexts, order_piece(&desk->thought.position, m), m, bonus);
}

static unsigned rank_of(const struct desk *desk, const char *text)
{
    move m = read_move(desk, text);
    for (unsigned i = 0; i < desk->count; i++)
        if (desk->moves[i].move == m)
            return i;
    fail_msg("%s is missing", text);
    return 0;
}

// Asserts that the moves, separated by blanks, come first and in that order.
static void expect_first(const struct desk *desk, const char *texts)
{
    char copy[128], *rest = copy;
    unsigned place = 0;
    snprintf(copy, sizeof copy, "%s", texts);
    for (const char *text = strtok_r(copy, " ", &rest); text; text = strtok_r(NULL, " ", &rest), place++)
        if (rank_of(desk, text) != place)
            fail_msg("%s is number %u, not %u", text, rank_of(desk, text), place);
}

// White has quiet moves, captures that win and captures that lose.
static const char *const melee = "4k3/2p5/1p1q1p2/4p1r1/3PBN2/8/1Q6/4K3 w - - 0 1";

static void test_hash_move_comes_first(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", melee);
    desk->ordering.best = read_move(desk, "e1d1");
    desk->ordering.killers[0] = read_move(desk, "e1d2");
    order_all(desk);
    expect_first(desk, "e1d1");
    desk_free(desk);
}

static void test_most_valuable_victim_by_least_valuable_attacker(void **state)
{
    (void)state;
    // The queen on d5 can be taken by pawn, knight and rook; the rook on g4 by the pawn; the pawn on a7 by the rook.
    struct desk *desk = desk_new("chess", "", "4k3/p7/8/3q4/2P3r1/R1N4P/8/3RK3 w - - 0 1");
    order_all(desk);
    expect_first(desk, "c4d5 c3d5 d1d5 h3g4 a3a7");
    desk_free(desk);
}

static void test_promotion_is_ordered_like_a_capture(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", "1r2k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    order_all(desk);
    expect_first(desk, "a7b8q a7b8r");
    assert_true(rank_of(desk, "a7a8q") < rank_of(desk, "a7b8n"));
    assert_true(rank_of(desk, "a7a8n") < rank_of(desk, "h1h2"));
    desk_free(desk);
}

static void test_losing_captures_come_last(void **state)
{
    (void)state;
    // The queen takes a guarded pawn on a5 or an unguarded one on h2.
    struct desk *desk = desk_new("chess", "", "4k3/8/1p6/p7/8/2Q5/7p/4K3 w - - 0 1");
    assert_int_equal(order_is_quiet(&desk->thought.position, read_move(desk, "c3a5")), false);
    order_all(desk);
    assert_int_equal(rank_of(desk, "c3a5"), desk->count - 1);
    assert_true(desk->moves[desk->count - 1].score < 0);
    desk_free(desk);
    // Once its guard is gone, the same capture comes first.
    desk = desk_new("chess", "", "4k3/8/8/p7/8/2Q5/8/4K3 w - - 0 1");
    order_all(desk);
    expect_first(desk, "c3a5");
    desk_free(desk);
}

static void test_victims_without_fuel_are_worth_less(void **state)
{
    (void)state;
    // Scan order: e8, d5 (queen), f5 (rook), e4 (pawn), e1.
    struct desk *desk = desk_new("fuel", "", "4k3/8/8/3q1r2/4P3/8/8/4K3 w - - 0 1 50,50,50,50,50");
    order_all(desk);
    expect_first(desk, "e4d5 e4f5");
    desk_free(desk);
    desk = desk_new("fuel", "", "4k3/8/8/3q1r2/4P3/8/8/4K3 w - - 0 1 50,0,50,50,50");
    order_all(desk);
    expect_first(desk, "e4f5");
    desk_free(desk);
}

static void test_killers_then_countermove_then_history(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", melee);
    desk->ordering.killers[0] = read_move(desk, "b2a2");
    desk->ordering.killers[1] = read_move(desk, "e1f2");
    desk->ordering.countermove = read_move(desk, "b2h2");
    // As much history as possible.
    for (int i = 0; i < 200; i++)
        learn(desk, CONTEXT, read_move(desk, "b2g2"), 1600);
    order_all(desk);
    unsigned first = rank_of(desk, "b2a2");
    // Good captures come before the killers.
    assert_true(rank_of(desk, "d4e5") < first);
    assert_int_equal(rank_of(desk, "e1f2"), first + 1);
    assert_int_equal(rank_of(desk, "b2h2"), first + 2);
    assert_int_equal(rank_of(desk, "b2g2"), first + 3);
    for (unsigned i = first; i < desk->count && desk->moves[i].score >= 0; i++)
        assert_true(order_is_quiet(&desk->thought.position, desk->moves[i].move));
    desk_free(desk);
}

static void test_history_follows_rewards_and_blame(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", NULL);
    learn(desk, CONTEXT, read_move(desk, "b1c3"), 300);
    learn(desk, CONTEXT, read_move(desk, "e2e4"), 500);
    learn(desk, CONTEXT, read_move(desk, "a2a3"), -300);
    order_all(desk);
    expect_first(desk, "e2e4 b1c3");
    assert_int_equal(rank_of(desk, "a2a3"), desk->count - 1);
    // Blame takes the reward away again.
    learn(desk, CONTEXT, read_move(desk, "e2e4"), -900);
    order_all(desk);
    expect_first(desk, "b1c3");
    assert_true(rank_of(desk, "e2e4") >= desk->count - 2);
    desk_free(desk);
}

static void test_history_depends_on_the_action_before(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", NULL);
    // The same total of rewards, but only one of the moves earned them after this action.
    learn(desk, CONTEXT + 1, read_move(desk, "g1f3"), 400);
    learn(desk, CONTEXT, read_move(desk, "d2d4"), 400);
    order_all(desk);
    expect_first(desk, "d2d4 g1f3");
    desk->ordering.contexts[0] = CONTEXT + 1;
    order_all(desk);
    expect_first(desk, "g1f3 d2d4");
    desk_free(desk);
}

static void test_history_decides_between_captures(void **state)
{
    (void)state;
    // Either rook takes a pawn that nothing guards.
    struct desk *desk = desk_new("chess", "", "4k3/8/p6p/8/8/8/8/R3K2R w - - 0 1");
    move left = read_move(desk, "a1a6"), right = read_move(desk, "h1h6");
    order_learn_capture(&desk->histories, &desk->thought.position, left, 800);
    order_learn_capture(&desk->histories, &desk->thought.position, right, -800);
    order_all(desk);
    expect_first(desk, "a1a6 h1h6");
    for (int i = 0; i < 4; i++) {
        order_learn_capture(&desk->histories, &desk->thought.position, left, -800);
        order_learn_capture(&desk->histories, &desk->thought.position, right, 800);
    }
    order_all(desk);
    expect_first(desk, "h1h6 a1a6");
    desk_free(desk);
}

static void test_history_is_bounded(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", NULL);
    const struct position *pos = &desk->thought.position;
    move m = read_move(desk, "g1f3");
    const int16_t *number = &desk->histories.history[order_piece(pos, m)][move_to(m)];
    int last = 0;
    for (int i = 0; i < 1000; i++) {
        learn(desk, CONTEXT, m, 1600);
        assert_in_range(*number, last, HISTORY_MAX);
        last = *number;
    }
    assert_true(last > HISTORY_MAX / 2);
    for (int i = 0; i < 1000; i++)
        learn(desk, CONTEXT, m, -1600);
    assert_in_range(-*number, HISTORY_MAX / 2, HISTORY_MAX);
    desk_free(desk);
}

static void test_claims_come_before_everything(void **state)
{
    (void)state;
    // The published example, in which White has a circuit.
    struct desk *desk = desk_new("hamiltonian", "", "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 w - - 0 1");
    desk->ordering.best = read_move(desk, "e2d2");
    order_all(desk);
    assert_int_equal(move_kind(desk->moves[0].move), MOVE_ANNOUNCE);
    assert_int_equal(desk->moves[1].move, desk->ordering.best);
    desk_free(desk);
}

static void test_only_quiet_moves_are_dropped(void **state)
{
    (void)state;
    // A capture, an en-passant capture, promotions and quiet moves; the first entry is to be left alone.
    struct desk *desk = desk_new("chess", "", "4k3/P7/8/3pP1n1/7P/8/8/4K3 w - d6 0 2");
    unsigned place = rank_of(desk, "e1e2");
    struct scored_move quiet = desk->moves[place];
    desk->moves[place] = desk->moves[0];
    desk->moves[0] = quiet;
    desk->count = order_drop_quiets(&desk->thought.position, desk->moves, 1, desk->count);
    assert_int_equal(desk->count, 1 + 2 + 4);
    assert_int_equal(rank_of(desk, "e1e2"), 0);
    const char *const kept[] = {"h4g5", "e5d6", "a7a8q", "a7a8r", "a7a8b", "a7a8n"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        rank_of(desk, kept[i]);
    desk_free(desk);
}

static int compare_moves(const void *a, const void *b)
{
    const move *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

static void test_no_move_is_lost_or_doubled(void **state)
{
    (void)state;
    static const char *const games_of[][2] = {
        {"chess", "white=nutters black=rookies"}, {"fuel", "fuel=9"}, {"hnefa", ""}, {"hans38", ""}};
    for (size_t i = 0; i < sizeof games_of / sizeof *games_of; i++) {
        struct desk *desk = desk_new(games_of[i][0], games_of[i][1], NULL);
        struct position start = desk->thought.position;
        struct random random = {i};
        for (int k = 0; k < 30; k++) {
            struct move_list list;
            move picked[MOVE_LIST_MAX];
            desk->thought.position = start;
            thought_wander(&desk->thought.position, &random, random_below(&random, 60));
            position_actions(&desk->thought.position, &list);
            desk->count = list.count;
            for (unsigned n = 0; n < list.count; n++)
                desk->moves[n].move = list.moves[n];
            order_all(desk);
            for (unsigned n = 0; n < list.count; n++) {
                picked[n] = desk->moves[n].move;
                assert_true(!n || desk->moves[n - 1].score >= desk->moves[n].score);
            }
            qsort(list.moves, list.count, sizeof *list.moves, compare_moves);
            qsort(picked, list.count, sizeof *picked, compare_moves);
            assert_memory_equal(list.moves, picked, list.count * sizeof *picked);
        }
        desk_free(desk);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash_move_comes_first),
        cmocka_unit_test(test_most_valuable_victim_by_least_valuable_attacker),
        cmocka_unit_test(test_promotion_is_ordered_like_a_capture),
        cmocka_unit_test(test_losing_captures_come_last),
        cmocka_unit_test(test_victims_without_fuel_are_worth_less),
        cmocka_unit_test(test_killers_then_countermove_then_history),
        cmocka_unit_test(test_history_follows_rewards_and_blame),
        cmocka_unit_test(test_history_depends_on_the_action_before),
        cmocka_unit_test(test_history_decides_between_captures),
        cmocka_unit_test(test_history_is_bounded),
        cmocka_unit_test(test_claims_come_before_everything),
        cmocka_unit_test(test_only_quiet_moves_are_dropped),
        cmocka_unit_test(test_no_move_is_lost_or_doubled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
