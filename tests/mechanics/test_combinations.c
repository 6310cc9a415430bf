// SPDX-License-Identifier: GPL-3.0-or-later
// Combinations of rules: some by hand, and a few at random for every day.
#include "notation/coordinate_read.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/moves/outcome.h"
#include "position/turn.h"
#include "search/search.h"
#include "support/combination.h"
#include "support/combined_games.h"
#include "support/composed.h"
#include "support/effort.h"
#include "support/scene.h"
#include "support/texted.h"
#include "support/turns.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_random_combinations(void **state)
{
    (void)state;
    combined_games_play(1, 240 / EFFORT_DIVISOR);
}

// ---- By hand ----

static const char drifting[] = "[drifting:hnefa]\n"
                               "fuel = 9\n"
                               "squareActions = afterPlacing\n"
                               "squareReserve = infinite\n"
                               "squareCarry = true\n"
                               "squareFreezePlaced = true\n";

static void expect_fen(const struct position *pos, const char *fen)
{
    struct buffer text;
    buffer_init(&text);
    fen_write(pos, &text);
    assert_string_equal(buffer_text(&text), fen);
    buffer_clear(&text);
}

static void play(struct position *pos, const char *text)
{
    struct turn turn;
    struct error err;
    if (!coordinate_read_turn(pos, text, &turn, &err))
        fail_msg("%s: %s", text, err.message);
    turn_play(pos, &turn);
}

static void read_start(struct position *pos, const struct variant *variant)
{
    struct error err;
    if (!fen_read(pos, variant, "startpos", &err))
        fail_msg("%s", err.message);
}

static void expect_illegal(const struct position *pos, const char *text, const char *message)
{
    struct turn turn;
    struct error err = {0};
    assert_false(coordinate_read_turn(pos, text, &turn, &err));
    assert_string_equal(err.message, message);
}

// The tank goes where the square under its piece goes; and the last of 256 squares freezes like any other.
static void test_carried_tank_and_last_square(void **state)
{
    (void)state;
    struct position pos;
    struct error err;
    struct variant *variant = combination_variant("drifting", drifting);
    if (!fen_read(&pos, variant,
                  "15*/13*R1/16/3****2****3/3*k7*3/3*8*3/3*8*3/16/16/3*8*3/3*8*3/3*K7*3/3****2****3/16/16/16 "
                  "w - - 0 1 7,9,9 inf/inf - -",
                  &err))
        fail_msg("%s", err.message);
    // The wall of the ring is no place for a square.
    expect_illegal(&pos, "e5e6,@@d4", "@@d4: d4 is a wall");
    expect_illegal(&pos, "e5e6", "the turn is not complete: a square must still be placed");
    play(&pos, "e5e6,@@p16,@o15n15");
    expect_fen(&pos,
               "16/13R*1/16/3****2****3/3*k7*3/3*8*3/3*8*3/16/16/3*8*3/3*K7*3/3*8*3/3****2****3/16/16/16 "
               "b - - 1 1 7,9,8 inf/inf - n15p16");
    variant_free(variant);
}

static void expect_refused(const char *text, const char *message)
{
    struct games_loaded loaded;
    struct error err = {0};
    assert_false(games_load(&(struct games_input){"refused", text, strlen(text), true}, &loaded, &err));
    if (!strstr(err.message, message))
        fail_msg("%s", err.message);
    games_loaded_clear(&loaded);
}

static void test_pairs_that_make_no_sense(void **state)
{
    (void)state;
    expect_refused("[a:hamiltonian]\npieceDrops = true\n", "drops and placing cannot be combined");
    expect_refused("[b:hans38]\npieceDrops = true\n", "squares and drops cannot be combined");
    expect_refused("[c:hamiltonian]\ncommoner = -\nking = k\n", "only where kings are not royal");
    expect_refused("[h:hamiltonian]\nextinctionValue = loss\nextinctionPieceTypes = k\n"
                   "extinctionPseudoRoyal = true\n",
                   "a royal piece could be placed where it is in check at once");
    expect_refused("[e:hamiltonian]\nplacing = none\nflipEnclosedPieces = ataxx\n",
                   "enclosing and links cannot be combined");
    expect_refused("[i:hamiltonian]\nlinks = false\nenclosingDrop = ataxx\n",
                   "enclosing and placing cannot be combined");
    expect_refused("[f]\ncommoner = k\ncastling = false\nstartFen = k7/8/8/8/8/8/8/K7 w - - 0 1\n"
                   "extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n"
                   "flipEnclosedPieces = ataxx\n",
                   "a royal piece cannot change sides");
    expect_refused("[g:chess]\npromotedPieceType = k:q\n", "a royal king cannot be promoted");
    expect_refused("[d:chess]\nlinks = true\n",
                   "White has 16 pieces, but paths are sought through at most 8");
}

