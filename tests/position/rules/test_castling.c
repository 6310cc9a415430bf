// SPDX-License-Identifier: GPL-3.0-or-later
// Castling that chess does not have: from any files, by any pieces, with a king that need not be royal, not to the
// opponent's wing.

#include "base/memory.h"
#include "base/random.h"
#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/integrity.h"
#include "position/moves/perft.h"
#include "position/rules/castling.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct piece_description fide[] = {
    {'Q', "queen", "Q"}, {'R', "rook", "R"}, {'B', "bishop", "B"}, {'N', "knight", "N"}};

enum { SET = 16 }; // more than there are kinds of settings

// What the next variant is to be.
static struct {
    uint8_t width;
    bool anywhere, opposite;
    struct castling_rules rules;
    char king[SET]; // how it moves
} wanted;

static uint64_t bit(char letter)
{
    return UINT64_C(1) << type_of_letter(letter);
}

static void want_chess(void)
{
    memset(&wanted, 0, sizeof wanted);
    wanted.width = 8;
    strcpy(wanted.king, "K");
    wanted.rules = (struct castling_rules){.king = type_of_letter('K'),
                                           .rooks = bit('R'),
                                           .king_from = 4,
                                           .rook_from = {7, 0},
                                           .king_to = {6, 2}};
}

static bool prepare(struct variant *variant, struct error *err)
{
    (void)err;
    const struct piece_description king = {'K', "king", wanted.king}, commoner = {'M', "commoner", "K"};
    variant_add_piece(variant, &king);
    variant_add_piece(variant, &commoner);
    variant_add_pawn(variant, &pawn_description);
    for (size_t i = 0; i < sizeof fide / sizeof *fide; i++)
        variant_add_piece(variant, &fide[i]);
    variant->opposite_castling = wanted.opposite;
    const struct castling_rules rules[2] = {wanted.rules, wanted.rules};
    if (wanted.anywhere)
        assert_true(variant_castle_from_anywhere(variant, rules));
    for (unsigned index = 0; !wanted.anywhere && index < 4; index++)
        assert_true(
            variant_add_castling(variant, (enum color)(index / 2), (enum wing)(index % 2), &wanted.rules));
    variant->start = memory_copy_text("");
    return true;
}

static struct variant *variant_wanted(void)
{
    static struct game game;
    game = (struct game){
        .name = "test", .title = "Test", .width = wanted.width, .height = 8, .prepare = prepare};
    struct variant *variant = variant_new(&game, NULL, NULL);
    assert_non_null(variant);
    return variant;
}

static struct position read(const struct variant *variant, const char *fen)
{
    struct position pos;
    struct error err = {0};
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
    scene_check_properties(&pos);
    return pos;
}

// The castlings in the position, as coordinates and as SAN: "e1g1 O-O".
static void check_castlings(const struct variant *variant, const char *fen, const char *expected)
{
    struct position pos = read(variant, fen);
    struct move_list list;
    struct buffer text;
    buffer_init(&text);
    position_actions(&pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (move_kind(list.moves[i]) != MOVE_CASTLE)
            continue;
        buffer_add(&text, text.length ? " " : "");
        coordinate_write(&pos, list.moves[i], &text);
        buffer_add_char(&text, ' ');
        san_write_action(&pos, list.moves[i], &list, SAN_BARE, &text);
    }
    if (strcmp(buffer_text(&text), expected) != 0)
        fail_msg("%s: %s, not %s", fen, buffer_text(&text), expected);
    buffer_clear(&text);
}

static void check_after(const struct variant *variant, const char *fen, const char *played,
                        const char *expected)
{
    struct position pos = read(variant, fen);
    struct turn turn;
    struct error err = {0};
    struct buffer text;
    if (!coordinate_read_turn(&pos, played, &turn, &err))
        fail_msg("%s: %s", played, err.message);
    turn_play(&pos, &turn);
    assert_true(position_ok(&pos));
    buffer_init(&text);
    fen_write(&pos, &text);
    assert_string_equal(buffer_text(&text), expected);
    buffer_clear(&text);
}

static void check_refused(const struct variant *variant, const char *fen, const char *at)
{
    struct position pos;
    struct error err = {0};
    assert_false(fen_read(&pos, variant, fen, &err));
    assert_string_equal(err.at, at);
}

