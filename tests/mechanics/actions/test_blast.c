// SPDX-License-Identifier: GPL-3.0-or-later
// Explosions: what they remove and what not, kings that must not explode, and pieces that become walls.

#include "mechanics/actions/blast.h"
#include "mechanics/actions/drops.h"
#include "mechanics/actions/immunity.h"
#include "position/game.h"
#include "support/composed.h"
#include "support/fide.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static uint64_t bit(char letter)
{
    return UINT64_C(1) << type_of_letter(letter);
}

// Kings that are royal because they are the last of their type.
static bool last_kings(struct variant *variant, struct error *err)
{
    variant->royal = false;
    variant->royal_types = bit('K');
    variant->royal_at_most = 1;
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", err);
}

static bool atomic(struct variant *variant, struct error *err)
{
    const struct blast_settings settings = {.blasts = true};
    return last_kings(variant, err) && variant_use(variant, &blast_mechanism, &settings, err);
}

static void test_explosions(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, atomic);
    // Pieces beside go, pawns beside stay; the capturing pawn goes.
    composed_plays(variant, "4k3/8/2nbr3/2pqp3/2PPn3/8/8/4K3 w - - 3 1", "c4d5",
                   "4k3/8/8/2p1p3/3P4/8/8/4K3 b - - 0 1");
    composed_plays(variant, "4k3/8/1N6/3pP3/8/8/8/4K3 w - d6 3 1", "e5d6", "4k3/8/1N6/8/8/8/8/4K3 b - - 0 1");
    // A rook that explodes in its corner cannot castle any more.
    composed_plays(variant, "r3k2r/6pp/8/8/8/8/8/4K2R w Kkq - 0 1", "h1h7",
                   "r3k3/6p1/8/8/8/8/8/4K3 b q - 0 1");
    variant_free(variant);
}

static void test_kings_and_explosions(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, atomic);
    // One's own king must not explode, by capturing or beside a capture.
    composed_only(variant, "7k/8/8/8/8/8/3rR3/3K4 w - - 0 1", "e2d2", "");
    composed_refused(variant, "7k/8/8/8/8/8/3r4/3K4 w - - 0 1", "d1d2", "");
    // Who blows up the enemy's king need not answer a check.
    composed_only(variant, "3k4/3p4/8/8/8/8/3R4/r3K3 w - - 0 1", "d2d", "d2d1 d2d7");
    composed_plays(variant, "3k4/3p4/8/8/8/8/3R4/r3K3 w - - 0 1", "d2d7", "8/8/8/8/8/8/8/r3K3 b - - 0 1");
    // A king beside the other is in no check.
    composed_only(variant, "8/8/8/8/8/r7/3k4/3K4 w - - 0 1", "d1", "d1c1 d1c2 d1e1 d1e2");
    variant_free(variant);
}

static void test_random_atomic(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, atomic);
    assert_int_equal(composed_perft(variant, "startpos", 4), 197326);
    composed_random(variant, 12, 80);
    variant_free(variant);
}

// ---- With hands, immune pieces and walls ----

static bool atomic_crazyhouse(struct variant *variant, struct error *err)
{
    const struct blast_settings settings = {.blasts = true, .immune = bit('N')};
    struct drops_settings drops = {
        .drops = true, .captures_to_hand = true, .gives_check = true, .no_doubled_count = 1};
    drops.region[WHITE] = drops.region[BLACK] = variant->board.locations;
    return last_kings(variant, err) && variant_use(variant, &drops_mechanism, &drops, err) &&
           variant_use(variant, &blast_mechanism, &settings, err);
}

static void test_explosions_go_to_the_hands(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, atomic_crazyhouse);
    // The enemy of an exploded piece gets it.
    composed_plays(variant, "4k3/8/2nbr3/3q4/2P1B3/8/8/4K3[] w - - 3 1", "c4d5",
                   "4k3/8/2n5/8/8/8/8/4K3[QRBbp] b - - 0 1");
    composed_random(variant, 12, 80);
    variant_free(variant);
}

static bool petrified(struct variant *variant, struct error *err)
{
    const struct blast_settings settings = {.petrify = bit('Q') | bit('R')};
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", err) &&
           variant_use(variant, &blast_mechanism, &settings, err);
}

static void test_petrified_pieces(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, petrified);
    composed_plays(variant, "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "3*k3/8/8/8/8/8/8/4K3 b - - 0 1");
    composed_plays(variant, "3nk3/8/8/8/8/8/8/3BK3 w - - 0 1", "d1h5", "3nk3/8/8/7B/8/8/8/4K3 b - - 1 1");
    composed_random(variant, 12, 80);
    variant_free(variant);
}

// Kings turn to stone, too, so they may not capture.
static bool petrified_kings(struct variant *variant, struct error *err)
{
    const struct blast_settings settings = {.petrify = bit('Q') | bit('R') | bit('B') | bit('N') | bit('K')};
    return last_kings(variant, err) && variant_use(variant, &blast_mechanism, &settings, err);
}

