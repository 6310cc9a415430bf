// SPDX-License-Identifier: GPL-3.0-or-later
// Walls of the start position: what stops at them, and what jumps over them.
#include "support/composed.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// A wall of the start position is a hurdle like one that is put up in the game.
static void test_cannons_and_grasshoppers_jump_over_walls(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-hurdles", "[t-hurdles]\nmaxFile = 5\nmaxRank = 5\ncustomPiece1 = c:mRcpR\n"
                                "customPiece2 = g:gQ\nking = k\ncastling = false\n"
                                "startFen = 2k2/5/2*2/5/K2GC w - - 0 1\n");
    composed_only(variant, "2c1k/5/2*2/5/K1C2 w - - 0 1", "c1", "c1b1 c1c2 c1c5 c1d1 c1e1");
    composed_only(variant, "4k/5/2*2/5/K1C1G w - - 0 1", "e1", "e1b1 e1b4");
    composed_only(variant, "4k/5/2*2/2G2/K4 w - - 0 1", "c2", "c2c4");
    // The cannon checks across the wall.
    composed_only(variant, "2k2/5/2*2/5/K1C2 b - - 0 1", "c5", "c5b4 c5b5 c5d4 c5d5");
    composed_random(variant, 4, 40);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cannons_and_grasshoppers_jump_over_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
