// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the search that can be switched off one by one, so that matches can measure what each is worth.
#ifndef LEAPER_SEARCH_FEATURES_H
#define LEAPER_SEARCH_FEATURES_H

#include "search/search.h"

enum search_feature {
    FEATURE_NULL_MOVE = 1 << 0,  // null-move pruning: a node where even passing fails high is cut off
    FEATURE_REDUCTIONS = 1 << 1, // late move reductions
    FEATURE_FUTILITY = 1 << 2, // futility and late move pruning: near the leaves, hopeless moves are skipped
    FEATURE_REVERSE =
        1 << 3, // reverse futility pruning: near the leaves, nodes far above the window are cut off
    FEATURE_EXCHANGE = 1 << 4, // captures that lose material are pruned, by static exchange evaluation
    FEATURE_CHECK_EXTENSION = 1 << 5,
    FEATURE_METERED_NULL_MOVE = 1 << 6, // null-move pruning also in games with fuel, while there is plenty
    FEATURE_FUEL_WORTH = 1 << 7,        // pieces lose value as their fuel runs out
    FEATURE_FUEL_RACE = 1 << 8,         // evaluates which side runs out of moves first
    FEATURE_MOBILITY = 1 << 9,          // mobility and attacks on the king
    FEATURE_OWN_JUDGEMENT = 1 << 10,    // the game's own hook `assess` counts
    FEATURE_LURES = 1 << 11,            // where whoever is mated wins: tempts the enemy to give mate
    FEATURE_SINGULAR = 1 << 12, // singular extensions: a move without an alternative is searched deeper
    FEATURE_PROBCUT = 1 << 13,  // a node where a capture proves far too good in a less deep search is cut off
    FEATURE_RAZORING =
        1 << 14, // near the leaves, nodes far below the window are left to the quiescence search
    FEATURE_CORRECTION = 1 << 15, // the evaluation is corrected by what searches have shown of it
    FEATURE_NETWORK = 1 << 16,    // what the game's network says counts
    FEATURES_ALL = (1 << 17) - 1
};

// Chooses the features that the next searches use. For measurements only.
void engine_set_features(struct engine *engine, unsigned features);

#endif
