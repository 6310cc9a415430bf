// SPDX-License-Identifier: GPL-3.0-or-later
// Chess with a Limited Supply of Squares: how pieces move on squares, who owns these, and how it ends.

#include "support/scene.h"
#include "support/squares.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// ---- Pieces ----

static void test_only_the_armies_stand_on_squares_at_the_start(void **state)
{
    (void)state;
    struct scene scene;
    for (int i = 0; i < SQUARES_NAMES; i++)
        squares_check(squares_names[i], NULL, "@@a3 @@h6 @@d5", "g1f3 e2e4 e2e3 @@e2 @@a8 @e2e3");
    scene_init(&scene, "hans38", "white=rookies black=nutters", NULL);
    scene_fen(&scene,
              "gihokhig/pppppppp/********/********/********/********/PPPPPPPP/SMFEKFMS w KQkq - 0 1 3/3 "
              "-/- -");
    scene_clear(&scene);
}

static void test_leapers_leap_over_holes(void **state)
{
    (void)state;
    squares_check("hans38",
                  "k*******/********/********/********/********/*****1**/********/K*****N* w - - 0 9", "g1f3",
                  "g1h3 g1e2 a1a2 a1b1 a1b2");
    // The half-duck leaps two or three and steps one diagonally; the woody rook steps one or leaps two.
    struct scene scene;
    scene_init(&scene, "hans38", "white=rookies",
               "k*******/********/*1******/********/*F1*1M1*/********/********/K******* w - - 0 9");
    scene_only(&scene, "b4", "b4b6 b4e4");
    scene_only(&scene, "f4", "f4e4 f4g4");
    scene_clear(&scene);
}

static void test_sliders_need_an_unbroken_string_of_squares(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "hans38", "",
               "k*******/********/********/***1****/1*1*****/2*1****/Q1*1****/R1*1***K w - - 0 9");
    scene_only(&scene, "a1", "a1b1");
    scene_only(&scene, "a2", "a2a3 a2a4 a2b1 a2b2 a2b3 a2c4 a2d5");
    scene_clear(&scene);
    // Nor do they give check over a hole, until it is filled.
    scene_init(&scene, "hans38", "", "k3r3/8/8/4*3/8/*7/8/4K3 w - - 0 9");
    scene_in_check(&scene, false);
    scene_legal(&scene, "@@a3");
    scene_illegal(&scene, "@@e5");
    scene_clear(&scene);
}

static void test_double_steps_need_both_squares(void **state)
{
    (void)state;
    squares_check("hans38", "k7/8/8/8/8/4*3/4P3/K7 w - - 0 9", "a1a2", "e2e3 e2e4");
    squares_check("hans38", "k7/8/8/8/4*3/8/4P3/K7 w - - 0 9", "e2e3", "e2e4");
    squares_check("hans38", "k7/8/8/8/8/8/4P3/K7 w - - 0 9", "e2e3 e2e4", "e2e5");
}

static void test_castling_needs_squares_between_king_and_rook(void **state)
{
    (void)state;
    squares_check("hans38", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 9", "e1g1 e1c1", "");
    squares_check("hans38", "4k3/8/8/8/8/8/8/R3K*1R w KQ - 0 9", "e1c1", "e1g1");
    squares_check("hans38", "4k3/8/8/8/8/8/8/R3K1*R w KQ - 0 9", "e1c1", "e1g1");
    // The rook's way counts where the king does not go.
    squares_check("hans38", "4k3/8/8/8/8/8/8/R*2K2R w KQ - 0 9", "e1g1", "e1c1");
    // Where the bede castles to c1, the king goes to b1.
    squares_check_armies("hans38", "white=clobberers", "4k3/8/8/8/8/8/8/D3K2D w KQ - 0 9", "e1b1 e1g1",
                         "e1c1");
    squares_check_armies("hans38", "white=clobberers", "4k3/8/8/8/8/8/8/D*2K2D w KQ - 0 9", "e1g1", "e1b1");
}

static void test_pawns_become_what_either_army_has(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "hans38", "white=fide black=rookies", "*1**k***/*P******/8/8/8/8/8/4K3 w - - 0 9");
    scene_only(&scene, "b7", "b7b8b b7b8e b7b8f b7b8m b7b8n b7b8q b7b8r b7b8s");
    scene_clear(&scene);
    squares_check("hans38", "***k****/*P******/8/8/8/8/8/4K3 w - - 0 9", "@@b8", "b7b8q b7b8");
}

