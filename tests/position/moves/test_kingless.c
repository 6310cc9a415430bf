// SPDX-License-Identifier: GPL-3.0-or-later
// Sides that begin without a king: they are never in check, and the other side's king is as royal as ever.
#include "position/fen.h"
#include "support/composed.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct variant *horde(void)
{
    return texted_new("t-horde", "[t-horde:chess]\n"
                                 "doubleStepRegionWhite = *1 *2\nextinctionValue = loss\n"
                                 "extinctionPieceTypes = *\n"
                                 "startFen = rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP "
                                 "w kq - 0 1\n");
}

static void refused(const struct variant *variant, const char *fen, const char *message)
{
    struct position pos;
    struct error err = {0};
    assert_false(fen_read(&pos, variant, fen, &err));
    assert_string_equal(err.message, message);
}

static void test_pawns_against_an_army(void **state)
{
    (void)state;
    struct variant *variant = horde();
    // As Fairy-Stockfish counts.
    assert_int_equal(composed_perft(variant, "startpos", 1), 8);
    assert_int_equal(composed_perft(variant, "startpos", 2), 128);
    assert_int_equal(composed_perft(variant, "startpos", 3), 1274);
    assert_int_equal(composed_perft(variant, "startpos", 4), 23310);
    // White never has to answer anything; Black has to.
    composed_only(variant, "4k3/8/8/8/8/8/q7/4P3 w - - 0 1", "", "e1e2 e1e3");
    composed_only(variant, "4k3/3P4/8/8/8/8/8/8 b - - 0 1", "", "e8d7 e8d8 e8e7 e8f7 e8f8");
    texted_outcome(variant, "4k3/8/8/8/8/8/q7/8 w - - 0 1", "black", "extinction");
    texted_outcome(variant, "k7/P7/PP6/8/8/8/8/8 b - - 0 1", "draw", "stalemate");
    texted_outcome(variant, "k7/PP6/PP6/8/8/8/8/8 b - - 0 1", "white", "checkmate");
    texted_outcome(variant, "4k3/4p3/4P3/8/8/8/8/8 w - - 0 1", "draw", "stalemate");
    composed_random(variant, 6, 80);
    variant_free(variant);
}

static void test_positions(void **state)
{
    (void)state;
    struct variant *variant = horde();
    refused(variant, "8/8/8/8/8/8/8/4P3 w - - 0 1", "Black needs exactly one king");
    refused(variant, "4k3/8/8/8/8/8/8/KK6 w - - 0 1", "White has more than one king");
    refused(variant, "4k3/3P4/8/8/8/8/8/8 w - - 0 1", "White is to move, but Black's king is in check");
    variant_free(variant);
}

// A piece that becomes another royal one is not lost.
static void test_royal_pieces_that_turn_into_each_other(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "t-forward", "[t-forward:chess]\ncustomPiece1 = g:fFfW\npromotedPieceType = g:k\n"
                     "extinctionValue = loss\nextinctionPieceTypes = gk\nextinctionPseudoRoyal = true\n"
                     "castling = false\nstartFen = 4g3/8/8/8/8/8/8/4G3 w - - 0 1\n");
    composed_only(variant, "3g4/8/8/4G3/8/8/8/8 w - - 0 1", "", "e5d6 e5e6 e5f6");
    composed_only(variant, "8/4G3/8/8/8/3g4/8/8 w - - 0 1", "", "e7d8 e7d8+ e7e8 e7e8+ e7f8 e7f8+");
    composed_plays(variant, "8/4G3/8/8/8/3g4/8/8 w - - 0 1", "e7d8+ d3d2 d8e7",
                   "8/4+G3/8/8/8/8/3g4/8 b - - 2 2");
    // It may not stay beside the other one, which attacks in all directions.
    composed_only(variant, "8/8/8/8/3+G4/8/4g3/8 b - - 0 1", "", "e2d1 e2d1+ e2e1 e2e1+ e2f1 e2f1+");
    composed_only(variant, "8/8/8/3+g4/8/8/4G3/8 w - - 0 1", "", "e2d3 e2e3 e2f3");
    composed_random(variant, 6, 60);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pawns_against_an_army),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_royal_pieces_that_turn_into_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
