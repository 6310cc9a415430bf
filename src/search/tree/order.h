// SPDX-License-Identifier: GPL-3.0-or-later
// Move ordering: what has proved good elsewhere is tried first.
#ifndef LEAPER_SEARCH_ORDER_H
#define LEAPER_SEARCH_ORDER_H

#include "search/evaluation/evaluator.h"

struct scored_move {
    move move;
    int score;
};

// Hashes of the last actions before a node, the last one first. In games with turns of several actions they may be the mover's own.
enum { CONTEXTS = 2 };

// What errors of the evaluation go by: the pawns, the other pieces of each side, and the last actions.
enum { BY_PAWNS, BY_PIECES, BY_ACTIONS = BY_PIECES + 2, CORRECTION_KINDS };

enum { CORRECTIONS = 1 << 14 };

// What a worker has learnt about actions, from the cutoffs that they did or did not cause and from how they changed the evaluation, and about the
// errors of the evaluation.
struct histories {
    int16_t history[PIECE_CODES][GRID_SQUARES];   // by moving piece and target, -HISTORY_MAX … HISTORY_MAX
    move countermoves[PIECE_CODES][GRID_SQUARES]; // what refuted the move of that piece to that target
    // By the action before and this one, hashed; and by the action before that and this one.
    int16_t continuation[CONTEXTS][1 << 16];
    int16_t captures[1 << 16]; // by capturing piece, target and what is captured, hashed
    // How much the evaluation errs, by the side to move and one of these things, hashed: learn_error().
    int16_t corrections[2][CORRECTION_KINDS][CORRECTIONS];
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
    move best;                   // from the hash table, or MOVE_NONE
    move killers[2];             // quiet moves that caused a cutoff at a sibling node
    move countermove;            // to the action before, or MOVE_NONE
    uint16_t contexts[CONTEXTS]; // order_context() of the actions before
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

// Rewards (bonus > 0) or punishes a quiet action of the piece that followed `contexts`. The size of the bonus is at most HISTORY_MAX.
void order_learn(struct histories *histories, const uint16_t contexts[CONTEXTS], piece p, move m, int bonus);

// The same whatever actions came before.
void order_learn_anywhere(struct histories *histories, piece p, move m, int bonus);

// The same for a capture or promotion in the position.
void order_learn_capture(struct histories *histories, const struct position *pos, move m, int bonus);

#endif