// ---- En passant ----

static void test_en_passant_needs_a_square_on_its_target(void **state)
{
    (void)state;
    static const char before[] = "4k3/3p4/********/4P3/8/8/8/4K3 b - - 0 9 3/3 -/- -";
    squares_check("hans38", "4k3/8/***1****/3pP3/8/8/8/4K3 w - d6 0 9", "e5d6", "");
    squares_check("hans38", "4k3/8/********/3pP3/8/8/8/4K3 w - d6 0 9", "@@d6", "e5d6");
    squares_check("hans38", before, "@@d6", "d7d5");
    // Black takes the square away that his pawn crossed; the target is written all the same.
    struct scene scene;
    scene_init(&scene, "hans38-postal", "", "4k3/3p4/***1****/4P3/8/8/8/4K3 b - - 0 9 3/3 -/d6 -");
    scene_play(&scene, "d7d5,@d6e6");
    scene_fen(&scene, "4k3/8/****1***/3pP3/8/8/8/4K3 w - d6 0 10 3/3 -/e6d7 e6");
    scene_illegal(&scene, "e5d6 @@d6,e5d6 e5d6,@@d6");
    scene_legal(&scene, "e5e6");
    scene_clear(&scene);
    // Whichever square stands there by then will do.
    scene_init(&scene, "hans38-postal-plus", "", "4k3/3p4/***1****/4P3/8/8/8/4K3 b - - 0 9 3/3 -/d6 -");
    scene_play(&scene, "d7d5,@d6f6,@@d6");
    scene_fen(&scene, "4k3/8/***1*1**/3pP3/8/8/8/4K3 w - d6 0 10 3/2 -/d6f6d7 f6");
    scene_legal(&scene, "e5d6");
    scene_clear(&scene);
}

static void test_en_passant_needs_the_pawn_where_it_arrived(void **state)
{
    (void)state;
    static const char fen[] = "4k3/3p4/8/4P3/2*5/8/8/4K3 b - - 0 9 inf/inf - -";
    struct scene scene;
    scene_init(&scene, "moving-squares", "", fen);
    scene_play(&scene, "d7d5,@@d7");
    scene_next(&scene, "", "e5", "e5d6 e5e6");
    scene_clear(&scene);
    scene_init(&scene, "moving-squares", "", fen);
    scene_play(&scene, "d7d5,@d5c4,@@d5");
    scene_fen(&scene, "4k3/3*4/8/4P3/2p5/8/8/4K3 w - d6 0 10 inf/inf - c4d5");
    scene_next(&scene, "", "e5", "e5e6");
    scene_clear(&scene);
}

static void test_the_captured_pawns_square_stays_its_sides(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "hans38-postal", "", "4k3/8/8/3pP3/2*5/8/8/4K3 w - d6 0 9 3/3 -/- -");
    scene_next(&scene, "e5d6", "@d5", "");
    scene_next(&scene, "e5d6", "@e5", "@e5c4");
    scene_play(&scene, "e5d6");
    scene_fen(&scene, "4k3/8/3P4/8/2*5/8/8/4K3 b - - 0 9 3/3 e5/d5 -");
    scene_legal(&scene, "e8f8,@d5c4");
    scene_clear(&scene);
    // Where nobody owns squares, both may be moved.
    squares_check("hans38-neutral", "4k3/8/3P4/8/2*5/8/8/4K3 b - - 0 9", "@d5c4 @e5c4", "");
}

// ---- Owners ----

static void test_one_moves_only_ones_own_squares(void **state)
{
    (void)state;
    static const char placement[] =
        "k*******/********/********/***1****/***1****/***1****/********/K******* w - - 0 9";
    struct scene scene;
    scene_init(
        &scene, "hans38", "",
        "k*******/********/********/***1****/***1****/***1****/********/K******* w - - 0 9 0/0 d4/d3 -");
    scene_legal(&scene, "@d4e4");
    scene_illegal(&scene, "@d3e3 @d5e5"); // the enemy's, and nobody's
    scene_clear(&scene);
    squares_check("hans38", placement, "", "@d4e4 @d3e3 @d5e5"); // all three are nobody's
    squares_check("hans38-neutral", placement, "@d4e4 @d3e3 @d5e5", "");
}

