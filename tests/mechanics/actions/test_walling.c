// SPDX-License-Identifier: GPL-3.0-or-later
// Walls: where each rule lets them be put, what they stop, and turns of two actions.

#include "mechanics/actions/walling.h"
#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/turn.h"
#include "support/composed.h"
#include "support/fide.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct walling_settings settings_of(enum walling_rule rule)
{
    struct walling_settings settings = {.rule = (int)rule,
                                        .region = {{{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}},
                                                   {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}}}};
    return settings;
}

static bool chess(struct variant *variant, const struct walling_settings *settings, struct error *err)
{
    return fide_prepare(variant, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", err) &&
           variant_use(variant, &walling_mechanism, settings, err);
}

static bool stones(struct variant *variant, const char *betza, enum walling_rule rule, const char *start,
                   struct error *err)
{
    const struct piece_description stone = {'Q', "stone", betza};
    const struct walling_settings settings = settings_of(rule);
    variant_add_piece(variant, &stone);
    variant->king = variant->pawn = TYPE_NONE;
    variant->royal = false;
    variant->stalemate = VALUE_LOSS;
    variant->start = strdup(start);
    return variant->start && variant_use(variant, &walling_mechanism, &settings, err);
}

// Writes a turn as GUIs expect it, and reads that back.
static void written_for_uci(const struct variant *variant, const char *fen, const char *text,
                            const char *expected)
{
    struct position pos;
    struct turn turn, again;
    struct buffer out;
    buffer_init(&out);
    assert_true(fen_read(&pos, variant, fen, NULL));
    assert_true(coordinate_read_turn(&pos, text, &turn, NULL));
    coordinate_write_turn_for_uci(&pos, &turn, &out);
    assert_string_equal(buffer_text(&out), expected);
    assert_true(coordinate_read_turn(&pos, expected, &again, NULL));
    assert_int_equal(again.count, turn.count);
    assert_memory_equal(again.actions, turn.actions, turn.count * sizeof *turn.actions);
    buffer_clear(&out);
}

// ---- Duck ----

static bool duck(struct variant *variant, struct error *err)
{
    const struct walling_settings settings = settings_of(WALLING_DUCK);
    return chess(variant, &settings, err);
}

static void test_duck(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, duck);
    composed_only(variant, "k7/8/8/8/8/8/8/7K w - - 0 1", "h1g1,*h",
                  "h1g1,*h1 h1g1,*h2 h1g1,*h3 h1g1,*h4 h1g1,*h5 h1g1,*h6 h1g1,*h7 h1g1,*h8");
    // There is one duck, which has to move, and stops whatever does not leap.
    composed_plays(variant, "startpos", "e2e4,*e5 g8f6,*e6 d1g4,*d1",
                   "rnbqkb1r/pppppppp/5n2/8/4P1Q1/8/PPPP1PPP/RNB*KBNR b KQkq - 2 2");
    composed_refused(variant, "2k5/8/8/8/4*3/8/8/R6K w - - 0 1", "a1b1,*e4", "the duck may not stay on e4");
    composed_refused(variant, "2k5/8/8/8/4*3/8/8/R6K w - - 0 1", "a1b1,*h1", "h1 is occupied");
    composed_refused(variant, "2k5/8/8/8/4*3/8/8/R6K w - - 0 1", "a1b1", "the duck must be moved");
    composed_refused(variant, "2k5/8/8/8/4*3/8/8/R6K w - - 0 1", "*a3", "a wall follows the move of a piece");
    composed_only(variant, "7k/8/8/8/*7/8/8/R6K w - - 0 1", "a1a4", "");
    // Fairy-Stockfish's way to write it.
    composed_plays(variant, "k7/8/8/8/8/8/8/7K w - - 0 1", "h1h2,h2h1", "k7/8/8/8/8/8/7K/7* b - - 1 1");
    written_for_uci(variant, "startpos", "e2e4,*e5", "e2e4,e4e5");
    written_for_uci(variant, "4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "a7a8n,*b1", "a7a8n,a8b1");
    written_for_uci(variant, "4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "e1g1,*h1", "e1g1,g1h1");
    composed_random(variant, 3, 60);
    variant_free(variant);
}

// Taking the duck away opens lines, to the own king, too.
static void test_duck_that_protects_the_king(void **state)
{
    (void)state;
    const char *fen = "k7/8/8/8/r2*3K/8/8/7N w - - 0 1";
    struct variant *variant = composed_new(8, 8, duck);
    composed_only(variant, fen, "h1f2", "h1f2,*b4 h1f2,*c4 h1f2,*e4 h1f2,*f4 h1f2,*g4");
    composed_refused(variant, fen, "h1f2,*h1", "the duck protects the king where it stands");
    composed_only(variant, "k7/8/8/8/8/8/8/r*K4N w - - 0 1", "h1g3", "");
    composed_refused(variant, "k7/8/8/8/8/8/8/r*K4N w - - 0 1", "h1g3,*h1",
                     "no wall could be put anywhere after it");
    variant_free(variant);
}

static void test_two_ducks(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, duck);
    struct position pos;
    struct error err = {0};
    assert_false(fen_read(&pos, variant, "k7/**6/8/8/8/8/8/7K w - - 0 1", &err));
    assert_string_equal(err.message, "there is one duck at most, not 2");
    variant_free(variant);
}

// ---- Walls that stay ----

static bool amazons(struct variant *variant, struct error *err)
{
    return stones(variant, "mQ", WALLING_ARROW, "1q2/4/4/2Q1 w - - 0 1", err);
}

static void test_arrow(void **state)
{
    (void)state;
    struct variant *variant = composed_new(4, 4, amazons);
    composed_only(
        variant, "startpos", "c1c2",
        "c1c2,*a2 c1c2,*a4 c1c2,*b1 c1c2,*b2 c1c2,*b3 c1c2,*c1 c1c2,*c3 c1c2,*c4 c1c2,*d1 c1c2,*d2 c1c2,*d3");
    composed_refused(variant, "startpos", "c1c2,*a1", "the piece that has moved could not move on to a1");
    composed_plays(variant, "startpos", "c1c2,*c1 b4b3,*b1", "4/1q2/2Q1/1**1 w - - 2 2");
    composed_random(variant, 20, 40);
    variant_free(variant);
}

// A piece that cannot move on cannot shoot, so it cannot move at all.
static bool pushers(struct variant *variant, struct error *err)
{
    return stones(variant, "fmW", WALLING_ARROW, "1q2/4/4/2Q1 w - - 0 1", err);
}

static void test_no_room_for_an_arrow(void **state)
{
    (void)state;
    struct variant *variant = composed_new(4, 4, pushers);
    composed_only(variant, "1q2/2Q1/4/4 w - - 0 1", "", "");
    composed_only(variant, "1q2/4/2Q1/4 w - - 0 1", "", "c2c3,*c4");
    variant_free(variant);
}

static bool snails(struct variant *variant, struct error *err)
{
    return stones(variant, "mK", WALLING_PAST, "3q/4/4/Q3 w - - 0 1", err);
}

static void test_past(void **state)
{
    (void)state;
    struct variant *variant = composed_new(4, 4, snails);
    composed_only(variant, "startpos", "", "a1a2,*a1 a1b1,*a1 a1b2,*a1");
    composed_refused(variant, "startpos", "a1a2,*b1", "the wall goes where the piece has come from");
    composed_random(variant, 20, 40);
    variant_free(variant);
}

static bool edge(struct variant *variant, struct error *err)
{
    return stones(variant, "mK", WALLING_EDGE, "3q/4/4/Q3 w - - 0 1", err);
}

static void test_edge(void **state)
{
    (void)state;
    struct variant *variant = composed_new(4, 4, edge);
    composed_only(
        variant, "startpos", "a1a2",
        "a1a2,*a1 a1a2,*a3 a1a2,*a4 a1a2,*b1 a1a2,*b4 a1a2,*c1 a1a2,*c4 a1a2,*d1 a1a2,*d2 a1a2,*d3");
    composed_only(variant, "3q/4/4/Q*2 w - - 0 1", "a1a2,*b", "a1a2,*b2 a1a2,*b4");
    composed_refused(variant, "startpos", "a1a2,*b2", "neither at the edge of the board nor beside a wall");
    composed_random(variant, 20, 40);
    variant_free(variant);
}

static bool regions(struct variant *variant, struct error *err)
{
    struct walling_settings settings = settings_of(WALLING_STATIC);
    settings.region[WHITE] = settings.region[BLACK] = (struct set){{0}};
    set_add(&settings.region[WHITE], square_at(0, 3));
    set_add(&settings.region[BLACK], square_at(0, 4));
    return chess(variant, &settings, err);
}

static void test_regions(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, regions);
    composed_plays(variant, "startpos", "e2e4,*a4 e7e5,*a5",
                   "rnbqkbnr/pppp1ppp/8/*3p3/*3P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    composed_refused(variant, "startpos", "e2e4,*a5", "White cannot put a wall on a5");
    // When the region is full nobody can move any more.
    composed_only(variant, "k7/8/8/8/*7/8/8/7K w - - 0 1", "", "");
    composed_refused(variant, "k7/8/8/8/*7/8/8/R6K w - - 0 1", "h1h2", "");
    variant_free(variant);
}

static bool atlantis(struct variant *variant, struct error *err)
{
    struct walling_settings settings = settings_of(WALLING_EDGE);
    settings.instead = true;
    return chess(variant, &settings, err);
}

static void test_wall_or_move(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, atlantis);
    composed_only(variant, "startpos", "*", "*a3 *a4 *a5 *a6 *h3 *h4 *h5 *h6");
    composed_plays(variant, "startpos", "*a4 e7e5 e2e4",
                   "rnbqkbnr/pppp1ppp/8/4p3/*3P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2");
    composed_refused(variant, "k3r3/8/8/8/8/8/8/4K3 w - - 0 1", "*h4", "a wall is no answer to a check");
    written_for_uci(variant, "startpos", "*a4", "a1a1,a1a4");
    written_for_uci(variant, "startpos", "e2e4", "e2e4,e4a1");
    written_for_uci(variant, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1,g1a1");
    composed_random(variant, 3, 60);
    variant_free(variant);
}

// A pawn that has passed a wall cannot be captured there.
static bool anywhere(struct variant *variant, struct error *err)
{
    const struct walling_settings settings = settings_of(WALLING_STATIC);
    return chess(variant, &settings, err);
}

static void test_wall_on_the_en_passant_square(void **state)
{
    (void)state;
    struct variant *variant = composed_new(8, 8, anywhere);
    composed_plays(variant, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4,*e3",
                   "4k3/8/8/8/3pP3/4*3/8/4K3 b - - 0 1");
    composed_plays(variant, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4,*e2 d4e3,*h5",
                   "4k3/8/8/7*/8/4p3/4*3/4K3 w - - 0 2");
    variant_free(variant);
}

// A cannon jumps over a wall as over a piece, so that a wall may open a line to one's own king.
static void test_walls_are_hurdles(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("hurdles", "[hurdles:chess]\ncustomPiece1 = c:mRcpR\ncustomPiece2 = g:gQ\n"
                              "wallingRule = past\ncastling = false\n");
    composed_only(variant, "4k3/3n4/8/3*4/8/8/3C4/7K w - - 0 1", "d2d7", "d2d7,*d2");
    composed_only(variant, "4k3/3n4/8/8/8/8/3C4/7K w - - 0 1", "d2d7", "");
    composed_only(variant, "4k3/3n4/8/3*4/8/8/3G4/7K w - - 0 1", "d2", "d2d6,*d2");
    composed_only(variant, "k7/6Kc/8/8/8/8/8/8 w - - 0 1", "g7f7", "");
    composed_only(variant, "k7/6Kc/8/8/8/8/8/8 w - - 0 1", "g7g8", "g7g8,*g7");
    composed_random(variant, 12, 60);
    variant_free(variant);
}

// Who has blown up the enemy's king need not answer a check, wherever the duck goes.
static void test_duck_after_the_last_explosion(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-exploding-duck", "[t-exploding-duck]\nmaxFile = 5\nmaxRank = 5\ncustomPiece1 = d:D\n"
                                       "rook = r\ncommoner = k\nextinctionValue = loss\ncastling = false\n"
                                       "extinctionPieceTypes = k\nextinctionPseudoRoyal = true\n"
                                       "blastOnCapture = true\nwallingRule = duck\n"
                                       "startFen = dkdrr/5/5/5/DKDRR w - - 0 1\n");
    composed_plays(variant, "d2rr/3k1/2dR1/1*3/DKD1R b - - 3 7", "c3c1,*c3", "d2rr/3k1/2*R1/5/D3R w - - 0 8");
    composed_refused(variant, "d2rr/3k1/2dR1/1*3/DK2R b - - 3 7", "c3c1,*c3", "");
    composed_random(variant, 6, 40);
    variant_free(variant);
}

