// SPDX-License-Identifier: GPL-3.0-or-later
// Drops: from where to where, what they must not do, and what goes to a hand.

#include "mechanics/actions/drops.h"
#include "mechanics/actions/drops_castling.h"
#include "position/rules/promotion.h"
#include "support/composed.h"
#include "support/fide.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct drops_settings crazyhouse_settings(void)
{
    struct drops_settings settings = {.drops = true,
                                      .captures_to_hand = true,
                                      .gives_check = true,
                                      .no_doubled_count = 1,
                                      .region = {{{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}},
                                                 {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}}}};
    return settings;
}

// ---- Crazyhouse ----

static bool crazyhouse(struct variant *variant, struct error *err)
{
    struct drops_settings settings = crazyhouse_settings();
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", err) &&
           variant_use(variant, &drops_mechanism, &settings, err);
}

static void test_crazyhouse_drops(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, crazyhouse);
    composed_only(variant, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@a",
                  "N@a1 N@a2 N@a3 N@a4 N@a5 N@a6 N@a7 N@a8");
    // Pawns neither on the first rank nor on the last.
    composed_only(variant, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a", "P@a2 P@a3 P@a4 P@a5 P@a6 P@a7");
    composed_only(variant, "4k3/8/8/8/8/8/8/4K3[p] b - - 0 1", "P@h", "P@h2 P@h3 P@h4 P@h5 P@h6 P@h7");
    // In check only between king and checker; not at all in check by a knight or two pieces.
    composed_only(variant, "4r2k/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@", "N@e2 N@e3 N@e4 N@e5 N@e6 N@e7");
    composed_only(variant, "7k/8/8/8/8/3n4/8/4K3[NP] w - - 0 1", "N@", "");
    composed_only(variant, "4r2k/8/8/8/8/3n4/8/4K3[NP] w - - 0 1", "P@", "");
    composed_plays(variant, "4k3/8/8/8/8/8/8/4K3[Nq] w - - 7 1", "N@f3 Q@e2",
                   "4k3/8/8/8/8/5N2/4q3/4K3[] w - - 0 2");
    composed_plays(variant, "4k3/8/8/8/8/8/8/4K3[-] w - - 7 1", "e1e2", "4k3/8/8/8/8/8/4K3/8[] b - - 8 1");
    variant_free(variant);
}

static void test_captures_go_to_the_hand(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, crazyhouse);
    composed_plays(variant, "startpos", "e2e4 d7d5 e4d5 d8d5",
                   "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
    // A promoted piece is a pawn again in the hand; en passant is a capture.
    composed_plays(variant, "n3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1", "b7a8q",
                   "Q~3k3/8/8/8/8/8/8/4K3[N] b - - 0 1");
    composed_plays(variant, "Q~7/4k3/8/8/8/8/r7/4K3[] b - - 0 1", "a2a8",
                   "r7/4k3/8/8/8/8/8/4K3[p] w - - 0 2");
    composed_plays(variant, "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6",
                   "4k3/8/3P4/8/8/8/8/4K3[P] b - - 0 1");
    variant_free(variant);
}

// It does not turn into what its type turns into, or it would not be a pawn any more in a hand.
static void test_a_promoted_pawn_does_not_turn(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "t-tilde", "[t-tilde:chess]\ncapturesToHand = true\ncastling = false\npromotedPieceType = n:q\n");
    composed_only(variant, "4k3/8/N~6N/8/8/8/8/4K3[] w - - 0 1", "a6", "a6b4 a6b8 a6c5 a6c7");
    composed_only(variant, "4k3/8/N~6N/8/8/8/8/4K3[] w - - 0 1", "h6", "h6f5 h6f7 h6g4 h6g8 h6g8+");
    variant_free(variant);
}

static void test_crazyhouse_refusals(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, crazyhouse);
    static const char fen[] = "4r2k/8/8/8/8/8/8/4K3[NP] w - - 0 1",
                      quiet[] = "7k/8/8/8/8/8/8/4K3[NP] w - - 0 1";
    composed_refused(variant, fen, "N@a1", "it does not answer the check");
    composed_refused(variant, fen, "R@e4", "White has no rook in hand");
    composed_refused(variant, fen, "A@e4", "no piece of this game has the letter A");
    composed_refused(variant, quiet, "N@h8", "h8 is occupied");
    composed_refused(variant, quiet, "P@a8", "a pawn of White cannot be dropped on a8");
    variant_free(variant);
}

