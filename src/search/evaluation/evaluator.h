// SPDX-License-Identifier: GPL-3.0-or-later
// The tables behind every evaluation, built once for a variant.
#ifndef LEAPER_SEARCH_EVALUATOR_H
#define LEAPER_SEARCH_EVALUATOR_H

#include "search/evaluation/rays.h"
#include "search/evaluation/value.h"

struct evaluator {
    struct valuation valuation;
    struct rays rays;
    struct pair worth[TERMS];      // of the game's terms
    struct set zone[GRID_SQUARES]; // where attacks endanger a king on that square
    unsigned features;             // those of features.h that are wanted and that the rules allow
    bool odd;                      // neither material nor mate is the aim: see oddities.h
    bool trades;                   // a series of captures on a square brings what is taken there
    signed char *borrowed;         // the weights of a network that another game has lent
};

// Fills an evaluator that holds nothing; evaluator_clear() frees what it holds, which is nothing without FEATURE_NETWORK. The variant must outlive it. A game that has no network
// gets that of the game that its text names (`network`); if there is no memory for it, it has none.
void evaluator_init(struct evaluator *evaluator, const struct variant *variant, unsigned features);

// The same with other weights than those of the game.
void evaluator_init_with(struct evaluator *evaluator, const struct variant *variant, unsigned features,
                         const struct weights *weights);

// Leaves it empty.
void evaluator_clear(struct evaluator *evaluator);

#endif
