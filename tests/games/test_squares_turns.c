// SPDX-License-Identifier: GPL-3.0-or-later
// Chess with a Limited Supply of Squares: what a turn is made of, and what squares it may move, void and carry.

#include "support/scene.h"
#include "support/squares.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

// ---- Square actions ----

static void test_squares_are_placed_where_there_is_none(void **state)
{
    (void)state;
    squares_check("hans38", "k7/8/8/3*4/8/8/8/K6* w - - 0 9", "@@d5 @@h1", "@@d4 @@a1 @@a8");
    squares_check_after("hans38", "k7/8/8/3*4/8/8/8/K6* w - - 5 9 2/3 -/- -", "@@d5",
                        "k7/8/8/8/8/8/8/K6* b - - 0 9 1/3 d5/- -");
    squares_check_after("hans38-neutral", "k7/8/8/3*4/8/8/8/K6* b - - 5 9 2/3 - -", "@@d5",
                        "k7/8/8/8/8/8/8/K6* w - - 0 10 2/2 - -");
    squares_check("hans38", "k7/8/8/3*4/8/8/8/K6* w - - 0 9 0/3 -/- -", "a1a2", "@@d5 @@h1");
    squares_check("hans38", "k7/8/8/3*4/8/8/8/K6* b - - 0 9 0/3 -/- -", "@@d5 @@h1", "");
}

static void test_squares_move_one_or_two_locations_in_any_direction(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(
        &scene, "hans38", "",
        "k*******/********/********/********/***1****/********/********/K******* w - - 0 9 0/0 d4/- -");
    scene_only(&scene, "@",
               "@d4b2 @d4b3 @d4b4 @d4b5 @d4b6 @d4c2 @d4c3 @d4c4 @d4c5 @d4c6 @d4d2 @d4d3 @d4d5 @d4d6 "
               "@d4e2 @d4e3 @d4e4 @d4e5 @d4e6 @d4f2 @d4f3 @d4f4 @d4f5 @d4f6");
    scene_clear(&scene);
    // They leap, stay on the board, and need a location without a square.
    scene_init(
        &scene, "hans38", "",
        "k*******/********/********/********/********/********/*****1**/K****N1N w - - 0 9 0/0 g1/- -");
    scene_only(&scene, "@", "@g1e1 @g1e2 @g1e3 @g1f3 @g1g2 @g1g3 @g1h2 @g1h3");
    scene_clear(&scene);
    squares_check_after("hans38",
                        "k*******/********/********/********/***1****/********/********/K******* w - - 7 9 "
                        "0/0 d4/- -",
                        "@d4e6",
                        "k*******/********/****1***/********/********/********/********/K******* b - - 8 9 "
                        "0/0 e6/- e6");
}

static void test_only_empty_squares_are_moved(void **state)
{
    (void)state;
    static const char fen[] =
        "k*******/********/********/********/********/********/2******/K1**R*1* w - - 0 2";
    for (int i = 0; i < SQUARES_NAMES - 1; i++) {
        bool one_action = i < 2;
        squares_check_next(squares_names[i], fen, one_action ? "" : "a1b1", "@e1", "");
        squares_check_next(squares_names[i], fen, one_action ? "" : "a1b1", one_action ? "@a1" : "@b1", "");
    }
    squares_check_next("moving-squares", fen, "a1b1", "@e1", "@e1d1 @e1d2 @e1e2 @e1f1 @e1f2");
}

static void test_what_the_own_turn_touched_is_not_barred(void **state)
{
    (void)state;
    static const char fen[] =
        "k*******/********/********/********/********/********/1*******/K******* w - - 0 3";
    // The square just placed; the square just left; the location of a square just moved.
    squares_check("hans38-postal-plus", fen, "a1a2,@@d4,@d4e5 a1a2,@a1b1 a1a2,@@a3,@a1b1 a1a2,@a1b1,@@a1",
                  "a1a2,@@d4,@a2b2");
    squares_check("infinite-reserves", fen, "a1a2,@@d4,@d4e5 a1a2,@@d4,@a1b1 a1a2,@a1b1,@@a1", "");
    // The piece just moved, the rook just castled.
    squares_check("moving-squares",
                  "k*******/********/********/********/********/*1******/********/N*K***** w - - 0 9",
                  "a1b3,@@c3,@b3a4 a1b3,@b3a2,@@h8 a1b3,@@a1,@b3b2", "");
    squares_check("moving-squares",
                  "k*******/********/********/********/********/********/********/R3K2R w KQ - 0 9",
                  "e1g1,@f1f2,@@h8", "e1g1,@g1g2,@@h8");
}

