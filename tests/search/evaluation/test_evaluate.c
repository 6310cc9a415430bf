// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluation: symmetrical for both colours, updated correctly from the undo journal, and aware of fuel.
#include "search/evaluation/evaluate.h"

#include "position/fen.h"
#include "position/position.h"
#include "search/evaluation/features.h"
#include "search/evaluation/fuel.h"
#include "search/score.h"
#include "support/effort.h"
#include "support/thought.h"
#include "variants/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct desk {
    struct thought thought;
    struct evaluator evaluator;
    struct pawn_structure slots[PAWN_SLOTS];
};

static struct desk *desk_new(const char *game, const char *parameters, const char *fen)
{
    struct desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    thought_init(&desk->thought, game, parameters, fen);
    evaluator_init(&desk->evaluator, desk->thought.variant, FEATURES_ALL);
    return desk;
}

static void desk_free(struct desk *desk)
{
    evaluator_clear(&desk->evaluator);
    thought_clear(&desk->thought);
    free(desk);
}

static int judge(struct desk *desk, const struct position *pos)
{
    struct balance balance;
    balance_init(&balance, &desk->evaluator.valuation, pos);
    struct evaluation evaluation = evaluate(&desk->evaluator, desk->slots, pos, &balance,
                                            (struct window){-SCORE_INFINITE, SCORE_INFINITE});
    assert_true(evaluation.exact);
    return evaluation.score;
}

// The evaluation of a position given as text, for the side to move.
static int judge_fen(const char *game, const char *fen)
{
    struct desk *desk = desk_new(game, "", fen);
    int score = judge(desk, &desk->thought.position);
    desk_free(desk);
    return score;
}

static void test_colours_are_equal(void **state)
{
    (void)state;
    static const char *const games_of[][2] = {{"chess", ""},
                                              {"chess", "white=nutters black=nutters"},
                                              {"chess", "white=rookies black=clobberers"},
                                              {"fuel", "fuel=8"}};
    for (size_t i = 0; i < 4; i++) {
        struct desk *desk = desk_new(games_of[i][0], games_of[i][1], NULL);
        struct random random = {i};
        struct position start = desk->thought.position;
        for (int k = 0; k < 100; k++) {
            struct position pos = start, mirrored;
            thought_wander(&pos, &random, random_below(&random, 80));
            thought_mirror(&pos, &mirrored);
            assert_int_equal(judge(desk, &pos), judge(desk, &mirrored));
        }
        desk_free(desk);
    }
}

static void check_balance(const struct balance *a, const struct balance *b, const struct network *network)
{
    assert_int_equal(a->mg, b->mg);
    assert_int_equal(a->eg, b->eg);
    assert_int_equal(a->pawn_key, b->pawn_key);
    assert_memory_equal(a->pieces_key, b->pieces_key, sizeof a->pieces_key);
    for (int color = WHITE; color <= BLACK; color++) {
        assert_int_equal(a->material[color], b->material[color]);
        assert_int_equal(a->fuel[color], b->fuel[color]);
        if (!network->usable)
            continue;
        assert_memory_equal(a->hidden.sum[color], b->hidden.sum[color],
                            network->hidden * sizeof *a->hidden.sum[color]);
        assert_int_equal(a->hidden.view[color], b->hidden.view[color]);
    }
}

static void test_running_sum_is_the_sum(void **state)
{
    (void)state;
    static const char *const games_of[][2] = {
        {"chess", "white=clobberers"}, {"fuel", "fuel=12"}, {"hnefa", ""},
        {"hamiltonian", ""},           {"hans38", ""},      {"moving-squares", ""}};
    for (size_t i = 0; i < sizeof games_of / sizeof *games_of; i++) {
        struct desk *desk = desk_new(games_of[i][0], games_of[i][1], NULL);
        struct random random = {i};
        struct position start = desk->thought.position;
        for (int k = 0; k < 100; k++) {
            struct position pos = start;
            thought_wander(&pos, &random, random_below(&random, 80));
            struct balance before, after, fresh;
            balance_init(&before, &desk->evaluator.valuation, &pos);
            struct move_list list;
            position_actions(&pos, &list);
            for (unsigned n = 0; n < list.count; n++) {
                struct undo undo;
                position_apply(&pos, list.moves[n], &undo);
                balance_update(&after, &before, &desk->evaluator.valuation, &pos, &undo);
                balance_update_hidden(&after, &before, &desk->evaluator.valuation, &pos, &undo);
                balance_init(&fresh, &desk->evaluator.valuation, &pos);
                check_balance(&after, &fresh, &desk->evaluator.valuation.network);
                position_undo(&pos, &undo);
            }
        }
        desk_free(desk);
    }
}

// The squares that a piece attacks, found step by step.
static uint64_t reach_by_walking(const struct position *pos, square from)
{
    piece p = pos->pieces[from];
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(p)];
    uint64_t reach = 0;
    for (unsigned i = 0; i < rules->ride_count[piece_color(p)]; i++) {
        const struct ride *ride = &rules->rides[piece_color(p)][i];
        const struct step *step = &direction_step[ride->dir];
        int range = ride->quiet > ride->capture ? ride->quiet : ride->capture;
        square s = from;
        for (int k = 1; k <= range && k <= pos->variant->board.reach[from][ride->dir]; k++) {
            s = (square)(s + step->delta);
            if (pos->variant->metered && pos->fuel[from] < k * step->distance)
                break;
            reach |= UINT64_C(1) << rays_index(s);
            if (pos->pieces[s] != EMPTY)
                break;
        }
    }
    return reach;
}

