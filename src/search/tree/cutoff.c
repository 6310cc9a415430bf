// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts nodes off; see cutoff.h. All of it compares scores of one side with a bound of the same side, so it holds in the middle of a
// turn too.
#include "search/tree/cutoff.h"

#include "search/evaluation/exchange.h"
#include "search/evaluation/features.h"
#include "search/tree/learn.h"
#include "search/tree/reduce.h"

enum {
    REVERSE_DEPTH = 8,
    REVERSE_MARGIN = 75,
    RAZOR_DEPTH = 3,
    RAZOR_MARGIN = 150,
    PROBCUT_DEPTH = 5,
    PROBCUT_LESS = 4, // so much less deep is the search that proves something
    PROBCUT_MARGIN = 160,
    VERIFY_DEPTH = 12,    // from this depth on, a null move is verified
    PLENTY_OF_FUEL = 160, // in all of a side's tanks together: less, and a null move proves nothing
    FEW_PIECES = 60,      // in tenths of a pawn: with less than a rook and a knight, zugzwang is common
    MANY_PIECES = 12,     // a side with this many always has a harmless move
};

static bool has_feature(const struct worker *w, unsigned feature)
{
    return w->shared->evaluator.features & feature;
}

// ---- The evaluation ----

static void evaluate_node(struct worker *w, struct node *node)
{
    struct frame *f = node->frame;
    f->begins = !w->pos.state.actions;
    if (f->check) {
        f->eval = f->raw = -SCORE_INFINITE;
        return;
    }
    if (f->excluded == MOVE_NONE) { // otherwise both are known
        f->raw = descent_evaluate(w, f, node->window);
        f->eval = learn_corrected(w, f, f->raw);
        learn_change(w, f);
    }
    // Where turns have several actions, this compares beginnings of turns, or an action with the beginning of its turn.
    int past = f->past[position_side(&w->pos)];
    node->improving = past == -SCORE_INFINITE || f->eval > past;
}

// The evaluation, or the table's score where that tells more.
static int guess_score(const struct node *node)
{
    const struct table_found *found = &node->found;
    int eval = node->frame->eval;
    bool better = found->depth >= 0 && !score_is_decided(found->score) &&
                  (found->bound == BOUND_EXACT || (found->bound == BOUND_LOWER) == (found->score > eval));
    return better ? found->score : eval;
}

// ---- Null moves ----

// Whether a null move may be taken to be worse than the best move. The side
// needs pieces and, in games with fuel, enough fuel that no one is near running
// out of moves.
static bool may_try_null_move(const struct worker *w, const struct frame *f)
{
    const struct position *pos = &w->pos;
    enum color side = position_side(pos);
    // Where squares can be used up or turns are compulsory, zugzwang decides the game; and while pieces are being placed, no one can pass.
    const struct variant *variant = pos->variant;
    if (variant->holes || position_is_placing(pos) || variant->hooks.restrict_turns.count ||
        variant->stalemate == VALUE_WIN)
        return false;
    if (f[-1].current == MOVE_NONE || pos->state.actions || !f->balance.material[side] ||
        frame_ply(w, f) < w->passing)
        return false;
    // Where giving mate loses, a side with few pieces left may be forced to give it, and would rather pass.
    if (variant_mate_loses(pos->variant) && set_count(&pos->sets[side]) < MANY_PIECES)
        return false;
    if (pos->variant->metered)
        return has_feature(w, FEATURE_METERED_NULL_MOVE) && f->balance.fuel[side] >= PLENTY_OF_FUEL;
    return has_feature(w, FEATURE_NULL_MOVE);
}

// Whether a search without null moves near the root of this subtree confirms the cutoff, where zugzwang may have feigned it or a mistake would be costly.
static bool is_verified(struct worker *w, const struct node *node, int depth)
{
    struct frame *f = node->frame;
    int beta = node->window.beta;
    bool doubtful = w->pos.variant->metered || f->balance.material[position_side(&w->pos)] < FEW_PIECES;
    if (w->passing || !(doubtful || node->depth >= VERIFY_DEPTH))
        return true;
    depth = depth > 1 ? depth : 1;
    w->passing = frame_ply(w, f) + depth * 3 / 4 + 1;
    int score = search_node(w, f, (struct window){beta - 1, beta}, depth, true);
    w->passing = 0;
    return score >= beta && !w->stopped;
}

