// SPDX-License-Identifier: GPL-3.0-or-later
// What both parts of the search do at every node: play and take back, ask for the end, evaluate, generate.
#ifndef LEAPER_SEARCH_DESCENT_H
#define LEAPER_SEARCH_DESCENT_H

#include "position/game.h"
#include "search/tree/worker.h"

static inline int frame_ply(const struct worker *w, const struct frame *f)
{
    return (int)(f - w->frames) - FRAMES_ABOVE;
}

// Plays an action and fills the next frame as far as it is the same for all nodes.
void descent_play(struct worker *w, struct frame *f, move m);

// Passes the turn.
void descent_pass(struct worker *w, struct frame *f);

void descent_undo(struct worker *w, struct frame *f);

// Whether the game is over here for a reason that needs no moves: repetition,
// or an ending of the game's own. The score is the side to move's.
bool descent_ended(struct worker *w, struct frame *f, int *score);

// The score where the side to move has no action.
int descent_stuck(struct worker *w, struct frame *f);

// Static evaluation, with the imprecision of the level.
int descent_evaluate(struct worker *w, struct frame *f, int alpha, int beta);

// Generates into the worker's store of moves, behind what is there; false when
// the store is full. The caller sets moves_used back.
bool descent_generate(struct worker *w, unsigned *count);

// Whether the search has to end; counts a node.
bool descent_must_stop(struct worker *w);

// Quiescence: captures and promotions only, until the position is quiet.
int quiesce(struct worker *w, struct frame *f, int alpha, int beta);

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

// Whether what the table says settles the window.
static inline bool table_settles(const struct table_found *found, int alpha, int beta)
{
    return found->bound == BOUND_EXACT || (found->bound == BOUND_LOWER && found->score >= beta) ||
           (found->bound == BOUND_UPPER && found->score <= alpha);
}

static inline uint64_t descent_hash(const struct worker *w)
{
    return w->pos.state.hash ^ w->shared->salt;
}

#endif
