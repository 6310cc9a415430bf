// SPDX-License-Identifier: GPL-3.0-or-later
// Moves that are searched deeper than others.
#ifndef LEAPER_SEARCH_EXTEND_H
#define LEAPER_SEARCH_EXTEND_H

#include "search/tree/descent.h"

// Singular extensions: how much deeper the move is searched if it is the table's and, in a less deep search, no other comes near
// it; negative if others are as good. Where others are good enough for a cutoff, sets *cut, and in the
// node the score and the depth that have been proved.
int extend_singular(struct worker *w, struct node *node, move m, bool *cut);

// Whether the move is searched deeper if it gives check: not if the checking piece is lost. To be asked before it is played.
bool extend_check(const struct worker *w, const struct frame *f, const struct scored_move *candidate,
                  bool quiet);

#endif
