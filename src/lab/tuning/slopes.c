// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates all samples once for each weight.
#include "lab/tuning/slopes.h"

#include "base/memory.h"
#include "search/evaluation/evaluate.h"
#include "search/evaluation/features.h"

#include <stdlib.h>
#include <string.h>

// What evaluates.
struct bench {
    const struct variant *variant;
    struct evaluator evaluator;
    struct pawn_structure slots[PAWN_SLOTS];
};

static struct evaluation_parts parts_of(struct bench *bench, const struct position *pos)
{
    struct balance balance;
    balance_init(&balance, &bench->evaluator.valuation, pos);
    return evaluate_parts(&bench->evaluator, bench->slots, pos, &balance);
}

// What was remembered of pawns holds for the weights of before. Networks have no part in what is tuned.
static void set_weights(struct bench *bench, const struct weights *weights)
{
    evaluator_init_with(&bench->evaluator, bench->variant, FEATURES_ALL & ~(unsigned)FEATURE_NETWORK,
                        weights);
    memset(bench->slots, 0, sizeof bench->slots);
}

// How far the weight is moved to see what changes: rounding must not matter, nor curvature.
static int16_t step_of(struct pair worth)
{
    int size = abs(worth.mg) > abs(worth.eg) ? abs(worth.mg) : abs(worth.eg);
    return (int16_t)(2 + size / 4);
}

static bool find_column(struct slope_table *table, struct bench *bench, const struct evaluation_parts *before,
                        const struct samples *samples, unsigned weight, int step)
{
    struct slopes *mg = &table->columns[2 * weight], *eg = &table->columns[2 * weight + 1];
    for (size_t i = 0; i < samples->count; i++) {
        const struct evaluation_parts *was = &before[i];
        struct evaluation_parts now = parts_of(bench, &samples->items[i].position);
        double scale = was->scale / step;
        double by_mg = (now.sum.mg - was->sum.mg) * scale * was->middlegame;
        double by_eg = (now.sum.eg - was->sum.eg) * scale * (1 - was->middlegame);
        if ((by_mg != 0 && !vector_push(mg, (struct slope){(uint32_t)i, (float)by_mg})) ||
            (by_eg != 0 && !vector_push(eg, (struct slope){(uint32_t)i, (float)by_eg})))
            return false;
    }
    return true;
}

static bool find_all(struct slope_table *table, struct bench *bench, const struct weights *weights,
                     const struct samples *samples, struct evaluation_parts *parts)
{
    set_weights(bench, weights);
    for (size_t i = 0; i < samples->count; i++) {
        parts[i] = parts_of(bench, &samples->items[i].position);
        table->scores[i] = parts[i].scale * (parts[i].sum.mg * parts[i].middlegame +
                                             parts[i].sum.eg * (1 - parts[i].middlegame));
    }
    struct weights moved = *weights;
    bool done = true;
    for (unsigned k = 0; done && k < weights->count; k++) {
        struct pair *worth = &moved.list[k].worth;
        int16_t step = step_of(*worth);
        *worth = (struct pair){(int16_t)(worth->mg + step), (int16_t)(worth->eg + step)};
        set_weights(bench, &moved);
        done = find_column(table, bench, parts, samples, k, step);
        *worth = weights->list[k].worth;
    }
    return done;
}

bool slopes_find(struct slope_table *table, const struct variant *variant, const struct weights *weights,
                 const struct samples *samples)
{
    memset(table, 0, sizeof *table);
    table->count = 2 * weights->count;
    table->scores = memory_try(NULL, samples->count, sizeof *table->scores);
    struct bench *bench = memory_try_zeroed(1, sizeof *bench);
    struct evaluation_parts *parts = memory_try(NULL, samples->count, sizeof *parts);
    bool done = table->scores && bench && parts;
    if (done) {
        bench->variant = variant;
        done = find_all(table, bench, weights, samples, parts);
    }
    free(parts);
    free(bench);
    return done;
}

void slopes_clear(struct slope_table *table)
{
    for (unsigned i = 0; i < table->count; i++)
        vector_clear(&table->columns[i]);
    free(table->scores);
}
