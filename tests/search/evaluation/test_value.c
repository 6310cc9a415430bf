// SPDX-License-Identifier: GPL-3.0-or-later
// Piece values: derived from the moves of the pieces, symmetrical for both colours, falling with fuel, and summed correctly.
#include "search/evaluation/value.h"

#include "notation/coordinate_read.h"
#include "position/game.h"
#include "support/thought.h"

#include <stdio.h>
#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct desk {
    struct thought thought;
    struct valuation valuation;
};

static struct desk *desk_new(const char *game, const char *parameters, const char *fen)
{
    struct desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    thought_init(&desk->thought, game, parameters, fen);
    // What is derived, even where there are tuned weights.
    struct weights weights;
    weights_init(&weights);
    valuation_init_with(&desk->valuation, desk->thought.variant, true, &weights);
    return desk;
}

static void desk_free(struct desk *desk)
{
    thought_clear(&desk->thought);
    free(desk);
}

static piece_type type_of(char letter)
{
    return (piece_type)(letter - 'A' + 1);
}

static int value_of(const struct desk *desk, char letter)
{
    return desk->valuation.value[type_of(letter)];
}

static struct pair placed(const struct desk *desk, char letter, enum color color, const char *at)
{
    return desk->valuation.placed[piece_of(type_of(letter), color)][square_at(at[0] - 'a', at[1] - '1')];
}

static void test_chess_values_in_the_usual_order(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", NULL);
    assert_in_range(value_of(desk, 'P'), 80, 120);
    assert_in_range(value_of(desk, 'N'), 3 * value_of(desk, 'P') - 30, value_of(desk, 'B'));
    assert_true(value_of(desk, 'B') + 100 < value_of(desk, 'R'));
    assert_in_range(value_of(desk, 'Q'), value_of(desk, 'R') + value_of(desk, 'B'), 2 * value_of(desk, 'R'));
    desk_free(desk);
}

static void test_armies_are_worth_about_the_same(void **state)
{
    (void)state;
    static const char *const armies_of[] = {"clobberers", "nutters", "rookies"};
    struct balance balance;
    for (size_t i = 0; i < 3; i++) {
        char parameters[64];
        snprintf(parameters, sizeof parameters, "white=%s black=fide", armies_of[i]);
        struct desk *desk = desk_new("chess", parameters, NULL);
        balance_init(&balance, &desk->valuation, &desk->thought.position);
        assert_in_range(balance.mg + 1000, 800, 1200);
        assert_in_range(balance.material[WHITE] - balance.material[BLACK] + 100, 70, 130);
        desk_free(desk);
    }
}

// A rook that moves at most four squares is worth less than an unlimited one, and a knight has fewer moves than a queen.
static void test_more_moves_are_worth_more(void **state)
{
    (void)state;
    struct desk *fide = desk_new("chess", "", NULL);
    struct desk *rookies = desk_new("chess", "white=rookies black=rookies", NULL);
    piece_type short_rook = 0;
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        const struct piece_rules *rules = &rookies->thought.variant->pieces[type];
        if (rules->name && rules->betza && rules->betza[0] == 'R' && rules->betza[1] == '4')
            short_rook = type;
    }
    assert_true(short_rook > 0);
    assert_true(rookies->valuation.value[short_rook] < value_of(fide, 'R'));
    assert_true(rookies->valuation.mean[short_rook] <= fide->valuation.mean[type_of('R')]);
    assert_true(fide->valuation.mean[type_of('N')] < fide->valuation.mean[type_of('Q')]);
    desk_free(rookies);
    desk_free(fide);
}