// Numbers that other programs have found.
static void test_crazyhouse_perft(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, crazyhouse);
    assert_int_equal(composed_perft(variant, "startpos", 4), 197281);
    assert_int_equal(composed_perft(variant, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 2), 75353);
    assert_int_equal(composed_perft(variant, "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", 3), 88634);
    variant_free(variant);
}

static void test_random_crazyhouse(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, crazyhouse);
    composed_random(variant, 8, 150);
    variant_free(variant);
}

// ---- Other rules about drops ----

static bool restricted(struct variant *variant, struct error *err)
{
    struct drops_settings settings = crazyhouse_settings();
    settings.captures_to_hand = false;
    settings.gives_check = false;
    settings.opposite_bishops = true;
    settings.first_rank = settings.promotion_zone = true;
    settings.region[WHITE] = (struct set){{UINT64_MAX}};
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[BBNPbbnp] w KQkq - 0 1", err) &&
           variant_use(variant, &drops_mechanism, &settings, err);
}

static void test_restricted_drops(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, restricted);
    // White only on the first four ranks, pawns also on the first; no checks.
    composed_only(variant, "8/8/8/8/3k4/8/8/7K[NP] w - - 0 1", "N@b", "N@b1 N@b2 N@b4");
    composed_only(variant, "8/8/8/8/3k4/8/8/7K[NP] w - - 0 1", "P@c", "P@c1 P@c2 P@c4");
    composed_refused(variant, "8/8/8/8/3k4/8/8/7K[NP] w - - 0 1", "P@c3", "a drop must not give check");
    composed_refused(variant, "8/8/8/8/3k4/8/8/7K[NP] w - - 0 1", "P@c5", "cannot be dropped on c5");
    // The second bishop goes to the other colour.
    composed_only(variant, "6k1/8/8/8/8/8/8/B6K[B] w - - 0 1", "B@a", "B@a4");
    composed_refused(variant, "6k1/8/8/8/8/8/8/B6K[B] w - - 0 1", "B@a3", "squares of both colours");
    composed_random(variant, 4, 80);
    variant_free(variant);
}

// A small shogi: nothing moves on from the last rank.
static bool small_shogi(struct variant *variant, struct error *err)
{
    static const struct piece_description pieces[] = {
        {'K', "king", "K"}, {'G', "gold general", "WfF"}, {'S', "silver general", "FfW"},
        {'R', "rook", "R"}, {'L', "lance", "fR"},         {'P', "shogi pawn", "fW"}};
    struct drops_settings settings = crazyhouse_settings();
    struct set zone[2] = {{{0}}, {{0}}};
    for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++)
        variant_add_piece(variant, &pieces[i]);
    for (int file = 0; file < variant->board.width; file++) {
        set_add(&zone[WHITE], square_at(file, variant->board.height - 1));
        set_add(&zone[BLACK], square_at(file, 0));
    }
    const struct turning turning = {{&zone[WHITE], &zone[BLACK]}, true, false, false};
    for (const char *letter = "PLS"; *letter; letter++) {
        piece_type was = type_of_letter(*letter);
        variant_turn_into(variant, was,
                          variant_add_promoted(variant, was, type_of_letter('G'), PROMOTED_PLUS), &turning);
    }
    variant->immobility_illegal = true;
    variant->start = strdup("rlsgk/4p/5/P4/KGSLR[] w - - 0 1");
    settings.no_doubled = type_of_letter('P');
    settings.pawn_mate_is_illegal = true;
    return variant->start && variant_use(variant, &drops_mechanism, &settings, err);
}

