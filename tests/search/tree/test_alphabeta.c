// SPDX-License-Identifier: GPL-3.0-or-later
// Forced wins: constructed ones in each game, and random positions compared with an exhaustive solver.
#include "support/effort.h"
#include "support/thought.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_chess_mates(void **state)
{
    (void)state;
    thought_expect("chess", "", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 3, 1, "a1a8");
    thought_expect("chess", "", "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 6, 2,
                   "d2h6");
    thought_expect("chess", "", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 9, 3, "f6a6");
    thought_expect("chess", "", "8/8/8/8/8/5k2/6q1/7K w - - 0 1", 3, 0, NULL);
}

static void test_chess_lost(void **state)
{
    (void)state;
    // Black has only one move, and then the rook mates.
    thought_expect("chess", "", "k7/8/1K6/8/8/8/8/7R b - - 0 1", 4, -1, "a8b8");
}

static void test_army_mates(void **state)
{
    (void)state;
    // The colonel's forward knight leap and the charging rook, each with the king's help.
    thought_expect("chess", "white=nutters", "k7/8/1K6/8/8/8/8/7G w - - 0 1", 3, 1, "h1h8");
    // A short rook reaches four squares: from e4 as far as e8, from h3 not to h8.
    thought_expect("chess", "white=rookies", "k7/8/1K6/8/4S3/8/8/8 w - - 0 1", 3, 1, "e4e8");
    thought_expect("chess", "", "k7/8/1K6/8/8/7R/8/8 w - - 0 1", 3, 1, "h3h8");
    struct thought thought;
    thought_init(&thought, "chess", "white=rookies", "k7/8/1K6/8/8/7S/8/8 w - - 0 1");
    assert_int_equal(thought_search(&thought, 5).score.kind, SCORE_CENTIPAWNS);
    thought_clear(&thought);
    // A half-duck leaps, and needs longer.
    thought_expect("chess", "white=rookies", "k7/8/1K6/8/8/8/8/5S2 w - - 0 1", 8, 3, NULL);
}

static void test_fuel_stalemate_wins(void **state)
{
    (void)state;
    thought_expect("fuel", "", "k7/P7/8/1K6/8/8/8/8 w - - 0 1", 3, 1, "b5b6");
    // In chess the same stalemate would be the worst move; White keeps the lead in another way or draws.
    struct thought chess;
    thought_init(&chess, "chess", "", "k7/P7/8/1K6/8/8/8/8 w - - 0 1");
    struct search_result result = thought_search(&chess, 6);
    assert_int_equal(result.score.kind, SCORE_CENTIPAWNS);
    thought_clear(&chess);
}

static void test_fuel_mate_of_a_dry_king(void **state)
{
    (void)state;
    // A queen beside a king that cannot pay for the capture is safe.
    thought_expect("fuel", "", "4k3/p7/8/8/8/8/8/K2Q4 w - - 0 1 0,9,5,10", 4, 1, NULL);
    // With fuel the king captures her, and White finds something better.
    struct thought thought;
    thought_init(&thought, "fuel", "", "4k3/p7/8/8/8/8/8/K2Q4 w - - 0 1 9,9,5,10");
    assert_int_equal(thought_search(&thought, 4).score.kind, SCORE_CENTIPAWNS);
    thought_clear(&thought);
}

static void test_fuel_running_dry(void **state)
{
    (void)state;
    // Kings alone: the side with more moves left wins when the other has none.
    thought_expect("fuel", "", "7k/8/8/8/8/8/8/K7 w - - 0 1 1,3", 4, 2, NULL);
    thought_expect("fuel", "", "7k/8/8/8/8/8/8/K7 w - - 0 1 3,3", 8, -3, NULL);
    thought_expect("fuel", "", "7k/8/8/8/8/8/8/K7 w - - 0 1 5,6", 13, 6, NULL);
    // A knight's second unit of fuel is worth a move, a single one nothing.
    thought_expect("fuel", "", "7k/8/8/8/8/8/8/K6N w - - 0 1 2,2,1", 6, -2, NULL);
    thought_expect("fuel", "", "7k/8/8/8/8/8/8/K6N w - - 0 1 2,2,2", 6, 3, NULL);
}

static void test_fuel_counts_a_closed_position(void **state)
{
    (void)state;
    // Locked pawns: White has two spare king moves more.
    thought_expect("fuel", "", "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1 4,5x8,6", 12, 5, NULL);
}

static int said(struct search_result result)
{
    return result.score.kind == SCORE_WON ? result.score.value : 0;
}

// A position that the search calls won is won, and no later than it says; a win in two turns is always found.
static void compare_with_solver(const char *game, const char *parameters, unsigned seed, unsigned rounds,
                                unsigned turns)
{
    struct thought thought;
    struct random random = {seed};
    thought_init(&thought, game, parameters, NULL);
    struct position start = thought.position;
    unsigned wins = 0;
    for (unsigned i = 0; i < rounds; i++) {
        thought.position = start;
        thought_wander(&thought.position, &random, turns + random_below(&random, 12));
        struct search_result result = thought_search(&thought, 5);
        int found = said(result), solved = solve_win(&thought.position, 2);
        if (solved)
            assert_int_equal(found, solved);
        else
            assert_true(!found || found > 2);
        wins += solved > 0;
    }
    // Without any wins the comparison would prove nothing.
    assert_true(wins >= rounds / 20);
    thought_clear(&thought);
}

static void test_against_solver(void **state)
{
    (void)state;
    compare_with_solver("fuel", "fuel=1", 1, 400 / EFFORT_DIVISOR, 14);
    compare_with_solver("fuel", "fuel=2", 2, 200 / EFFORT_DIVISOR, 36);
    compare_with_solver("fuel", "fuel=3", 3, 100 / EFFORT_DIVISOR, 56);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess_mates),
        cmocka_unit_test(test_chess_lost),
        cmocka_unit_test(test_army_mates),
        cmocka_unit_test(test_fuel_stalemate_wins),
        cmocka_unit_test(test_fuel_mate_of_a_dry_king),
        cmocka_unit_test(test_fuel_running_dry),
        cmocka_unit_test(test_fuel_counts_a_closed_position),
        cmocka_unit_test(test_against_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
