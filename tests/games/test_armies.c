// SPDX-License-Identifier: GPL-3.0-or-later
// Chess with Different Armies: castling, promotion and movement of each army, by hand-made positions.

#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void set_up(struct scene *scene, const char *white, const char *black, const char *fen)
{
    char parameters[64];
    snprintf(parameters, sizeof parameters, "white=%s black=%s", white, black);
    scene_init(scene, "chess", parameters, fen);
}

static void check(const char *white, const char *black, const char *fen, const char *legal,
                  const char *illegal)
{
    struct scene scene;
    set_up(&scene, white, black, fen);
    scene_legal(&scene, legal);
    scene_illegal(&scene, illegal);
    scene_clear(&scene);
}

static void check_fen_after(const char *white, const char *black, const char *fen, const char *turns,
                            const char *after)
{
    struct scene scene;
    set_up(&scene, white, black, fen);
    scene_play(&scene, turns);
    scene_fen(&scene, after);
    scene_clear(&scene);
}

static void test_start_positions(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "nutters", "clobberers", NULL);
    scene_fen(&scene, "dwackawd/pppppppp/8/8/8/8/PPPPPPPP/GIHOKHIG w KQkq - 0 1");
    scene_clear(&scene);
    set_up(&scene, "fide", "rookies", NULL);
    scene_fen(&scene, "smfekfms/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    scene_clear(&scene);
}

static void test_castling_with_the_corner_piece(void **state)
{
    (void)state;
    check_fen_after("nutters", "rookies", "s3k2s/8/8/8/8/8/8/G3K2G w KQkq - 0 1", "e1c1 e8g8",
                    "s4sk1/8/8/8/8/8/8/2KG3G w - - 2 2");
    check_fen_after("rookies", "nutters", "g3k2g/8/8/8/8/8/8/S3K2S w KQkq - 0 1", "e1g1 e8c8",
                    "2kg3g/8/8/8/8/8/8/S4SK1 w - - 2 2");
    check_fen_after("clobberers", "fide", "r3k2r/8/8/8/8/8/8/D3K2D w KQkq - 0 1", "e1g1",
                    "r3k2r/8/8/8/8/8/8/D4DK1 b kq - 1 1");
}

// The bede keeps its colour, therefore the king goes a square further.
static void test_clobberers_castle_to_the_b_file(void **state)
{
    (void)state;
    const char *fen = "d3k2d/7p/8/8/8/8/7P/D3K2D w KQkq - 0 1";
    check("clobberers", "clobberers", fen, "e1b1 e1g1", "e1c1 e1a1");
    check_fen_after("clobberers", "clobberers", fen, "e1b1", "d3k2d/7p/8/8/8/8/7P/1KD4D b kq - 1 1");
    // Each side castles by its own army.
    check_fen_after("fide", "clobberers", "d3k2d/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8b8",
                    "1kd4d/8/8/8/8/8/8/R4RK1 w - - 2 2");
    check_fen_after("fide", "clobberers", "d3k2d/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8b8 e1c1",
                    "1kd4d/8/8/8/8/8/8/2KR3R b - - 2 2");
    check("fide", "clobberers", "d3k2d/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8b8 e8g8", "e8c8");
    check("clobberers", "nutters", "g3k2g/8/8/8/8/8/8/D3K2D b KQkq - 0 1", "e8c8 e8g8", "e8b8");
}

static void test_clobberers_need_b_c_and_d_empty(void **state)
{
    (void)state;
    const char *black = "fide";
    check("clobberers", black, "4k3/8/8/8/8/8/8/DW2K2D w KQ - 0 1", "e1g1", "e1b1");
    check("clobberers", black, "4k3/8/8/8/8/8/8/D1A1K2D w KQ - 0 1", "e1g1", "e1b1");
    check("clobberers", black, "4k3/8/8/8/8/8/8/D2CK2D w KQ - 0 1", "e1g1", "e1b1");
    check("clobberers", black, "4k3/8/8/8/8/8/8/D3KA1D w KQ - 0 1", "e1b1", "e1g1");
    check("clobberers", black, "4k3/8/8/8/8/8/8/D3K1WD w KQ - 0 1", "e1b1", "e1g1");
}