static void test_both_orders_of_two_square_actions_are_turns(void **state)
{
    (void)state;
    static const char fen[] =
        "k*******/********/********/********/********/********/1*******/K******* w - - 0 3";
    squares_check("hans38-postal-plus", fen, "a1a2,@@d4,@a1b1 a1a2,@a1b1,@@d4 a1a2,@a1b1 a1a2,@@d4 a1a2", "");
    squares_check("infinite-reserves", fen, "a1a2,@@d4,@a1b1 a1a2,@a1b1,@@d4 a1a2,@@d4", "a1a2,@a1b1 a1a2");
    squares_check("moving-squares", fen, "a1a2,@@d4,@a1b1 a1a2,@a1b1,@@d4 a1a2,@@d4", "a1a2,@a1b1 a1a2");
    squares_check_after("infinite-reserves", fen, "a1a2,@@d4,@a1b1",
                        "k*******/********/********/********/***1****/********/K*******/*1****** b - - 1 3 "
                        "inf/inf - b1d4");
    squares_check_after("infinite-reserves", fen, "a1a2,@a1b1,@@d4",
                        "k*******/********/********/********/***1****/********/K*******/*1****** b - - 1 3 "
                        "inf/inf - b1d4");
}

// ---- What a turn is made of ----

static void test_one_action_is_a_turn(void **state)
{
    (void)state;
    static const char fen[] =
        "k*******/********/********/********/********/********/1*******/K1****** w - - 0 9 3/3 a2b1/- -";
    squares_check("hans38", fen, "a1a2 @@d4 @a2a3", "a1a2,@@d4 @@d4,@a2a3 @@d4,a1a2 a1a2,@a1c1");
}

static void test_postal_turns_begin_with_a_piece_move(void **state)
{
    (void)state;
    static const char fen[] =
        "k*******/********/********/********/********/********/1*******/K1****** w - - 0 9 3/3 a2b1/- -";
    squares_check("hans38-postal", fen, "a1a2 a1a2,@@d4 a1a2,@b1c1 a1a2,@a1c1",
                  "@@d4 @a2a3 @@d4,a1a2 a1a2,@@d4,@b1c1 a1a2,@b1c1,@@d4 a1a2,@@d4,@@d5 a1a2,@b1c1,@c1d1 "
                  "a1a2,a2a1");
    squares_check("hans38-postal-plus", fen, "a1a2 a1a2,@@d4 a1a2,@b1c1 a1a2,@@d4,@b1c1 a1a2,@b1c1,@@d4",
                  "@@d4 @a2a3 @@d4,@a2a3 @@d4,a1a2 a1a2,@@d4,@@d5 a1a2,@b1c1,@c1d1 a1a2,@@d4,@b1c1,@@d5 "
                  "a1a2,@@d4,@b1c1,@a1c2");
    squares_check("infinite-reserves",
                  "k*******/********/********/********/********/********/1*******/K1****** w - - 0 9",
                  "a1a2,@@d4 a1a2,@@d4,@b1c1 a1a2,@b1c1,@@d4 a1a2,@@a1",
                  "@@d4 @@d4,a1a2 a1a2 a1a2,@b1c1 a1a2,@@d4,@@d5 a1a2,@b1c1,@c1d1 a1a2,@b1c1,@@d4,@@d5");
}

static void test_without_a_reserve_nothing_is_placed(void **state)
{
    (void)state;
    static const char fen[] =
        "k*******/********/********/********/********/********/1*******/K1****** w - - 0 9 0/3 a2b1/- -";
    squares_check("hans38-postal", fen, "a1a2 a1a2,@b1c1", "a1a2,@@d4");
    squares_check("hans38-postal-plus", fen, "a1a2 a1a2,@b1c1", "a1a2,@@d4 a1a2,@b1c1,@@d4 a1a2,@@d4,@b1c1");
}

