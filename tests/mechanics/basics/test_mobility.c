// SPDX-License-Identifier: GPL-3.0-or-later
// Regions that pieces never leave, where alone they attack and are dropped.
#include "position/position.h"
#include "support/composed.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_palace_and_river(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-palace", "[t-palace:chess]\ncastling = false\nmobilityRegionWhiteKing = d1-f3\n"
                               "mobilityRegionBlackRook = *5 *6 *7 *8\n");
    composed_only(variant, "k7/8/8/8/8/4K3/8/8 w - - 0 1", "e3", "e3d2 e3d3 e3e2 e3f2 e3f3");
    composed_only(variant, "k3r3/8/8/8/8/4K3/8/8 b - - 0 1", "e8",
                  "e8b8 e8c8 e8d8 e8e5 e8e6 e8e7 e8f8 e8g8 e8h8");
    // Beyond the river the rook gives no check, pins nothing and captures nothing.
    composed_only(variant, "k3r3/8/8/8/8/4K3/8/8 w - - 0 1", "e3", "e3d2 e3d3 e3e2 e3f2 e3f3");
    composed_only(variant, "k3r3/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3",
                  "e3c2 e3c4 e3d1 e3d5 e3f1 e3f5 e3g2 e3g4");
    composed_only(variant, "k3r3/8/8/4P3/8/4N3/8/4K3 b - - 0 1", "e8e", "e8e5 e8e6 e8e7");
    // White's rooks go everywhere, and so do other pieces.
    composed_only(variant, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "e8", "e8d7 e8d8 e8f7 e8f8");
    composed_only(variant, "k3q3/8/8/8/8/4K3/8/8 w - - 0 1", "e3", "e3d2 e3d3 e3f2 e3f3");
    composed_random(variant, 8, 80);
    variant_free(variant);
}

// A king on its last squares can be mated there.
static void test_mate_in_the_palace(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-mate", "[t-mate:chess]\ncastling = false\nmobilityRegionWhiteKing = d1-f3\n");
    texted_outcome(variant, "3rk3/8/8/8/8/5K2/q7/8 w - - 0 1", "ongoing", "");
    texted_outcome(variant, "5rk1/8/4q3/8/8/5K2/8/8 w - - 0 1", "black", "checkmate");
    texted_outcome(variant, "4rrk1/8/8/8/8/5K2/6q1/8 w - - 0 1", "black", "checkmate");
    variant_free(variant);
    variant = texted_new("t-open", "[t-open:chess]\ncastling = false\n");
    texted_outcome(variant, "5rk1/8/4q3/8/8/5K2/8/8 w - - 0 1", "ongoing", "");
    texted_outcome(variant, "4rrk1/8/8/8/8/5K2/6q1/8 w - - 0 1", "ongoing", "");
    variant_free(variant);
}

static void test_drops_and_promotions(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-camp", "[t-camp:chess]\ncastling = false\npieceDrops = true\ncapturesToHand = true\n"
                             "commoner = c\npromotedPieceType = n:c\npromotionRegionWhite = *5 *6 *7 *8\n"
                             "mobilityRegionWhiteRook = a1-c3\nmobilityRegionWhiteCommoner = *5 *6 *7 *8\n"
                             "startFen = 4k3/8/8/8/8/8/8/4K3[RRrr] w - - 0 1\n");
    composed_only(variant, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R",
                  "R@a1 R@a2 R@a3 R@b1 R@b2 R@b3 R@c1 R@c2 R@c3");
    composed_refused(variant, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@d4",
                     "a rook of White cannot be dropped on d4");
    // A promoted piece is bound like the one as which it moves; what promotes may leave the region.
    composed_only(variant, "7k/8/8/+N7/8/8/8/4K3[] w - - 0 1", "a5", "a5a6 a5b5 a5b6");
    composed_random(variant, 8, 80);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_palace_and_river),
        cmocka_unit_test(test_mate_in_the_palace),
        cmocka_unit_test(test_drops_and_promotions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
