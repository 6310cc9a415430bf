// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that are cut off before their moves are searched, or after a look at their captures only.
#ifndef LEAPER_SEARCH_CUTOFF_H
#define LEAPER_SEARCH_CUTOFF_H

#include "search/tree/descent.h"

// Fills in the static evaluation. Returns whether the node can be cut off, with the score: by reverse futility pruning, razoring
// or null-move pruning.
bool cutoff_by_evaluation(struct worker *w, struct node *node, int *score);

// Whether a capture or promotion among the moves, which have been scored, proves in a less deep search that the node can be cut
// off. Then the node gets score, best move and the depth of that search.
bool cutoff_by_capture(struct worker *w, struct node *node, const struct scored_move *moves, unsigned count);

#endif