static void test_square_actions_alone_in_the_first_turn_if_no_piece_moves(void **state)
{
    (void)state;
    squares_check("hans38-postal", NULL, "@@f3", "@@f3,@f3g5 @@f3,@@g3");
    squares_check("hans38-postal-plus", NULL, "@@f3 @@f3,@f3g5",
                  "@@f3,@@g3 @@f3,@f3g5,@@f3 @@f3,@f3g5,@g5g4");
    squares_check("infinite-reserves", NULL, "@@f3 @@f3,@f3g5", "@@f3,@@g3 @@f3,@f3g5,@@f3");
    squares_check("moving-squares", NULL, "@@f3 @@f3,@f3g5 @@f3,@b2b3 @b2b3,@@f3 @b2b3,@@b2",
                  "@b2b3 @a1a3,@@f3 @a7a6,@@f3 @@f3,@@g3");
}

static void test_each_side_has_a_first_turn(void **state)
{
    (void)state;
    for (int i = 2; i < SQUARES_NAMES; i++) {
        struct scene scene;
        scene_init(&scene, squares_names[i], "", NULL);
        scene_play(&scene, "@@d4 @@d5");
        scene_outcome(&scene, "black", "stalemate"); // the second turn needs a piece move
        scene_clear(&scene);
        scene_init(&scene, squares_names[i], "", NULL);
        scene_play(&scene, "@@d3 @@d5"); // the queen's pawn can move
        scene_illegal(&scene, "@@d4");
        scene_legal(&scene, i < 4 ? "d2d3" : "d2d3,@@d4");
        scene_clear(&scene);
        // Who can move a piece must.
        scene_init(&scene, squares_names[i], "", NULL);
        scene_play(&scene, "@@d6");
        scene_illegal(&scene, "@@d5");
        scene_legal(&scene, i < 4 ? "d7d6" : "d7d6,@@d5");
        scene_clear(&scene);
    }
}

static void test_the_first_turn_asks_for_legal_turns_with_a_piece_move(void **state)
{
    (void)state;
    // The king's only move is into the knight's attack.
    static const char attacked[] =
        "k*******/********/********/********/*n******/********/1*******/K******* w - - 0 1";
    squares_check("hans38-postal", attacked, "@@h8", "a1a2 a1a2,@@h8");
    squares_check("infinite-reserves", attacked, "@@h8 @@h8,@a2a3", "a1a2,@@h8 @a2a3");
    // The knight is pinned, but can go if then the square that it left goes too.
    static const char pinned[] =
        "k***r***/****1***/****1***/****1***/****1***/****1*1*/****N***/****K*** w - - 0 1";
    squares_check("hans38-postal", pinned, "e2g3,@e2d2", "@@a5 e2g3 e2g3,@@a5 e2g3,@e3d3");
    squares_check("infinite-reserves", pinned, "e2g3,@e3d3,@@a5", "@@a5 @e3d3,@@a5 e2g3,@@a5");
    // Square actions alone must leave the king safe too.
    static const char checked[] =
        "k*******/********/********/********/********/****r***/****1***/****K*** w - - 0 1 3/3 e2/- -";
    squares_check("hans38-postal", checked, "@e2d2 @e2c2", "@@a5 e1e2");
    squares_check("hans38-postal-plus", checked, "@e2d2 @e2c2,@@a5 @@a5,@e2c2", "@@a5 @e2c2,@@e2");
    squares_check_outcome(
        "hans38-postal",
        "k*******/********/********/********/********/****r***/****1***/****K*** w - - 0 2 3/3 "
        "e2/- -",
        "", "black checkmate");
}

static void test_a_first_turn_needs_an_action(void **state)
{
    (void)state;
    static const char lone[] =
        "k*******/********/********/********/********/********/********/K******* w - - 0 1";
    char fen[128];
    snprintf(fen, sizeof fen, "%s 0/3 -/- -", lone);
    squares_check_outcome("hans38-postal", fen, "", "black stalemate");
    snprintf(fen, sizeof fen, "%s 1/3 -/- -", lone);
    squares_check_outcome("hans38-postal", fen, "", "ongoing");
    // In the infinite games it needs the placement.
    squares_check_outcome("infinite-reserves", "k7/8/8/8/8/1q6/8/K7 w - - 0 1", "", "black stalemate");
    squares_check("infinite-reserves", "k*6/8/8/8/8/1q6/8/K7 w - - 0 1", "@@b8 @c8b8,@@c8",
                  "@c8b8 a1a2,@@b8");
}

