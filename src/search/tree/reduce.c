// SPDX-License-Identifier: GPL-3.0-or-later
// Late move reductions; see reduce.h.
#include "search/tree/reduce.h"

#include "search/evaluation/features.h"

enum {
    HISTORY_OF_ONE = 5000, // so much history makes up for a ply
    MANY_CUTOFFS = 3,      // where more of the actions before were refuted, the others will be, too
};

int reduce_move(const struct worker *w, const struct node *node, const struct scored_move *candidate,
                bool quiet, unsigned tried)
{
    bool pv = window_is_open(node->window);
    int depth = node->depth;
    // Captures are reduced only if they lose material.
    if (!(w->shared->evaluator.features & FEATURE_REDUCTIONS) || node->frame->check || depth < 3 ||
        tried < (pv ? 4U : 2U) || (!quiet && candidate->score >= 0))
        return 0;
    static const uint8_t log2_of[32] = {0,  0,  8,  13, 16, 19, 21, 22, 24, 25, 27, 28, 29, 30, 30, 31,
                                        32, 33, 33, 34, 35, 35, 36, 36, 37, 37, 38, 38, 38, 39, 39, 40};
    int reduction = log2_of[depth < 31 ? depth : 31] * log2_of[tried < 31 ? tried : 31] / 256;
    reduction += quiet ? 1 - candidate->score / HISTORY_OF_ONE : 0;
    reduction += node->frame[1].cutoffs > MANY_CUTOFFS;
    return reduction + node->hopeful - (pv ? 2 : !node->improving ? -1 : 0);
}

int reduce_in_hindsight(const struct worker *w, const struct node *node)
{
    enum { MUCH = 3, GREAT_LOSS = 100 };
    const struct frame *f = node->frame, *above = f - 1;
    if (!frame_ply(w, f) || !above->reduced || f->excluded != MOVE_NONE || !f->begins || !above->begins ||
        f->check || above->eval == -SCORE_INFINITE)
        return 0;
    int lost = f->eval + above->eval;
    if (above->reduced >= MUCH && lost <= 0)
        return 1;
    return node->depth >= 2 && lost > GREAT_LOSS ? -1 : 0;
}
