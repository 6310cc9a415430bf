// SPDX-License-Identifier: GPL-3.0-or-later
// Drops that must enclose or reach their squares, and pieces that change sides.
#include "position/position.h"
#include "support/composed.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define STONES                                                                                               \
    "doubleStep = false\ncastling = false\npieceDrops = true\nstalemateValue = loss\n"                       \
    "stalematePieceCount = true\nmaterialCounting = unweighted\nadjudicateFullBoard = true\n"

static void test_reversi(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "t-othello", "[t-othello]\nimmobile = p\n" STONES "passOnStalemate = true\nenclosingDrop = reversi\n"
                     "enclosingDropStart = d4 e4 d5 e5\nflipEnclosedPieces = reversi\n"
                     "startFen = 8/8/8/3pP3/3Pp3/8/8/8[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppppp"
                     "pppppppppp] w - - 0 1\n");
    assert_int_equal(composed_perft(variant, "startpos", 1), 4);
    assert_int_equal(composed_perft(variant, "startpos", 2), 12);
    assert_int_equal(composed_perft(variant, "startpos", 3), 56);
    assert_int_equal(composed_perft(variant, "startpos", 4), 244);
    assert_int_equal(composed_perft(variant, "startpos", 5), 1396);
    assert_int_equal(composed_perft(variant, "startpos", 6), 8200);
    assert_int_equal(composed_perft(variant, "startpos", 7), 55092);
    assert_int_equal(composed_perft(variant, "startpos", 8), 390216);
    // Three rows at once; one that ends at the edge stays.
    composed_plays(variant, "8/8/4P3/pP1pP3/P1pPp3/pp6/1ppP4/p7[P] w - - 0 1", "P@a2",
                   "8/8/4P3/pP1PP3/P1PPp3/PP6/PPPP4/p7[] b - - 0 1");
    composed_refused(variant, "startpos", "P@a1", "the drop would enclose no piece of the enemy");
    composed_random(variant, 4, 70);
    variant_free(variant);
}

static void test_ataxx(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "t-ataxx", "[t-ataxx]\nmaxRank = 7\nmaxFile = 7\ncustomPiece1 = p:mDmNmA\n" STONES
                   "freeDrops = true\npassOnStalemate = true\nenclosingDrop = ataxx\n"
                   "flipEnclosedPieces = ataxx\nnMoveRule = 0\nstartFen = P5p/7/7/7/7/7/p5P w - - 0 1\n");
    assert_int_equal(composed_perft(variant, "startpos", 1), 16);
    assert_int_equal(composed_perft(variant, "startpos", 2), 256);
    assert_int_equal(composed_perft(variant, "startpos", 3), 6460);
    assert_int_equal(composed_perft(variant, "startpos", 4), 155888);
    composed_plays(variant, "7/7/1p5/2p4/7/P6/7 w - - 0 1", "a2b4", "7/7/1P5/1PP4/7/7/7 b - - 1 1");
    composed_plays(variant, "7/7/7/7/1p5/P6/7 w - - 0 1", "P@b2", "7/7/7/7/1P5/PP5/7 b - - 0 1");
    composed_refused(variant, "startpos", "P@d4", "no own piece stands beside that square");
    composed_random(variant, 4, 60);
    variant_free(variant);
}

static void test_places(void **state)
{
    (void)state;
#define SMALL                                                                                                \
    "maxRank = 3\nmaxFile = 3\nimmobile = p\npieceDrops = true\ncastling = false\ndoubleStep = false\n"
    struct variant *variant = texted_new("t-top", "[t-top]\n" SMALL "enclosingDrop = top\n"
                                                  "startFen = 3/3/3[PPppp] w - - 0 1\n");
    composed_only(variant, "3/1p1/pP1[P] w - - 0 1", "", "P@a2 P@b3 P@c1");
    variant_free(variant);
    variant = texted_new("t-side", "[t-side]\n" SMALL "enclosingDrop = anyside\n"
                                   "startFen = 3/3/3[PPppp] w - - 0 1\n");
    composed_only(variant, "3/1p1/3[P] w - - 0 1", "", "P@a1 P@a2 P@a3 P@b1 P@b3 P@c1 P@c2 P@c3");
    composed_only(variant, "3/3/3[P] w - - 0 1", "", "P@a1 P@a2 P@a3 P@b1 P@b3 P@c1 P@c2 P@c3");
    variant_free(variant);
    variant = texted_new("t-snort", "[t-snort]\n" SMALL "enclosingDrop = snort\n"
                                    "startFen = 3/3/3[PPppp] w - - 0 1\n");
    composed_only(variant, "3/1p1/3[P] w - - 0 1", "", "P@a1 P@a3 P@c1 P@c3");
    composed_random(variant, 4, 10);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reversi),
        cmocka_unit_test(test_ataxx),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
