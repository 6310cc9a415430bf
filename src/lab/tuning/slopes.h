// SPDX-License-Identifier: GPL-3.0-or-later
// How the evaluation of each sample changes with each weight.
//
// Found by changing one weight at a time and evaluating again. So the tuner need not know a single term, and terms need not record
// what they count. Nearly all terms are linear in their weights; of the few others, this is the slope where the weights stand.
#ifndef LEAPER_LAB_SLOPES_H
#define LEAPER_LAB_SLOPES_H

#include "lab/tuning/samples.h"
#include "search/evaluation/weights.h"

// One number of the table: a weight in the middlegame or in the endgame.
struct slope {
    uint32_t sample;
    float value;
};

struct slopes VECTOR_OF(struct slope);

struct slope_table {
    unsigned count;                         // of columns: two for each weight, middlegame first
    struct slopes columns[2 * WEIGHTS_MAX]; // without zeros
    double *scores;                         // of each sample, in centipawns for White
};

// Fills in the table for the weights as they are. False if there is no memory; to be cleared anyway.
bool slopes_find(struct slope_table *table, const struct variant *variant, const struct weights *weights,
                 const struct samples *samples);
void slopes_clear(struct slope_table *table);

#endif
