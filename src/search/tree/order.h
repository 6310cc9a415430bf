// SPDX-License-Identifier: GPL-3.0-or-later
// In what order actions are tried: what proved good elsewhere comes first.
#ifndef LEAPER_SEARCH_ORDER_H
#define LEAPER_SEARCH_ORDER_H

#include "search/evaluation/evaluator.h"

struct scored_move {
    move move;
    int score;
};

// What a worker has learnt about actions that cut off.
struct learnt {
    int16_t history[PIECE_CODES][GRID_SQUARES]; // by moving piece and target, -HISTORY_MAX … HISTORY_MAX
    move answers[PIECE_CODES][GRID_SQUARES];    // what refuted the action of that piece to that target
    int16_t pairs[1 << 16];                     // by the action before and this one, hashed
};

enum { HISTORY_MAX = 8192 };

// Scores above this are captures and promotions that lose nothing, those below its negative lose material.
enum { SCORE_GOOD_CAPTURE = 1 << 20 };

// What the order at a node takes into account besides `learnt`.
struct ordering {
    move best;        // from the hash table, or MOVE_NONE
    move killers[2];  // that cut off at a sister node
    move answer;      // to the action before
    uint16_t context; // of the action before, for `pairs`
};

// The piece code that acts, EMPTY for actions without one.
static inline piece order_piece(const struct position *pos, move m)
{
    enum move_kind kind = move_kind(m);
    return kind < MOVE_DROP ? pos->pieces[move_from(m)] : kind == MOVE_DROP ? move_what(m) : EMPTY;
}

// Whether the action neither captures nor promotes nor claims anything: as position_captured() has it, but asked for
// every action.
static inline bool order_is_quiet(const struct position *pos, move m)
{
    enum move_kind kind = move_kind(m);
    return kind == MOVE_NORMAL ? !is_piece(pos->pieces[move_to(m)])
                               : kind != MOVE_PROMOTION && kind != MOVE_EN_PASSANT && kind != MOVE_ANNOUNCE;
}

// A number that stands for an action played, as the context of the next.
static inline uint16_t order_context(piece p, move m)
{
    return (uint16_t)((p * 256U + move_to(m)) * 0x9e37U >> 3);
}

// Gives every move its score.
void order_score(const struct learnt *learnt, const struct evaluator *evaluator, const struct position *pos,
                 const struct ordering *ordering, struct scored_move *moves, unsigned count);

// Brings the best of moves[from] … moves[count-1] to moves[from]; captures
// that turn out to lose material are put behind the quiet moves.
void order_pick(const struct evaluator *evaluator, const struct position *pos, struct scored_move *moves,
                unsigned from, unsigned count);

// Drops the quiet ones of moves[from] … moves[count-1]; the new count.
unsigned order_drop_quiets(const struct position *pos, struct scored_move *moves, unsigned from,
                           unsigned count);

// The history score of a quiet action.
int order_history(const struct learnt *learnt, const struct position *pos, uint16_t context, move m);

// Rewards (bonus > 0) or blames a quiet action.
void order_learn(struct learnt *learnt, const struct position *pos, uint16_t context, move m, int bonus);

#endif
