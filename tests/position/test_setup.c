// SPDX-License-Identifier: GPL-3.0-or-later
// What is refused as a position, each with its code and place, and what is taken.

#include "position/fen.h"
#include "position/integrity.h"
#include "position/setup.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct refusal {
    const char *fen, *at;
};

static void check_refused(const char *game, const char *parameters, const struct refusal *cases, size_t count)
{
    struct variant *variant = scene_variant(game, parameters);
    struct position pos, before;
    memset(&pos, 0x5a, sizeof pos);
    memcpy(&before, &pos, sizeof before);
    for (size_t i = 0; i < count; i++) {
        struct error err = {0};
        if (fen_read(&pos, variant, cases[i].fen, &err))
            fail_msg("%s is taken for a position", cases[i].fen);
        assert_int_equal(err.code, ERROR_FEN);
        if (strcmp(err.at, cases[i].at) != 0)
            fail_msg("%s is refused at %s, not at %s: %s", cases[i].fen, err.at, cases[i].at, err.message);
        assert_true(err.message[0] != '\0');
        assert_memory_equal(&pos, &before, sizeof pos);
        assert_false(fen_read(&pos, variant, cases[i].fen, NULL)); // nobody asks why
    }
    variant_free(variant);
}

#define CHECK_REFUSED(game, parameters, cases)                                                               \
    check_refused(game, parameters, cases, sizeof(cases) / sizeof *(cases))