static bool null_move_fails_high(struct worker *w, const struct node *node, int guess, int *score)
{
    struct frame *f = node->frame;
    int beta = node->window.beta, excess = (guess - beta) / 200;
    int reduced = node->depth - 4 - node->depth / 3 - (excess < 3 ? excess : 3);
    enum color side = position_side(&w->pos);
    descent_pass(w, f);
    *score = search_below(w, f, side, (struct window){beta - 1, beta}, reduced, true);
    descent_undo(w, f);
    if (w->stopped || *score < beta)
        return false;
    if (score_is_decided(*score))
        *score = beta;
    return is_verified(w, node, reduced);
}

// Whether passing is worth a try: the side stands well enough by the table's knowledge, and by the evaluation not much worse, for
// that of the position after a pass is its mirror image.
static bool is_null_move_promising(const struct node *node, int guess)
{
    int beta = node->window.beta;
    return node->depth >= 2 && guess >= beta && node->frame->eval >= beta - 20 * node->depth + 100;
}

// ---- Before moves are searched ----

bool cutoff_by_evaluation(struct worker *w, struct node *node, int *score)
{
    struct frame *f = node->frame;
    int alpha = node->window.alpha, beta = node->window.beta;
    evaluate_node(w, node);
    node->depth += reduce_in_hindsight(w, node);
    f[-1].reduced = 0; // once is enough: the node may be searched again, to verify a null move
    if (f->check || f->excluded != MOVE_NONE || window_is_open(node->window) || score_is_decided(beta))
        return false;
    int guess = guess_score(node), depth = node->depth;
    if (has_feature(w, FEATURE_REVERSE) && depth <= REVERSE_DEPTH &&
        guess - REVERSE_MARGIN * (depth - (node->improving && depth > 1)) >= beta) {
        *score = guess;
        return true;
    }
    // Not where any move may complete a winning pattern, of which the quiescence search sees nothing.
    if (has_feature(w, FEATURE_RAZORING) && !w->pos.variant->linked && depth <= RAZOR_DEPTH &&
        guess + RAZOR_MARGIN * (1 + depth * depth) <= alpha) {
        *score = search_node(w, f, node->window, 0, false);
        if (*score <= alpha)
            return !w->stopped;
    }
    return is_null_move_promising(node, guess) && may_try_null_move(w, f) &&
           null_move_fails_high(w, node, guess, score);
}

// ---- Captures that are too good ----

// Whether a capture by which the exchange wins enough should be tried at all.
static bool may_try_captures(const struct worker *w, const struct node *node, int bound)
{
    const struct frame *f = node->frame;
    const struct table_found *found = &node->found;
    return has_feature(w, FEATURE_PROBCUT) && node->depth >= PROBCUT_DEPTH && !f->check &&
           f->excluded == MOVE_NONE && !window_is_open(node->window) && !score_is_decided(bound) &&
           !w->shared->oversight && !(found->depth >= node->depth - PROBCUT_LESS && found->score < bound);
}

// The score of a move by quiescence search and, if that is good enough, by a search of the depth.
static int try_capture(struct worker *w, struct frame *f, move m, int bound, int depth)
{
    const struct window window = {bound - 1, bound};
    enum color side = position_side(&w->pos);
    descent_play(w, f, m);
    int score = search_below(w, f, side, window, 0, true);
    if (score >= bound && !w->stopped)
        score = search_below(w, f, side, window, depth, true);
    descent_undo(w, f);
    return score;
}

bool cutoff_by_capture(struct worker *w, struct node *node, const struct scored_move *moves, unsigned count)
{
    enum { IMPROVED = 50 };
    struct frame *f = node->frame;
    int bound = node->window.beta + PROBCUT_MARGIN - (node->improving ? IMPROVED : 0);
    if (!may_try_captures(w, node, bound))
        return false;
    for (unsigned i = 0; i < count && !w->stopped; i++) {
        move m = moves[i].move;
        if (order_is_quiet(&w->pos, m) || moves[i].score < 0 ||
            !exchange_wins(&w->shared->evaluator, &w->pos, m, bound - f->eval))
            continue;
        int score = try_capture(w, f, m, bound, node->depth - PROBCUT_LESS);
        if (score < bound || w->stopped)
            continue;
        node->best = score;
        node->best_move = m;
        node->depth -= PROBCUT_LESS - 1;
        return true;
    }
    return false;
}