static void test_a_placement_is_compulsory_while_a_location_is_free(void **state)
{
    (void)state;
    // Judged after the piece move: in the fourth turn the square left is free by then.
    squares_check("infinite-reserves", "k7/8/8/8/8/8/8/K7 w - - 0 3", "a1a2", "a1a2,@@a1 a1a2,@b1b2");
    squares_check("infinite-reserves", "k7/8/8/8/8/8/8/K7 w - - 0 4", "a1a2,@@a1 a1a2,@b1a1,@@b1 a1a2,@@a1",
                  "a1a2 a1a2,@b1a1");
    squares_check("moving-squares", "k7/8/8/8/8/8/8/K7 w - - 0 3", "a1a2", "a1a2,@@a1");
    squares_check("moving-squares", "k7/8/8/8/8/8/8/K7 w - - 0 4", "a1a2,@@a1", "a1a2");
    squares_check("infinite-reserves", "k*6/8/8/8/8/8/8/K7 w - - 0 3", "a1a2,@@b8 a1a2,@c8b8,@@c8", "a1a2");
}

// ---- Frozen squares ----

static void test_a_square_just_moved_by_the_opponent_stays(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "hans38-neutral", "",
               "k*******/********/********/********/***1****/***1****/********/K******* w - - 0 9 3/3 - -");
    scene_play(&scene, "@d4e5");
    scene_fen(&scene,
              "k*******/********/********/****1***/********/***1****/********/K******* b - - 1 9 3/3 - e5");
    scene_illegal(&scene, "@e5e6 @e5d4");
    scene_legal(&scene, "@d3d4");
    scene_play(&scene, "@@h8");
    scene_legal(&scene, "@e5e6 @d3d4 @h8h7"); // placed by the opponent, not moved
    scene_play(&scene, "@h8h7");
    scene_fen(&scene,
              "k*******/*******1/********/****1***/********/***1****/********/K******* b - - 1 10 3/2 - h7");
    scene_legal(&scene, "@e5e6");
    scene_illegal(&scene, "@h7h6");
    scene_clear(&scene);
}

static void test_neither_square_touched_may_be_moved_in_the_infinite_games(void **state)
{
    (void)state;
    for (int i = 4; i < SQUARES_NAMES; i++) {
        struct scene scene;
        scene_init(&scene, squares_names[i], "",
                   "k1******/********/********/********/***1****/********/1*******/K******* w - - 0 3");
        scene_play(&scene, "a1a2,@@f6,@d4e5");
        scene_fen(&scene, "k1******/********/*****1**/****1***/********/********/K*******/1******* b - - 1 3 "
                          "inf/inf - e5f6");
        scene_next(&scene, "a8b8", "@e5", "");
        scene_next(&scene, "a8b8", "@f6", "");
        scene_legal(&scene, "a8b8,@@c8,@a1b1 a8b8,@@c8,@c8c7");
        scene_clear(&scene);
    }
}

static void test_placed_then_moved_freezes_only_where_it_came(void **state)
{
    (void)state;
    static const char fen[] =
        "k1******/********/********/********/***1****/********/1*******/K******* w - - 0 3";
    squares_check_after("infinite-reserves", fen, "a1a2,@@f6,@f6f5",
                        "k1******/********/********/*****1**/***1****/********/K*******/1******* b - - 1 3 "
                        "inf/inf - f5");
    squares_check_after("hans38-postal-plus", fen, "a1a2,@@f6,@f6f5",
                        "k1******/********/********/*****1**/***1****/********/K*******/1******* b - - 0 3 "
                        "2/3 a1f5/- f5");
}

static void test_moved_then_placed_on_its_origin_freezes_both(void **state)
{
    (void)state;
    static const char fen[] =
        "k1******/********/********/********/***1****/********/1*******/K******* w - - 0 3";
    squares_check_after("infinite-reserves", fen, "a1a2,@d4d5,@@d4",
                        "k1******/********/********/***1****/***1****/********/K*******/1******* b - - 1 3 "
                        "inf/inf - d4d5");
    // Where placing does not freeze, only the square that was moved.
    squares_check_after("hans38-postal-plus",
                        "k1******/********/********/********/***1****/********/1*******/K******* w - - 0 3 "
                        "3/3 d4/- -",
                        "a1a2,@d4d5,@@d4",
                        "k1******/********/********/***1****/***1****/********/K*******/1******* b - - 0 3 "
                        "2/3 a1d4d5/- d5");
}