static void test_clobberers_need_b_c_d_and_e_safe(void **state)
{
    (void)state;
    const char *black = "fide";
    check("clobberers", black, "1r4k1/7p/8/8/8/8/8/D3K2D w KQ - 0 1", "e1g1", "e1b1");
    check("clobberers", black, "2r3k1/7p/8/8/8/8/8/D3K2D w KQ - 0 1", "e1g1", "e1b1");
    check("clobberers", black, "3r2k1/7p/8/8/8/8/8/D3K2D w KQ - 0 1", "e1g1", "e1b1");
    check("clobberers", black, "4r1k1/7p/8/8/8/8/8/D3K2D w KQ - 0 1", "", "e1g1 e1b1");
    check("clobberers", black, "r5k1/7p/8/8/8/8/8/D3K2D w KQ - 0 1", "e1g1 e1b1", "");
    check("clobberers", black, "5rk1/7p/8/8/8/8/8/D3K2D w KQ - 0 1", "e1b1", "e1g1");
    // And without the right there is nothing to be had.
    check("clobberers", black, "6k1/7p/8/8/8/8/8/D3K2D w K - 0 1", "e1g1", "e1b1");
}

// What guards the way depends on how the enemy's pieces attack.
static void test_castling_past_the_pieces_of_the_armies(void **state)
{
    (void)state;
    // A short rook reaches four squares and not five.
    check("fide", "rookies", "4k3/8/8/8/5s2/8/8/R3K2R w KQ - 0 1", "e1c1", "e1g1");
    check("fide", "rookies", "4k3/8/8/5s2/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1g1");
    check("fide", "rookies", "4k3/8/5s2/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1", "");
    // A charging rook coming down attacks; one that has passed attacks one square back only.
    check("fide", "nutters", "4k3/8/8/8/5g2/8/8/R3K2R w KQ - 0 1", "e1c1", "e1g1");
    check("fide", "nutters", "3gk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1c1");
    // Leapers over everything that stands between.
    check("fide", "rookies", "4k3/8/8/8/3f4/3P4/3P4/R3K2R w KQ - 0 1", "e1g1", "e1c1");
    check("fide", "clobberers", "4k3/8/8/8/8/7a/6P1/R3K2R w KQ - 0 1", "e1c1", "e1g1");
}

static void test_rights_go_with_the_corner_piece(void **state)
{
    (void)state;
    check_fen_after("clobberers", "nutters", "g3k2g/8/8/8/8/8/8/D3K2D w KQkq - 0 1", "a1h8",
                    "g3k2D/8/8/8/8/8/8/4K2D b Kq - 0 1");
    check_fen_after("rookies", "fide", "r3k2r/7p/8/8/8/8/8/S3K2S w KQkq - 0 1", "h1h5 e8e7 h5h1",
                    "r6r/4k2p/8/8/8/8/8/S3K2S b Q - 3 2");
}

static void check_promotions(const char *white, const char *black, const char *letters)
{
    struct scene scene;
    struct buffer turns;
    buffer_init(&turns);
    for (const char *c = letters; *c; c++)
        buffer_addf(&turns, "%sb7b8%c", turns.length ? " " : "", *c);
    set_up(&scene, white, black, "8/1P5k/8/8/8/8/1p5K/8 w - - 0 1");
    scene_only(&scene, "b7", buffer_text(&turns));
    scene_illegal(&scene, "b7b8k b7b8p b7b8");
    scene_play(&scene, "h2h3");
    buffer_reset(&turns);
    for (const char *c = letters; *c; c++)
        buffer_addf(&turns, "%sb2b1%c", turns.length ? " " : "", *c);
    scene_only(&scene, "b2", buffer_text(&turns));
    scene_clear(&scene);
    buffer_clear(&turns);
}

