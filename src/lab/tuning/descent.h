// SPDX-License-Identifier: GPL-3.0-or-later
// Gradient descent on the logistic loss of predicting how games end.
#ifndef LEAPER_LAB_DESCENT_H
#define LEAPER_LAB_DESCENT_H

#include "lab/tuning/slopes.h"

struct descent {
    unsigned steps; // of gradient descent; the weights of the step with the least loss in validation are kept
    double rate;    // centipawns that a weight may move in a step
    double trust;   // in the score that the search gave, 0 … 1, against the game's outcome
    double pull;    // towards the weights of before
};

// What has come of it. Losses are mean cross-entropies.
struct descent_report {
    double unit; // so many centipawns multiply the odds by e
    size_t trained, validated;
    double loss_before[2], loss_after[2]; // in training and in validation
    unsigned best_step;
};

// Tunes the weights. One game of ten is left for validation. False if there is no memory.
bool descent_run(const struct descent *descent, const struct samples *samples,
                 const struct slope_table *table, struct weights *weights, struct descent_report *report);

#endif
