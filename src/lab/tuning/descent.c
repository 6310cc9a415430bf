// SPDX-License-Identifier: GPL-3.0-or-later
// Adam (D. P. Kingma, J. Ba, 2015) over all samples at once, which are few enough.
#include "lab/tuning/descent.h"

#include "base/memory.h"
#include "lab/tuning/odds.h"

#include <stdlib.h>
#include <string.h>

enum { TRAINING, VALIDATION, KEPT_APART = 10 };

struct slide {
    const struct descent *descent;
    const struct samples *samples;
    const struct slope_table *table;
    double unit;
    size_t counts[2];
    double *targets, *scores, *errors; // of each sample
    double *moved, *best;              // of each column: how far it is from the weight of before
    double *mean, *square;
};

static int part_of(const struct sample *sample)
{
    return sample->game % KEPT_APART == 0 ? VALIDATION : TRAINING;
}

static void set_targets(struct slide *slide)
{
    double trust = slide->descent->trust;
    for (size_t i = 0; i < slide->samples->count; i++) {
        const struct sample *sample = &slide->samples->items[i];
        slide->targets[i] = (1 - trust) * sample->outcome + trust * odds_chance(sample->score / slide->unit);
    }
}

static struct odds_pair look(const void *context, size_t i)
{
    const struct slide *slide = context;
    return (struct odds_pair){slide->table->scores[i], slide->samples->items[i].outcome};
}

static void find_scores(struct slide *slide)
{
    memcpy(slide->scores, slide->table->scores, slide->samples->count * sizeof *slide->scores);
    for (unsigned c = 0; c < slide->table->count; c++) {
        const struct slopes *column = &slide->table->columns[c];
        double moved = slide->moved[c];
        for (size_t i = 0; moved != 0 && i < column->count; i++)
            slide->scores[column->items[i].sample] += moved * (double)column->items[i].value;
    }
}

static void find_losses(struct slide *slide, double losses[2])
{
    losses[TRAINING] = losses[VALIDATION] = 0;
    for (size_t i = 0; i < slide->samples->count; i++) {
        double x = slide->scores[i] / slide->unit;
        int part = part_of(&slide->samples->items[i]);
        losses[part] += odds_loss(x, slide->targets[i]);
        slide->errors[i] = part == TRAINING ? odds_chance(x) - slide->targets[i] : 0;
    }
    for (int part = 0; part < 2; part++)
        losses[part] /= slide->counts[part] ? (double)slide->counts[part] : 1;
}

static void step(struct slide *slide, unsigned number)
{
    const double first = 0.9, second = 0.999, tiny = 1e-12;
    double unbias_mean = 1 - pow(first, number), unbias_square = 1 - pow(second, number);
    for (unsigned c = 0; c < slide->table->count; c++) {
        const struct slopes *column = &slide->table->columns[c];
        double gradient = slide->descent->pull * slide->moved[c];
        for (size_t i = 0; i < column->count; i++)
            gradient += slide->errors[column->items[i].sample] * (double)column->items[i].value /
                        (slide->unit * (double)slide->counts[TRAINING]);
        slide->mean[c] = first * slide->mean[c] + (1 - first) * gradient;
        slide->square[c] = second * slide->square[c] + (1 - second) * gradient * gradient;
        if (column->count)
            slide->moved[c] -= slide->descent->rate * (slide->mean[c] / unbias_mean) /
                               (sqrt(slide->square[c] / unbias_square) + tiny);
    }
}

static void run(struct slide *slide, struct descent_report *report)
{
    double losses[2];
    for (unsigned i = 0; i <= slide->descent->steps; i++) {
        find_scores(slide);
        find_losses(slide, losses);
        if (!i)
            memcpy(report->loss_before, losses, sizeof losses);
        if (!i || losses[VALIDATION] < report->loss_after[VALIDATION]) {
            memcpy(report->loss_after, losses, sizeof losses);
            report->best_step = i;
            memcpy(slide->best, slide->moved, slide->table->count * sizeof *slide->best);
        }
        step(slide, i + 1);
    }
}

static void round_weights(const struct slide *slide, struct weights *weights)
{
    for (unsigned i = 0; i < weights->count; i++) {
        struct pair *worth = &weights->list[i].worth;
        worth->mg = (int16_t)(worth->mg + lrint(slide->best[2 * i]));
        worth->eg = (int16_t)(worth->eg + lrint(slide->best[2 * i + 1]));
    }
}

bool descent_run(const struct descent *descent, const struct samples *samples,
                 const struct slope_table *table, struct weights *weights, struct descent_report *report)
{
    struct slide slide = {.descent = descent, .samples = samples, .table = table};
    double *numbers = memory_try_zeroed(3 * samples->count + 4 * (size_t)table->count, sizeof *numbers);
    if (!numbers)
        return false;
    slide.targets = numbers;
    slide.scores = slide.targets + samples->count;
    slide.errors = slide.scores + samples->count;
    slide.moved = slide.errors + samples->count;
    slide.best = slide.moved + table->count;
    slide.mean = slide.best + table->count;
    slide.square = slide.mean + table->count;
    for (size_t i = 0; i < samples->count; i++)
        slide.counts[part_of(&samples->items[i])]++;
    *report = (struct descent_report){.unit = slide.unit = odds_unit(samples->count, look, &slide),
                                      .trained = slide.counts[TRAINING],
                                      .validated = slide.counts[VALIDATION]};
    set_targets(&slide);
    run(&slide, report);
    round_weights(&slide, weights);
    free(numbers);
    return true;
}