static void test_shogi_drops(void **state)
{
    (void)state;
    struct variant *variant = composed_new(5, 5, small_shogi);
    composed_only(variant, "4k/5/5/5/K4[L] w - - 0 1", "L@b", "L@b1 L@b2 L@b3 L@b4");
    // No second unpromoted pawn on a file.
    composed_only(variant, "4k/5/1P3/2+P2/K4[P] w - - 0 1", "P@",
                  "P@a2 P@a3 P@a4 P@c1 P@c3 P@c4 P@d1 P@d2 P@d3 P@d4 P@e1 P@e2 P@e3 P@e4");
    composed_refused(variant, "4k/5/1P3/5/K4[P] w - - 0 1", "P@b2", "on the b-file White has as many");
    composed_refused(variant, "4k/5/5/5/K4[L] w - - 0 1", "L@b5", "a lance could never move on from b5");
    // A pawn may give check by a drop, but not mate; a gold general may.
    composed_only(variant, "3rk/5/4G/5/K4[P] w - - 0 1", "P@e4", "");
    composed_refused(variant, "3rk/5/4G/5/K4[P] w - - 0 1", "P@e4",
                     "the drop of a shogi pawn must not give mate");
    composed_only(variant, "3rk/5/4G/5/K4[GP] w - - 0 1", "G@e4", "G@e4");
    composed_only(variant, "4k/5/4G/5/K4[P] w - - 0 1", "P@e4", "P@e4");
    composed_only(variant, "4k/3r1/4G/5/K4[P] w - - 0 1", "P@e4", "P@e4");
    // Promoted pieces are unpromoted in the hand.
    composed_plays(variant, "4k/5/5/r4/+P3K[] b - - 0 1", "a2a1", "4k/5/5/5/r3K[p] w - - 0 2");
    composed_random(variant, 12, 120);
    variant_free(variant);
}

static bool loop(struct variant *variant, struct error *err)
{
    struct drops_settings settings = crazyhouse_settings();
    settings.keeps_promotions = settings.promoted = true;
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", err) &&
           variant_use(variant, &drops_mechanism, &settings, err);
}

static void test_loop_chess(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, loop);
    composed_plays(variant, "n3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1", "b7a8q",
                   "Q3k3/8/8/8/8/8/8/4K3[N] b - - 0 1");
    composed_plays(variant, "Q7/4k3/8/8/8/8/r7/4K3[] b - - 0 1", "a2a8", "r7/4k3/8/8/8/8/8/4K3[q] w - - 0 2");
    variant_free(variant);
}

// ---- Castling ----

static bool placement(struct variant *variant, struct error *err)
{
    const struct drops_castling_settings castles = {true};
    return crazyhouse(variant, err) && variant_use(variant, &drops_castling_mechanism, &castles, err);
}

static void test_dropped_pieces_castle(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, placement);
    // The right comes with whichever of the two is dropped last, and with each rook by itself.
    composed_plays(variant, "4k3/8/8/8/8/8/8/4K3[RRr] w - - 0 1", "R@h1 R@h8 R@a1",
                   "4k2r/8/8/8/8/8/8/R3K2R[] b KQk - 0 2");
    composed_plays(variant, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@h1 e8e7 e1g1",
                   "8/4k3/8/8/8/8/8/5RK1[] b - - 2 2");
    composed_plays(variant, "4k3/8/8/8/8/8/8/5K2[R] w - - 0 1", "R@h1", "4k3/8/8/8/8/8/8/5K1R[] b - - 0 1");
    composed_plays(variant, "4k3/8/8/8/8/8/8/4K3[RN] w - - 0 1", "R@g1 e8d8 N@h1",
                   "3k4/8/8/8/8/8/8/4K1RN[] b - - 0 2");
    composed_random(variant, 4, 80);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crazyhouse_drops),      cmocka_unit_test(test_captures_go_to_the_hand),
        cmocka_unit_test(test_crazyhouse_refusals),   cmocka_unit_test(test_crazyhouse_perft),
        cmocka_unit_test(test_random_crazyhouse),     cmocka_unit_test(test_restricted_drops),
        cmocka_unit_test(test_shogi_drops),           cmocka_unit_test(test_loop_chess),
        cmocka_unit_test(test_dropped_pieces_castle), cmocka_unit_test(test_a_promoted_pawn_does_not_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