static void test_a_square_belongs_to_who_placed_it_or_stood_on_it_last(void **state)
{
    (void)state;
    // The rook leaves a1, crosses a2, which stays Black's, and captures a3.
    struct scene scene;
    scene_init(
        &scene, "hans38", "",
        "k*1*****/********/********/********/********/1*******/1*******/R*****1K w - - 0 9 3/3 -/a2a3c8 -");
    scene_illegal(&scene, "@a2b2 @a3b3 @g1g2");
    scene_play(&scene, "a1a3");
    scene_fen(
        &scene,
        "k*1*****/********/********/********/********/R*******/1*******/1*****1K b - - 1 9 3/3 a1/a2c8 -");
    scene_legal(&scene, "@a2b2 @c8d8");
    scene_illegal(&scene, "@a1b1 @g1g2");
    scene_play(&scene, "@c8b8");
    scene_fen(
        &scene,
        "k1******/********/********/********/********/R*******/1*******/1*****1K w - - 2 10 3/3 a1/a2b8 b8");
    scene_play(&scene, "a3a2");
    scene_fen(
        &scene,
        "k1******/********/********/********/********/1*******/R*******/1*****1K b - - 3 10 3/3 a1a3/b8 -");
    scene_illegal(&scene, "@a3b3");
    scene_play(&scene, "@@a7");
    scene_fen(
        &scene,
        "k1******/1*******/********/********/********/1*******/R*******/1*****1K w - - 0 11 3/2 a1a3/a7b8 -");
    scene_clear(&scene);
}

static void test_castling_and_promotion_leave_their_squares_to_the_mover(void **state)
{
    (void)state;
    squares_check_after("hans38", "4k3/8/8/8/8/8/8/R3K2* w Q - 0 9 0/0 -/b1c1d1 -", "e1c1",
                        "4k3/8/8/8/8/8/8/2KR3* b - - 1 9 0/0 a1e1/b1 -");
    squares_check_after("hans38", "r3k3/1P6/8/8/8/8/8/4K2* w q - 0 9 0/0 -/b8 -", "b7a8n",
                        "N3k3/8/8/8/8/8/8/4K2* b - - 0 9 0/0 b7/b8 -");
}

// ---- Check and endings ----

static void test_check_is_parried_by_a_square_action(void **state)
{
    (void)state;
    struct scene scene;
    // Taking a square out of the rook's line is enough; adding one is not.
    scene_init(
        &scene, "hans38", "",
        "k***r***/****1***/****1***/****1***/****1***/****1***/***P1P**/***RKR** w - - 0 9 3/3 e4e5/e6 -");
    scene_in_check(&scene, true);
    scene_only(&scene, "@e4",
               "@e4c2 @e4c3 @e4c4 @e4c5 @e4c6 @e4d3 @e4d4 @e4d5 @e4d6 @e4f3 @e4f4 @e4f5 @e4f6 @e4g2 "
               "@e4g3 @e4g4 @e4g5 @e4g6");
    scene_only(&scene, "@@", "");
    scene_only(&scene, "@e6", "");
    scene_only(&scene, "e1", "");
    scene_clear(&scene);
}

static void test_the_king_must_be_safe_at_the_end_of_the_turn_only(void **state)
{
    (void)state;
    // The rook is pinned; but after it has gone, a square goes from the line.
    static const char fen[] =
        "k***r***/****1***/****1***/****1***/****R1**/****1***/****1***/****K*** w - - 0 9 3/3 e3/- -";
    struct scene scene;
    scene_init(&scene, "hans38", "", fen);
    scene_illegal(&scene, "e4f4");
    scene_clear(&scene);
    scene_init(&scene, "hans38-postal", "", fen);
    scene_illegal(&scene, "e4f4 e4f4,@@a7 e4f4,@e3e2");
    scene_legal(&scene, "e4f4,@e3f3 e4f4,@e4d4");
    scene_next(&scene, "e4f4", "@@", "");
    scene_next(&scene, "e4f4", ".", "");
    scene_clear(&scene);
    scene_init(&scene, "hans38-postal-plus", "", fen);
    scene_legal(&scene, "e4f4,@@a7,@e3f3 e4f4,@e3f3,@@a7 e4f4,@e3f3");
    scene_illegal(&scene, "e4f4,@@a7 e4f4,@e3f3,@@e3");
    scene_clear(&scene);
}

