// SPDX-License-Identifier: GPL-3.0-or-later
// In random games of variants whose moves are counted by tables: there are as many as are listed.
#include "position/moves/count.h"

#include "base/random.h"
#include "position/fen.h"
#include "position/moves/generate.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Returns how many positions there were.
static unsigned play(const struct variant *variant, struct random *random)
{
    struct position pos;
    struct error err = {0};
    assert_true(fen_read(&pos, variant, variant->start, &err));
    unsigned turns = 0;
    for (; turns < 150; turns++) {
        struct move_list list = {.count = 0};
        struct undo undo;
        generate_legal(&pos, &list);
        assert_int_equal(count_legal(&pos), list.count);
        if (!list.count)
            break;
        position_apply(&pos, list.moves[random_below(random, list.count)], &undo);
    }
    return turns;
}

static void check(const char *name, const char *text)
{
    struct variant *variant = texted_new(name, text);
    assert_non_null(variant->bulk);
    struct random random = {1};
    unsigned positions = 0;
    for (int game = 0; game < 60; game++)
        positions += play(variant, &random);
    assert_true(positions > 1000);
    variant_free(variant);
}

static void test_chess(void **state)
{
    (void)state;
    check("usual", "[usual:chess]\n");
}

// Long and short leaps, riders that jump, slides that end early or differ between moves and captures.
static void test_other_pieces(void **state)
{
    (void)state;
    check("leaping", "[leaping:chess]\ncustomPiece1 = n:NC\ncustomPiece2 = b:WA\ncustomPiece3 = q:BmNcW\n");
    check("riding", "[riding:chess]\ncustomPiece1 = n:NN\ncustomPiece2 = b:AADD\ncustomPiece3 = q:fRbB\n");
    check("short", "[short:chess]\ncustomPiece1 = r:R4\ncustomPiece2 = b:mBcB2\ncustomPiece3 = q:Q7\n");
}

static void test_other_pawns(void **state)
{
    (void)state;
    check("berolinas", "[berolinas:berolina]\n");
    check("tripling", "[tripling:chess]\ntripleStepRegionWhite = *1\ntripleStepRegionBlack = *8\n"
                      "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    check("early", "[early:chess]\npromotionRegionWhite = *6 *7 *8\nmandatoryPawnPromotion = false\n"
                   "doubleStepRegionWhite = *1 *2 *3\n");
}

// Walls, smaller boards, and boards that are not square.
static void test_boards(void **state)
{
    (void)state;
    check("walled", "[walled:chess]\n"
                    "startFen = rnbqkbnr/pppppppp/8/2*3*1/5*2/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    check("small", "[small:gardner]\n");
    check("narrow", "[narrow:chess]\nmaxFile = 5\ncastling = false\n"
                    "startFen = rnbqk/ppppp/5/5/5/5/PPPPP/RNBQK w - - 0 1\n");
    check("flat",
          "[flat:chess]\nmaxRank = 6\nstartFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
}

// Nothing is royal, another piece is, or only one side has a king.
static void test_kings(void **state)
{
    (void)state;
    check("harmless", "[harmless:giveaway]\n");
    check("knightly", "[knightly:knightmate]\n");
    check("hordes", "[hordes:horde]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess),       cmocka_unit_test(test_other_pieces),
        cmocka_unit_test(test_other_pawns), cmocka_unit_test(test_boards),
        cmocka_unit_test(test_kings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
