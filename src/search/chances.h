// SPDX-License-Identifier: GPL-3.0-or-later
// What a score promises: chances to win, draw and lose.
#ifndef LEAPER_SEARCH_CHANCES_H
#define LEAPER_SEARCH_CHANCES_H

#include "search/search.h"

// In thousandths; together 1000.
struct chances {
    unsigned wins, draws, losses; // of the side to move
};

// The chances of a score, by a model that docs/engine.md describes. `draws` tells whether games can be drawn at all.
struct chances chances_of(const struct search_score *score, bool draws);

#endif
