// SPDX-License-Identifier: GPL-3.0-or-later
// The moves that the quiescence search looks at.
#ifndef LEAPER_SEARCH_NOISY_H
#define LEAPER_SEARCH_NOISY_H

#include "search/tree/descent.h"

// The moves that are searched at a node.
struct noisy {
    struct scored_move *moves;
    unsigned count;
    bool pseudo_legal; // they may leave the king in check
    bool complete;     // they are all actions that there are, and all are searched
    unsigned forcing;  // so many of them, the last, are quiet ones that may win at once
};

// Gives the quiet ones that may win at once their place, once all have been scored: before all captures.
void noisy_prefer_forcing(const struct noisy *noisy);

// Generates behind the moves already in use: captures, promotions, claims, and quiet moves that may win at once; or every action
// when in check. False when there is nothing to search: no room, or no action at all; node->best is the score then.
bool noisy_generate(struct worker *w, struct node *node, struct noisy *noisy);

#endif
