// SPDX-License-Identifier: GPL-3.0-or-later
// The regression finds the worths from which results were drawn, and its errors are those of games and not of positions.
#include "lab/balance/worth.h"

#include "base/random.h"
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { GAMES = 4000 };

static const struct {
    char letter;
    double worth;
} truth[] = {{'Q', 2.4}, {'R', 1.3}, {'B', 0.8}, {'N', 0.8}, {'P', 0.4}};
enum { KINDS = sizeof truth / sizeof *truth };

static const double EDGE = 0.3; // White's

static double uniform(struct random *random)
{
    return (double)(random_next(random) >> 11) / 9007199254740992.0;
}

// Games whose results follow the model exactly: one position each, repeated `samples` times. The caller frees them.
static struct trial *draw(unsigned samples, uint64_t seed)
{
    struct trial *trials = calloc(GAMES, sizeof *trials);
    struct random random = {seed};
    assert_non_null(trials);
    for (unsigned i = 0; i < GAMES; i++) {
        struct trial_sample sample = {.black_to_move = i % 2};
        double x = EDGE;
        for (unsigned k = 0; k < KINDS; k++) {
            int surplus = (int)random_below(&random, 3) - 1;
            sample.surplus.of[type_of_letter(truth[k].letter)] = (int16_t)surplus;
            x += surplus * truth[k].worth;
        }
        enum result result = uniform(&random) < 1 / (1 + exp(-x)) ? RESULT_WHITE : RESULT_BLACK;
        trials[i] = (struct trial){.played = true, .outcome.result = result, .samples = samples};
        for (unsigned s = 0; s < samples; s++)
            trials[i].sample[s] = sample;
    }
    return trials;
}

static struct worth find_in(struct trial *trials, uint64_t count)
{
    struct variant *variant = scene_variant("chess", "");
    struct worth worth;
    worth_find(variant, trials, count, &worth);
    variant_free(variant);
    free(trials);
    return worth;
}

static double true_worth(piece_type type)
{
    for (unsigned k = 0; k < KINDS; k++)
        if (type_of_letter(truth[k].letter) == type)
            return truth[k].worth;
    fail();
    return 0;
}

// Of the 95 % intervals of many samples, about 95 % must contain the truth.
static void test_finds_the_truth_as_often_as_it_says(void **state)
{
    (void)state;
    enum { TRIALS = 60 };
    unsigned inside = 0;
    for (unsigned seed = 0; seed < TRIALS; seed++) {
        struct worth worth = find_in(draw(1, seed), GAMES);
        assert_int_equal(worth.count, KINDS);
        assert_int_equal(worth.silent, 0);
        for (unsigned i = 0; i < KINDS; i++)
            inside +=
                fabs(worth.log_odds[i].value - true_worth(worth.kinds[i])) < 1.96 * worth.log_odds[i].error;
        inside += fabs(worth.edge.value - EDGE) < 1.96 * worth.edge.error;
        assert_true(worth.log_odds[0].error > 0.02 && worth.log_odds[0].error < 0.12);
    }
    unsigned all = TRIALS * (KINDS + 1);
    assert_in_range(inside, all * 92 / 100, all * 98 / 100);
}

static void test_order_and_units(void **state)
{
    (void)state;
    struct worth worth = find_in(draw(1, 5), GAMES);
    assert_int_equal(worth.positions, GAMES);
    assert_int_equal(worth.games, GAMES);
    assert_int_equal(worth.kinds[0], type_of_letter('Q'));
    assert_int_equal(worth.kinds[1], type_of_letter('R'));
    assert_int_equal(worth.kinds[4], TYPE_PAWN);
    assert_int_equal(worth.pawn, TYPE_PAWN);
    assert_true(worth.above[0][1] > 0.999 && worth.above[0][4] > 0.999);
    // Bishop and knight are worth the same: which is above is left to chance, and so is not certain.
    assert_true(worth.above[2][3] < 0.999);
    for (unsigned i = 0; i < KINDS; i++) {
        assert_true(fabs(worth.pawns[i].value - worth.log_odds[i].value / worth.log_odds[4].value) < 1e-9);
        for (unsigned k = 0; k < KINDS; k++)
            assert_true(fabs(worth.above[i][k] + worth.above[k][i] - 1) < 1e-9);
    }
    assert_true(worth.pawns[4].error < 1e-6);
    assert_true(worth.pawns[0].error > worth.log_odds[0].error / worth.log_odds[4].value);
}