// To whatever either army has, for both sides.
static void test_promotion_to_either_army(void **state)
{
    (void)state;
    check_promotions("fide", "fide", "bnqr");
    check_promotions("clobberers", "clobberers", "acdw");
    check_promotions("nutters", "nutters", "ghio");
    check_promotions("rookies", "rookies", "efms");
    check_promotions("fide", "clobberers", "abcdnqrw");
    check_promotions("clobberers", "fide", "abcdnqrw");
    check_promotions("fide", "nutters", "bghinoqr");
    check_promotions("rookies", "fide", "befmnqrs");
    check_promotions("clobberers", "nutters", "acdghiow");
    check_promotions("rookies", "clobberers", "acdefmsw");
    check_promotions("nutters", "rookies", "efghimos");
}

static void test_promoted_piece_moves_as_its_own_kind(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "fide", "nutters", "8/1P5k/8/8/8/8/8/7K w - - 0 1");
    scene_play(&scene, "b7b8g h7h6");
    // White's charging rook on the last rank: sideways as far as it likes, one step back.
    scene_only(&scene, "b8", "b8a7 b8a8 b8b7 b8c7 b8c8 b8d8 b8e8 b8f8 b8g8 b8h8");
    scene_clear(&scene);
    // Under-promotion to the other army's half-duck gives mate where a queen would not.
    set_up(&scene, "fide", "rookies", "8/1P5k/8/8/8/8/8/7K w - - 0 1");
    scene_play(&scene, "b7b8f h7h6 b8b5 h6h7");
    scene_only(&scene, "b5", "b5a4 b5a6 b5b2 b5b3 b5b7 b5b8 b5c4 b5c6 b5d5 b5e5");
    scene_clear(&scene);
}

struct moves {
    const char *army, *fen, *from, *turns;
};

static void check_moves(const struct moves *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct scene scene;
        set_up(&scene, cases[i].army, cases[i].army, cases[i].fen);
        scene_only(&scene, cases[i].from, cases[i].turns);
        scene_clear(&scene);
    }
}

static void test_moves_of_the_nutty_knights(void **state)
{
    (void)state;
    static const struct moves cases[] = {
        {"nutters", "k7/8/8/8/3H4/8/8/7K w - - 0 1", "d4", "d4b5 d4c3 d4c4 d4c6 d4d3 d4e3 d4e4 d4e6 d4f5"},
        {"nutters", "k7/8/8/3h4/8/8/8/7K b - - 0 1", "d5", "d5b4 d5c3 d5c5 d5c6 d5d6 d5e3 d5e5 d5e6 d5f4"},
        {"nutters", "k7/8/8/8/3I4/8/8/7K w - - 0 1", "d4", "d4c2 d4c3 d4c5 d4c6 d4e2 d4e3 d4e5 d4e6"},
        {"nutters", "k7/8/8/8/3G4/8/8/7K w - - 0 1", "d4",
         "d4a4 d4b4 d4c3 d4c4 d4d3 d4d5 d4d6 d4d7 d4d8 d4e3 d4e4 d4f4 d4g4 d4h4"},
        {"nutters", "k7/8/8/3g4/8/8/8/7K b - - 0 1", "d5",
         "d5a5 d5b5 d5c5 d5c6 d5d1 d5d2 d5d3 d5d4 d5d6 d5e5 d5e6 d5f5 d5g5 d5h5"},
        {"nutters", "k7/8/8/8/3O4/8/8/7K w - - 0 1", "d4",
         "d4a4 d4b4 d4b5 d4c3 d4c4 d4c5 d4c6 d4d3 d4d5 d4d6 d4d7 d4d8 d4e3 d4e4 d4e5 d4e6 d4f4 d4f5 d4g4 d4h4"},
        {"nutters", "k7/8/8/3o4/8/8/8/7K b - - 0 1", "d5",
         "d5a5 d5b4 d5b5 d5c3 d5c4 d5c5 d5c6 d5d1 d5d2 d5d3 d5d4 d5d6 d5e3 d5e4 d5e5 d5e6 d5f4 d5f5 d5g5 d5h5"},
    };
    check_moves(cases, sizeof cases / sizeof *cases);
}