// A side whose reserve is used up need not place a square any more.
static void test_placements_of_an_empty_reserve(void **state)
{
    (void)state;
    struct variant *variant = combination_variant(
        "few-squares", "[few-squares]\nmaxFile = 4\nmaxRank = 4\nking = k\ncastling = false\n"
                       "squareActions = afterPlacing\nsquareReserve = 1\n"
                       "startFen = k***/****/****/*1K* w - - 0 1 1/1 - -\n");
    composed_refused(variant, "startpos", "c1b1", "");
    composed_only(
        variant, "k***/****/****/*1K* w - - 0 3 0/1 - -", "c1b1",
        "c1b1 c1b1,@c1a1 c1b1,@c1a2 c1b1,@c1a3 c1b1,@c1b2 c1b1,@c1b3 c1b1,@c1c2 c1b1,@c1c3 c1b1,@c1d1 "
        "c1b1,@c1d2 c1b1,@c1d3");
    variant_free(variant);
}

// promotionSquaresWhite holds for pieces that turn, too.
static void test_squares_on_which_pieces_turn(void **state)
{
    (void)state;
    struct variant *variant = combination_variant(
        "own-squares", "[own-squares:chess]\ncastling = false\npromotedPieceType = n:q\n"
                       "promotionSquaresWhite = n:c3-c5\npromotionSquaresBlack = n:f3-f6\n");
    composed_only(variant, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1", "b1a3 b1c3 b1c3+ b1d2");
    composed_only(variant, "4k3/3N4/8/8/8/8/8/4K3 w - - 0 1", "d7b8", "d7b8");
    variant_free(variant);
}

static void expect_read_back(const char *text, const char *name, const char *fen)
{
    struct position pos;
    struct error err;
    struct variant *variant = combination_variant(name, text);
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s", fen, err.message);
    expect_fen(&pos, fen);
    variant_free(variant);
}

// Not only a pawn's own moves bring pawns to where they promote, or to first ranks; and explosions leave walls.
static void test_positions_of_odd_pawns_and_walls(void **state)
{
    (void)state;
    struct variant *slips = combination_variant("odd-slips", "[odd-slips:chess]\npawnSlipRegion = *7\n");
    composed_only(slips, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8", "a7b8b a7b8n a7b8q a7b8r");
    variant_free(slips);
    expect_read_back("[odd-pawns:chess]\npromotionPieceTypes = pq\n", "odd-pawns",
                     "P6k/8/8/8/8/8/8/K7 b - - 0 1");
    expect_read_back("[odd-turns:chess]\npromotedPieceType = n:p\n", "odd-turns",
                     "+N6k/8/8/8/8/8/8/K7 b - - 0 1");
    expect_read_back("[odd-flips:chess]\nking = -\ncommoner = k\ncastling = false\n"
                     "startFen = k7/8/8/8/8/8/8/K7 w - - 0 1\nflipEnclosedPieces = ataxx\n",
                     "odd-flips", "P6k/8/8/8/8/8/8/K1P5 b - - 0 1");
    expect_read_back("[odd-drops:crazyhouse]\npromotionPawnTypes = pn\n", "odd-drops",
                     "N6k/8/8/8/8/8/8/K7[] b - - 0 1");
    expect_read_back("[odd-walls:chess]\nking = -\ncommoner = k\ncastling = false\nblastOnCapture = true\n"
                     "startFen = k7/8/8/8/8/8/8/K7 w - - 0 1\npetrifyBlastPieces = true\n",
                     "odd-walls", "7k/8/3*4/8/8/8/8/K7 b - - 0 1");
}

// After a move that completes a path there may be actions on squares, and after these the announcement.
static void test_announcement_after_squares(void **state)
{
    (void)state;
    struct position pos;
    struct error err;
    struct outcome outcome;
    struct variant *variant =
        combination_variant("linked", "[linked]\ncommoner = k\nrook = r\nknight = n\ncastling = false\n"
                                      "startFen = nk6/8/8/8/8/*7/8/R3K2N w - - 0 1\n"
                                      "links = true\nsquareActions = afterPlacing\nsquareReserve = 3\n");
    if (!fen_read(&pos, variant, variant->start, &err))
        fail_msg("%s", err.message);
    expect_illegal(&pos, "h1f2,!", "the turn is not complete: a square must still be placed");
    play(&pos, "h1f2,@@a3,!");
    outcome = position_outcome(&pos, NULL);
    assert_int_equal(outcome.reason, REASON_ANNOUNCEMENT);
    variant_free(variant);
}

// ---- Armies whose letters are taken ----

#define THREE_LINES "fuel = 80\narmies = nutters clobberers\nsquareActions = after\n"

// What a character of a position string, without letters that were taken, reads where they are.
static char letter_where_taken(char c)
{
    static const char free_letters[] = "XxUuGgHh", taken[] = "HhGgJjLl";
    const char *found = c ? strchr(free_letters, c) : NULL;
    return found ? taken[found - free_letters] : c;
}

static void expect_same_but_letters(const struct position *plain, const struct position *lettered)
{
    struct buffer text;
    buffer_init(&text);
    fen_write(plain, &text);
    size_t placement = strcspn(buffer_text(&text), " ");
    for (size_t i = 0; i < placement; i++)
        text.text[i] = letter_where_taken(text.text[i]);
    expect_fen(lettered, buffer_text(&text));
    buffer_clear(&text);
    assert_true(turns_count(plain, 100000) == turns_count(lettered, 100000));
}

// The pieces of an army whose letters are taken get others, and nothing else is different from a game in which no letter was taken. The
// second implementation follows that one.
static void test_armies_whose_letters_are_taken(void **state)
{
    (void)state;
    struct ref_rules rules;
    struct scene scene;
    struct buffer text;
    struct position pos;
    struct random random = {3};
    buffer_init(&text);
    combination_ring(&rules, "nutters", "clobberers");
    rules.fuel = 80;
    snprintf(rules.squares, sizeof rules.squares, "hans38-postal");
    combination_write(&rules, "plain", &text);
    scene_begin(&scene, combination_variant("plain", buffer_text(&text)), &rules, NULL);
    struct variant *lettered = combination_variant("storm", "[storm:hnefa]\n" THREE_LINES
                                                            "squareReserve = 3\nsquareOwners = true\n");
    read_start(&pos, lettered);
    for (int ply = 0; ply < 12; ply++) {
        struct turn turn;
        char words[REF_TURN_SIZE];
        expect_same_but_letters(&scene.position, &pos);
        turns_random(&scene.position, &random, &turn);
        turns_write(&scene.position, &turn, words);
        scene_play(&scene, words);
        play(&pos, words);
        scene_check_properties(&pos);
    }
    buffer_clear(&text);
    scene_clear(&scene);
    variant_free(lettered);
}

// The three lines of docs/variants.md: the engine plays them, and every turn is read back.
static void test_three_lines(void **state)
{
    (void)state;
    struct position pos;
    struct error err;
    struct variant *variant = combination_variant("three-lines", "[three-lines:hnefa]\n" THREE_LINES);
    struct engine *engine = engine_new(1, 1, &err);
    assert_non_null(engine);
    read_start(&pos, variant);
    assert_non_null(strstr(variant->start, "/1hh*dwakcawd*HH1/"));
    // Guards and horizontal pawns keep the letters G and H; of the next ones, I, K, O and P are taken.
    assert_non_null(strstr(variant->start, "/1hh*JILOKLIJ*HH1/"));
    for (int ply = 0; ply < 12; ply++) {
        struct search_request request = {.position = &pos, .limits.depth = 2, .limits.nodes = 2000};
        struct search_result result;
        engine_search(engine, &request, &result);
        char words[REF_TURN_SIZE];
        turns_write(&pos, &result.turn, words);
        play(&pos, words);
        scene_check_properties(&pos);
    }
    engine_free(engine);
    // A pawn becomes what has the new letter.
    if (!fen_read(&pos, variant,
                  "16/16/16/3****2****3/3*1k6*3/3*4P3*3/3*8*3/16/16/3*8*3/3*8*3/3*K7*3/3****2****3/16/16/16 "
                  "w - - 0 1 9,9,9 0/0 -",
                  &err))
        fail_msg("%s", err.message);
    expect_illegal(&pos, "i11i12g",
                   "i11i12: a pawn cannot promote to that piece, only to one of o j i l c d w a");
    play(&pos, "i11i12j");
    variant_free(variant);
}

// A square that has vanished belongs to nobody, so nobody can move it.
static void test_vanished_square_has_no_owner(void **state)
{
    (void)state;
    struct variant *variant = texted_new("t-vanishing", "[t-vanishing:chess]\ncastling = false\n"
                                                        "squareActions = after\nsquareReserve = infinite\n"
                                                        "squareOwners = true\nsquareVanish = 1\n");
    const char *fen = "4k3/8/8/8/8/8/8/3*K3 w - - 0 1 inf/inf -/- -";
    composed_only(variant, fen, "e1e2", "e1e2 e1e2,@@d1 e1e2,@@e1");
    composed_plays(variant, fen, "e1e2", "4k3/8/8/8/8/8/4K3/3**3 b - - 1 1 inf/inf -/- -");
    composed_random(variant, 2, 20);
    variant_free(variant);
}

// The rook stands where the king stood, so that square stays.
static void test_castling_on_vanishing_squares(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-vanishing-castling", "[t-vanishing-castling:chess]\ncastlingKingFile = f\n"
                                           "startFen = 4k3/8/8/8/8/8/8/5K1R w K - 0 1\n"
                                           "squareActions = after\nsquareVanish = 1\n");
    composed_plays(variant, "startpos", "f1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1 0/0 - -");
    composed_plays(variant, "startpos", "f1e1", "4k3/8/8/8/8/8/8/4K*1R b - - 1 1 0/0 - -");
    variant_free(variant);
}

// Turning can be undone by turning back, but what promotes as a pawn does has made progress.
static void test_progress_where_pieces_turn_back(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-two-promotions", "[t-two-promotions:chess]\npromotedPieceType = n:b\n"
                                       "pieceDemotion = true\npromotionPawnTypes = pn\n"
                                       "mandatoryPawnPromotion = false\n");
    const char *fen = "4k3/8/1N6/8/8/8/8/4K3 w - - 7 1";
    composed_plays(variant, fen, "b6c8", "2N1k3/8/8/8/8/8/8/4K3 b - - 8 1");
    composed_plays(variant, fen, "b6c8+", "2+N1k3/8/8/8/8/8/8/4K3 b - - 8 1");
    composed_plays(variant, fen, "b6c8q", "2Q1k3/8/8/8/8/8/8/4K3 b - - 0 1");
    composed_plays(variant, "2+N1k3/8/8/8/8/8/8/4K3 w - - 7 1", "c8b7-", "4k3/1N6/8/8/8/8/8/4K3 b - - 8 1");
    variant_free(variant);
}

