// SPDX-License-Identifier: GPL-3.0-or-later
// Late move reductions.
#ifndef LEAPER_SEARCH_REDUCE_H
#define LEAPER_SEARCH_REDUCE_H

#include "search/tree/descent.h"

// By how much less deep than the first moves this one is searched; 0 or less: not at all.
int reduce_move(const struct worker *w, const struct node *node, const struct scored_move *candidate,
                bool quiet, unsigned tried);

#endif
