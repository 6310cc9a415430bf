// SPDX-License-Identifier: GPL-3.0-or-later
// What the main search and quiescence search share: playing and undoing actions, endings, evaluation, generation, storing results.
#ifndef LEAPER_SEARCH_DESCENT_H
#define LEAPER_SEARCH_DESCENT_H

#include "position/game.h"
#include "search/tree/worker.h"

// A node while its moves are searched.
struct node {
    struct frame *frame;
    struct window window;     // alpha rises to the best score found
    int alpha;                // the window's first alpha
    int depth;                // 0 in quiescence search
    int best;                 // score found
    move best_move;           // before: from the table; afterwards: what raised alpha. Or MOVE_NONE
    bool hopeful;             // the side to move is expected to fail high
    bool improving;           // it stands better than when it last began a turn
    struct table_found found; // the table's entry, its score counted from the root
};

// The distance from the root, in actions.
static inline int frame_ply(const struct worker *w, const struct frame *f)
{
    return (int)(f - w->frames) - FRAMES_ABOVE;
}

// Plays an action and fills in the parts of the next frame that follow from it.
void descent_play(struct worker *w, struct frame *f, move m);

// Plays a null move.
void descent_pass(struct worker *w, struct frame *f);

void descent_undo(struct worker *w, struct frame *f);

// Whether the game is over for a reason that can be seen without generating
// moves: repetition, or an ending of the game's own. The score is that of the
// side to move.
bool descent_ended(struct worker *w, struct frame *f, int *score);

// The score when the side to move has no action.
int descent_stuck(struct worker *w, struct frame *f);

// The score when the half-move clock ends the game.
int descent_at_move_limit(struct worker *w, struct frame *f);

// Static evaluation, blurred as much as the level says. Outside the window it may be a bound only.
int descent_evaluate(struct worker *w, struct frame *f, struct window window);

// Generates all actions into the worker's array of moves, behind those already
// there. False if they do not fit. The caller restores moves_used.
bool descent_generate(struct worker *w, unsigned *count);

// Counts a node; returns whether the search must stop.
bool descent_must_stop(struct worker *w);

// Searches the node, by quiescence search if the depth is not positive. `hopeful`: the side to move is expected to fail high.
int search_node(struct worker *w, struct frame *f, struct window window, int depth, bool hopeful);

// The score of the node below, from the point of view of `side`, which has just acted. `hopeful`: it is expected to fail high.
int search_below(struct worker *w, struct frame *f, enum color side, struct window window, int depth,
                 bool hopeful);

// In the table, wins and losses are counted from the position, not from the root.
static inline int score_to_table(int score, unsigned turns)
{
    return score >= SCORE_WIN_LEAST    ? score + (int)turns
           : score <= -SCORE_WIN_LEAST ? score - (int)turns
                                       : score;
}

static inline int score_from_table(int score, unsigned turns)
{
    return score >= SCORE_WIN_LEAST    ? score - (int)turns
           : score <= -SCORE_WIN_LEAST ? score + (int)turns
                                       : score;
}

// Whether the entry's score may be returned for the window.
static inline bool table_settles(const struct table_found *found, struct window window)
{
    return found->bound == BOUND_EXACT || (found->bound == BOUND_LOWER && found->score >= window.beta) ||
           (found->bound == BOUND_UPPER && found->score <= window.alpha);
}

static inline uint64_t descent_hash(const struct worker *w)
{
    return w->pos.state.hash ^ w->shared->salt;
}

// Stores the result of a node that has been searched.
static inline void descent_store(struct worker *w, const struct node *node)
{
    table_store(w->shared->table, descent_hash(w),
                &(struct table_found){
                    .best = node->best_move,
                    .score = score_to_table(node->best, node->frame->turns),
                    .depth = node->depth,
                    .bound = node->best >= node->window.beta ? BOUND_LOWER
                             : node->best > node->alpha      ? BOUND_EXACT
                                                             : BOUND_UPPER,
                });
}

#endif