static void test_what_counts_as_material(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", NULL);
    const struct valuation *valuation = &desk->valuation;
    assert_int_equal(valuation->material[type_of('P')], 0);
    assert_int_equal(valuation->material[type_of('K')], 0);
    assert_in_range(valuation->material[type_of('Q')], 90, 100);
    assert_true(valuation->color_bound[type_of('B')]);
    assert_false(valuation->color_bound[type_of('N')] || valuation->color_bound[type_of('R')]);
    assert_int_equal(valuation->pawn_goal[WHITE], 7);
    assert_int_equal(valuation->pawn_goal[BLACK], 0);
    desk_free(desk);
    // Hamiltonian kings are ordinary pieces.
    desk = desk_new("hamiltonian", "", NULL);
    assert_true(desk->valuation.material[type_of('K')] > 0);
    desk_free(desk);
}

static void test_squares_are_the_same_for_both_colours(void **state)
{
    (void)state;
    static const char *const games_of[][2] = {{"chess", ""},
                                              {"chess", "white=nutters black=nutters"},
                                              {"chess", "white=clobberers black=rookies"},
                                              {"fuel", ""},
                                              {"hans38", ""}};
    for (size_t i = 0; i < sizeof games_of / sizeof *games_of; i++) {
        struct desk *desk = desk_new(games_of[i][0], games_of[i][1], NULL);
        const struct board *board = &desk->thought.variant->board;
        square s;
        for (piece_type type = 1; type < PIECE_TYPES; type++)
            for (struct set_walk walk = set_walk(&board->locations); set_next(&walk, &s);) {
                square t = square_at(square_file(s), board->height - 1 - square_rank(s));
                struct pair white = desk->valuation.placed[piece_of(type, WHITE)][s];
                struct pair black = desk->valuation.placed[piece_of(type, BLACK)][t];
                assert_int_equal(white.mg, black.mg);
                assert_int_equal(white.eg, black.eg);
            }
        desk_free(desk);
    }
}

static void test_good_squares(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", NULL);
    assert_true(placed(desk, 'N', WHITE, "d4").mg > placed(desk, 'N', WHITE, "a1").mg + 15);
    // A king is best at home in the middlegame and in the centre in the endgame.
    assert_true(placed(desk, 'K', WHITE, "g1").mg > placed(desk, 'K', WHITE, "e4").mg + 30);
    assert_true(placed(desk, 'K', WHITE, "e4").eg > placed(desk, 'K', WHITE, "g1").eg + 20);
    // The nearer to promotion a pawn is, the more it is worth.
    static const char *const way[] = {"a3", "a4", "a5", "a6", "a7"};
    for (size_t i = 1; i < sizeof way / sizeof *way; i++)
        assert_true(placed(desk, 'P', WHITE, way[i]).eg > placed(desk, 'P', WHITE, way[i - 1]).eg);
    assert_true(placed(desk, 'P', WHITE, "e4").mg > placed(desk, 'P', WHITE, "a4").mg);
    desk_free(desk);
    // Omnidirectional pawns are worth more near their promotion squares, which for horizontal pawns are a file.
    desk = desk_new("hnefa", "", NULL);
    const struct pair *horizontal = desk->valuation.placed[piece_of(type_of('H'), WHITE)];
    assert_true(horizontal[square_at(9, 6)].eg > horizontal[square_at(11, 6)].eg);
    desk_free(desk);
}

static void test_value_falls_with_fuel(void **state)
{
    (void)state;
    struct desk *desk = desk_new("fuel", "", NULL);
    const char *const letters = "PNBRQ";
    for (const char *letter = letters; *letter; letter++) {
        piece_type type = type_of(*letter);
        int last = -1;
        for (unsigned fuel = 0; fuel <= TANK_MAX; fuel++) {
            int share = valuation_share(&desk->valuation, type, fuel);
            assert_true(share >= last && share <= SHARE_ONE);
            last = share;
        }
        assert_in_range(valuation_share(&desk->valuation, type, 0), 1, SHARE_ONE / 10);
        assert_int_equal(last, SHARE_ONE);
        assert_int_equal(valuation_share(&desk->valuation, type, FUEL_MAX), SHARE_ONE);
    }
    // A king is worth the whole game however little fuel it has.
    assert_int_equal(valuation_share(&desk->valuation, type_of('K'), 0), SHARE_ONE);
    assert_int_equal(desk->valuation.cheapest[type_of('N')], 2);
    assert_int_equal(desk->valuation.cheapest[type_of('Q')], 1);
    // When the feature is off, fuel changes nothing.
    valuation_init(&desk->valuation, desk->thought.variant, false);
    assert_int_equal(valuation_share(&desk->valuation, type_of('Q'), 0), SHARE_ONE);
    desk_free(desk);
}