static void test_moves_of_the_clobberers(void **state)
{
    (void)state;
    static const struct moves cases[] = {
        {"clobberers", "k7/8/8/8/3W4/8/8/7K w - - 0 1", "d4", "d4b2 d4b6 d4c4 d4d3 d4d5 d4e4 d4f2 d4f6"},
        {"clobberers", "k7/8/8/8/3A4/8/8/7K w - - 0 1", "d4",
         "d4b2 d4b4 d4b6 d4c3 d4c5 d4d2 d4d6 d4e3 d4e5 d4f2 d4f4 d4f6"},
        // Leaps go over pieces, rides do not.
        {"clobberers", "k7/8/8/2ppp3/2pDp3/2ppp3/8/7K w - - 0 1", "d4",
         "d4b4 d4c3 d4c5 d4d2 d4d6 d4e3 d4e5 d4f4"},
        {"clobberers", "k7/8/8/2ppp3/2pCp3/2ppp3/8/7K w - - 0 1", "d4",
         "d4b3 d4b5 d4c2 d4c3 d4c5 d4c6 d4e2 d4e3 d4e5 d4e6 d4f3 d4f5"},
        {"clobberers", "k7/8/5P2/2PPP3/2PWP3/2PPP3/1p6/7K w - - 0 1", "d4", "d4b2 d4b6 d4f2"},
    };
    check_moves(cases, sizeof cases / sizeof *cases);
}

static void test_moves_of_the_rookies(void **state)
{
    (void)state;
    static const struct moves cases[] = {
        {"rookies", "2k5/8/8/8/1S6/8/8/7K w - - 0 1", "b4",
         "b4a4 b4b1 b4b2 b4b3 b4b5 b4b6 b4b7 b4b8 b4c4 b4d4 b4e4 b4f4"},
        {"rookies", "2k5/8/8/8/8/1P6/8/1S1m3K w - - 0 1", "b1", "b1a1 b1b2 b1c1 b1d1"},
        {"rookies", "k7/8/8/8/3M4/8/8/7K w - - 0 1", "d4", "d4b4 d4c4 d4d2 d4d3 d4d5 d4d6 d4e4 d4f4"},
        {"rookies", "k7/8/8/3p4/2PMP3/3P4/8/7K w - - 0 1", "d4", "d4b4 d4d2 d4d5 d4d6 d4f4"},
        {"rookies", "k7/8/3p4/3p4/2PFP3/3P4/8/7K w - - 0 1", "d4",
         "d4a4 d4b4 d4c3 d4c5 d4d1 d4d2 d4d6 d4d7 d4e3 d4e5 d4f4 d4g4"},
        {"rookies", "k7/8/8/3p4/2pEp3/3p4/8/7K w - - 0 1", "d4",
         "d4b3 d4b5 d4c2 d4c4 d4c6 d4d3 d4d5 d4e2 d4e4 d4e6 d4f3 d4f5"},
    };
    check_moves(cases, sizeof cases / sizeof *cases);
}

static void check_in_check(const char *white, const char *black, const char *fen, bool in_check)
{
    struct scene scene;
    set_up(&scene, white, black, fen);
    scene_in_check(&scene, in_check);
    scene_clear(&scene);
}