static void test_an_action_that_completes_no_legal_turn_is_not_offered(void **state)
{
    (void)state;
    // White's rook is pinned for good: no square of the line can be taken away.
    squares_check_next(
        "hans38-postal",
        "k***r***/****1***/****1***/****1***/****R1**/****1***/****1***/****K*** w - - 0 9 3/3 -/e3 -", "",
        "e4f4", "e4f4");
    squares_check_next(
        "hans38-postal-plus",
        "k***r***/****P***/********/****1***/****R1**/****1***/****1***/****K*** w - - 0 9 0/3 -/e3 -", "",
        "e4", "e4e2 e4e3 e4e5 e4f4");
}

static void test_castling_is_judged_when_castling(void **state)
{
    (void)state;
    // In check: no castling, even if a square action could parry the check.
    static const char in_check[] =
        "k***r***/****1***/****1***/****1***/****1***/****1***/****1***/R3K2R w KQ - 0 9 3/3 e4/- -";
    squares_check("hans38-postal", in_check, "e1d1 e1f1 e1e2,@e4d4 e1d1,@e4d4", "e1g1 e1c1 e1g1,@e4d4");
    // Nor over an attacked square, if that line is cut afterwards.
    squares_check(
        "hans38-postal",
        "k****r**/*****1**/*****1**/*****1**/*****1**/*****1**/*****1**/R3K2R w KQ - 0 9 3/3 f4/- -",
        "e1c1 e1d1", "e1g1 e1g1,@f4g4");
}

static void test_who_cannot_move_loses(void **state)
{
    (void)state;
    // Stalemate: no reserve, no own square, no piece that moves.
    squares_check_outcome("hans38",
                          "k*******/********/********/********/********/********/********/K******* w - - 0 9 "
                          "0/3 -/- -",
                          "", "black stalemate");
    squares_check_outcome("hans38",
                          "k*******/********/********/********/********/********/********/K******* b - - 0 9 "
                          "0/0 -/- -",
                          "", "white stalemate");
    squares_check_outcome("hans38",
                          "k*******/********/********/********/********/********/********/K******* w - - 0 9 "
                          "1/0 -/- -",
                          "", "ongoing");
    // Checkmate, though squares are left to be placed.
    squares_check_outcome("hans38",
                          "k*******/********/********/********/********/********/********/K1r***** w - - 0 9 "
                          "3/3 -/b1 -",
                          "", "black checkmate");
    squares_check_outcome("hans38",
                          "k*******/********/********/********/********/********/********/K1r***** w - - 0 9 "
                          "3/3 b1/- -",
                          "", "ongoing");
    // In postal games the piece move is compulsory after the first turn.
    for (int i = 2; i < SQUARES_NAMES; i++) {
        squares_check_outcome(
            squares_names[i],
            "k1******/********/********/********/********/********/********/K******* w - - 0 2", "",
            "black stalemate");
    }
}

static void test_shortest_win_by_stalemate(void **state)
{
    (void)state;
    // White places, Black captures each square: three turns.
    squares_check_outcome("hans38", NULL, "@@c6 b8c6 @@f6 g8f6 @@a6", "ongoing");
    squares_check_outcome("hans38", NULL, "@@c6 b8c6 @@f6 g8f6 @@a6 a7a6", "black stalemate");
}

// ---- Draws ----