static void test_a_frozen_square_that_vanished_frees_its_location(void **state)
{
    (void)state;
    // The rook leaves the frozen square b4, which is voided; a new one at b4 may be moved.
    squares_check_next("infinite-reserves",
                       "k*******/********/********/********/*R1*****/********/1*******/K******* w - - 0 4 "
                       "inf/inf - b4c4",
                       "b4c4,@@b4", "@b4",
                       "@b4a3 @b4a4 @b4a5 @b4a6 @b4b2 @b4b3 @b4b5 @b4b6 @b4c2 @b4c3 @b4c5 "
                       "@b4c6 @b4d2 @b4d3 @b4d4 @b4d5 @b4d6");
    // Before the fourth turn it stays, and stays frozen.
    squares_check_next("infinite-reserves",
                       "k*******/********/********/********/*R1*****/********/1*******/K******* w - - 0 3 "
                       "inf/inf - b4c4",
                       "b4c4", "@b4", "");
}

// ---- Squares that go back to the reserve ----

static void test_a_moving_piece_takes_its_square_away_from_the_fourth_turn_on(void **state)
{
    (void)state;
    for (int i = 4; i < SQUARES_NAMES; i++) {
        squares_check_after(
            squares_names[i],
            "k1******/********/********/********/********/********/1*******/K******* w - - 0 3",
            "a1a2,@@h4 a8b8,@@h5 a2a1,@@h6 b8a8,@@h7",
            "k*******/*******1/*******1/*******1/*******1/********/********/K******* w - - 4 5 "
            "inf/inf - h7");
    }
}

static void test_castling_voids_only_the_kings_square(void **state)
{
    (void)state;
    squares_check_after("infinite-reserves",
                        "k*******/********/********/********/********/********/********/R3K*** w Q - 0 4",
                        "e1c1,@@h1",
                        "k*******/********/********/********/********/********/********/2KR***1 b - - 1 4 "
                        "inf/inf - h1");
    // It is judged before squares are voided or placed.
    squares_check("infinite-reserves",
                  "k*******/********/********/********/********/********/********/R1*1K2R w KQ - 0 4",
                  "e1g1,@@c1", "e1c1,@@e1");
}

static void test_en_passant_voids_only_the_capturing_pawns_square(void **state)
{
    (void)state;
    squares_check_after("infinite-reserves",
                        "k*******/***1****/***1****/***pP***/********/********/********/K******* w - d6 0 4",
                        "e5d6,@@h1",
                        "k*******/***1****/***P****/***1****/********/********/********/K******1 b - - 0 4 "
                        "inf/inf - h1");
}

static void test_promotion_voids_the_square_left(void **state)
{
    (void)state;
    squares_check_after("moving-squares",
                        "k***1***/****P***/********/********/********/********/********/K******* w - - 0 4",
                        "e7e8n,@@h1",
                        "k***N***/********/********/********/********/********/********/K******1 b - - 0 4 "
                        "inf/inf - h1");
}

// ---- Squares that move with pieces ----

static void test_a_square_carries_a_friendly_piece_one_location(void **state)
{
    (void)state;
    static const char fen[] =
        "k*n*****/********/********/********/***N****/********/2******/K******* w - - 0 9";
    squares_check_next("moving-squares", fen, "a1a2", "@d4",
                       "@d4c3 @d4c4 @d4c5 @d4d3 @d4d5 @d4e3 @d4e4 @d4e5");
    // Not the enemy's, not the king, and only by the square move of the turn.
    squares_check_next("moving-squares", fen, "a1a2", "@c8", "");
    squares_check_next("moving-squares", fen, "a1a2", "@a2", "");
    squares_check_next("moving-squares", fen, "a1a2,@d4e5", "@e5", "");
    squares_check_next("moving-squares", fen, "a1a2,@d4e5", "@b2", "");
    squares_check_next("infinite-reserves", fen, "a1a2", "@d4", "");
    // Empty squares still move by one or two.
    squares_check_next("moving-squares", fen, "a1a2", "@b2",
                       "@b2a1 @b2a3 @b2a4 @b2b1 @b2b3 @b2b4 @b2c1 @b2c2 "
                       "@b2c3 @b2c4 @b2d1 @b2d2 @b2d3");
    squares_check_after("moving-squares", fen, "a1a2,@d4e5,@@d4",
                        "k*n*****/********/********/****N***/***1****/********/K1******/******** b - - 1 9 "
                        "inf/inf - d4e5");
}

