// SPDX-License-Identifier: GPL-3.0-or-later
// Static exchange evaluation: with batteries, with fuel, with fairy pieces.
#include "search/evaluation/exchange.h"

#include "notation/coordinate_read.h"
#include "search/evaluation/features.h"
#include "support/thought.h"

#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Whether the turn wins at least `threshold`.
static bool wins(const char *game, const char *parameters, const char *fen, const char *text, int threshold)
{
    struct thought thought;
    struct turn turn;
    struct evaluator *evaluator = malloc(sizeof *evaluator);
    assert_non_null(evaluator);
    thought_init(&thought, game, parameters, fen);
    assert_true(coordinate_read_turn(&thought.position, text, &turn, NULL));
    evaluator_init(evaluator, thought.variant, FEATURES_ALL);
    bool result = exchange_wins(evaluator, &thought.position, turn.actions[0], threshold);
    thought_clear(&thought);
    evaluator_clear(evaluator);
    free(evaluator);
    return result;
}

static void test_plain_exchanges(void **state)
{
    (void)state;
    const char *free_pawn = "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1";
    assert_true(wins("chess", "", free_pawn, "d2d5", 90));
    assert_false(wins("chess", "", free_pawn, "d2d5", 200));
    assert_false(wins("chess", "", "4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 0));
    // The rook behind makes the capture good only if the pawn has a single guard.
    assert_true(wins("chess", "", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 90));
    assert_false(wins("chess", "", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 0));
    // A quiet move to an attacked square loses the piece.
    assert_false(wins("chess", "", "4k3/8/4p3/8/8/8/3R4/4K3 w - - 0 1", "d2d5", 0));
    assert_true(wins("chess", "", "4k3/8/4p3/8/8/8/3R4/4K3 w - - 0 1", "d2d4", 0));
}

static void test_kings_do_not_walk_into_fire(void **state)
{
    (void)state;
    assert_true(wins("chess", "", "8/3k4/3p4/8/8/8/3R4/3RK3 w - - 0 1", "d2d6", 90));
    assert_false(wins("chess", "", "8/3k4/3p4/8/8/8/3R4/4K3 w - - 0 1", "d2d6", 0));
}

static void test_fuel_decides_who_can_take_back(void **state)
{
    (void)state;
    // Scan order: e8 e6 d5 d2 e1. First the guarding pawn has fuel, then it has none.
    assert_false(wins("fuel", "", "4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1 9,9,9,50,9", "d2d5", 0));
    assert_true(wins("fuel", "", "4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1 9,0,9,50,9", "d2d5", 50));
    // Nearly all of a queen's value lies in her fuel.
    assert_false(wins("fuel", "", "4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1 9,0,50,9", "d2d5", 100));
    assert_true(wins("fuel", "", "4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1 9,50,50,9", "d2d5", 700));
}

static void test_fairy_pieces(void **state)
{
    (void)state;
    // A short rook guards at four squares' distance, not at five.
    assert_false(wins("chess", "black=rookies", "s3k3/8/8/8/p7/8/8/R3K3 w - - 0 1", "a1a4", 0));
    assert_true(wins("chess", "black=rookies", "s3k3/8/8/p7/8/8/8/R3K3 w - - 0 1", "a1a5", -600));
    assert_true(wins("chess", "black=rookies", "s3k3/8/8/8/8/p7/8/R3K3 w - - 0 1", "a1a3", 90));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_exchanges),
        cmocka_unit_test(test_kings_do_not_walk_into_fire),
        cmocka_unit_test(test_fuel_decides_who_can_take_back),
        cmocka_unit_test(test_fairy_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
