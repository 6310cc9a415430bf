// SPDX-License-Identifier: GPL-3.0-or-later
// Quiescence search.
#ifndef LEAPER_SEARCH_QUIESCE_H
#define LEAPER_SEARCH_QUIESCE_H

#include "search/tree/descent.h"

// The score for the side to move, from captures, promotions, claims, and quiet moves that may win at once, until the position is quiet.
int quiesce(struct worker *w, struct frame *f, struct window window);

#endif
