// SPDX-License-Identifier: GPL-3.0-or-later
// The reason that is given for a move which is not legal.
#include "board/square.h"
#include "notation/explain.h"
#include "position/fen.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void check(const char *game, const char *fen, const char *text, const char *reason)
{
    struct variant *variant = scene_variant(game, "");
    struct position pos;
    struct error err = {0};
    square from = SQUARE_NONE, to = SQUARE_NONE;
    const char *cursor = text;
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
    assert_true(square_read(&cursor, 8, 8, &from));
    assert_true(square_read(&cursor, 8, 8, &to));
    piece_type promotion = *cursor ? type_of_letter(*cursor) : TYPE_NONE;
    assert_false(explain_illegal(&pos, &(struct move_request){from, to, promotion}, "here", &err));
    assert_string_equal(err.at, "here");
    if (!strstr(err.message, reason))
        fail_msg("%s: '%s' does not say '%s'", text, err.message, reason);
    variant_free(variant);
}

static void test_pieces(void **state)
{
    (void)state;
    check("chess", "startpos", "e4e5", "no piece on the first square");
    check("chess", "startpos", "e7e5", "the pawn is Black's, and White is to move");
    check("chess", "startpos", "a1a2", "same side");
    check("chess", "startpos", "e2e5", "the pawn cannot move there");
    check("chess", "startpos", "a1a5", "the rook cannot move there");
}

static void test_king_in_danger(void **state)
{
    (void)state;
    check("chess", "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2d3", "leave the king in check");
    check("chess", "4k3/8/8/8/4r3/8/3B4/4K3 w - - 0 1", "d2c3", "does not answer the check");
    check("chess", "4k3/8/8/8/4r3/8/3B4/4K3 w - - 0 1", "e1e2", "the king would be in check");
}

static void test_castling(void **state)
{
    (void)state;
    check("chess", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", "right to castle");
    check("chess", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", "empty");
    check("chess", "4k3/8/8/8/4r3/8/8/R3K3 w Q - 0 1", "e1c1", "out of check");
    check("chess", "4k3/8/8/8/3r4/8/8/R3K3 w Q - 0 1", "e1c1", "attacked");
    check("fuel", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 9,2,9", "e1c1", "fuel for castling");
    check("fuel", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 9,9,1", "e1c1", "fuel for castling");
}

static void test_promotion(void **state)
{
    (void)state;
    check("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "must promote to one of q r b n");
    check("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8K", "cannot promote to that piece");
    check("chess", "startpos", "e2e4Q", "this move does not promote");
}

static void test_fuel(void **state)
{
    (void)state;
    check("fuel", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 9,3,9", "a1a5", "costs 4 fuel, and the rook has 3 left");
    check("fuel", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 9,3,9", "a1b3", "the rook cannot move there");
}

static void test_the_game_is_over(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct position pos;
    struct error err = {0};
    assert_true(fen_read(&pos, variant, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", NULL));
    assert_false(
        explain_illegal(&pos, &(struct move_request){square_at(6, 7), square_at(7, 7), TYPE_NONE}, "", &err));
    assert_int_equal(err.code, ERROR_GAME_OVER);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),   cmocka_unit_test(test_king_in_danger),
        cmocka_unit_test(test_castling), cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_fuel),     cmocka_unit_test(test_the_game_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
