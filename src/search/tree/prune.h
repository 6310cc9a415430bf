// SPDX-License-Identifier: GPL-3.0-or-later
// Moves that are not searched, near the leaves.
#ifndef LEAPER_SEARCH_PRUNE_H
#define LEAPER_SEARCH_PRUNE_H

#include "search/tree/descent.h"

// Whether the remaining quiet moves can be skipped, because enough moves have been tried or the evaluation is too far below alpha.
bool prune_quiets(const struct worker *w, const struct node *node, unsigned tried);

// Removes the quiet moves among moves[from] … moves[count-1] except those that give check; returns the new count.
unsigned prune_drop_quiets(const struct worker *w, struct scored_move *moves, unsigned from, unsigned count);

// Whether this move can be skipped: one that leaves the evaluation too far below alpha, a quiet one with a bad history, or one
// that loses too much material. `reduction`: by how much less deep it would be searched.
bool prune_move(const struct worker *w, const struct node *node, const struct scored_move *candidate,
                bool quiet, int reduction);

// Whether the piece attacks the enemy king from where it arrives, if the move costs no fuel. Where that is not cheap to tell, false.
bool prune_gives_direct_check(const struct worker *w, move m);

// Whether it does, or the move discovers a check by another piece.
bool prune_gives_check(const struct worker *w, move m);

#endif
