// SPDX-License-Identifier: GPL-3.0-or-later
// Move ordering: what has proved good elsewhere is tried first.
#ifndef LEAPER_SEARCH_ORDER_H
#define LEAPER_SEARCH_ORDER_H

#include "search/evaluation/evaluator.h"

struct scored_move {
    move move;
    int score;
};

// What a worker has learnt about quiet actions from the cutoffs that they did or did not cause.
struct histories {
    int16_t history[PIECE_CODES][GRID_SQUARES];   // by moving piece and target, -HISTORY_MAX … HISTORY_MAX
    move countermoves[PIECE_CODES][GRID_SQUARES]; // what refuted the move of that piece to that target
    int16_t continuation[1 << 16];                // by the action before and this one, hashed
};

enum { HISTORY_MAX = 8192 };

// Captures and promotions score about this, far more than any quiet move; those that order_pick() finds to lose material, about
// its negative.
enum { SCORE_GOOD_CAPTURE = 1 << 20 };

// What the order of the moves at a node depends on.
struct ordering {
    const struct evaluator *evaluator;
    const struct histories *histories;
    const struct position *pos;
    move best;        // from the hash table, or MOVE_NONE
    move killers[2];  // quiet moves that caused a cutoff at a sibling node
    move countermove; // to the action before, or MOVE_NONE
    uint16_t context; // order_context() of the action before
};

// The code of the piece that acts, EMPTY for actions without one.
static inline piece order_piece(const struct position *pos, move m)
{
    enum move_kind kind = move_kind(m);
    return kind < MOVE_DROP ? pos->pieces[move_from(m)] : kind == MOVE_DROP ? move_what(m) : EMPTY;
}

// Whether the action is neither a capture nor a promotion nor a claim. Does the work of position_captured() inline,
// because it is called for every action.
static inline bool order_is_quiet(const struct position *pos, move m)
{
    enum move_kind kind = move_kind(m);
    return kind == MOVE_NORMAL ? !is_piece(pos->pieces[move_to(m)])
                               : kind != MOVE_PROMOTION && kind != MOVE_EN_PASSANT && kind != MOVE_ANNOUNCE;
}

// A hash of an action that was played: the context of the next, for the continuation history.
static inline uint16_t order_context(piece p, move m)
{
    return (uint16_t)((p * 256U + move_to(m)) * 0x9e37U >> 3);
}

// Scores every move. From the best: claims, the hash move, captures and promotions by what they gain, killers, the
// countermove, the other quiet moves by their history.
void order_score(const struct ordering *ordering, struct scored_move *moves, unsigned count);

// Brings the best of moves[from] … moves[count-1] to moves[from]. Captures
// that turn out to lose material are moved behind the quiet moves.
void order_pick(const struct evaluator *evaluator, const struct position *pos, struct scored_move *moves,
                unsigned from, unsigned count);

// Removes the quiet moves among moves[from] … moves[count-1]; returns the new count.
unsigned order_drop_quiets(const struct position *pos, struct scored_move *moves, unsigned from,
                           unsigned count);

// Rewards (bonus > 0) or punishes a quiet action that followed `context`. The size of the bonus is at most HISTORY_MAX.
void order_learn(struct histories *histories, const struct position *pos, uint16_t context, move m,
                 int bonus);

#endif