static void test_value_of_a_capture(void **state)
{
    (void)state;
    // Scan order: e8, d5 (queen), e1.
    struct desk *desk = desk_new("fuel", "", "4k3/8/8/3q4/8/8/8/4K3 w - - 0 1 50,8,50");
    const struct position *pos = &desk->thought.position;
    int half = valuation_of(&desk->valuation, pos, square_at(3, 4)), whole = value_of(desk, 'Q');
    assert_int_equal(half, whole * valuation_share(&desk->valuation, type_of('Q'), 8) / SHARE_ONE);
    assert_in_range(half, whole / 8, whole - 100);
    desk_free(desk);
    desk = desk_new("chess", "", "4k3/8/8/3q4/8/8/8/4K3 w - - 0 1");
    assert_int_equal(valuation_of(&desk->valuation, &desk->thought.position, square_at(3, 4)), whole);
    desk_free(desk);
}

static void test_balance_of_a_start_position(void **state)
{
    (void)state;
    static const char *const names[] = {"chess", "fuel", "hnefa", "hans38"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct desk *desk = desk_new(names[i], "", NULL);
        struct balance balance;
        balance_init(&balance, &desk->valuation, &desk->thought.position);
        assert_int_equal(balance.mg, 0);
        assert_int_equal(balance.eg, 0);
        assert_int_equal(balance.material[WHITE], balance.material[BLACK]);
        assert_int_equal(balance.fuel[WHITE], balance.fuel[BLACK]);
        assert_true(balance.material[WHITE] > 0 && balance.pawn_key);
        desk_free(desk);
    }
}

// Compares the sums updated after one action with sums computed from scratch, and checks the gain of material.
static void check_update(const char *fen, const char *text, int gain)
{
    struct desk *desk = desk_new("chess", "", fen);
    struct position *pos = &desk->thought.position;
    struct balance before, after, fresh;
    struct turn turn;
    struct undo undo;
    balance_init(&before, &desk->valuation, pos);
    assert_true(coordinate_read_turn(pos, text, &turn, NULL));
    position_apply(pos, turn.actions[0], &undo);
    balance_update(&after, &before, &desk->valuation, pos, &undo);
    balance_init(&fresh, &desk->valuation, pos);
    assert_memory_equal(&after, &fresh, offsetof(struct balance, hidden)); // there is no network
    assert_in_range(after.eg - before.eg + 2000, gain + 2000 - 80, gain + 2000 + 80);
    desk_free(desk);
}

static void test_special_moves_keep_the_balance(void **state)
{
    (void)state;
    check_update("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0);
    check_update("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 115);
    check_update("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 530 + 980 - 155);
    check_update("4k3/8/8/8/8/8/q7/R3K3 w Q - 0 1", "a1a2", 980);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess_values_in_the_usual_order),
        cmocka_unit_test(test_armies_are_worth_about_the_same),
        cmocka_unit_test(test_more_moves_are_worth_more),
        cmocka_unit_test(test_what_counts_as_material),
        cmocka_unit_test(test_squares_are_the_same_for_both_colours),
        cmocka_unit_test(test_good_squares),
        cmocka_unit_test(test_value_falls_with_fuel),
        cmocka_unit_test(test_value_of_a_capture),
        cmocka_unit_test(test_balance_of_a_start_position),
        cmocka_unit_test(test_special_moves_keep_the_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
