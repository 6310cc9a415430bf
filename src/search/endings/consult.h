// SPDX-License-Identifier: GPL-3.0-or-later
// What an oracle knows, as scores of the search.
#ifndef LEAPER_SEARCH_CONSULT_H
#define LEAPER_SEARCH_CONSULT_H

#include "search/tree/worker.h"

// Whether an oracle knows the score of a position that the side to move reaches after so many changes of side. Where the rule about
// moves without progress could end the game before the win that the oracle sees, it is not asked.
bool consult(const struct shared *shared, const struct position *pos, unsigned turns, int *score);

// Asks about the position of a node.
static inline bool consult_here(const struct worker *w, const struct frame *f, int *score)
{
    return w->shared->opened && consult(w->shared, &w->pos, f->turns, score);
}

// Appends to a line that ends in a position that the oracle knows to be won or lost what it takes for the best play, until mate.
void consult_extend(const struct shared *shared, struct line *line);

#endif