// A promotion after which there is nothing to announce is not read as the plain move, after which there is.
static void test_announcement_behind_a_promotion(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "t-turning-links", "[t-turning-links]\nmaxFile = 5\nmaxRank = 5\ncustomPiece1 = a:mQcN\n"
                           "customPiece2 = b:FfW\ncommoner = k\nextinctionValue = loss\n"
                           "extinctionPieceTypes = k\nextinctionPseudoRoyal = true\nlinks = true\n"
                           "promotedPieceType = a:b\npromotionRegionWhite = *5\npromotionRegionBlack = *1\n"
                           "castling = false\nstartFen = kabba/5/5/5/KABBA w - - 0 1\n");
    struct position pos;
    struct turn turn;
    struct error err;
    assert_true(fen_read(&pos, variant, "kAb2/3bB/1B2a/1K3/2A1+a w - - 22 14", &err));
    assert_true(san_read_turn(&pos, "b5d3,!", &turn, &err));
    assert_true(san_read_turn(&pos, "b5d3+", &turn, &err));
    assert_int_equal(move_kind(turn.actions[0]), MOVE_PROMOTION);
    assert_false(san_read_turn(&pos, "b5d3+,!", &turn, &err));
    assert_string_equal(err.at, "move[6]");
    // Where nothing turns, the sign is a mark of check.
    assert_true(san_read_turn(&pos, "b3a4+", &turn, &err));
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_carried_tank_and_last_square),
        cmocka_unit_test(test_announcement_after_squares),
        cmocka_unit_test(test_pairs_that_make_no_sense),
        cmocka_unit_test(test_placements_of_an_empty_reserve),
        cmocka_unit_test(test_squares_on_which_pieces_turn),
        cmocka_unit_test(test_positions_of_odd_pawns_and_walls),
        cmocka_unit_test(test_armies_whose_letters_are_taken),
        cmocka_unit_test(test_three_lines),
        cmocka_unit_test(test_vanished_square_has_no_owner),
        cmocka_unit_test(test_castling_on_vanishing_squares),
        cmocka_unit_test(test_progress_where_pieces_turn_back),
        cmocka_unit_test(test_announcement_behind_a_promotion),
        cmocka_unit_test(test_random_combinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
