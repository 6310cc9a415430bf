// SPDX-License-Identifier: GPL-3.0-or-later
// Late move reductions.
#ifndef LEAPER_SEARCH_REDUCE_H
#define LEAPER_SEARCH_REDUCE_H

#include "search/tree/descent.h"

// By how much less deep than the first moves this one is searched; 0 or less: not at all.
int reduce_move(const struct worker *w, const struct node *node, const struct scored_move *candidate,
                bool quiet, unsigned tried);

// By how much the depth of a node should be changed whose last action was reduced, now that it has been evaluated: an action that has not
// made things worse for its side deserves more, and one by which it has lost much deserves less.
int reduce_in_hindsight(const struct worker *w, const struct node *node);

#endif
