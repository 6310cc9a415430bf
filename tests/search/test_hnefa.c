// SPDX-License-Identifier: GPL-3.0-or-later
// The engine in HnefaChess: corners, mates that must not be given, and forcing the enemy to give mate.
#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/turn.h"
#include "search/solve.h"
#include "support/hnefa.h"
#include "support/thought.h"

#include <stdio.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void think(struct thought *thought, const char *pieces, const char *rest)
{
    char fen[REF_FEN_SIZE];
    hnefa_fen(fen, pieces, rest);
    thought_init(thought, "hnefa", "", fen);
}

static void expect(const char *pieces, const char *rest, int depth, int turns, const char *best)
{
    char fen[REF_FEN_SIZE];
    hnefa_fen(fen, pieces, rest);
    thought_expect("hnefa", "", fen, depth, turns, best);
}

static void test_runs_into_a_corner(void **state)
{
    (void)state;
    expect("Kb3 kh9", "w", 3, 2, NULL);
    expect("Kb2 ko15", "w", 2, 1, "b2a1");
    expect("Kh8 ko15", "b", 2, 1, "o15p16");
    expect("Kb4 kh9", "w", 5, 3, NULL);
}

// The enemy is one step from a corner: only attacking it, giving check or occupying it helps.
static void test_keeps_a_king_out_of_a_corner(void **state)
{
    (void)state;
    static const char *const defences[][2] = {
        {"Kh9 kb2 Rj8", "w"}, {"Kh9 kb2 Qg9", "w"}, {"Kb15 kh9 rj8", "b"}, {"Kh9 kb2 Nd2 Gg1", "w"}};
    for (unsigned i = 0; i < sizeof defences / sizeof *defences; i++) {
        struct thought thought;
        think(&thought, defences[i][0], defences[i][1]);
        struct search_result result = thought_search(&thought, 4);
        assert_int_not_equal(result.score.kind, SCORE_LOST);
        turn_play(&thought.position, &result.turn);
        assert_int_equal(solve_win(&thought.position, 1), 0);
        thought_clear(&thought);
    }
}

// A rook mates at once, and whoever plays it has lost.
static void test_gives_no_mate(void **state)
{
    (void)state;
    for (int depth = 1; depth <= 5; depth++) {
        struct thought thought;
        think(&thought, "Kc8 kp8 Ro1 Rn2 Qn5", "w");
        struct search_result result = thought_search(&thought, depth);
        assert_int_not_equal(result.score.kind, SCORE_LOST);
        turn_play(&thought.position, &result.turn);
        assert_int_equal(position_outcome(&thought.position, NULL).result, RESULT_ONGOING);
        thought_clear(&thought);
    }
}

// Only the bishop can parry the rook's check, and by that it uncovers a rook that gives mate: White has won.
static void test_forces_the_enemy_to_mate(void **state)
{
    (void)state;
    for (int depth = 2; depth <= 5; depth++)
        expect("Kp8 kj1 Ra2 Rn5 ro2 rp2 bp4", "w", depth, 1, "n5n1");
    // Rotated by 180°.
    expect("ka9 Kg16 rp15 rc12 Rb15 Ra15 Ba13", "b", 4, 1, "c12c16");
}

// The same, for the side that is forced.
static void test_sees_that_it_must_mate(void **state)
{
    (void)state;
    expect("Kp8 kj1 Ra2 Rn1 ro2 rp2 bp4", "b", 3, -1, "p4m1");
}

// The side that is mated has won, although it has no turn.
static void test_knows_the_end(void **state)
{
    (void)state;
    struct thought thought;
    think(&thought, "Kc3 kp8 Ro1 Rp2", "b");
    struct search_result result = thought_search(&thought, 2);
    assert_int_equal(result.turn.count, 0);
    assert_int_equal(result.score.kind, SCORE_WON);
    thought_clear(&thought);
}

static void expect_solved(const struct position *pos, enum solve_mode mode, int half_turns)
{
    struct solve_request request = {.position = pos, .mode = mode, .turns = 2, .memory = 1, .winner = WHITE};
    struct solve_result result;
    struct error err;
    request.reason = REASON_MATE_LOSES;
    assert_true(solve_run(&request, &result, &err));
    assert_int_equal(result.status, SOLVE_FOUND);
    assert_int_equal(result.half_turns, half_turns);
}

// A mate by the other side is a win on that side's half-turn.
static void test_solves_for_the_mated_side(void **state)
{
    (void)state;
    struct thought thought;
    think(&thought, "Kp8 kj1 Ra2 Rn5 ro2 rp2 bp4", "w");
    expect_solved(&thought.position, SOLVE_FORCED, 2);
    expect_solved(&thought.position, SOLVE_HELPED, 2);
    thought_clear(&thought);
    think(&thought, "Kp8 kj1 Ra2 Rn1 ro2 rp2 bp4", "b");
    expect_solved(&thought.position, SOLVE_FORCED, 1);
    thought_clear(&thought);
}

// ---- The hook ----

static int judge(const struct position *pos)
{
    int score = 0;
    for_each_part (part, &pos->variant->hooks.assess)
        score += part->mechanism->assess(part, pos);
    return score;
}

