// SPDX-License-Identifier: GPL-3.0-or-later
// Fuel Chess: what moves cost, how far attacks reach, and how it ends, by hand-made positions.

#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check(const char *fen, const char *legal, const char *illegal)
{
    struct scene scene;
    scene_init(&scene, "fuel", "", fen);
    scene_legal(&scene, legal);
    scene_illegal(&scene, illegal);
    scene_clear(&scene);
}

static void check_fen_after(const char *fen, const char *turns, const char *after)
{
    struct scene scene;
    scene_init(&scene, "fuel", "", fen);
    scene_play(&scene, turns);
    scene_fen(&scene, after);
    scene_clear(&scene);
}

static void check_only(const char *fen, const char *start, const char *turns)
{
    struct scene scene;
    scene_init(&scene, "fuel", "", fen);
    scene_only(&scene, start, turns);
    scene_clear(&scene);
}

static void check_outcome(const char *parameters, const char *fen, const char *result, const char *reason)
{
    struct scene scene;
    scene_init(&scene, "fuel", parameters, fen);
    scene_outcome(&scene, result, reason);
    scene_clear(&scene);
}

static void check_in_check(const char *fen, bool in_check)
{
    struct scene scene;
    scene_init(&scene, "fuel", "", fen);
    scene_in_check(&scene, in_check);
    scene_clear(&scene);
}

static void test_a_move_costs_its_distance(void **state)
{
    (void)state;
    check_fen_after(NULL, "g1f3",
                    "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1 50x16,48,50x15");
    check_fen_after(NULL, "e2e4",
                    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 50x16,48,50x15");
    check_fen_after(NULL, "e2e3 e7e6 f1a6",
                    "rnbqkbnr/pppp1ppp/B3p3/8/8/4P3/PPPP1PPP/RNBQK1NR b KQkq - 1 2 50x15,45,49x2,50x14");
    // The captor pays; what it takes is lost with its fuel.
    check_fen_after("4k3/8/8/8/3p4/8/1B6/4K3 w - - 0 1 7,9,8,5", "b2d4",
                    "4k3/8/8/8/3B4/8/8/4K3 b - - 0 1 7,6,5");
    check_fen_after("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 7,9,1,5", "e4d5",
                    "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1 7,0,5");
}

static void test_a_piece_goes_as_far_as_it_can_pay(void **state)
{
    (void)state;
    check_only("k7/8/8/8/3R4/8/8/7K w - - 0 1 5,3,5", "d4",
               "d4a4 d4b4 d4c4 d4d1 d4d2 d4d3 d4d5 d4d6 d4d7 d4e4 d4f4 d4g4");
    check_only("k7/8/8/8/3Q4/8/8/7K w - - 0 1 5,1,5", "d4", "d4c3 d4c4 d4c5 d4d3 d4d5 d4e3 d4e4 d4e5");
    check_only("k7/8/8/8/3N4/8/8/7K w - - 0 1 5,1,5", "d4", "");
    check_only("k7/8/8/8/3N4/8/8/7K w - - 0 1 5,2,5", "d4", "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5");
    check_only("k7/8/8/8/8/8/3P4/7K w - - 0 1 5,2,5", "d2", "d2d3 d2d4");
    check_only("k7/8/8/8/8/8/3P4/7K w - - 0 1 5,1,5", "d2", "d2d3");
    check_only("k7/8/8/8/8/4p3/3P4/7K w - - 0 1 5,5,0,5", "d2", "");
    check_only("k7/8/8/8/8/4p3/3P4/7K w - - 0 1 5,5,1,5", "d2", "d2d3 d2e3");
    check_only("k7/8/8/8/8/8/3P4/7K w - - 0 1 5,1,0", "h1", "");
}

static void test_castling_is_paid_by_both(void **state)
{
    (void)state;
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 9x3,3,2,2", "e1g1 e1c1", "");
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 9x3,2,2,2", "e1g1", "e1c1");
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 9x3,3,2,1", "e1c1", "e1g1");
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 9x3,9,1,9", "e1d1 e1f1", "e1c1 e1g1");
    check("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 3,2,1,9x3", "e8c8", "e8g8");
    check("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 2,2,2,9x3", "e8g8", "e8c8");
    check_fen_after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 9x3,3,2,2", "e1c1",
                    "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1 9x3,0x2,2");
    check_fen_after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 9x3,3,2,2", "e1g1",
                    "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1 9x3,3,0x2");
    check_fen_after("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 9x6", "e8c8",
                    "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2 7,6,9x4");
}

