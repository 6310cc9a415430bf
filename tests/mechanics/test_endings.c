// SPDX-License-Identifier: GPL-3.0-or-later
// Endings and compulsory turns: each rule in positions made for it.
#include "position/fen.h"
#include "support/composed.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void test_values_of_mate_and_stalemate(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-values", "[t-values:chess]\ncheckmateValue = win\nstalemateValue = win\n");
    texted_outcome(variant, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "black", "mate-loses");
    texted_outcome(variant, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "black", "stalemate-wins");
    variant_free(variant);
    variant = texted_new("t-count", "[t-count:chess]\nstalemateValue = loss\nstalematePieceCount = true\n");
    texted_outcome(variant, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "white", "stalemate");
    texted_outcome(variant, "7k/5K2/6P1/8/8/8/8/8 b - - 0 1", "white", "stalemate");
    texted_outcome(variant, "7k/p4K2/p5P1/P7/8/8/8/8 b - - 0 1", "draw", "stalemate");
    texted_outcome(variant, "7k/p1p2K2/p1p3P1/P1P5/8/8/8/8 b - - 0 1", "black", "stalemate-wins");
    variant_free(variant);
}

static void test_repetition_and_moves(void **state)
{
    (void)state;
    const char *dance = "g1f3 g8f6 f3g1 f6g8";
    struct variant *variant =
        texted_new("t-two", "[t-two:chess]\nnFoldRule = 2\nnFoldValue = loss\nnMoveRule = 2\n");
    texted_outcome_after(variant, "startpos", dance, "black", "repetition-rule");
    texted_outcome(variant, "7k/8/6K1/8/8/8/8/R7 w - - 3 1", "ongoing", "");
    texted_outcome(variant, "7k/8/6K1/8/8/8/8/R7 w - - 4 1", "draw", "move-rule");
    variant_free(variant);
    variant = texted_new("t-none", "[t-none:chess]\nnFoldRule = 0\nnMoveRule = 0\nstalemateValue = loss\n");
    texted_outcome_after(variant, "startpos", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "ongoing", "");
    texted_outcome(variant, "7k/8/6K1/8/8/8/8/R7 w - - 400 300", "ongoing", "");
    assert_false(variant_has_draws(variant));
    variant_free(variant);
    // What is captured may be dropped again.
    variant = texted_new(
        "t-free", "[t-free:chess]\nnFoldRule = 2\nnFoldValue = loss\npieceDrops = true\nfreeDrops = true\n");
    texted_outcome_after(variant, "n7/3k4/8/8/8/8/8/R3K3 w - - 0 1",
                         "a1a8 d7d6 a8a1 N@a8 a1a8 d6d7 a8a1 N@a8", "black", "repetition-rule");
    variant_free(variant);
}

static void test_perpetual_check(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-perpetual", "[t-perpetual:chess]\nperpetualCheckIllegal = true\n");
    // White's queen checks in every turn; Black only moves the king.
    texted_outcome_after(variant, "6k1/8/8/8/8/8/1r6/K3Q3 w - - 0 1",
                         "e1e8 g8g7 e8e7 g7g8 e7e8 g8g7 e8e7 g7g8 e7e8", "black", "perpetual-check");
    texted_outcome_after(variant, "startpos", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "draw",
                         "repetition");
    variant_free(variant);
}

static void test_goals(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-hill", "[t-hill:chess]\nflagPiece = k\nflagRegion = d4 e4 d5 e5\n");
    texted_outcome(variant, "7k/8/8/8/4K3/8/8/8 b - - 0 1", "white", "goal");
    texted_outcome(variant, "7k/8/8/8/8/4K3/8/8 b - - 0 1", "ongoing", "");
    assert_int_equal(composed_perft(variant, "7k/8/8/8/4K3/8/8/8 b - - 0 1", 1), 0);
    variant_free(variant);
    // One more move: a king that follows draws, and it is only Black's that can.
    variant = texted_new("t-race",
                         "[t-race:chess]\nflagPiece = k\nflagRegion = *8\nflagMove = true\nchecking = false\n"
                         "castling = false\nstartFen = 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\n");
    texted_outcome(variant, "7K/k7/8/8/8/8/8/8 b - - 0 1", "ongoing", "");
    texted_outcome(variant, "k6K/8/8/8/8/8/8/8 w - - 0 1", "draw", "goal");
    texted_outcome(variant, "7K/8/k7/8/8/8/8/8 b - - 0 1", "white", "goal");
    texted_outcome(variant, "k7/7K/8/8/8/8/8/8 w - - 0 1", "black", "goal");
    composed_refused(variant, "8/k7/8/8/8/8/7K/1R6 w - - 0 1", "b1a1", "no turn may give check in this game");
    composed_random(variant, 4, 60);
    variant_free(variant);
    // All pieces count; two are needed, or one when the others are blocked.
    variant = texted_new("t-two-goals",
                         "[t-two-goals]\nmaxFile = 4\nmaxRank = 4\ncommoner = m\ncastling = false\n"
                         "startFen = mm2/4/4/MM2 w - - 0 1\nflagRegionWhite = a4 b4\n"
                         "flagRegionBlack = a1 b1\nflagPieceCount = 2\nflagPieceBlockedWin = true\n");
    texted_outcome(variant, "MM2/4/4/2mm b - - 0 1", "white", "goal");
    texted_outcome(variant, "M3/1M2/4/2mm b - - 0 1", "ongoing", "");
    texted_outcome(variant, "Mm2/1M2/4/3m b - - 0 1", "white", "goal");
    variant_free(variant);
}