static void test_a_carried_pawn_stays_a_pawn(void **state)
{
    (void)state;
    static const char fen[] =
        "********/****P***/k*******/********/********/********/1*******/K******* w - - 0 9";
    struct scene scene;
    scene_init(&scene, "moving-squares", "", fen);
    scene_next(&scene, "a1a2", "@e7", "@e7d6 @e7d7 @e7d8 @e7e6 @e7e8 @e7f6 @e7f7 @e7f8");
    scene_play(&scene, "a1a2,@e7e8,@@d8");
    scene_fen(&scene, "***1P***/********/k*******/********/********/********/K*******/******** b - - 1 9 "
                      "inf/inf - d8e8");
    scene_clear(&scene);
    // On the last rank it cannot move, but it can be carried again.
    squares_check_next("moving-squares",
                       "***1P***/****1***/k*******/********/********/********/1*******/K******* w - - 0 9",
                       "", "e8", "");
    squares_check_next("moving-squares",
                       "***1P***/****1***/k*******/********/********/********/1*******/K******* w - - 0 9",
                       "a1a2", "@e8", "@e8d7 @e8f7 @e8f8");
}

static void test_a_carried_pawns_steps(void **state)
{
    (void)state;
    // Carried to its home rank it may step twice; on its own first rank it steps once, and captures.
    struct scene scene;
    scene_init(&scene, "moving-squares", "",
               "k1******/********/********/****1***/****1***/***P****/1*******/K******* w - - 0 9");
    scene_play(&scene, "a1a2,@d3e2,@@e3 a8b8,@@a8");
    scene_legal(&scene, "e2e3,@@h8 e2e4,@@h8");
    scene_clear(&scene);
    squares_check("moving-squares",
                  "k1******/********/********/********/****1***/****1***/1***1***/K***P*** w - - 0 9",
                  "e1e2,@@h8", "e1e3,@@h8 e1e4,@@h8");
    squares_check("moving-squares",
                  "k*******/********/********/********/********/********/1****p**/K***P*** w - - 0 9",
                  "e1f2,@@h8", "");
    squares_check("moving-squares",
                  "k1**p***/****1***/****1***/****1***/********/********/1*******/K******* b - - 0 9",
                  "e8e7,@@h8", "e8e6,@@h8");
}

static void test_a_carried_rook_loses_its_castling_right(void **state)
{
    (void)state;
    squares_check_after(
        "moving-squares", "k1******/********/********/********/*******N/*****1**/********/R3K2R w KQ - 0 9",
        "h4f3,@h1h2,@@h8",
        "k1*****1/********/********/********/********/*****N**/*******R/R3K2* b Q - 1 9 inf/inf - "
        "h2h8");
    squares_check_after(
        "moving-squares", "r3k2r/********/*****1**/*******n/********/********/********/1K****** b kq - 0 9",
        "h5f6,@a8a7,@@a8",
        "4k2r/r*******/*****n**/********/********/********/********/1K****** w k - 1 10 inf/inf - "
        "a7a8");
}

static void test_carrying_gives_and_takes_check(void **state)
{
    (void)state;
    struct scene scene;
    static const char open[] =
        "****k***/****1***/****1***/****1***/****N***/****1***/1***1***/K***R*** w - - 0 9";
    // The knight's square leaves a hole in the rook's file, until one is placed there.
    scene_init(&scene, "moving-squares", "", open);
    scene_play(&scene, "a1a2,@e4f5,@@h1");
    scene_in_check(&scene, false);
    scene_clear(&scene);
    scene_init(&scene, "moving-squares", "", open);
    scene_play(&scene, "a1a2,@e4f5,@@e4");
    scene_in_check(&scene, true);
    scene_clear(&scene);
    // The carried piece itself gives check.
    scene_init(&scene, "moving-squares", "",
               "****k***/********/********/****N***/********/********/1*******/K******* w - - 0 9");
    scene_play(&scene, "a1a2,@e5d6,@@h1");
    scene_in_check(&scene, true);
    scene_outcome(&scene, "white", "checkmate");
    scene_clear(&scene);
    // A pinned piece is carried off with the square that pins it, if that is not placed again.
    squares_check("moving-squares",
                  "k***r***/****1***/****1***/****1***/****N***/1***1***/P***1***/****K*** w - - 0 9",
                  "a2a3,@e4f5,@@h8 a2a3,@@h8,@e4f5", "a2a3,@e4f5,@@e4");
}