static void test_castling_past_attackers_that_cannot_pay(void **state)
{
    (void)state;
    // A rook on f8 is seven squares from f1.
    check("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1 6,9x4", "e1g1 e1c1", "");
    check("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1 7,9x4", "e1c1", "e1g1");
    check("2r3k1/8/8/8/8/8/8/R3K2R w KQ - 0 1 6,9x4", "e1g1 e1c1", "");
    check("2r3k1/8/8/8/8/8/8/R3K2R w KQ - 0 1 7,9x4", "e1g1", "e1c1");
    check("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1 6,9x4", "e1g1 e1c1", "");
    check("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1 7,9x4", "", "e1g1 e1c1");
    // A king without fuel guards nothing; castling towards him is mate here.
    struct scene scene;
    check("8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1 1,5x3", "e1g1", "e1c1");
    scene_init(&scene, "fuel", "", "8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1 0,5x3");
    scene_play(&scene, "e1c1");
    scene_outcome(&scene, "white", "checkmate");
    scene_clear(&scene);
}

static void test_promotion_keeps_the_rest(void **state)
{
    (void)state;
    check_fen_after("8/1P5k/8/8/8/8/8/7K w - - 0 1 3,5,5", "b7b8q", "1Q6/7k/8/8/8/8/8/7K b - - 0 1 2,5x2");
    check_fen_after("r7/1P5k/8/8/8/8/8/7K w - - 0 1 9,3,5,5", "b7a8n", "N7/7k/8/8/8/8/8/7K b - - 0 1 2,5x2");
    check_only("r7/1P5k/8/8/8/8/8/7K w - - 0 1 9,0,5,5", "b7", "");
    // Promoted with its last unit the queen gives no check.
    struct scene scene;
    scene_init(&scene, "fuel", "", "8/1P5k/8/8/8/8/8/7K w - - 0 1 1,5,5");
    scene_play(&scene, "b7b8q h7h8");
    scene_in_check(&scene, false);
    scene_only(&scene, "b8", "");
    scene_clear(&scene);
}

static void test_en_passant_costs_one(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/1PpP4/8/8/8/4K3 w - c6 0 1 5,1,5,0,5";
    check(fen, "b5c6", "d5c6");
    check_fen_after(fen, "b5c6", "4k3/8/2P5/3P4/8/8/8/4K3 b - - 0 1 5,0x2,5");
    // Pinned along the rank, seven squares from the pinner, or not.
    check("4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 1 5,5,5,5,7", "d5d6", "d5c6");
    check("4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 1 5,5,5,5,6", "d5d6 d5c6", "");
    check("6b1/8/8/3pP3/8/1K6/8/4k3 w - d6 0 1 5,5,5,5,5", "e5e6", "e5d6");
    check("6b1/8/8/3pP3/8/1K6/8/4k3 w - d6 0 1 4,5,5,5,5", "e5d6", "");
}

static void test_check_reaches_as_far_as_fuel(void **state)
{
    (void)state;
    check_in_check("4k3/8/8/8/4Q3/8/8/K7 b - - 0 1 5,3,5", false);
    check_in_check("4k3/8/8/8/4Q3/8/8/K7 b - - 0 1 5,4,5", true);
    check_in_check("4k3/8/3N4/8/8/8/8/K7 b - - 0 1 5,1,5", false);
    check_in_check("4k3/8/3N4/8/8/8/8/K7 b - - 0 1 5,2,5", true);
    check_in_check("8/8/8/3k4/4P3/8/8/K7 b - - 0 1 5,0,5", false);
    check_in_check("8/8/8/3k4/4P3/8/8/K7 b - - 0 1 5,1,5", true);
    // The king needs no fuel to be attacked, and his own saves him from nothing.
    check_in_check("4k3/8/8/8/4Q3/8/8/K7 b - - 0 1 0,4,5", true);
}

