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
} truth[] = {{'Q', 2.4}, {'R', 1.3}, {'B', 0.8}, {'N', 0.8}, {'P', 0.25}};
enum { KINDS = sizeof truth / sizeof *truth };

static double uniform(struct random *random)
{
    return (double)(random_next(random) >> 11) / 9007199254740992.0;
}

// Games whose results follow the model exactly: one position each, repeated `samples` times.
static struct trial *draw(unsigned samples, double edge)
{
    struct trial *trials = calloc(GAMES, sizeof *trials);
    struct random random = {5};
    assert_non_null(trials);
    for (unsigned i = 0; i < GAMES; i++) {
        double x = edge;
        struct trial_sample sample = {.black_to_move = i % 2};
        for (unsigned k = 0; k < KINDS; k++) {
            int surplus = (int)random_below(&random, 3) - 1;
            sample.surplus[type_of_letter(truth[k].letter)] = (int8_t)surplus;
            x += surplus * truth[k].worth;
        }
        enum result result = uniform(&random) < 1 / (1 + exp(-x)) ? RESULT_WHITE : RESULT_BLACK;
        trials[i] = (struct trial){.played = true, .outcome.result = result, .samples = samples};
        for (unsigned s = 0; s < samples; s++)
            trials[i].sample[s] = sample;
    }
    return trials;
}

static struct worth find(unsigned samples)
{
    struct variant *variant = scene_variant("chess", "");
    struct trial *trials = draw(samples, 0.3);
    struct worth worth;
    worth_find(variant, trials, GAMES, &worth);
    free(trials);
    variant_free(variant);
    return worth;
}

static void test_finds_the_truth(void **state)
{
    (void)state;
    struct worth worth = find(1);
    assert_int_equal(worth.count, KINDS);
    assert_int_equal(worth.positions, GAMES);
    assert_int_equal(worth.games, GAMES);
    for (unsigned i = 0; i < KINDS; i++) {
        unsigned k = 0;
        while (type_of_letter(truth[k].letter) != worth.kinds[i])
            k++;
        assert_true(worth.error[i] > 0.02 && worth.error[i] < 0.1);
        assert_true(fabs(worth.value[i] - truth[k].worth) < 3.5 * worth.error[i]);
    }
}

static void test_order_and_units(void **state)
{
    (void)state;
    struct worth worth = find(1);
    assert_int_equal(worth.kinds[0], type_of_letter('Q'));
    assert_int_equal(worth.kinds[4], TYPE_PAWN);
    assert_int_equal(worth.pawn, TYPE_PAWN);
    assert_true(worth.above[0] > 0.999 && worth.above[1] > 0.999);
    // Bishop and knight are worth the same: which is above is left to chance, and so is not certain.
    assert_true(worth.above[2] >= 0.5 && worth.above[2] < 0.999);
    assert_true(fabs(worth.in_pawns[0] - worth.value[0] / worth.value[4]) < 1e-9);
    assert_true(fabs(worth.in_pawns[4] - 1) < 1e-12 && worth.in_pawns_error[4] < 1e-6);
}

// The same position five times tells no more than once.
static void test_positions_of_a_game_are_one_cluster(void **state)
{
    (void)state;
    struct worth once = find(1), often = find(5);
    assert_int_equal(often.positions, 5 * GAMES);
    for (unsigned i = 0; i < KINDS; i++) {
        assert_true(fabs(often.value[i] - once.value[i]) < 0.01 * fabs(once.value[i]));
        assert_true(fabs(often.error[i] / once.error[i] - 1) < 0.02);
    }
}

static void test_what_never_differs_is_left_out(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct trial *trials = draw(1, 0);
    struct worth worth;
    for (unsigned i = 0; i < GAMES; i++)
        for (unsigned k = 1; k < KINDS; k++)
            trials[i].sample[0].surplus[type_of_letter(truth[k].letter)] = 0;
    worth_find(variant, trials, GAMES, &worth);
    assert_int_equal(worth.count, 1);
    assert_int_equal(worth.kinds[0], type_of_letter('Q'));
    assert_int_equal(worth.pawn, TYPE_NONE);
    worth_find(variant, trials, WORTH_LEAST - 1, &worth);
    assert_int_equal(worth.count, 0);
    free(trials);
    variant_free(variant);
}

// Where whoever has more always wins, there is no greatest likelihood; the worth is large and finite all the same.
static void test_certain_results(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct trial *trials = draw(1, 0);
    struct worth worth;
    for (unsigned i = 0; i < GAMES; i++) {
        int surplus = i % 2 ? 1 : -1;
        trials[i].sample[0] = (struct trial_sample){.surplus[TYPE_PAWN] = (int8_t)surplus};
        trials[i].outcome.result = surplus > 0 ? RESULT_WHITE : RESULT_BLACK;
    }
    worth_find(variant, trials, GAMES, &worth);
    assert_int_equal(worth.count, 1);
    assert_true(worth.value[0] > 4 && worth.value[0] < 20);
    free(trials);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_the_truth),
        cmocka_unit_test(test_order_and_units),
        cmocka_unit_test(test_positions_of_a_game_are_one_cluster),
        cmocka_unit_test(test_what_never_differs_is_left_out),
        cmocka_unit_test(test_certain_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