static void test_wide_board(void **state)
{
    (void)state;
    want_chess();
    wanted.width = 10;
    wanted.rules.king_from = 5;
    wanted.rules.rook_from[WING_KING] = 9;
    wanted.rules.king_to[WING_KING] = 8;
    struct variant *variant = variant_wanted();
    check_castlings(variant, "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", "f1i1 O-O f1c1 O-O-O");
    check_castlings(variant, "r4k3r/10/10/10/10/10/10/RN3K3R w KQkq - 0 1", "f1i1 O-O");
    check_castlings(variant, "4k5/10/10/10/10/2r7/10/R4K3R w KQ - 0 1", "f1i1 O-O");
    check_castlings(variant, "4k5/10/10/10/10/1r8/10/R4K3R w KQ - 0 1", "f1i1 O-O f1c1 O-O-O");
    check_after(variant, "r4k3r/10/10/10/10/10/10/R4K3R b KQkq - 0 1", "f8i8",
                "r6rk1/10/10/10/10/10/10/R4K3R w KQ - 1 2");
    check_refused(variant, "4kr4/10/10/10/10/10/10/R3K4R w KQ - 0 1", "castling");
    variant_free(variant);
}

static void test_other_pieces(void **state)
{
    (void)state;
    want_chess();
    // The commoner castles with bishop or knight; it may pass through attacks, and the king is not left in check.
    wanted.rules.king = type_of_letter('M');
    wanted.rules.rooks = bit('B') | bit('N');
    struct variant *variant = variant_wanted();
    check_castlings(variant, "3kr3/8/8/8/8/8/3K4/B3M2N w KQ - 0 1", "e1g1 O-O e1c1 O-O-O");
    check_castlings(variant, "3k1r2/8/8/8/8/8/3K4/B3M2N w KQ - 0 1", "e1g1 O-O e1c1 O-O-O");
    check_castlings(variant, "3k4/8/8/8/8/8/8/rB1KM2N w K - 0 1", "e1g1 O-O");
    check_refused(variant, "3k4/8/8/8/8/8/3K4/R3M2N w KQ - 0 1", "castling");
    check_refused(variant, "3k4/8/8/8/8/8/3M4/B3K2N w KQ - 0 1", "castling");
    check_after(variant, "3k4/8/8/8/8/8/3K4/B3M2N w KQ - 7 1", "e1c1", "3k4/8/8/8/8/8/3K4/2MB3N b - - 8 1");
    variant_free(variant);
}

static void test_inner_ranks_and_steps_that_are_moves(void **state)
{
    (void)state;
    want_chess();
    wanted.rules.rank = 1;
    wanted.rules.king_to[WING_KING] = 5; // a step that the king could make anyway
    strcpy(wanted.king, "KDD");          // and two steps to the left, too
    struct variant *variant = variant_wanted();
    check_castlings(variant, "8/4k3/8/8/8/8/R3K2R/8 w KQ - 0 1", "e2h2 O-O e2a2 O-O-O");
    check_castlings(variant, "8/r3k2r/8/8/8/8/4K3/8 b kq - 0 1", "e7h7 O-O e7a7 O-O-O");
    check_after(variant, "8/4k3/8/8/8/8/R3K2R/8 w KQ - 0 1", "e2f2", "8/4k3/8/8/8/8/R4K1R/8 b - - 1 1");
    check_after(variant, "8/4k3/8/8/8/8/R3K2R/8 w KQ - 0 1", "e2h2", "8/4k3/8/8/8/8/R3RK2/8 b - - 1 1");
    variant_free(variant);
}

static void test_squares_that_do_not_fit(void **state)
{
    (void)state;
    want_chess();
    struct variant *variant = variant_wanted();
    struct castling_rules good = wanted.rules, bad = good;
    assert_true(variant_add_castling(variant, WHITE, WING_KING, &good));
    bad.rook_from[WING_KING] = 8;
    assert_false(variant_add_castling(variant, WHITE, WING_KING, &bad));
    bad = good, bad.king_to[WING_QUEEN] = 7; // the rook would go beyond the h-file
    assert_false(variant_add_castling(variant, WHITE, WING_QUEEN, &bad));
    bad = good, bad.king_from = 7;
    assert_false(variant_add_castling(variant, WHITE, WING_KING, &bad));
    bad = good, bad.rank = 8;
    assert_false(variant_add_castling(variant, WHITE, WING_KING, &bad));
    bad = good, bad.king = type_of_letter('Z');
    assert_false(variant_add_castling(variant, WHITE, WING_KING, &bad));
    variant_free(variant);
}

