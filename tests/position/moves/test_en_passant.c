// SPDX-License-Identifier: GPL-3.0-or-later
// En passant beyond chess: after triple steps, in certain regions, by other pieces, and after other pieces' initial moves.

#include "base/memory.h"
#include "base/random.h"
#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/moves/perft.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct piece_description biskni = {'B', "biskni", "mWcF"}, walker = {'W', "walker", "mWcFimD"},
                                      rook = {'R', "rook", "R"};

static struct {
    bool triple, region, others;
} wanted;

static bool prepare(struct variant *variant, struct error *err)
{
    (void)err;
    struct piece_rules *pawn = &variant->pieces[type_of_letter('P')];
    variant_add_piece(variant, &king_description);
    variant_add_pawn(variant, &pawn_description);
    variant_add_piece(variant, &rook);
    variant->promotions[WHITE][variant->promotion_count[WHITE]++] = type_of_letter('R');
    variant->promotions[BLACK][variant->promotion_count[BLACK]++] = type_of_letter('R');
    if (wanted.others) {
        variant_add_piece(variant, &biskni);
        variant_add_piece(variant, &walker);
        struct piece_rules *other = &variant->pieces[type_of_letter('B')];
        other->takes_en_passant[WHITE] = other->takes_en_passant[BLACK] = true;
        variant->pieces[type_of_letter('W')].double_step[WHITE] = pawn->double_step[WHITE];
        pawn->takes_en_passant[BLACK] = false;
    }
    for (int file = 0; wanted.triple && file < 8; file++) {
        set_add(&pawn->triple_step[WHITE], square_at(file, 1));
        set_add(&pawn->triple_step[BLACK], square_at(file, 6));
    }
    if (wanted.region) { // no capture on the third rank
        variant->en_passant_region[BLACK] = (struct set){{0}};
        for (int file = 0; file < 8; file++)
            set_add(&variant->en_passant_region[BLACK], square_at(file, 3));
    }
    variant->start = memory_copy_text("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    return true;
}

static struct variant *variant_wanted(bool triple, bool region, bool others)
{
    static const struct game game = {
        .name = "test", .title = "Test", .width = 8, .height = 8, .prepare = prepare};
    wanted.triple = triple, wanted.region = region, wanted.others = others;
    struct variant *variant = variant_new(&game, NULL, NULL);
    assert_non_null(variant);
    return variant;
}

// After the move, the position is written as `then`; there, the en-passant captures are exactly these.
static void check(const struct variant *variant, const char *fen, const char *played, const char *then,
                  const char *captures)
{
    struct position pos;
    struct turn turn = {0};
    struct error err = {0};
    struct buffer text;
    struct move_list list;
    if (!fen_read(&pos, variant, fen, &err) || !coordinate_read_turn(&pos, played, &turn, &err))
        fail_msg("%s %s: %s %s", fen, played, err.at, err.message);
    turn_play(&pos, &turn);
    scene_check_properties(&pos);
    buffer_init(&text);
    fen_write(&pos, &text);
    assert_string_equal(buffer_text(&text), then);
    buffer_reset(&text);
    position_actions(&pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) == MOVE_EN_PASSANT) {
            buffer_add(&text, text.length ? " " : "");
            coordinate_write(&pos, list.moves[i], &text);
            // The piece that has just moved is gone afterwards.
            struct position after = pos;
            struct undo undo;
            assert_int_equal(move_captured_at(list.moves[i]), move_to(turn.actions[0]));
            position_apply(&after, list.moves[i], &undo);
            assert_int_equal(after.pieces[move_to(turn.actions[0])], EMPTY);
        }
    assert_string_equal(buffer_text(&text), captures);
    buffer_clear(&text);
}