static void test_the_square_that_carried_a_captured_piece_stays(void **state)
{
    (void)state;
    static const char placement[] =
        "k*******/********/********/********/***p****/***1****/1**R****/K******* w - - 0 9";
    struct scene scene;
    squares_check_next("moving-squares", placement, "d2d4", "@d4",
                       "@d4c3 @d4c4 @d4c5 @d4d5 @d4e3 @d4e4 @d4e5");
    scene_init(&scene, "moving-squares", "",
               "k1******/********/********/***p****/********/***1****/1**R****/K******* b - - 0 9");
    scene_play(&scene, "a8b8,@d5d4,@@h8");
    scene_next(&scene, "d2d4", "@d4", "");
    scene_next(&scene, "d2d4", "@h8", "");
    scene_clear(&scene);
}

static void test_a_turn_can_leave_the_position_as_it_was(void **state)
{
    (void)state;
    static const char fen[] =
        "k*b*****/***1****/********/********/********/********/***1****/K*B***** w - - 0 9 inf/inf - d7c8";
    static const char both[] = "c1d2,@d2c1,@@d2 c8d7,@d7c8,@@d7";
    struct scene scene;
    scene_init(&scene, "moving-squares", "", fen);
    scene_play(&scene, both);
    scene_fen(
        &scene,
        "k*b*****/***1****/********/********/********/********/***1****/K*B***** w - - 2 10 inf/inf - d7c8");
    assert_int_equal(history_occurrences(&scene.history, &scene.position), 1);
    scene_play(&scene, both);
    scene_outcome(&scene, "draw", "repetition");
    scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_squares_are_placed_where_there_is_none),
        cmocka_unit_test(test_squares_move_one_or_two_locations_in_any_direction),
        cmocka_unit_test(test_only_empty_squares_are_moved),
        cmocka_unit_test(test_what_the_own_turn_touched_is_not_barred),
        cmocka_unit_test(test_both_orders_of_two_square_actions_are_turns),
        cmocka_unit_test(test_one_action_is_a_turn),
        cmocka_unit_test(test_postal_turns_begin_with_a_piece_move),
        cmocka_unit_test(test_without_a_reserve_nothing_is_placed),
        cmocka_unit_test(test_square_actions_alone_in_the_first_turn_if_no_piece_moves),
        cmocka_unit_test(test_each_side_has_a_first_turn),
        cmocka_unit_test(test_the_first_turn_asks_for_legal_turns_with_a_piece_move),
        cmocka_unit_test(test_a_first_turn_needs_an_action),
        cmocka_unit_test(test_a_placement_is_compulsory_while_a_location_is_free),
        cmocka_unit_test(test_a_square_just_moved_by_the_opponent_stays),
        cmocka_unit_test(test_neither_square_touched_may_be_moved_in_the_infinite_games),
        cmocka_unit_test(test_placed_then_moved_freezes_only_where_it_came),
        cmocka_unit_test(test_moved_then_placed_on_its_origin_freezes_both),
        cmocka_unit_test(test_a_frozen_square_that_vanished_frees_its_location),
        cmocka_unit_test(test_a_moving_piece_takes_its_square_away_from_the_fourth_turn_on),
        cmocka_unit_test(test_castling_voids_only_the_kings_square),
        cmocka_unit_test(test_en_passant_voids_only_the_capturing_pawns_square),
        cmocka_unit_test(test_promotion_voids_the_square_left),
        cmocka_unit_test(test_a_square_carries_a_friendly_piece_one_location),
        cmocka_unit_test(test_a_carried_pawn_stays_a_pawn),
        cmocka_unit_test(test_a_carried_pawns_steps),
        cmocka_unit_test(test_a_carried_rook_loses_its_castling_right),
        cmocka_unit_test(test_carrying_gives_and_takes_check),
        cmocka_unit_test(test_the_square_that_carried_a_captured_piece_stays),
        cmocka_unit_test(test_a_turn_can_leave_the_position_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
