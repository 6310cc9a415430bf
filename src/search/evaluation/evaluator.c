// SPDX-License-Identifier: GPL-3.0-or-later
// Fills in the tables of evaluator.h.
#include "search/evaluation/evaluator.h"

#include "search/evaluation/features.h"

#include <string.h>

void evaluator_init(struct evaluator *evaluator, const struct variant *variant, unsigned features)
{
    memset(evaluator, 0, sizeof *evaluator);
    evaluator->features = features;
    rays_init(&evaluator->rays, variant);
    valuation_init(&evaluator->valuation, variant, features & FEATURE_FUEL_WORTH);
    square king, s;
    for (struct set_walk kings = set_walk(&variant->board.locations); set_next(&kings, &king);)
        for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
            if (square_distance(king, s) <= 1)
                set_add(&evaluator->zone[king], s);
}