static void test_the_king_steps_out_of_reach(void **state)
{
    (void)state;
    // Away from the rook along its line, one square further than it can pay for.
    check("k7/8/8/8/r3K3/8/8/8 w - - 0 1 9,4,9", "e4f4", "e4d4");
    check("k7/8/8/8/r3K3/8/8/8 w - - 0 1 9,5,9", "e4f3", "e4f4 e4d4");
    // To a square that the queen cannot pay for, and to one that she can.
    check("k7/8/8/q7/8/8/8/4K3 w - - 0 1 9,2,9", "e1d2", "");
    check("k7/8/8/q7/8/8/8/4K3 w - - 0 1 9,3,9", "e1d1", "e1d2");
    // A guarded piece may be taken when its guard is dry.
    check("k7/8/8/1b6/8/8/4q3/4K3 w - - 0 1 5,2,5,5", "e1e2", "");
    check("k7/8/8/1b6/8/8/4q3/4K3 w - - 0 1 5,3,5,5", "", "e1e2");
}

static void test_kings_and_their_fuel(void **state)
{
    (void)state;
    struct scene scene;
    check("8/8/8/3k4/8/3K4/8/8 w - - 0 1 1,5", "", "d3c4 d3d4 d3e4");
    check("8/8/8/3k4/8/3K4/8/8 w - - 0 1 0,5", "d3c4 d3d4 d3e4", "");
    scene_init(&scene, "fuel", "", "8/8/8/3k4/8/3K4/8/8 w - - 0 1 0,5");
    scene_play(&scene, "d3d4");
    scene_in_check(&scene, true);
    scene_outcome(&scene, "white", "checkmate");
    scene_clear(&scene);
    // The last unit takes the king there, and then he attacks nothing himself.
    scene_init(&scene, "fuel", "", "8/8/8/3k4/8/3K4/8/8 w - - 0 1 0,1");
    scene_play(&scene, "d3d4");
    scene_in_check(&scene, false);
    scene_outcome(&scene, "white", "no-fuel");
    scene_clear(&scene);
    // A king guards his pawn while he has fuel.
    check("8/8/4k3/3p4/2K5/8/8/8 w - - 0 1 0,1,5", "c4d5", "");
    check("8/8/4k3/3p4/2K5/8/8/8 w - - 0 1 1,1,5", "", "c4d5");
}

static void test_pins_that_bite_and_pins_that_do_not(void **state)
{
    (void)state;
    check_only("4k3/4r3/8/8/4N3/8/8/4K3 w - - 0 1 5,6,5,5", "e4", "");
    check("4k3/4r3/8/8/4N3/8/8/4K3 w - - 0 1 5,5,5,5", "e4c5 e4g3", "");
    // The pinned piece moves along the line as far as it can pay.
    check_only("4k3/4r3/8/8/8/4R3/8/4K3 w - - 0 1 5,6,2,5", "e3", "e3e2 e3e4 e3e5");
    // Stepping away from a dry pinner and back into its reach are two things: the king's distance counts.
    check_only("4k3/8/8/b7/8/2N5/8/4K3 w - - 0 1 5,3,5,5", "c3", "c3a2 c3a4 c3b1 c3b5 c3d1 c3d5 c3e2 c3e4");
    check_only("4k3/8/8/b7/8/2N5/8/4K3 w - - 0 1 5,4,5,5", "c3", "");
}

static void test_answers_to_check_must_be_paid(void **state)
{
    (void)state;
    // The rook is three squares from the bishop, and so is the square where it could step between.
    check_only("k3r3/8/8/1B6/8/8/8/4K3 w - - 0 1 5,9,3,0", "", "b5e2 b5e8");
    check_outcome("", "k3r3/8/8/1B6/8/8/8/4K3 w - - 0 1 5,9,2,0", "black", "checkmate");
    // The same with a king who can still walk is no mate.
    check_outcome("", "k3r3/8/8/1B6/8/8/8/4K3 w - - 0 1 5,9,2,1", "ongoing", "");
    // And without the check it is want of fuel.
    check_outcome("", "k3r3/8/8/8/8/8/8/4K3 w - - 0 1 5,6,0", "black", "no-fuel");
}