static void test_petrified_kings(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, petrified_kings);
    composed_only(variant, "8/8/8/8/8/3k4/4p3/4K3 w - - 0 1", "e1", "e1d2 e1f2");
    composed_refused(variant, "8/8/8/8/8/3k4/4p3/4K3 w - - 0 1", "e1e2", "");
    // Pieces that do not stand on the way of a king's step give check as ever.
    composed_only(variant, "8/8/8/8/8/8/1k1r4/3K4 w - - 0 1", "d1", "d1c1 d1e1");
    composed_plays(variant, "3n3k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", "3Q3k/8/8/8/8/8/8/4K3 b - - 0 1");
    composed_random(variant, 12, 80);
    variant_free(variant);
}

// A piece that turns to stone may leave one that is royal from now on, and must not leave it attacked.
static void test_stone_that_leaves_a_last_piece(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "stones", "[stones]\nmaxFile = 5\nmaxRank = 5\ncommoner = k\ncustomPiece1 = a:D\n"
                  "customPiece2 = b:mRcpR\nextinctionPieceTypes = a\nextinctionPseudoRoyal = true\n"
                  "petrifyOnCaptureTypes = ab\nstartFen = a3k/5/5/5/A3K w - - 0 1\n");
    composed_only(variant, "1a2*/2B2/bA1a1/5/2KAk w - - 7 14", "b3", "b3b1");
    composed_only(variant, "1a2*/2B2/bA1a1/5/2KA1 w - - 7 14", "b3", "b3b1 b3b5 b3d3");
    composed_random(variant, 12, 60);
    variant_free(variant);
}

// A royal piece that would turn to stone may not capture, so it gives no check; a spare one of its type may, and does.
static void test_stone_to_spare(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "stones", "[stones]\nmaxFile = 5\nmaxRank = 5\ncommoner = k\ncustomPiece1 = a:D\n"
                  "customPiece2 = b:mRcpR\nextinctionPieceTypes = a\nextinctionPseudoRoyal = true\n"
                  "petrifyOnCaptureTypes = ab\nstartFen = a3k/5/5/5/A3K w - - 0 1\n");
    composed_only(variant, "3a1/5/1k1a1/b1B2/B1KA1 w - - 0 11", "c1", "");
    composed_only(variant, "3a1/5/1k1a1/b1B2/B1KA1 w - - 0 11", "d1", "d1b1");
    composed_only(variant, "5/5/1k1a1/b1B2/B1KA1 w - - 0 11", "d1", "d1b1");
    composed_random(variant, 12, 60);
    variant_free(variant);
}

static bool petrified_blast(struct variant *variant, struct error *err)
{
    const struct blast_settings settings = {.blasts = true, .petrify = bit('Q'), .walls_around = true};
    return last_kings(variant, err) && variant_use(variant, &blast_mechanism, &settings, err);
}

static void test_walls_of_an_explosion(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, petrified_blast);
    composed_plays(variant, "4k3/8/8/3n4/2q1p3/8/8/Q3K2R w - - 0 1", "a1d4",
                   "4k3/8/8/3n4/2qQp3/8/8/4K2R b - - 1 1");
    composed_plays(variant, "4k3/8/8/3n4/2qrp3/8/8/Q3K2R w - - 0 1", "a1d4",
                   "4k3/8/8/3*4/2**p3/8/8/4K2R b - - 0 1");
    composed_random(variant, 12, 80);
    variant_free(variant);
}

static bool exploding_king(struct variant *variant, struct error *err)
{
    const struct blast_settings settings = {.blasts = true};
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", err) &&
           variant_use(variant, &blast_mechanism, &settings, err);
}

static void test_a_royal_king_cannot_explode(void **state)
{
    (void)state;
    static struct game game = {
        .name = "test", .title = "Test", .width = 8, .height = 8, .prepare = exploding_king};
    struct error err = {0};
    assert_null(variant_new(&game, NULL, &err));
    assert_string_equal(err.at, "blastOnCapture");
}

// ---- Immunity ----

static bool immune(struct variant *variant, struct error *err)
{
    const struct immunity_settings settings = {bit('R')};
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", err) &&
           variant_use(variant, &immunity_mechanism, &settings, err);
}

static void test_immunity(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, immune);
    composed_only(variant, "r5k1/8/b7/8/8/8/8/R5K1 w - - 0 1", "a1a", "a1a2 a1a3 a1a4 a1a5 a1a6");
    composed_only(variant, "r5k1/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "");
    composed_refused(variant, "r5k1/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "");
    composed_random(variant, 3, 60);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_explosions),
        cmocka_unit_test(test_kings_and_explosions),
        cmocka_unit_test(test_random_atomic),
        cmocka_unit_test(test_explosions_go_to_the_hands),
        cmocka_unit_test(test_petrified_pieces),
        cmocka_unit_test(test_petrified_kings),
        cmocka_unit_test(test_stone_to_spare),
        cmocka_unit_test(test_walls_of_an_explosion),
        cmocka_unit_test(test_a_royal_king_cannot_explode),
        cmocka_unit_test(test_stone_that_leaves_a_last_piece),
        cmocka_unit_test(test_immunity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
