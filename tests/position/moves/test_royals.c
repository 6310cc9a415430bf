// SPDX-License-Identifier: GPL-3.0-or-later
// Royal pieces of which there may be several: one is royal as the last of its type, or all are attacked together.

#include "base/memory.h"
#include "base/random.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/moves/attack.h"
#include "position/moves/perft.h"
#include "position/rules/castling.h"
#include "position/rules/promotion.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool together;

static bool prepare(struct variant *variant, struct error *err)
{
    (void)err;
    static const struct piece_description pieces[] = {{'K', "commoner", "K"},
                                                      {'Q', "queen", "Q"},
                                                      {'R', "rook", "R"},
                                                      {'B', "bishop", "B"},
                                                      {'N', "knight", "N"}};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        variant_add_piece(variant, &pieces[i]);
    variant_add_pawn(variant, &pawn_description);
    for (unsigned color = WHITE; color <= BLACK; color++) {
        for (const char *letter = "QRBN"; *letter; letter++)
            variant_add_promotion(variant, (enum color)color, type_of_letter(*letter));
        variant_add_castlings(variant, (enum color)color, piece_of(type_of_letter('R'), (enum color)color),
                              false); // needs variant->king
    }
    variant->royal = false;
    variant->king = TYPE_NONE;
    variant->royal_types = UINT64_C(1) << type_of_letter('K');
    variant->royal_at_most = 1;
    variant->royal_together = together;
    variant->start = memory_copy_text("rkbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQKBNR w - - 0 1");
    return true;
}

static struct variant *variant_with(bool all)
{
    static const struct game game = {
        .name = "test", .title = "Test", .width = 8, .height = 8, .prepare = prepare};
    together = all;
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

static void check(const struct variant *variant, const char *fen, bool in_check, uint64_t turns)
{
    struct position pos = read(variant, fen);
    assert_int_equal(position_in_check(&pos), in_check);
    assert_int_equal(position_perft(&pos, 1), turns);
}

static void test_the_last_one_is_royal(void **state)
{
    (void)state;
    struct variant *variant = variant_with(false);
    check(variant, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", true, 3);
    // Two of them are not, nor are they hindered in any way.
    check(variant, "4k3/8/8/8/8/8/8/r3K2K w - - 0 1", false, 8);
    variant_free(variant);
}

static void test_all_together(void **state)
{
    (void)state;
    struct variant *variant = variant_with(true);
    check(variant, "4k3/8/8/8/8/8/8/r3K2K w - - 0 1", false, 8);
    // Both are attacked, and at least one of them must get away.
    check(variant, "4k3/8/8/8/8/7r/8/r3K2K w - - 0 1", true, 5);
    variant_free(variant);
}

// Fairy-Stockfish counts the same.
static void test_perft(void **state)
{
    (void)state;
    static const struct {
        bool together;
        const char *fen;
        uint64_t nodes[3];
    } cases[] = {
        {false, "1k2k3/1r4q1/8/3n4/4N3/1Q4R1/8/1K2K3 w - - 0 1", {44, 1956, 86433}},
        {true, "1k2k3/1r4q1/8/3n4/4N3/1Q4R1/8/1K2K3 w - - 0 1", {44, 1936, 83123}},
        {false, "4k3/8/8/8/8/7r/8/r3K2K w - - 0 1", {8, 248, 2443}},
        {true, "4k3/8/8/8/8/7r/8/r3K2K w - - 0 1", {5, 159, 1191}},
        {true, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", {48, 2039, 97862}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct variant *variant = variant_with(cases[i].together);
        struct position pos = read(variant, cases[i].fen);
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(position_perft(&pos, depth), cases[i].nodes[depth - 1]);
        variant_free(variant);
    }
}

static void test_random_play(void **state)
{
    (void)state;
    struct variant *variant = variant_with(true);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct random random = {seed};
        struct position pos = read(variant, "startpos");
        for (int ply = 0; ply < 100; ply++) {
            struct move_list list;
            struct undo undo;
            position_actions(&pos, &list);
            if (!list.count)
                break;
            position_apply(&pos, list.moves[random_below(&random, list.count)], &undo);
            if (ply % 3 == 0)
                scene_check_properties(&pos);
        }
    }
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_last_one_is_royal),
        cmocka_unit_test(test_all_together),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_random_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