static void expect_played(const struct variant *variant, const char *text, const char *result)
{
    struct position pos;
    struct turn turn;
    struct error err;
    struct buffer fen;
    assert_true(fen_read(&pos, variant, "4k3/8/1N6/8/8/8/8/4K3 w - - 0 1", &err));
    assert_true(san_read_turn(&pos, text, &turn, &err));
    turn_play(&pos, &turn);
    buffer_init(&fen);
    fen_write(&pos, &fen);
    assert_string_equal(buffer_text(&fen), result);
    buffer_clear(&fen);
}

// A sign behind a move is its promotion also where a wall follows, not a mark of check.
static void test_wall_behind_a_promotion(void **state)
{
    (void)state;
    struct variant *variant = texted_new("t-turning-walls", "[t-turning-walls:chess]\nwallingRule = edge\n"
                                                            "castling = false\npromotedPieceType = n:q\n");
    expect_played(variant, "b6c8+,*a1", "2+N1k3/8/8/8/8/8/8/*3K3 b - - 0 1");
    expect_played(variant, "b6c8,*a1", "2N1k3/8/8/8/8/8/8/*3K3 b - - 1 1");
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duck),
        cmocka_unit_test(test_duck_that_protects_the_king),
        cmocka_unit_test(test_two_ducks),
        cmocka_unit_test(test_arrow),
        cmocka_unit_test(test_no_room_for_an_arrow),
        cmocka_unit_test(test_past),
        cmocka_unit_test(test_edge),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_wall_or_move),
        cmocka_unit_test(test_walls_are_hurdles),
        cmocka_unit_test(test_wall_on_the_en_passant_square),
        cmocka_unit_test(test_duck_after_the_last_explosion),
        cmocka_unit_test(test_wall_behind_a_promotion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