static void test_threefold_repetition_draws(void **state)
{
    (void)state;
    static const char fen[] =
        "k1******/********/********/********/********/********/********/K1****** w - - 0 9 0/0 "
        "b1/b8 -";
    squares_check_outcome("hans38", fen, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1", "ongoing");
    squares_check_outcome("hans38", fen, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8", "draw repetition");
    // Squares to and fro are no different.
    squares_check_outcome("hans38", fen, "@b1c1 @b8c8 @c1b1 @c8b8 @b1c1 @b8c8 @c1b1 @c8b8", "ongoing");
    squares_check_outcome("hans38", fen, "@b1c1 @b8c8 @c1b1 @c8b8 @b1c1 @b8c8 @c1b1 @c8b8 @b1c1",
                          "draw repetition");
}

static void test_owners_are_part_of_the_position(void **state)
{
    (void)state;
    // At first nobody owns the squares on which the kings step later.
    static const char fen[] =
        "k1******/********/********/********/********/********/********/K1****** w - - 0 9 0/0 "
        "-/- -";
    squares_check_outcome("hans38", fen, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8", "ongoing");
    squares_check_outcome("hans38", fen, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8 a1b1 a8b8",
                          "draw repetition");
    squares_check_outcome(
        "hans38-neutral",
        "k1******/********/********/********/********/********/********/K1****** w - - 0 9 0/0 - -",
        "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8", "draw repetition");
}

static void test_an_en_passant_target_counts_if_a_whole_turn_can_use_it(void **state)
{
    (void)state;
    // The pawn is pinned; it may capture if then a square goes from the file.
    static const char fen[] = "4r1k1/3p4/6*1/4P3/8/8/8/4K3 b - - 0 10 3/3 d1/h8 -";
    static const char turns[] = "d7d5 e1d1 g8h8 d1e1 h8g8 e1d1 g8h8 d1e1 h8g8";
    squares_check_outcome("hans38", fen, turns, "draw repetition");
    squares_check_outcome("hans38-postal", fen, turns, "ongoing");
    squares_check("hans38-postal", "4r1k1/8/6*1/3pP3/8/8/8/4K3 w - d6 0 11", "e5d6,@e5g6", "e5d6 e5d6,@@g6");
}

static void test_the_fifty_move_count(void **state)
{
    (void)state;
    static const char quiet[] = "k1******/4p***/8/8/8/8/4P***/K1****** w - - 99 90 3/3 b1/- -";
    squares_check_outcome("hans38", quiet, "a1b1", "draw fifty");
    squares_check_outcome("hans38", quiet, "@b1c1", "draw fifty");
    squares_check_outcome("hans38", quiet, "e2e3", "ongoing");
    squares_check_outcome("hans38", quiet, "@@g1", "ongoing");
    squares_check_outcome("hans38-postal", quiet, "a1b1,@@g1", "ongoing");
    squares_check_outcome("hans38-postal", quiet, "a1b1,@a1c1", "draw fifty");
    // A reserve without end does not count.
    squares_check_outcome("infinite-reserves",
                          "k1******/4p***/8/8/8/8/4P***/K1****** w - - 99 90 inf/inf - -", "a1b1,@@g1",
                          "draw fifty");
    squares_check_outcome("infinite-reserves",
                          "k1******/4p***/8/8/8/8/4P***/K1****** w - - 99 90 inf/inf - -", "e2e3,@@g1",
                          "ongoing");
    squares_check_outcome("moving-squares", "k1******/4p***/8/8/8/8/4P***/K1****** w - - 99 90 inf/inf - -",
                          "a1b1,@@g1,@e2f1", "draw fifty");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_the_armies_stand_on_squares_at_the_start),
        cmocka_unit_test(test_leapers_leap_over_holes),
        cmocka_unit_test(test_sliders_need_an_unbroken_string_of_squares),
        cmocka_unit_test(test_double_steps_need_both_squares),
        cmocka_unit_test(test_castling_needs_squares_between_king_and_rook),
        cmocka_unit_test(test_pawns_become_what_either_army_has),
        cmocka_unit_test(test_en_passant_needs_a_square_on_its_target),
        cmocka_unit_test(test_en_passant_needs_the_pawn_where_it_arrived),
        cmocka_unit_test(test_the_captured_pawns_square_stays_its_sides),
        cmocka_unit_test(test_one_moves_only_ones_own_squares),
        cmocka_unit_test(test_a_square_belongs_to_who_placed_it_or_stood_on_it_last),
        cmocka_unit_test(test_castling_and_promotion_leave_their_squares_to_the_mover),
        cmocka_unit_test(test_check_is_parried_by_a_square_action),
        cmocka_unit_test(test_the_king_must_be_safe_at_the_end_of_the_turn_only),
        cmocka_unit_test(test_an_action_that_completes_no_legal_turn_is_not_offered),
        cmocka_unit_test(test_castling_is_judged_when_castling),
        cmocka_unit_test(test_who_cannot_move_loses),
        cmocka_unit_test(test_shortest_win_by_stalemate),
        cmocka_unit_test(test_threefold_repetition_draws),
        cmocka_unit_test(test_owners_are_part_of_the_position),
        cmocka_unit_test(test_an_en_passant_target_counts_if_a_whole_turn_can_use_it),
        cmocka_unit_test(test_the_fifty_move_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