static void test_triple_steps(void **state)
{
    (void)state;
    struct variant *variant = variant_wanted(true, false, false);
    check(variant, "4k3/8/8/8/2p1p3/p1p5/1P1P4/4K3 w - - 0 1", "d2d5",
          "4k3/8/8/3P4/2p1p3/p1p5/1P6/4K3 b - d4d3 0 1", "c4d3 e4d3");
    check(variant, "4k3/8/8/2p5/4p3/8/3P4/4K3 w - - 0 1", "d2d5", "4k3/8/8/2pP4/4p3/8/8/4K3 b - d4d3 0 1",
          "c5d4 e4d3");
    check(variant, "4k3/8/8/2p5/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "4k3/8/8/2p5/3Pp3/8/8/4K3 b - d3 0 1",
          "e4d3");
    check(variant, "4k3/3p4/8/2P5/4P3/8/8/4K3 b - - 0 1", "d7d4", "4k3/8/8/2P5/3pP3/8/8/4K3 w - d5d6 0 2",
          "e4d5 c5d6");
    variant_free(variant);
}

static void test_regions(void **state)
{
    (void)state;
    struct variant *variant = variant_wanted(true, true, false);
    check(variant, "4k3/8/8/2p5/4p3/8/3P4/4K3 w - - 0 1", "d2d5", "4k3/8/8/2pP4/4p3/8/8/4K3 b - d4 0 1",
          "c5d4");
    check(variant, "4k3/8/8/2p5/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "4k3/8/8/2p5/3Pp3/8/8/4K3 b - - 0 1", "");
    check(variant, "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1", "d7d5", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2",
          "c5d6 e5d6");
    variant_free(variant);
}

static void test_other_pieces(void **state)
{
    (void)state;
    struct variant *variant = variant_wanted(false, false, true);
    // Black's biskni captures, and its pawn does not.
    check(variant, "4k3/8/8/8/2p1b3/8/3P4/4K3 w - - 0 1", "d2d4", "4k3/8/8/8/2pPb3/8/8/4K3 b - d3 0 1",
          "e4d3");
    // The walker's first move passes d3, or e2 when it goes sideways, and may be captured there.
    check(variant, "4k3/8/8/8/4b3/8/3W4/4K3 w - - 0 1", "d2d4", "4k3/8/8/8/3Wb3/8/8/4K3 b - d3 1 1", "e4d3");
    check(variant, "4k3/8/8/8/8/3b4/3W4/4K3 w - - 0 1", "d2f2", "4k3/8/8/8/8/3b4/5W2/4K3 b - e2f2 1 1",
          "d3e2");
    variant_free(variant);
}

static void test_targets_that_cannot_be(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "4k3/8/8/8/8/8/8/4K3 b - d3 0 1",         // nothing has moved
        "4k3/8/8/3P4/8/8/8/4K3 b - d4d3c3 0 1",   // three targets
        "4k3/8/8/3P4/8/8/8/4K3 b - d4d3d2c2 0 1", // even more
        "4k3/8/8/3p4/8/8/8/4K3 b - d4d3 0 1",     // its own pawn
        "4k3/8/8/8/3P4/3R4/8/4K3 b - d3 0 1",     // an occupied target
        "4k3/8/8/3P4/8/8/8/4K3 b - d4x3 0 1",     // no square
    };
    struct variant *variant = variant_wanted(true, false, false);
    struct position pos;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (fen_read(&pos, variant, refused[i], NULL))
            fail_msg("%s is taken for a position", refused[i]);
    variant_free(variant);
}

static void test_random_play(void **state)
{
    (void)state;
    struct variant *variant = variant_wanted(true, false, false);
    unsigned captures = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct random random = {seed};
        struct position pos;
        assert_true(fen_read(&pos, variant, "startpos", NULL));
        for (int ply = 0; ply < 60; ply++) {
            struct move_list list;
            struct undo undo;
            position_actions(&pos, &list);
            if (!list.count)
                break;
            move m = list.moves[random_below(&random, list.count)];
            for (unsigned i = 0; i < list.count; i++)
                if (move_kind(list.moves[i]) == MOVE_EN_PASSANT)
                    m = list.moves[i];
            captures += move_kind(m) == MOVE_EN_PASSANT;
            position_apply(&pos, m, &undo);
            if (ply % 4 == 0 || move_kind(m) == MOVE_EN_PASSANT || pos.state.en_passant != SQUARE_NONE)
                scene_check_properties(&pos);
        }
    }
    assert_true(captures > 10);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triple_steps), cmocka_unit_test(test_regions),
        cmocka_unit_test(test_other_pieces), cmocka_unit_test(test_targets_that_cannot_be),
        cmocka_unit_test(test_random_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
