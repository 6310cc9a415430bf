// SPDX-License-Identifier: GPL-3.0-or-later
// The tables behind every evaluation, built once for a variant.
#ifndef LEAPER_SEARCH_EVALUATOR_H
#define LEAPER_SEARCH_EVALUATOR_H

#include "search/evaluation/rays.h"
#include "search/evaluation/value.h"

struct evaluator {
    struct valuation valuation;
    struct rays rays;
    struct set zone[GRID_SQUARES]; // where attacks endanger a king on that square
    unsigned features;             // see features.h
};

// The variant must outlive the evaluator.
void evaluator_init(struct evaluator *evaluator, const struct variant *variant, unsigned features);

#endif