static void test_checks(void **state)
{
    (void)state;
    check_in_check("fide", "rookies", "k7/8/8/4s3/8/8/8/4K3 w - - 0 1", true);
    check_in_check("fide", "rookies", "k7/8/4s3/8/8/8/8/4K3 w - - 0 1", false);
    check_in_check("fide", "rookies", "k7/8/8/8/4f3/4P3/4P3/4K3 w - - 0 1", true);
    check_in_check("fide", "rookies", "k7/8/8/8/8/4f3/4P3/4K3 w - - 0 1", true);
    check_in_check("fide", "rookies", "k7/8/8/8/8/8/4f3/4K3 w - - 0 1", false);
    // A charging rook behind the king reaches one square back.
    check_in_check("nutters", "fide", "8/8/8/8/8/4k3/8/K3G3 b - - 0 1", true);
    check_in_check("nutters", "fide", "8/4G3/8/8/8/4k3/8/K7 b - - 0 1", false);
    check_in_check("nutters", "fide", "8/8/8/8/4G3/4k3/8/K7 b - - 0 1", true);
    // A colonel's leaps go forward.
    check_in_check("nutters", "fide", "8/8/8/8/4k3/8/3O4/K7 b - - 0 1", true);
    check_in_check("nutters", "fide", "8/8/3O4/8/4k3/8/8/K7 b - - 0 1", false);
    check_in_check("fide", "nutters", "k7/8/3o4/8/4K3/8/8/8 w - - 0 1", true);
    check_in_check("fide", "nutters", "k7/8/8/8/4K3/8/3o4/8 w - - 0 1", false);
    // A fibnif's leaps are the narrow ones.
    check_in_check("fide", "nutters", "k7/8/8/8/8/3i4/8/4K3 w - - 0 1", true);
    check_in_check("fide", "nutters", "k7/8/8/8/8/8/2i5/4K3 w - - 0 1", false);
}

static void test_pins(void **state)
{
    (void)state;
    // A short rook pins over four squares in all, not over five.
    check("fide", "rookies", "k7/8/8/4s3/8/4N3/8/4K3 w - - 0 1", "e1d1", "e3d5 e3c2");
    check("fide", "rookies", "k7/8/4s3/8/8/4N3/8/4K3 w - - 0 1", "e3d5 e3c2", "");
    // Black's charging rook pins down the board, sideways, and not up the board.
    check("fide", "nutters", "k3g3/8/8/8/8/4N3/8/4K3 w - - 0 1", "", "e3d5");
    check("fide", "nutters", "k7/8/8/8/8/8/8/g2NK3 w - - 0 1", "", "d1c3");
    check("fide", "nutters", "k7/8/8/4K3/4N3/8/8/4g3 w - - 0 1", "e4c5", "");
    // Cardinals and chancellors pin along lines, never by leaps.
    check("fide", "clobberers", "k7/8/8/8/1c6/2N5/8/4K3 w - - 0 1", "", "c3d5");
    check("fide", "rookies", "k3e3/8/8/8/8/4N3/8/4K3 w - - 0 1", "", "e3d5");
    check("fide", "rookies", "k7/8/8/8/8/5e2/5N2/4K3 w - - 0 1", "", "f2h3"); // a leap's check, not a pin
    // Nor does a half-duck that leaps over the piece in between.
    check("fide", "rookies", "k7/8/8/8/8/8/3f4/3NK3 w - - 0 1", "e1d2", "d1c3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_positions),
        cmocka_unit_test(test_castling_with_the_corner_piece),
        cmocka_unit_test(test_clobberers_castle_to_the_b_file),
        cmocka_unit_test(test_clobberers_need_b_c_and_d_empty),
        cmocka_unit_test(test_clobberers_need_b_c_d_and_e_safe),
        cmocka_unit_test(test_castling_past_the_pieces_of_the_armies),
        cmocka_unit_test(test_rights_go_with_the_corner_piece),
        cmocka_unit_test(test_promotion_to_either_army),
        cmocka_unit_test(test_promoted_piece_moves_as_its_own_kind),
        cmocka_unit_test(test_moves_of_the_nutty_knights),
        cmocka_unit_test(test_moves_of_the_clobberers),
        cmocka_unit_test(test_moves_of_the_rookies),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_pins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