// Only the end of a turn of several actions counts.
static void test_no_checks_in_turns_of_several_actions(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-quiet-walls", "[t-quiet-walls:chess]\nchecking = false\nwallingRule = static\n");
    const char *fen = "k7/7p/8/8/8/8/8/1R5K w - - 0 1";
    composed_only(variant, fen, "b1a1", "b1a1,*a2 b1a1,*a3 b1a1,*a4 b1a1,*a5 b1a1,*a6 b1a1,*a7");
    composed_refused(variant, fen, "b1a1,*c3", "no turn may give check in this game");
    composed_refused(variant, "k7/7p/8/8/8/8/8/1R4QK w - - 0 1", "g1a7",
                     "no turn may give check in this game");
    composed_random(variant, 3, 40);
    variant_free(variant);
    // Taking a square away opens a line, or closes it.
    variant =
        texted_new("t-quiet-squares", "[t-quiet-squares:chess]\nchecking = false\nsquareActions = after\n"
                                      "squareReserve = 2\n");
    fen = "k7/*7/8/8/8/8/8/1R5K w - - 0 1 2/2 - -";
    composed_refused(variant, fen, "b1a1,@@a7", "no turn may give check in this game");
    composed_only(variant, fen, "b1a1,@@", "");
    composed_only(variant, fen, "b1c1,@@", "b1c1,@@a7");
    composed_random(variant, 3, 40);
    variant_free(variant);
}

static void test_extinction(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "t-loser",
        "[t-loser:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\nking = -\ncommoner = k\ncastling = false\nmustCapture = true\n"
        "stalemateValue = win\nextinctionValue = win\nextinctionPieceTypes = *\n");
    texted_outcome(variant, "8/8/8/8/8/8/8/K7 b - - 0 1", "black", "extinction");
    texted_outcome(variant, "8/8/8/8/7p/7P/8/8 b - - 0 1", "black", "stalemate-wins");
    composed_refused(variant, "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e4e5", "a capture is compulsory here");
    composed_only(variant, "8/8/8/3p4/4P3/8/8/R7 w - - 0 1", "", "e4d5");
    composed_random(variant, 6, 100);
    variant_free(variant);
    // Each type by itself, in what is left of it or more than one.
    variant = texted_new(
        "t-types",
        "[t-types:chess]\nstartFen = kkqq4/8/8/8/8/8/8/KKQQ4 w - - 0 1\nking = -\ncommoner = k\ncastling = false\nextinctionValue = loss\n"
        "extinctionPieceTypes = kq\nextinctionPieceCount = 1\n");
    texted_outcome(variant, "kkqq4/8/8/8/8/8/8/KKQQ4 w - - 0 1", "ongoing", "");
    texted_outcome(variant, "kkqq4/8/8/8/8/8/8/KKQ5 b - - 0 1", "black", "extinction");
    texted_outcome(variant, "kkq5/8/8/8/8/8/8/KKQQ4 w - - 0 1", "white", "extinction");
    variant_free(variant);
    // The last queens are royal.
    variant = texted_new("t-coregal", "[t-coregal:chess]\nextinctionValue = loss\nextinctionPieceTypes = q\n"
                                      "extinctionPieceCount = 64\nextinctionPseudoRoyal = true\n");
    composed_only(variant, "k7/8/8/8/8/8/7K/r2Q4 w - - 0 1", "h2", "");
    assert_int_equal(composed_perft(variant, "startpos", 2), 400);
    composed_random(variant, 3, 60);
    variant_free(variant);
}

static void test_checks(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-checks", "[t-checks:chess]\ncheckCounting = true\n"
                               "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+2 0 1\n");
    composed_plays(variant, "startpos", "e2e4 f7f6 d1h5",
                   "rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1+2 1 2");
    texted_outcome_after(variant, "4k3/8/8/8/8/8/8/4K2Q w - - 2+2 0 1", "h1h8 e8d7 h8h7", "white", "checks");
    // Checks that were given, behind the clocks, as on lichess.
    composed_plays(variant, "4k3/8/8/8/8/8/8/4K2Q w - - 0 1 +1+0", "e1e2",
                   "4k3/8/8/8/8/8/4K3/7Q b - - 1+2 1 1");
    composed_random(variant, 4, 60);
    variant_free(variant);
    // Pieces that extinctionPseudoRoyal makes royal are checked as kings are.
    variant =
        texted_new("t-checks-of-commoners",
                   "[t-checks-of-commoners:chess]\ncommoner = k\ncastling = false\ncheckCounting = true\n"
                   "extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n"
                   "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 3+3 0 1\n");
    composed_plays(variant, "4k3/8/8/8/8/8/8/4K2Q w - - 3+3 0 1", "h1h8",
                   "4k2Q/8/8/8/8/8/8/4K3 b - - 2+3 1 1");
    composed_random(variant, 4, 60);
    variant_free(variant);
}