static void test_opposite_wings(void **state)
{
    (void)state;
    want_chess();
    wanted.opposite = true;
    struct variant *variant = variant_wanted();
    check_after(variant, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b q - 1 1");
    check_after(variant, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w K - 1 2");
    variant_free(variant);
}

static void test_chess960(void **state)
{
    (void)state;
    want_chess();
    wanted.anywhere = true;
    struct variant *variant = variant_wanted();
    check_castlings(variant, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1 O-O e1a1 O-O-O");
    check_castlings(variant, "rkr5/ppp5/8/8/8/8/PPP5/RKR5 w CAca - 0 1", "b1c1 O-O");
    // The king stays, or takes the rook's place.
    check_after(variant, "4k3/8/8/8/8/8/8/6KR w H - 3 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 4 1");
    check_after(variant, "4k3/8/8/8/8/8/8/1RK5 w B - 3 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 4 1");
    // The rook shields the king, until it moves.
    check_castlings(variant, "4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "");
    check_castlings(variant, "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1 O-O-O");
    // KQ are the outermost rooks; what is written are their files.
    check_after(variant, "1r1k1r1r/8/8/8/8/8/8/RR1K1RR1 b KQkq - 0 1", "d8d7",
                "1r3r1r/3k4/8/8/8/8/8/RR1K1RR1 w GA - 1 2");
    check_after(variant, "1r1k1r1r/8/8/8/8/8/8/RR1K1RR1 b FBf - 0 1", "h8h1",
                "1r1k1r2/8/8/8/8/8/8/RR1K1RRr w FBf - 1 2");
    check_after(variant, "1r1k1r1r/8/8/8/8/8/8/RR1K1RR1 w FBf - 0 1", "f1f8",
                "1r1k1R1r/8/8/8/8/8/8/RR1K2R1 b B - 0 1");
    check_refused(variant, "3k4/8/8/8/8/8/8/R2K3R w HG - 0 1", "fen[25]");
    check_refused(variant, "3k4/8/8/8/8/8/8/R2K3R w HK - 0 1", "fen[25]");
    check_refused(variant, "3k4/8/8/8/8/8/8/R2K3R w Hh - 0 1", "fen[25]");
    check_refused(variant, "3k4/8/8/8/8/8/8/3K3R w Q- - 0 1", "fen[24]");
    check_refused(variant, "3k4/8/8/8/3K4/8/8/R6R w H - 0 1", "fen[24]");
    check_refused(variant, "3k4/8/8/8/8/8/8/R2K3R w z - 0 1", "fen[24]");
    variant_free(variant);
}

// Fairy-Stockfish counts the same.
static void test_chess960_perft(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int depth;
        uint64_t nodes;
    } cases[] = {
        {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
        {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
        {"1r1k3r/8/8/8/8/8/8/1R1K3R w HBhb - 0 1", 4, 290918},
        {"1rk4r/8/8/8/8/8/8/qRK4R w HBhb - 0 1", 4, 324634},
        {"rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1", 4, 138584},
    };
    want_chess();
    wanted.anywhere = true;
    struct variant *variant = variant_wanted();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = read(variant, cases[i].fen);
        assert_int_equal(position_perft(&pos, cases[i].depth), cases[i].nodes);
    }
    variant_free(variant);
}

static void test_random_play(void **state)
{
    (void)state;
    want_chess();
    wanted.anywhere = true;
    struct variant *variant = variant_wanted();
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct random random = {seed};
        struct position pos = read(variant, "qrbknrbn/pppppppp/8/8/8/8/PPPPPPPP/QRBKNRBN w FBfb - 0 1");
        for (int ply = 0; ply < 80; ply++) {
            struct move_list list;
            struct undo undo;
            position_actions(&pos, &list);
            if (!list.count)
                break;
            position_apply(&pos, list.moves[random_below(&random, list.count)], &undo);
            scene_check_properties(&pos);
        }
    }
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wide_board),
        cmocka_unit_test(test_other_pieces),
        cmocka_unit_test(test_inner_ranks_and_steps_that_are_moves),
        cmocka_unit_test(test_squares_that_do_not_fit),
        cmocka_unit_test(test_opposite_wings),
        cmocka_unit_test(test_chess960),
        cmocka_unit_test(test_chess960_perft),
        cmocka_unit_test(test_random_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
