// SPDX-License-Identifier: GPL-3.0-or-later
// Tuning: samples are quiet, come from whole games and can be written and read; slopes predict what changed weights do; and gradient descent
// finds weights that are known.
#include "base/buffer.h"
#include "base/random.h"
#include "lab/tuning/descent.h"
#include "search/evaluation/evaluate.h"
#include "search/evaluation/features.h"
#include "support/thought.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void keep(void *context, const struct sample *sample)
{
    assert_true(vector_push((struct samples *)context, *sample));
}

static void play(const struct variant *variant, struct samples *samples)
{
    struct error err;
    struct sampling sampling = {.variant = variant,
                                .games = 6,
                                .opening = 6,
                                .every = 2,
                                .longest = 60,
                                .within = 899,
                                .nodes = 60,
                                .seed = 3};
    assert_true(samples_play(&sampling, keep, samples, &err));
    assert_true(samples->count > 20);
}

static void test_samples_are_quiet_and_repeatable(void **state)
{
    (void)state;
    struct thought thought;
    struct samples samples = {0}, again = {0};
    thought_init(&thought, "chess", "", NULL);
    play(thought.variant, &samples);
    play(thought.variant, &again);
    assert_int_equal(samples.count, again.count);
    struct buffer line;
    buffer_init(&line);
    for (size_t i = 0; i < samples.count; i++) {
        struct sample *sample = &samples.items[i], read;
        struct error err;
        assert_int_equal(sample->position.state.hash, again.items[i].position.state.hash);
        assert_false(position_in_check(&sample->position));
        assert_true(sample->outcome == 0 || sample->outcome == 0.5 || sample->outcome == 1);
        // All samples of one game have its outcome.
        if (i && samples.items[i - 1].game == sample->game)
            assert_true(samples.items[i - 1].outcome == sample->outcome);
        buffer_reset(&line);
        sample_write(sample, &line);
        assert_true(sample_read(&read, thought.variant, buffer_text(&line), &err));
        assert_int_equal(read.position.state.hash, sample->position.state.hash);
        assert_int_equal(read.game, sample->game);
        assert_true(read.outcome == sample->outcome && read.score == sample->score);
    }
    buffer_clear(&line);
    vector_clear(&samples);
    vector_clear(&again);
    thought_clear(&thought);
}

// The weights of a game and of its pieces.
static void list_weights(struct weights *weights, const struct variant *variant)
{
    struct valuation *valuation = calloc(1, sizeof *valuation);
    assert_non_null(valuation);
    weights_init(weights);
    valuation_init_with(valuation, variant, true, weights);
    valuation_list(valuation, weights);
    free(valuation);
}

static void test_slopes_predict(void **state)
{
    (void)state;
    struct thought thought;
    struct samples samples = {0};
    struct weights *weights = calloc(1, sizeof *weights);
    struct slope_table *before = calloc(1, sizeof *before), *after = calloc(1, sizeof *after);
    assert_non_null(weights);
    assert_non_null(before);
    assert_non_null(after);
    thought_init(&thought, "chess", "", NULL);
    play(thought.variant, &samples);
    list_weights(weights, thought.variant);
    assert_true(slopes_find(before, thought.variant, weights, &samples));
    // A term, a value of a piece and a place of one: all of them linear.
    const char *const names[] = {"tempo", "N value", "R rank 1"};
    for (int k = 0; k < 3; k++) {
        struct pair was = *weights_find(weights, names[k]);
        unsigned index = 0;
        while (strcmp(weights->list[index].name, names[k]) != 0)
            index++;
        weights_set(weights, names[k], (struct pair){(int16_t)(was.mg + 30), was.eg});
        assert_true(slopes_find(after, thought.variant, weights, &samples));
        const struct slopes *column = &before->columns[2 * index];
        assert_true(column->count > 0);
        double *predicted = calloc(samples.count, sizeof *predicted);
        assert_non_null(predicted);
        for (size_t i = 0; i < column->count; i++)
            predicted[column->items[i].sample] = 30 * (double)column->items[i].value;
        for (size_t i = 0; i < samples.count; i++)
            assert_true(fabs(after->scores[i] - before->scores[i] - predicted[i]) < 1.5);
        free(predicted);
        slopes_clear(after);
        weights_set(weights, names[k], was);
    }
    slopes_clear(before);
    free(before);
    free(after);
    free(weights);
    vector_clear(&samples);
    thought_clear(&thought);
}

static void test_descent_finds_what_is_known(void **state)
{
    (void)state;
    enum { COUNT = 4000, TRUE_MG = 40, TRUE_EG = -25 };
    struct samples samples = {0};
    struct weights *weights = calloc(1, sizeof *weights);
    struct slope_table *table = calloc(1, sizeof *table);
    struct random random = {9};
    assert_true(weights && table);
    weights->count = 1;
    weights->list[0].worth = (struct pair){0, 0};
    table->count = 2;
    table->scores = calloc(COUNT, sizeof *table->scores);
    assert_non_null(table->scores);
    for (uint32_t i = 0; i < COUNT; i++) {
        double counts[2] = {(double)random_below(&random, 9) - 4, (double)random_below(&random, 9) - 4};
        double known = (double)random_below(&random, 401) - 200;
        double chance = 1 / (1 + exp(-(known + counts[0] * TRUE_MG + counts[1] * TRUE_EG) / 150));
        table->scores[i] = known;
        for (int phase = 0; phase < 2; phase++)
            assert_true(vector_push(&table->columns[phase], (struct slope){i, (float)counts[phase]}));
        double outcome = random_below(&random, 1000) < 1000 * chance ? 1 : 0;
        assert_true(vector_push(&samples, (struct sample){.game = i, .outcome = outcome}));
    }
    struct descent descent = {.steps = 400, .rate = 0.5};
    struct descent_report report;
    assert_true(descent_run(&descent, &samples, table, weights, &report));
    assert_int_equal(report.trained + report.validated, COUNT);
    assert_true(report.loss_after[0] < report.loss_before[0] && report.loss_after[1] < report.loss_before[1]);
    // The unit is that of the scores of before, so weights are found as multiples of it.
    double ratio = (double)weights->list[0].worth.mg / weights->list[0].worth.eg;
    assert_true(weights->list[0].worth.mg > 20 && fabs(ratio - (double)TRUE_MG / TRUE_EG) < 0.4);
    // A strong pull leaves everything as it was.
    weights->list[0].worth = (struct pair){0, 0};
    descent.pull = 1000;
    assert_true(descent_run(&descent, &samples, table, weights, &report));
    assert_in_range(weights->list[0].worth.mg + 10, 9, 11);
    vector_clear(&samples);
    slopes_clear(table);
    free(table);
    free(weights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_are_quiet_and_repeatable),
        cmocka_unit_test(test_slopes_predict),
        cmocka_unit_test(test_descent_finds_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