static void test_connections(void **state)
{
    (void)state;
    const char *board =
        "maxFile = 5\nmaxRank = 5\ncommoner = m\nknight = n\ncastling = false\nstartFen = mm3/5/5/5/MM3 w - - 0 1\n";
    char text[512];
    snprintf(text, sizeof text, "[t-row]\n%sconnectN = 3\nconnectDiagonal = false\nconnectPieceTypes = m\n",
             board);
    struct variant *variant = texted_new("t-row", text);
    texted_outcome(variant, "5/5/5/1MMM1/m4 b - - 0 1", "white", "connection");
    texted_outcome(variant, "5/5/5/1MMM1/m4 w - - 0 1", "ongoing", "");
    texted_outcome(variant, "5/5/5/1MNM1/m4 b - - 0 1", "ongoing", "");
    texted_outcome(variant, "M4/1M3/2M2/5/m4 b - - 0 1", "ongoing", "");
    variant_free(variant);
    snprintf(text, sizeof text, "[t-block]\n%sconnectNxN = 2\ncollinearN = 4\nconnectValue = loss\n", board);
    variant = texted_new("t-block", text);
    texted_outcome(variant, "5/5/1MM2/1MM2/m4 b - - 0 1", "black", "connection");
    texted_outcome(variant, "5/5/1MM2/1M3/m4 b - - 0 1", "ongoing", "");
    texted_outcome(variant, "M3m/1M3/5/3M1/4M b - - 0 1", "black", "connection");
    texted_outcome(variant, "M3m/1M3/5/3M1/3M1 b - - 0 1", "ongoing", "");
    variant_free(variant);
    snprintf(text, sizeof text,
             "[t-chain]\n%sconnectRegion1White = *1\nconnectRegion2White = *5\nconnectDiagonal = false\n",
             board);
    variant = texted_new("t-chain", text);
    // The chain turns back on its way.
    texted_outcome(variant, "2M2/2M2/MMM1m/M4/M4 b - - 0 1", "white", "connection");
    texted_outcome(variant, "2M2/2M2/M1M1m/M4/M4 b - - 0 1", "ongoing", "");
    variant_free(variant);
}

static void test_castling_that_wins(void **state)
{
    (void)state;
    struct variant *variant = texted_new("t-castle", "[t-castle:chess]\ncastlingWins = Kk\n");
    texted_outcome_after(variant, "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "e1g1", "white", "castling");
    texted_outcome_after(variant, "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "e1d1", "black", "castling");
    texted_outcome_after(variant, "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "h1h8", "black", "castling");
    variant_free(variant);
    // A wall that follows in the same turn takes nothing back.
    variant = texted_new("t-castle-walls", "[t-castle-walls:chess]\ncastlingWins = Kk\nwallingRule = edge\n");
    texted_outcome_after(variant, "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "e1g1,*a3", "white", "castling");
    texted_outcome_after(variant, "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1", "e8g8,*a3", "black", "castling");
    variant_free(variant);
}

static void test_counting_pieces(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "t-full",
        "[t-full]\nmaxFile = 2\nmaxRank = 2\ncommoner = m\ncastling = false\nstartFen = m1/1M w - - 0 1\n"
        "materialCounting = unweighted\nadjudicateFullBoard = true\n");
    texted_outcome(variant, "mM/MM w - - 0 1", "white", "material");
    texted_outcome(variant, "mm/MM w - - 0 1", "draw", "material");
    texted_outcome(variant, "m1/MM w - - 100 80", "white", "material");
    variant_free(variant);
    variant = texted_new("t-odds", "[t-odds:chess]\nmaterialCounting = blackdrawodds\n");
    texted_outcome(variant, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "black", "material");
    texted_outcome(variant, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "white", "checkmate");
    variant_free(variant);
    // Every draw counts: both kings on their goals, and mate where that draws.
    variant =
        texted_new("t-odds-race", "[t-odds-race:chess]\nmaterialCounting = blackdrawodds\nflagPiece = k\n"
                                  "flagRegion = *8\nflagMove = true\ncheckmateValue = draw\n"
                                  "startFen = 8/8/8/8/8/8/k7/7K w - - 0 1\ncastling = false\n");
    texted_outcome(variant, "k6K/8/8/8/8/8/8/8 w - - 0 1", "black", "material");
    texted_outcome(variant, "8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "black", "material");
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_of_mate_and_stalemate),
        cmocka_unit_test(test_repetition_and_moves),
        cmocka_unit_test(test_perpetual_check),
        cmocka_unit_test(test_goals),
        cmocka_unit_test(test_no_checks_in_turns_of_several_actions),
        cmocka_unit_test(test_extinction),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_connections),
        cmocka_unit_test(test_castling_that_wins),
        cmocka_unit_test(test_counting_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
