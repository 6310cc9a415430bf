// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the search that can be switched off one by one, so that matches can tell what each is worth.
#ifndef LEAPER_SEARCH_FEATURES_H
#define LEAPER_SEARCH_FEATURES_H

#include "search/search.h"

enum search_feature {
    FEATURE_NULL_MOVE = 1 << 0,  // passing that still fails high proves the node
    FEATURE_REDUCTIONS = 1 << 1, // late moves are searched less deeply
    FEATURE_FUTILITY = 1 << 2,   // quiet moves near the leaves that cannot reach the window are skipped
    FEATURE_REVERSE = 1 << 3,    // nodes far above the window near the leaves are not searched
    FEATURE_EXCHANGE = 1 << 4,   // captures that lose material are skipped in quiescence
    FEATURE_CHECK_EXTENSION = 1 << 5,
    FEATURE_METERED_NULL_MOVE = 1 << 6, // null move also in games with fuel, while there is plenty
    FEATURE_FUEL_WORTH = 1 << 7,        // pieces lose their worth as their fuel runs out
    FEATURE_FUEL_RACE = 1 << 8,         // counts whose moves run out first
    FEATURE_MOBILITY = 1 << 9,          // mobility and attacks on the king
    FEATURE_OWN_JUDGEMENT = 1 << 10,    // what the game's hook `assess` says counts
    FEATURES_ALL = (1 << 11) - 1
};

// Chooses which features the next searches use; for measurements only.
void engine_set_features(struct engine *engine, unsigned features);

#endif
