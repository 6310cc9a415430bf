// SPDX-License-Identifier: GPL-3.0-or-later
// Position strings: what may be left out, what is written, and hostile texts. (What can be no position is
// tests/position/test_setup.c's business.)
#include "base/memory.h"
#include "base/random.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/integrity.h"
#include "position/turn.h"
#include "support/effort.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void rewrites(const char *game, const char *fen, const char *expected)
{
    struct variant *variant = scene_variant(game, "");
    struct position pos;
    struct error err = {0};
    struct buffer written;
    buffer_init(&written);
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
    fen_write(&pos, &written);
    assert_string_equal(buffer_text(&written), expected);
    buffer_clear(&written);
    variant_free(variant);
}

static void test_what_may_be_left_out(void **state)
{
    (void)state;
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
    rewrites("chess", "  4k3/8/8/8/8/8/8/4K3\tb   -  - 7 12\r\n", "4k3/8/8/8/8/8/8/4K3 b - - 7 12");
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    rewrites("fuel", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 50x2");
    // A full-move number of 0 is common, and means the first move.
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 b - - 7 0", "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 000", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    rewrites("chess", "4k3/8/8/8/8/8/8/4K3 b - - 9999 60000", "4k3/8/8/8/8/8/8/4K3 b - - 9999 60000");
}

static void check_hostile(const struct variant *variant, const char *text)
{
    struct position pos, untouched;
    struct error err = {0};
    memset(&pos, 0x5a, sizeof pos);
    untouched = pos;
    if (fen_read(&pos, variant, text, &err))
        fail_msg("accepted: %.80s", text);
    assert_memory_equal(&pos, &untouched, sizeof pos);
    assert_true(err.code == ERROR_FEN || err.code == ERROR_TOO_LARGE);
    assert_true(err.message[0] != '\0');
    assert_false(fen_read(&pos, variant, text, NULL));
}

// PyChess and others write a hand like an extra rank.
static void test_hands_after_a_slash(void **state)
{
    (void)state;
    rewrites("crazyhouse", "4k3/8/8/8/8/8/8/4K2Q~/qPq w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q~[Pqq] w - - 0 1");
    rewrites("crazyhouse", "4k3/8/8/8/8/8/8/4K3/ b - - 0 1", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1");
    rewrites("crazyhouse", "4k3/8/8/8/8/8/8/4K3/- b - - 0 1", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1");
    rewrites("placement", "8/pppppppp/8/8/8/8/PPPPPPPP/8/nnbbrrqkNNBBRRQK w - - 0 1",
             "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1");
    struct variant *chess = scene_variant("chess", ""), *house = scene_variant("crazyhouse", "");
    check_hostile(chess, "4k3/8/8/8/8/8/8/4K3/P w - - 0 1");
    check_hostile(chess, "4k3/8/8/8/8/8/8/4K3/ w - - 0 1");
    check_hostile(house, "4k3/8/8/8/8/8/8/4K3/P] w - - 0 1");
    check_hostile(house, "4k3/8/8/8/8/8/8/4K3/P/Q w - - 0 1");
    check_hostile(house, "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1");
    check_hostile(house, "4k3/8/8/8/8/8/8/4K3/Q~ w - - 0 1");
    check_hostile(house, "4k3/8/8/8/8/8/8/4K3[P w - - 0 1");
    variant_free(house);
    variant_free(chess);
}

// Fairy-Stockfish leaves out castling rights and target where there is no castling, and names all squares of a step in the order of
// the board, that of the pawn included.
static void test_fields_of_fairy_stockfish(void **state)
{
    (void)state;
    rewrites("minishogi", "rbsgk/4p/5/P4/KGSBR[-] w 0 1", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1");
    rewrites("minishogi", "rbsgk/4p/5/P4/KGSBR[P] b 3", "rbsgk/4p/5/P4/KGSBR[P] b - - 3 1");
    rewrites("checkshogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b 1+1 4 5",
             "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 1+1 4 5");
    rewrites("pawnback", "4k3/8/8/p7/8/8/8/4K3 w - a5a6 2 2", "4k3/8/8/p7/8/8/8/4K3 w - a6 2 2");
    rewrites("berolina", "4k3/8/8/2p5/8/8/8/4K3 w - c5b6 0 2", "4k3/8/8/2p5/8/8/8/4K3 w - b6c5 0 2");
    struct variant *chess = scene_variant("chess", ""), *back = scene_variant("pawnback", "");
    check_hostile(chess, "4k3/8/8/8/8/8/8/4K3 w 0 1");
    check_hostile(chess, "4k3/8/8/p7/8/8/8/4K3 w - a5a6 0 2");
    check_hostile(back, "4k3/8/8/p7/8/8/8/4K3 w - a5 0 2");
    check_hostile(back, "4k3/8/8/p7/8/8/8/4K3 w - a6a7a8 0 2");
    variant_free(chess);
    variant_free(back);
}

static void test_runs_of_fuel(void **state)
{
    (void)state;
    rewrites("fuel", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 7", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 7x4");
    rewrites("fuel", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 7,7,0,0", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 7x2,0x2");
    rewrites("fuel", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 1x1,2,3x1,999",
             "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1 1,2,3,999");
}

static void test_castling_and_target(void **state)
{
    (void)state;
    rewrites("chess", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // The target is kept although nobody can capture.
    rewrites("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    rewrites("chess", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1");
}

static void test_hostile_texts(void **state)
{
    (void)state;
    enum { LENGTH = 10 * 1000 * 1000 };
    struct variant *variant = scene_variant("fuel", "");
    check_hostile(variant, "");
    check_hostile(variant, "Startpos");
    check_hostile(variant, "startpos w");
    check_hostile(variant, "\xff\xfe\xfd");
    check_hostile(variant, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 18446744073709551617");
    char *text = malloc(LENGTH + 1);
    assert_non_null(text);
    for (const char *filler = "8/k *[1-,x\xc3"; *filler; filler++) {
        memset(text, *filler, LENGTH);
        text[LENGTH] = '\0';
        check_hostile(variant, text);
        text[8000] = '\0'; // short enough to be looked at
        check_hostile(variant, text);
    }
    free(text);
    variant_free(variant);
}

static void test_random_games_read_back(void **state)
{
    (void)state;
    static const char *const variants[][2] = {{"chess", "white=clobberers black=rookies"},
                                              {"chess", "white=nutters"},
                                              {"fuel", "fuel=9"},
                                              {"fuel", ""}};
    struct random random = {11};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        struct variant *variant = scene_variant(variants[i][0], variants[i][1]);
        for (int game = 0; game < 20; game += EFFORT_DIVISOR) {
            struct position pos, read;
            assert_true(fen_read(&pos, variant, "startpos", NULL));
            for (int ply = 0; ply < 100; ply++) {
                struct move_list legal;
                struct buffer fen;
                buffer_init(&fen);
                fen_write(&pos, &fen);
                assert_true(fen_read(&read, variant, buffer_text(&fen), NULL));
                assert_true(position_equal(&pos, &read));
                assert_true(pos.state.hash == read.state.hash);
                buffer_clear(&fen);
                position_actions(&pos, &legal);
                if (!legal.count)
                    break;
                struct turn turn = {1, {legal.moves[random_below(&random, legal.count)]}};
                turn_play(&pos, &turn);
            }
        }
        variant_free(variant);
    }
}

// ---- Promoted pieces ----

static bool prepare_promoted(struct variant *variant, struct error *err)
{
    (void)err;
    static const struct piece_description soldier = {'S', "soldier", "fW"}, gold = {'G', "gold", "WfF"},
                                          queen = {'Q', "queen", "Q"};
    variant_add_piece(variant, &king_description);
    variant_add_pawn(variant, &pawn_description);
    variant_add_piece(variant, &soldier);
    variant_add_piece(variant, &gold);
    variant_add_piece(variant, &queen);
    piece_type was = type_of_letter('S'), queened = type_of_letter('Q');
    piece_type plus = variant_add_promoted(variant, was, type_of_letter('G'), PROMOTED_PLUS);
    piece_type tilde = variant_add_promoted(variant, type_of_letter('P'), queened, PROMOTED_TILDE);
    assert_int_equal(plus, LETTER_TYPES);
    assert_int_equal(tilde, LETTER_TYPES + 1);
    assert_int_equal(variant_add_promoted(variant, was, type_of_letter('G'), PROMOTED_PLUS), plus);
    assert_int_equal(variant->pieces[plus].demotes_to, was);
    assert_int_equal(variant->pieces[plus].counts_as, type_of_letter('G'));
    assert_int_equal(variant->pieces[queened].demotes_to, queened);
    assert_int_equal(variant->pieces[queened].counts_as, queened);
    variant->hands = true;
    variant->start = memory_copy_text("3k4/8/8/8/8/8/8/3K4 w - - 0 1");
    return true;
}

static const struct game promoted_game = {
    .name = "promoted", .title = "Promoted", .width = 8, .height = 8, .prepare = prepare_promoted};

static void test_promoted_pieces(void **state)
{
    (void)state;
    struct variant *variant = variant_new(&promoted_game, NULL, NULL);
    const char *fen = "+s2k2q~Q/8/8/8/8/8/8/S+S1K2q1[SSq] w - - 0 1";
    struct position pos;
    struct error err = {0};
    struct buffer text;
    buffer_init(&text);
    assert_true(fen_read(&pos, variant, fen, &err));
    fen_write(&pos, &text);
    assert_string_equal(buffer_text(&text), fen);
    buffer_clear(&text);
    assert_int_equal(piece_type_of(pos.pieces[square_at(0, 7)]), LETTER_TYPES);
    assert_int_equal(piece_color(pos.pieces[square_at(0, 7)]), BLACK);
    assert_int_equal(variant_piece_letter(variant, pos.pieces[square_at(0, 7)]), 's');
    // A gold goes sideways, a soldier does not.
    assert_true(position_attacked(&pos, square_at(2, 0), WHITE));
    assert_false(position_attacked(&pos, square_at(1, 0), BLACK));
    static const struct {
        const char *fen, *at;
    } refused[] = {
        {"+q2k4/8/8/8/8/8/8/3K4 w - - 0 1", "fen[0]"},    {"S~2k4/8/8/8/8/8/8/3K4 w - - 0 1", "fen[0]"},
        {"+S~2k4/8/8/8/8/8/8/3K4 w - - 0 1", "fen[0]"},   {"+2k4/8/8/8/8/8/8/3K4 w - - 0 1", "fen[1]"},
        {"3k4/8/8/8/8/8/8/3K4[+S] w - - 0 1", "fen[20]"}, {"3k4/8/8/8/8/8/8/3K4[Q~] w - - 0 1", "fen[20]"},
        {"~2k4/8/8/8/8/8/8/3K4 w - - 0 1", "fen[0]"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_false(fen_read(&pos, variant, refused[i].fen, &err));
        assert_string_equal(err.at, refused[i].at);
    }
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_may_be_left_out),      cmocka_unit_test(test_hands_after_a_slash),
        cmocka_unit_test(test_fields_of_fairy_stockfish), cmocka_unit_test(test_runs_of_fuel),
        cmocka_unit_test(test_castling_and_target),       cmocka_unit_test(test_hostile_texts),
        cmocka_unit_test(test_random_games_read_back),    cmocka_unit_test(test_promoted_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