// The same position five times tells no more than once.
static void test_positions_of_a_game_are_one_cluster(void **state)
{
    (void)state;
    struct worth once = find_in(draw(1, 5), GAMES), often = find_in(draw(5, 5), GAMES);
    assert_int_equal(often.positions, 5 * GAMES);
    for (unsigned i = 0; i < KINDS; i++) {
        assert_true(fabs(often.log_odds[i].value / once.log_odds[i].value - 1) < 0.01);
        assert_true(fabs(often.log_odds[i].error / once.log_odds[i].error - 1) < 0.02);
    }
}

static void clear_kinds(struct trial *trials, unsigned first)
{
    for (unsigned i = 0; i < GAMES; i++)
        for (unsigned k = first; k < KINDS; k++)
            trials[i].sample[0].surplus.of[type_of_letter(truth[k].letter)] = 0;
}

static void test_what_never_differs_is_left_out(void **state)
{
    (void)state;
    struct trial *trials = draw(1, 5);
    clear_kinds(trials, 1);
    struct worth worth = find_in(trials, GAMES);
    assert_int_equal(worth.count, 1);
    assert_int_equal(worth.kinds[0], type_of_letter('Q'));
    assert_int_equal(worth.pawn, TYPE_NONE);
    assert_int_equal(worth.silent, 0);
}

static void expect_silence(const struct worth *worth, char letter)
{
    assert_int_equal(worth->count, 0);
    assert_int_equal(worth->silent, 1);
    assert_int_equal(worth->silent_kinds[0], type_of_letter(letter));
}

static void test_few_games_say_nothing(void **state)
{
    (void)state;
    struct trial *trials = draw(5, 5);
    clear_kinds(trials, 1);
    for (unsigned i = 0; i < GAMES; i++)
        for (unsigned s = 1; s < 5; s++)
            trials[i].sample[s] = trials[i].sample[0];
    struct worth worth = find_in(trials, WORTH_GAMES - 1);
    expect_silence(&worth, 'Q');
}

// A surplus that is always the same cannot be told from the edge.
static void test_a_constant_surplus_says_nothing(void **state)
{
    (void)state;
    struct trial *trials = draw(1, 5);
    clear_kinds(trials, 0);
    for (unsigned i = 0; i < GAMES; i++)
        trials[i].sample[0].surplus.of[type_of_letter('Q')] = 4;
    struct worth worth = find_in(trials, GAMES);
    expect_silence(&worth, 'Q');
}

// Where whoever has more always wins, any large worth explains it.
static void test_certain_results_say_nothing(void **state)
{
    (void)state;
    struct trial *trials = draw(1, 5);
    clear_kinds(trials, 0);
    for (unsigned i = 0; i < GAMES; i++) {
        int surplus = i % 2 ? 1 : -1;
        trials[i].sample[0].surplus.of[TYPE_PAWN] = (int16_t)surplus;
        trials[i].outcome.result = surplus > 0 ? RESULT_WHITE : RESULT_BLACK;
        trials[i].sample[0].black_to_move = i % 4 < 2;
    }
    struct worth worth = find_in(trials, GAMES);
    expect_silence(&worth, 'P');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_the_truth_as_often_as_it_says),
        cmocka_unit_test(test_order_and_units),
        cmocka_unit_test(test_positions_of_a_game_are_one_cluster),
        cmocka_unit_test(test_what_never_differs_is_left_out),
        cmocka_unit_test(test_few_games_say_nothing),
        cmocka_unit_test(test_a_constant_surplus_says_nothing),
        cmocka_unit_test(test_certain_results_say_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
