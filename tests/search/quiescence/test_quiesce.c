// SPDX-License-Identifier: GPL-3.0-or-later
// Quiescence search: never worse than standing pat; sees hanging pieces, pins, promotions, mates and claims.
#include "search/quiescence/quiesce.h"

#include "search/evaluation/features.h"
#include "support/desk.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// What a network has learned of a position is no matter of exchanges.
enum { QUIET_FEATURES = FEATURES_ALL & ~FEATURE_NETWORK };

static const struct window everything = {-SCORE_INFINITE, SCORE_INFINITE};

static int stand_pat(struct desk *desk)
{
    return descent_evaluate(desk->worker, worker_root(desk->worker), everything);
}

static int search_quietly(struct desk *desk)
{
    return quiesce(desk->worker, worker_root(desk->worker), everything);
}

// What searching captures adds to the static evaluation.
static int gain(const char *game, const char *parameters, const char *fen)
{
    struct desk *desk = desk_new(game, parameters, fen, QUIET_FEATURES);
    int before = stand_pat(desk), after = search_quietly(desk);
    desk_free(desk);
    return after - before;
}

static int score_of(const char *game, const char *fen)
{
    struct desk *desk = desk_new(game, "", fen, QUIET_FEATURES);
    int score = search_quietly(desk);
    desk_free(desk);
    return score;
}

static void test_never_worse_than_standing_pat(void **state)
{
    (void)state;
    static const char *const games_of[][2] = {
        {"chess", "white=nutters black=rookies"}, {"chess", ""}, {"fuel", "fuel=20"}, {"hnefa", ""}};
    for (size_t i = 0; i < sizeof games_of / sizeof *games_of; i++) {
        struct desk *desk = desk_new(games_of[i][0], games_of[i][1], NULL, QUIET_FEATURES);
        struct position start = desk->thought.position;
        struct random random = {i};
        unsigned better = 0;
        for (int k = 0; k < 100; k++) {
            struct position pos = start;
            thought_wander(&pos, &random, random_below(&random, 60));
            desk_go_to(desk, &pos);
            if (position_in_check(&pos))
                continue;
            int least = stand_pat(desk), score = search_quietly(desk);
            assert_true(score >= least);
            better += score > least;
            // The worker stands where it stood.
            assert_int_equal(desk->worker->pos.state.hash, pos.state.hash);
            assert_int_equal(desk->worker->moves_used, 0);
        }
        // Standing pat always would pass, too.
        assert_true(better > 5);
        desk_free(desk);
    }
}

static void test_a_quiet_position_is_its_evaluation(void **state)
{
    (void)state;
    assert_int_equal(gain("chess", "", NULL), 0);
    assert_int_equal(gain("chess", "", "4k3/pp6/8/8/8/8/6PP/4K2R w K - 0 1"), 0);
}

static void test_a_hanging_piece_is_taken(void **state)
{
    (void)state;
    assert_true(gain("chess", "", "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1") > 700);
    // By a fairy piece as well: this is the colonel's forward knight move.
    assert_true(gain("chess", "white=nutters", "k7/8/4q3/8/3O4/8/8/1K6 w - - 0 1") > 700);
    assert_true(gain("chess", "white=nutters", "k7/8/8/8/3O4/8/4q3/1K6 w - - 0 1") < 100);
}

static void test_a_guarded_pawn_is_left_alone(void **state)
{
    (void)state;
    assert_int_equal(gain("chess", "", "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1"), 0);
    assert_true(gain("chess", "", "4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1") > 50);
}

static void test_exchanges_are_followed_to_their_end(void **state)
{
    (void)state;
    // Three captures by rooks on d5 win a knight, because two rooks face one.
    int won = gain("chess", "", "3rk3/8/8/3n4/8/3R4/3R4/3K4 w - - 0 1");
    assert_in_range(won, 200, 700);
    // With two guards against one attacker the capture would lose material, and is not made.
    assert_int_equal(gain("chess", "", "3rk3/3r4/8/3n4/8/8/3R4/3K4 w - - 0 1"), 0);
}

static void test_a_pinned_piece_cannot_capture(void **state)
{
    (void)state;
    assert_true(gain("chess", "", "k7/4r3/3q4/8/4N3/8/8/6K1 w - - 0 1") > 600);
    assert_true(gain("chess", "", "k7/4r3/3q4/8/4N3/8/8/4K3 w - - 0 1") < 100);
}

static void test_fuel_must_pay_for_captures(void **state)
{
    (void)state;
    // Scan order: e8, d5 (queen), d1 (rook), e1. The queen is four squares away from the rook.
    assert_true(gain("fuel", "", "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1 50,50,50,50") > 400);
    assert_true(gain("fuel", "", "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1 50,50,3,50") < 100);
}

