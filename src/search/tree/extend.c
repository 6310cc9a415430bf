// SPDX-License-Identifier: GPL-3.0-or-later
// Extensions; see extend.h.
#include "search/tree/extend.h"

#include "search/evaluation/exchange.h"
#include "search/evaluation/features.h"
#include "search/tree/prune.h"

enum { SINGULAR_DEPTH = 10, SINGULAR_MARGIN = 2, FAR_FROM_OTHERS = 20 };

static bool has_room(const struct worker *w, const struct frame *f)
{
    return frame_ply(w, f) < 2 * w->depth;
}

// The table's move must have been searched nearly as deep, and have been good.
static bool may_be_singular(const struct worker *w, const struct node *node, move m)
{
    const struct frame *f = node->frame;
    const struct table_found *found = &node->found;
    return w->shared->evaluator.features & FEATURE_SINGULAR && node->depth >= SINGULAR_DEPTH &&
           m == found->best && f != w->frames + FRAMES_ABOVE && f->excluded == MOVE_NONE && has_room(w, f) &&
           found->depth >= node->depth - 3 && found->bound != BOUND_UPPER &&
           !score_is_decided(found->score) && !w->shared->oversight;
}

static int depth_without(const struct node *node)
{
    return (node->depth - 1) / 2;
}

// The score of the node without the move. Searching the node a second time leaves traces in its frame, which are removed.
static int score_without(struct worker *w, const struct node *node, move m, int beta)
{
    struct frame *f = node->frame;
    move killers[2] = {f->killers[0], f->killers[1]};
    unsigned pv_count = f->pv_count, cutoffs = f->cutoffs;
    f->excluded = m;
    int score = search_node(w, f, (struct window){beta - 1, beta}, depth_without(node), node->hopeful);
    f->excluded = MOVE_NONE;
    f->killers[0] = killers[0];
    f->killers[1] = killers[1];
    f->pv_count = pv_count;
    f->cutoffs = cutoffs;
    f[1].cutoffs = 0;
    return score;
}

int extend_singular(struct worker *w, struct node *node, move m, bool *cut)
{
    if (!may_be_singular(w, node, m))
        return 0;
    bool pv = window_is_open(node->window);
    int beta = node->found.score - SINGULAR_MARGIN * node->depth, score = score_without(w, node, m, beta);
    if (score < beta)
        return !pv && score < beta - FAR_FROM_OTHERS ? 2 : 1;
    if (!pv && beta >= node->window.beta) {
        node->best = beta;
        node->depth = depth_without(node); // so much has been proved
        *cut = true;
        return 0;
    }
    return !pv && node->found.score >= node->window.beta ? -1 : 0;
}

bool extend_check(const struct worker *w, const struct frame *f, const struct scored_move *candidate,
                  bool quiet)
{
    const struct evaluator *evaluator = &w->shared->evaluator;
    if (!(evaluator->features & FEATURE_CHECK_EXTENSION) || !has_room(w, f))
        return false;
    if (!(evaluator->features & FEATURE_EXCHANGE))
        return true;
    return quiet ? !prune_gives_direct_check(w, candidate->move) ||
                       exchange_wins(evaluator, &w->pos, candidate->move, 0)
                 : candidate->score >= 0;
}