static int assess(const char *pieces, const char *rest)
{
    struct thought thought;
    think(&thought, pieces, rest);
    int score = judge(&thought.position);
    thought_clear(&thought);
    return score;
}

static void test_judges_the_run(void **state)
{
    (void)state;
    assert_int_equal(assess("Kc3 kn14", "w"), 0);
    assert_true(assess("Kc4 kn14", "w") < 0);
    assert_true(assess("Kc3 kn13", "w") > 0);
    // Around the walls: from e5 through the gate d8, from d9 straight out.
    assert_true(assess("Ke5 kn14", "w") < assess("Kd9 kn14", "w"));
    assert_true(assess("Ke5 kn14", "w") < assess("Ke8 kn14", "w"));
    // Guards and pieces in the way, of either side.
    assert_true(assess("Kh9 kn14 gh13 gi13 gh4 gi4 Gd8 Gd9 Gm8 Gm9", "w") <
                assess("Kh9 kn14 gh13 gi13 gh4 gi4 Gd8 Gm8", "w"));
    assert_true(assess("Kd9 kn14 ga15 ga2", "w") < assess("Kd9 kn14 gh7 gi10", "w"));
    assert_true(assess("Kd9 kn14 gh7 gi10", "w") == assess("Kd9 kn14", "w"));
    assert_true(assess("Kb2 kn14 ba16 qm1", "b") < assess("Kb2 kn14 ba15 qm15", "b"));
    // A corner one free step away.
    assert_true(assess("Kb2 kn14", "w") > assess("Kb2 kn14", "b") + 500);
}

// A king behind its own pieces advances when they make room, first those that can move.
static void test_friends_who_are_hemmed_in_hold_him_up(void **state)
{
    (void)state;
    int jammed = assess("Km9 kd9 Bm8 Hn7 Ho7 Gn8 Gn9 Hn10 Hn11 Ho8 Ho9 Ho10 Ho11", "w");
    int stirring = assess("Km9 kd9 Bm8 Hn7 Ho7 Gn8 Gn9 Hn10 Hn11 Ho8 Ho9 Hp10 Ho11", "w");
    assert_true(jammed < stirring);
    assert_true(stirring < assess("Km9 kd9 Bm8 Hn7 Ho7 Gn8 Gn9 Ho10 Hn11 Ho8 Ho9 Hp10 Ho11", "w"));
    // Guards can step aside diagonally, horizontal and vertical pawns cannot.
    assert_true(assess("Km9 kd9 Bm8 Hn7 Ho7 Gn8 Gn9 Gn10 Hn11 Ho8 Ho9 Ho10", "w") >
                assess("Km9 kd9 Bm8 Hn7 Ho7 Gn8 Gn9 Hn10 Hn11 Ho8 Ho9 Ho10", "w"));
    assert_int_equal(assess("Km9 kd9 Bm8 Hn7 Ho7 Gn8 Gn9 Hn10 Hn11 Ho8 Ho9 Ho10 Ho11", "w"),
                     -assess("kd8 Km8 bd9 hc10 hb10 gc9 gc8 hc7 hc6 hb9 hb8 hb7 hb6", "b"));
}

// A position is worth as much to Black when it is rotated by 180° and colours are reversed.
static void test_judges_both_sides_alike(void **state)
{
    (void)state;
    struct random random = {7};
    struct thought thought;
    thought_init(&thought, "hnefa", "", NULL);
    for (int i = 0; i < 60; i++) {
        thought_wander(&thought.position, &random, 2);
        struct position turned = thought.position;
        for (square s = 0; s < GRID_SQUARES; s++) {
            piece p = thought.position.pieces[s];
            turned.pieces[GRID_SQUARES - 1 - s] =
                is_piece(p) ? piece_of(piece_type_of(p), other_color(piece_color(p))) : p;
        }
        for (int set = 0; set < SETS; set++)
            turned.sets[set] = (struct set){{0}};
        for (square s = 0; s < GRID_SQUARES; s++)
            if (set_has(&thought.variant->board.locations, s)) {
                piece p = turned.pieces[s];
                set_add(&turned.sets[is_piece(p) ? (int)piece_color(p) : SET_EMPTY], s);
            }
        for (int color = 0; color < 2; color++)
            turned.state.king[color] = (uint16_t)(GRID_SQUARES - 1 - thought.position.state.king[1 - color]);
        turned.state.side ^= 1;
        assert_int_equal(judge(&turned), -judge(&thought.position));
    }
    thought_clear(&thought);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs_into_a_corner),
        cmocka_unit_test(test_keeps_a_king_out_of_a_corner),
        cmocka_unit_test(test_gives_no_mate),
        cmocka_unit_test(test_forces_the_enemy_to_mate),
        cmocka_unit_test(test_sees_that_it_must_mate),
        cmocka_unit_test(test_knows_the_end),
        cmocka_unit_test(test_solves_for_the_mated_side),
        cmocka_unit_test(test_judges_the_run),
        cmocka_unit_test(test_friends_who_are_hemmed_in_hold_him_up),
        cmocka_unit_test(test_judges_both_sides_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