static void test_reasons_of_losing(void **state)
{
    (void)state;
    check_outcome("", "k7/8/8/8/8/8/8/7K w - - 0 1 5,0", "black", "no-fuel");
    check_outcome("", "k7/8/8/8/8/8/8/7K b - - 0 1 0,5", "white", "no-fuel");
    // an en-passant target stands in the position that full tanks are tried on
    check_outcome("", "8/8/8/3pP3/8/8/8/K6k w - d6 0 1 0", "black", "no-fuel");
    check_outcome("", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1 5", "white", "stalemate");
    // Not in check and no move even with full tanks; without the king's fuel it is the same.
    check_outcome("", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1 0,5,5", "white", "stalemate");
    check_outcome("", "7k/5K2/6Q1/8/8/8/1p6/8 b - - 0 1 5,5,5,0", "white", "no-fuel");
    // A blocked pawn is no help, full or not.
    check_outcome("", "7k/5K2/6Q1/8/8/1p6/1P6/8 b - - 0 1 5,5,5,0,5", "white", "stalemate");
    // A full tank is what the game began with: with n = 1 a knight never moves.
    check_outcome("fuel=1", "7k/5K2/6Q1/8/8/8/1n6/8 b - - 0 1 5,5,5,0", "white", "stalemate");
    check_outcome("fuel=2", "7k/5K2/6Q1/8/8/8/1n6/8 b - - 0 1 5,5,5,0", "white", "no-fuel");
    // Only the own tanks are thought to be full: the two dry rooks still guard nothing.
    check_outcome("", "7k/R7/8/8/8/8/8/K5R1 b - - 0 1 0,0,5,0", "white", "no-fuel");
    // In check it is mate, whatever full tanks would do.
    check_outcome("", "7k/8/8/8/8/8/8/K6R b - - 0 1 0,5,9", "white", "checkmate");
}

static void test_no_draws(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "fuel", "", "4k3/8/8/8/8/8/8/4K2R w - - 98 70 50");
    for (int i = 0; i < 5; i++)
        scene_play(&scene, "e1e2 e8e7 e2e1 e7e8");
    scene_outcome(&scene, "ongoing", "");
    scene_fen(&scene, "4k3/8/8/8/8/8/8/4K2R w - - 118 80 40x2,50");
    scene_clear(&scene);
    check_outcome("", "4k3/8/8/8/8/8/8/4K3 w - - 300 400 2", "ongoing", "");
}

static void test_first_moves(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "fuel", "fuel=1", NULL);
    scene_only(&scene, "", "a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3");
    scene_fen(&scene, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1x32");
    scene_clear(&scene);
    scene_init(&scene, "fuel", "fuel=2", NULL);
    assert_int_equal(scene.turns.count, 20);
    scene_clear(&scene);
    scene_init(&scene, "fuel", "fuel=999", NULL);
    scene_fen(&scene, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 999x32");
    scene_clear(&scene);
}

static void check_field(const char *fuel, const char *written)
{
    struct scene scene;
    struct buffer fen, wanted;
    buffer_init(&fen);
    buffer_init(&wanted);
    buffer_addf(&fen, "4k3/8/8/8/8/8/P7/4K2R w - - 0 1%s", fuel);
    buffer_addf(&wanted, "4k3/8/8/8/8/8/P7/4K2R w - - 0 1 %s", written);
    scene_init(&scene, "fuel", "fuel=7", buffer_text(&fen));
    scene_fen(&scene, buffer_text(&wanted));
    scene_clear(&scene);
    buffer_clear(&wanted);
    buffer_clear(&fen);
}

static void test_fuel_field(void **state)
{
    (void)state;
    check_field("", "7x4"); // missing: a full tank each
    check_field(" 5", "5x4");
    check_field(" 5x4", "5x4");
    check_field(" 5,5,5,5", "5x4");
    check_field(" 5x2,5x2", "5x4");
    check_field(" 5x3,4", "5x3,4");
    check_field(" 1,2,3,4", "1,2,3,4");
    check_field(" 0,999,0x2", "0,999,0x2"); // more than the tank holds at the start is taken
    check_field(" 007", "7x4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_move_costs_its_distance),
        cmocka_unit_test(test_a_piece_goes_as_far_as_it_can_pay),
        cmocka_unit_test(test_castling_is_paid_by_both),
        cmocka_unit_test(test_castling_past_attackers_that_cannot_pay),
        cmocka_unit_test(test_promotion_keeps_the_rest),
        cmocka_unit_test(test_en_passant_costs_one),
        cmocka_unit_test(test_check_reaches_as_far_as_fuel),
        cmocka_unit_test(test_the_king_steps_out_of_reach),
        cmocka_unit_test(test_kings_and_their_fuel),
        cmocka_unit_test(test_pins_that_bite_and_pins_that_do_not),
        cmocka_unit_test(test_answers_to_check_must_be_paid),
        cmocka_unit_test(test_reasons_of_losing),
        cmocka_unit_test(test_no_draws),
        cmocka_unit_test(test_first_moves),
        cmocka_unit_test(test_fuel_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