static void test_rays_are_walks(void **state)
{
    (void)state;
    static const char *const games_of[][2] = {
        {"chess", "white=nutters black=rookies"}, {"chess", "white=clobberers"}, {"fuel", "fuel=5"}};
    for (size_t i = 0; i < 3; i++) {
        struct desk *desk = desk_new(games_of[i][0], games_of[i][1], NULL);
        struct random random = {i};
        struct position start = desk->thought.position;
        assert_true(desk->evaluator.rays.usable);
        for (int k = 0; k < 100; k++) {
            struct position pos = start;
            thought_wander(&pos, &random, random_below(&random, 80));
            uint64_t occupied = rays_pack(&pos.sets[SET_WHITE]) | rays_pack(&pos.sets[SET_BLACK]);
            square s;
            for (struct set_walk walk = set_walk(&pos.variant->board.locations); set_next(&walk, &s);)
                if (is_piece(pos.pieces[s]))
                    assert_int_equal(
                        reach_by_walking(&pos, s),
                        rays_reach(&desk->evaluator.rays,
                                   &(struct rays_piece){pos.pieces[s], rays_index(s), pos.fuel[s]},
                                   occupied));
        }
        desk_free(desk);
    }
}

static void test_values_of_armies_are_near_each_other(void **state)
{
    (void)state;
    static const char *const armies_of[] = {"fide", "clobberers", "nutters", "rookies"};
    for (size_t i = 0; i < 4; i++) {
        char parameters[64];
        snprintf(parameters, sizeof parameters, "white=%s black=fide", armies_of[i]);
        struct desk *desk = desk_new("chess", parameters, NULL);
        int score = judge(desk, &desk->thought.position);
        assert_in_range(score + 1000, 750, 1250);
        desk_free(desk);
    }
}

static void test_fuel_is_worth(void **state)
{
    (void)state;
    // Scan order: e8, d4 (queen), e1.
    int full = judge_fen("fuel", "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1 50,50,50");
    int low = judge_fen("fuel", "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1 50,4,50");
    int empty = judge_fen("fuel", "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1 50,0,50");
    assert_true(full > low + 200 && low > empty + 150);
    assert_in_range(empty + 100, 0, 200);
}

static void test_race_of_moves(void **state)
{
    (void)state;
    int ahead = judge_fen("fuel", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 4,9");
    int behind = judge_fen("fuel", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 9,4");
    assert_true(ahead > 150 && behind < -150);
    // With equally many moves left, the side to move loses the race.
    assert_true(judge_fen("fuel", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 5,5") < 0);
    // Fuel in blocked pawns is worth less than the king's.
    int walls = judge_fen("fuel", "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1 6,0x3,9x3,3");
    assert_true(walls < -50);
}

static void test_moves_left(void **state)
{
    (void)state;
    struct desk *desk = desk_new("fuel", "", "4k3/8/8/p7/P7/8/6P1/4K2N w - - 0 1 6,9,9,3,2,5");
    // Scan order: e8 6, a5 9, a4 9, g2 3, e1 2, h1 5. The pawns on the a-file block each other.
    assert_int_equal(fuel_moves_left(&desk->evaluator, &desk->thought.position, WHITE),
                     (3 + 2 + 2) * FUEL_MOVE);
    assert_int_equal(fuel_moves_left(&desk->evaluator, &desk->thought.position, BLACK), 6 * FUEL_MOVE);
    desk_free(desk);
}

static void test_being_mated_is_worth_most(void **state)
{
    (void)state;
    // White has two ways to give mate, or none; both kings have the same squares.
    int near = judge_fen("misere", "6k1/5ppp/8/8/8/8/8/R3R1K1 b - - 0 1"),
        far = judge_fen("misere", "6k1/5ppp/8/8/8/8/8/NN4K1 b - - 0 1");
    assert_true(near > far + 100);
    // The more pieces White has, the more he might do wrong.
    assert_true(judge_fen("misere", "k7/8/8/8/8/8/8/Q5K1 b - - 0 1") > 0);
}

static void test_stones_that_can_capture(void **state)
{
    (void)state;
    const char *two_against_one = "PpP2/5/5/5/5/5 w 0 1";
    // Besides, material and squares count a little.
    assert_true(judge_fen("clobber", two_against_one) > 25 + judge_fen("clobber", "Pp3/5/5/5/5/5 w 0 1"));
}

static void test_room_between_walls(void **state)
{
    (void)state;
    // The snail in the corner is shut in.
    int black = judge_fen("snailtrail", "*6/p*5/**5/7/7/7/3P3 w 0 1"),
        white = judge_fen("snailtrail", "3p3/7/7/7/**5/P*5/*6 w 0 1");
    assert_true(black > 500);
    assert_true(white < -500);
}

static void test_corners_of_reversi(void **state)
{
    (void)state;
    int corner = judge_fen("flipello", "P7/8/8/3pP3/3Pp3/8/8/8[PPPPPPPPPPpppppppppp] w - - 0 1"),
        beside = judge_fen("flipello", "8/1P6/8/3pP3/3Pp3/8/8/8[PPPPPPPPPPpppppppppp] w - - 0 1");
    assert_true(corner > 100 && beside < -50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_colours_are_equal),
        cmocka_unit_test(test_running_sum_is_the_sum),
        cmocka_unit_test(test_rays_are_walks),
        cmocka_unit_test(test_values_of_armies_are_near_each_other),
        cmocka_unit_test(test_fuel_is_worth),
        cmocka_unit_test(test_race_of_moves),
        cmocka_unit_test(test_moves_left),
        cmocka_unit_test(test_being_mated_is_worth_most),
        cmocka_unit_test(test_stones_that_can_capture),
        cmocka_unit_test(test_room_between_walls),
        cmocka_unit_test(test_corners_of_reversi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
