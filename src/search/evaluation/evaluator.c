// SPDX-License-Identifier: GPL-3.0-or-later
// Fills in the tables of evaluator.h.
#include "search/evaluation/evaluator.h"

#include "base/memory.h"
#include "position/game.h"
#include "search/evaluation/features.h"
#include "search/network/borrow.h"
#include "search/network/find.h"
#include "variants/games.h"

#include <stdlib.h>
#include <string.h>

// Features that assume more of the rules than holds: that passing is worse than the best move, that quiet moves change
// little, or that what is taken on a square is all that a capture gains.
static unsigned unsafe_features(const struct aims *aims)
{
    enum { BY_PASSING = FEATURE_NULL_MOVE | FEATURE_METERED_NULL_MOVE };
    unsigned unsafe = 0;
    if (aims->waiting)
        unsafe |= BY_PASSING;
    if (!aims->plain_takes)
        unsafe |= FEATURE_EXCHANGE | FEATURE_PROBCUT;
    if (aims->compelled || aims->losing || aims->to_be_mated || aims->fights)
        unsafe |= BY_PASSING | FEATURE_EXCHANGE | FEATURE_FUTILITY | FEATURE_REVERSE | FEATURE_PROBCUT |
                  FEATURE_RAZORING;
    return unsafe;
}

// Makes the network of the lender into one for the evaluator's variant.
static void borrow_from(struct evaluator *evaluator, const struct variant *lender)
{
    struct valuation *valuation = memory_try_zeroed(1, sizeof *valuation);
    struct network *network = &evaluator->valuation.network;
    struct error err;
    if (!valuation)
        return;
    valuation_init(valuation, lender, false);
    network_of_variant(&valuation->network, lender);
    if (valuation->network.usable &&
        network_lay_out(&network->layout, evaluator->valuation.variant, valuation->network.large, &err)) {
        network->hidden = valuation->network.hidden;
        evaluator->borrowed = memory_try_zeroed(network->layout.features, network->hidden);
        if (evaluator->borrowed)
            network_borrow(network, evaluator->borrowed,
                           &(struct kinds){evaluator->valuation.variant, evaluator->valuation.size},
                           &valuation->network, &(struct kinds){lender, valuation->size});
    }
    free(valuation);
}

// The variant from which this one borrows: with sides exchanged, or another game by its usual rules. NULL if there is none, or no memory.
static struct variant *new_lender(const struct variant *variant)
{
    struct parameters exchanged;
    struct error err;
    if (network_is_of_exchanged(variant, &exchanged))
        return variant_new(variant->game, &exchanged, &err);
    const struct game *game = variant->game->network ? game_find(variant->game->network, &err) : NULL;
    return game ? variant_new(game, NULL, &err) : NULL;
}

static void find_network(struct evaluator *evaluator)
{
    const struct variant *variant = evaluator->valuation.variant;
    network_of_variant(&evaluator->valuation.network, variant);
    if (evaluator->valuation.network.usable)
        return;
    struct variant *lender = new_lender(variant);
    if (lender)
        borrow_from(evaluator, lender);
    variant_free(lender);
}

void evaluator_init(struct evaluator *evaluator, const struct variant *variant, unsigned features)
{
    struct weights weights;
    weights_of_game(&weights, variant->game->name);
    evaluator_init_with(evaluator, variant, features, &weights);
}

void evaluator_init_with(struct evaluator *evaluator, const struct variant *variant, unsigned features,
                         const struct weights *weights)
{
    memset(evaluator, 0, sizeof *evaluator);
    rays_init(&evaluator->rays, variant);
    valuation_init_with(&evaluator->valuation, variant, features & FEATURE_FUEL_WORTH, weights);
    for (int term = 0; term < TERMS; term++)
        evaluator->worth[term] = weights->list[term].worth;
    evaluator->features = features & ~unsafe_features(&evaluator->valuation.aims);
    if (features & FEATURE_NETWORK)
        find_network(evaluator);
    const struct aims *aims = &evaluator->valuation.aims;
    evaluator->odd = aims->fights || aims->to_be_mated;
    evaluator->trades = aims->plain_takes && !aims->compelled && !aims->losing && !evaluator->odd;
    square king, s;
    for (struct set_walk kings = set_walk(&variant->board.locations); set_next(&kings, &king);)
        for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
            if (square_distance(king, s) <= 1)
                set_add(&evaluator->zone[king], s);
}

void evaluator_clear(struct evaluator *evaluator)
{
    free(evaluator->borrowed);
    memset(evaluator, 0, sizeof *evaluator);
}
