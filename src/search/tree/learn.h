// SPDX-License-Identifier: GPL-3.0-or-later
// What the search learns from its results: which actions cause cutoffs, and by how much the evaluation errs.
#ifndef LEAPER_SEARCH_LEARN_H
#define LEAPER_SEARCH_LEARN_H

#include "search/tree/descent.h"

enum { TRIED_MAX = 64 };

// The actions of a node that have been tried; those beyond TRIED_MAX are forgotten.
struct tried {
    unsigned count; // of all of them
    unsigned quiet_count, capture_count;
    move quiets[TRIED_MAX], captures[TRIED_MAX];
};

// Notes an action that has been tried.
void learn_tried(struct tried *tried, move m, bool quiet);

// Learns from the action that caused a cutoff and from those tried before it, which did not.
void learn_cutoff(struct worker *w, const struct node *node, move m, const struct tried *tried);

// Learns from how much the evaluation, which must be known here, has changed by the action before, if that was quiet.
void learn_change(struct worker *w, const struct frame *f);

// The evaluation, corrected by what has been learned of its errors in positions like this one, with this side to move.
int learn_corrected(const struct worker *w, const struct frame *f, int eval);

// Learns from the score of a node how much its evaluation erred.
void learn_error(struct worker *w, const struct node *node);

#endif