static void test_placement(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        // too few and too many ranks, at the field's end and where the ninth begins
        {"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[41]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[36]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1", "fen[43]"},
        // ranks too short and too long
        {"rnbqkbnr/pppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[21]"},
        {"rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[20]"},
        {"rnbqkbnr/pppppppp/8/4P4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[22]"},
        {"rnbqkbnr/pppppppp/8/8//8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[22]"},
        {"rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[17]"},
        // numbers are read greedily: forty-four squares, and a run of none
        {"rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[20]"},
        {"rnbqkbnr/pppppppp/8/0/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[20]"},
        {"rnbqkbnr/pppppppp/8/99999999999999999999/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "fen[20]"},
        // letters and marks that mean nothing here
        {"rnbqkbnr/pppppppp/8/8/3D4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[23]"},
        {"rnbqkbnr/pppppppp/8/8/3?4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[23]"},
        {"rnbqkbnr/pppppppp/8/8/3\xc3\xa9/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen[23]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 1", "fen[44]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[ w KQkq - 0 1", "fen[44]"},
        {"rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "d4"},
    };
    CHECK_REFUSED("chess", "", cases);
}

static void test_other_fields(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"", "fen[0]"},
        {"   ", "fen[3]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "fen[43]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "fen[50]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 50", "fen[57]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "fen[44]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", "fen[44]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR white KQkq - 0 1", "fen[44]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkx - 0 1", "fen[49]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1", "fen[47]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w K- - 0 1", "fen[47]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HGha - 0 1", "fen[47]"},
        {"rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", "fen[53]"},
        {"rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq i6 0 1", "fen[53]"},
        {"rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e66 0 1", "fen[53]"},
        {"rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e 0 1", "fen[53]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", "fen[53]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", "fen[53]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1.5 1", "fen[53]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999 1", "fen[53]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999", "fen[55]"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 4294967297", "fen[55]"},
    };
    CHECK_REFUSED("chess", "", cases);
}

static void test_kings(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1", "placement"},
        {"rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "placement"},
        {"rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1", "placement"},
        {"rnbqkknr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "placement"},
        {"rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQKBNR w - - 0 1", "placement"},
        {"8/8/8/8/8/8/8/8 w - - 0 1", "placement"},
    };
    CHECK_REFUSED("chess", "", cases);
    struct variant *variant = scene_variant("chess", "");
    struct error err;
    struct position pos;
    assert_false(fen_read(&pos, variant, cases[0].fen, &err));
    assert_string_equal(err.message, "White needs exactly one king");
    assert_false(fen_read(&pos, variant, cases[3].fen, &err));
    assert_string_equal(err.message, "Black needs exactly one king");
    variant_free(variant);
}

static void test_side_not_to_move_in_check(void **state)
{
    (void)state;
    static const struct refusal chess[] = {
        {"4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "side"},
        {"4k3/8/8/8/4r3/8/8/4K3 b - - 0 1", "side"},
        {"8/8/8/3kK3/8/8/8/8 w - - 0 1", "side"},
        {"8/8/4k3/3P4/8/8/8/4K3 w - - 0 1", "side"},
    };
    CHECK_REFUSED("chess", "", chess);
    // In Fuel Chess only what can pay gives check.
    static const struct refusal fuel[] = {
        {"4k3/8/8/8/4R3/8/8/4K3 w - - 0 1 5,4,5", "side"},
        {"8/8/8/3kK3/8/8/8/8 w - - 0 1 0,5", "side"},
        {"8/8/8/3kK3/8/8/8/8 b - - 0 1 5,0", "side"},
    };
    CHECK_REFUSED("fuel", "", fuel);
    struct scene scene;
    scene_init(&scene, "fuel", "", "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1 5,3,5");
    scene_clear(&scene);
    scene_init(&scene, "fuel", "", "8/8/8/3kK3/8/8/8/8 w - - 0 1 5,0");
    scene_outcome(&scene, "black", "checkmate");
    scene_clear(&scene);
    scene_init(&scene, "fuel", "", "8/8/8/3kK3/8/8/8/8 w - - 0 1 0");
    scene_outcome(&scene, "black", "no-fuel");
    scene_clear(&scene);
}

static void test_castling_rights_need_their_pieces(void **state)
{
    (void)state;
    static const struct refusal chess[] = {
        {"r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1", "castling"},
        {"r3k2r/8/8/8/8/8/8/4K2R w Q - 0 1", "castling"},
        {"4k2r/8/8/8/8/8/8/R3K2R w q - 0 1", "castling"},
        {"r3k3/8/8/8/8/8/8/R3K2R w k - 0 1", "castling"},
        {"r3k2r/8/8/8/8/8/8/R2K3R w KQ - 0 1", "castling"},
        {"r2k3r/8/8/8/8/8/8/R3K2R w kq - 0 1", "castling"},
        {"r3k2r/8/8/8/8/8/8/r3K2R b Q - 0 1", "castling"}, // the enemy's rook
        {"r3k2r/8/8/8/8/8/8/N3K2R w Q - 0 1", "castling"},
    };
    CHECK_REFUSED("chess", "", chess);
    // The corner piece of the side's own army it must be.
    static const struct refusal corners[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2D w Q - 0 1", "castling"},
        {"r3k2r/8/8/8/8/8/8/D3K2R w K - 0 1", "castling"},
        {"d3k2r/8/8/8/8/8/8/D3K2D w q - 0 1", "castling"},
    };
    CHECK_REFUSED("chess", "white=clobberers", corners);
    struct scene scene;
    scene_init(&scene, "chess", "white=clobberers", "r3k2r/8/8/8/8/8/8/D3K2D w KQkq - 0 1");
    scene_clear(&scene);
}

static void test_en_passant_targets_that_cannot_be(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1", "en passant"},   // the wrong side's rank
        {"4k3/8/8/4p3/8/8/8/4K3 w - e5 0 1", "en passant"},   // the pawn's own square
        {"4k3/8/8/4p3/8/8/8/4K3 w - d6 0 1", "en passant"},   // the wrong file
        {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"},     // no pawn
        {"4k3/8/8/4n3/8/8/8/4K3 w - e6 0 1", "en passant"},   // not a pawn
        {"4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1", "en passant"},   // an own pawn
        {"4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "en passant"}, // it would have leapt over a piece
        {"4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", "en passant"}, // something stands where it came from
        {"4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "en passant"},   // it is the pawn's own turn
        {"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "en passant"},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1", "en passant"},
        {"4k3/8/8/8/8/8/8/4K3 w - a1 0 1", "en passant"},
        {"4k3/8/8/8/8/8/8/4K3 b - h8 0 1", "en passant"},
    };
    CHECK_REFUSED("chess", "", cases);
    struct scene scene;
    scene_init(&scene, "chess", "", "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1");
    scene_clear(&scene);
    scene_init(&scene, "chess", "", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    scene_clear(&scene);
}

static void test_pawns_on_the_last_ranks(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"3Pk3/8/8/8/8/8/8/4K3 w - - 0 1", "d8"},
        {"4k3/8/8/8/8/8/8/3PK3 w - - 0 1", "d1"},
        {"3pk3/8/8/8/8/8/8/4K3 w - - 0 1", "d8"},
        {"4k3/8/8/8/8/8/8/3pK3 w - - 0 1", "d1"},
    };
    CHECK_REFUSED("chess", "", cases);
}

static void test_letters_of_neither_army(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"4k3/8/8/3g4/8/8/8/4K3 w - - 0 1", "fen[9]"},
        {"4k3/8/8/3Z4/8/8/8/4K3 w - - 0 1", "fen[9]"},
        {"4k3/8/8/3S4/8/8/8/4K3 w - - 0 1", "fen[9]"},
    };
    CHECK_REFUSED("chess", "white=fide black=clobberers", cases);
    // Either army's letters may stand on either side: pawns promote to both.
    struct scene scene;
    scene_init(&scene, "chess", "white=fide black=clobberers", "4k3/8/8/3w2Q1/3W2q1/8/8/4K3 w - - 0 1");
    scene_clear(&scene);
}

static void test_fuel_field(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5,5", "fen[34]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5x2", "fen[34]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5,5,5,5", "fen[37]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5x4", "fen[31]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 1000", "fen[31]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5,1000,5", "fen[33]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 -1", "fen[31]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5x0,5x3", "fen[34]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5x4294967299", "fen[33]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5,,5,5", "fen[33]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5,5,5,", "fen[37]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 ,5,5,5", "fen[31]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 x3", "fen[31]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5x", "fen[33]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5;5;5", "fen[32]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1 5 5", "fen[33]"},
    };
    CHECK_REFUSED("fuel", "", cases);
}

static void test_far_too_long(void **state)
{
    (void)state;
    static char fen[1 << 20];
    struct variant *variant = scene_variant("chess", "");
    struct position pos;
    struct error err = {0};
    memset(fen, 'k', sizeof fen - 1);
    assert_false(fen_read(&pos, variant, fen, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    variant_free(variant);
}

static void assert_written(const struct variant *variant, const char *fen, const char *written)
{
    struct position pos;
    struct error err;
    struct buffer text;
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s is refused: %s, %s", fen, err.at, err.message);
    buffer_init(&text);
    fen_write(&pos, &text);
    assert_string_equal(buffer_text(&text), written);
    buffer_clear(&text);
}

static void test_taken_and_written_in_full(void **state)
{
    (void)state;
    const char *start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    struct variant *variant = scene_variant("chess", "");
    assert_written(variant, "startpos", start);
    assert_written(variant, start, start);
    assert_written(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", start);
    assert_written(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", start);
    assert_written(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w qkQK - 0 1", start);
    assert_written(variant, "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w\tKQkq - 0 1\n", start);
    variant_free(variant);
}

// A set-up made by hand, without a text.
static void test_from_a_setup(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct setup setup;
    struct position pos;
    struct error err = {0};
    setup_init(&setup, variant);
    assert_int_equal(setup.pieces[square_at(7, 7)], EMPTY);
    assert_int_equal(setup.pieces[square_at(8, 0)], HOLE);
    assert_false(position_from_setup(&pos, variant, &setup, &err));
    assert_string_equal(err.at, "placement");
    setup.pieces[square_at(0, 0)] = piece_of(type_of_letter('K'), WHITE);
    setup.pieces[square_at(7, 7)] = piece_of(type_of_letter('K'), BLACK);
    assert_true(position_from_setup(&pos, variant, &setup, &err));
    assert_true(position_ok(&pos));
    assert_int_equal(pos.state.king[WHITE], square_at(0, 0));
    assert_int_equal(pos.state.king[BLACK], square_at(7, 7));
    assert_int_equal(pos.state.fullmove, 1);
    scene_check_properties(&pos);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_placement),
        cmocka_unit_test(test_other_fields),
        cmocka_unit_test(test_kings),
        cmocka_unit_test(test_side_not_to_move_in_check),
        cmocka_unit_test(test_castling_rights_need_their_pieces),
        cmocka_unit_test(test_en_passant_targets_that_cannot_be),
        cmocka_unit_test(test_pawns_on_the_last_ranks),
        cmocka_unit_test(test_letters_of_neither_army),
        cmocka_unit_test(test_fuel_field),
        cmocka_unit_test(test_far_too_long),
        cmocka_unit_test(test_taken_and_written_in_full),
        cmocka_unit_test(test_from_a_setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