static void test_promotion_is_searched(void **state)
{
    (void)state;
    assert_true(gain("chess", "", "8/P6k/8/8/8/8/8/4K3 w - - 0 1") > 500);
    // A pawn two ranks away is left to the main search.
    assert_true(gain("chess", "", "8/7k/P7/8/8/8/8/4K3 w - - 0 1") < 100);
}

static void test_check_allows_no_standing_pat(void **state)
{
    (void)state;
    assert_int_equal(score_of("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), -SCORE_WIN);
    // White is far ahead, but the queen on d1 is the only answer to the check, and when it is taken that is mate.
    assert_true(score_of("chess", "8/7k/8/3Q4/8/8/6PP/2r4K w - - 0 1") <= -SCORE_WIN_LEAST);
    // Quiet evasions are searched too: this is check, not mate.
    assert_true(score_of("chess", "4k3/8/8/8/8/8/pp6/4R1K1 b - - 0 1") > -SCORE_WIN_LEAST);
}

static void test_stalemate_by_an_empty_tank_loses(void **state)
{
    (void)state;
    // Black is to move and cannot pay for a single move.
    assert_int_equal(score_of("fuel", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 0,9"), -SCORE_WIN);
    // In chess having no move is a draw, which quiescence search does not look for.
    assert_true(score_of("chess", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1") > -SCORE_WIN_LEAST);
}

static void test_claims_are_searched(void **state)
{
    (void)state;
    // White's king and rook protect each other and so are a circuit, while Black's pieces are far apart.
    assert_true(score_of("hamiltonian", "k7/8/7n/8/8/n7/8/R3K3 w - - 0 1") >= SCORE_WIN_LEAST);
    // In the published example both sides have a path, so that a claim only draws.
    assert_true(score_of("hamiltonian", "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 w - - 0 1") <
                SCORE_WIN_LEAST);
}

// A quiet move that wins at once is as good as a capture.
static void test_wins_at_once_are_searched(void **state)
{
    (void)state;
    // King of the Hill: the king steps onto the hill, cannot because a rook guards it, or does so out of check.
    assert_true(score_of("kingofthehill", "k7/8/8/8/8/4K3/8/7r w - - 0 1") >= SCORE_WIN_LEAST);
    assert_true(score_of("kingofthehill", "k7/8/8/8/7r/4K3/8/8 w - - 0 1") < SCORE_WIN_LEAST);
    assert_true(score_of("kingofthehill", "k7/8/8/8/8/r3K3/8/8 w - - 0 1") >= SCORE_WIN_LEAST);
    assert_true(score_of("chess", "k7/8/8/8/8/4K3/8/7r w - - 0 1") < SCORE_WIN_LEAST);
    // Three-Check: a check wins if it is the last that White has to give, and is legal.
    assert_true(score_of("3check", "7k/8/8/8/8/8/8/R3K3 w - - 1+3 0 1") >= SCORE_WIN_LEAST);
    assert_true(score_of("3check", "7k/8/8/8/8/8/8/R3K3 w - - 2+3 0 1") < SCORE_WIN_LEAST);
    assert_true(score_of("3check", "7k/8/8/8/8/8/8/R3K3 w - - 3+1 0 1") < SCORE_WIN_LEAST);
    assert_true(score_of("3check", "7k/8/8/8/8/8/8/r2RK3 w - - 1+3 0 1") < SCORE_WIN_LEAST);
    assert_true(score_of("3check", "6rk/6pp/8/6N1/8/8/8/4K3 w - - 1+3 0 1") >= SCORE_WIN_LEAST);
    assert_true(score_of("5check", "7k/8/8/8/8/8/8/R3K3 w - - 1+5 0 1") >= SCORE_WIN_LEAST);
}

static void test_nodes_and_stopping(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", QUIET_FEATURES);
    search_quietly(desk);
    assert_in_range(desk->worker->nodes, 2, 50);
    desk_free(desk);
    // A capture that loses material costs no node at all.
    desk = desk_new("chess", "", "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", QUIET_FEATURES);
    search_quietly(desk);
    assert_int_equal(desk->worker->nodes, 1);
    desk->worker->stopped = true;
    assert_int_equal(search_quietly(desk), 0);
    desk_free(desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_worse_than_standing_pat),
        cmocka_unit_test(test_a_quiet_position_is_its_evaluation),
        cmocka_unit_test(test_a_hanging_piece_is_taken),
        cmocka_unit_test(test_a_guarded_pawn_is_left_alone),
        cmocka_unit_test(test_exchanges_are_followed_to_their_end),
        cmocka_unit_test(test_a_pinned_piece_cannot_capture),
        cmocka_unit_test(test_fuel_must_pay_for_captures),
        cmocka_unit_test(test_promotion_is_searched),
        cmocka_unit_test(test_check_allows_no_standing_pat),
        cmocka_unit_test(test_stalemate_by_an_empty_tank_loses),
        cmocka_unit_test(test_claims_are_searched),
        cmocka_unit_test(test_wins_at_once_are_searched),
        cmocka_unit_test(test_nodes_and_stopping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
