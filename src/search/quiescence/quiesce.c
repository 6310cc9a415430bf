// SPDX-License-Identifier: GPL-3.0-or-later
// Quiescence search: resolves captures and promotions, and quiet moves that win at once, so that only quiet positions are evaluated.
#include "search/quiescence/quiesce.h"

#include "search/endings/consult.h"
#include "search/evaluation/exchange.h"
#include "search/evaluation/features.h"
#include "search/quiescence/noisy.h"
#include "search/tree/learn.h"

enum { DELTA_MARGIN = 160 };

// Where each capture makes more captures possible, or pieces come back as drops, there is no end to them. In chess, hardly one
// quiescence search in a million has so many nodes.
// The first iteration, which no limit ends, has to be short.
enum { QUIESCED_MAX = 2000, QUIESCED_FIRST = 200 };

// ---- Turns that are not over ----

// Whether the side to move has yet to do something harmless, such as to put up a wall, before the enemy can take what ends the game.
static bool is_exposed(const struct worker *w)
{
    const struct aims *aims = &w->shared->evaluator.valuation.aims;
    return w->pos.state.actions && (aims->vital[WHITE] | aims->vital[BLACK]);
}

// Tries actions that complete the turn until one does not lose at once. Which of the others would be best is left to the main
// search.
static int complete_turn(struct worker *w, struct frame *f, struct window window)
{
    enum { TRIES = 12 };
    unsigned first = w->moves_used, count;
    int best = -SCORE_INFINITE;
    if (!descent_generate(w, &count))
        return descent_evaluate(w, f, window);
    struct scored_move *moves = w->moves + first;
    const struct ordering ordering = {
        .evaluator = &w->shared->evaluator,
        .histories = &w->histories,
        .pos = &w->pos,
        .best = MOVE_NONE,
        .contexts = {f[-1].context, f[-2].context},
    };
    order_score(&ordering, moves, count);
    for (unsigned i = 0; i < count && i < TRIES && best <= -SCORE_WIN_LEAST && !w->stopped; i++) {
        order_pick(&w->shared->evaluator, &w->pos, moves, i, count);
        enum color side = position_side(&w->pos);
        descent_play(w, f, moves[i].move);
        int score = position_side(&w->pos) == side ? quiesce(w, f + 1, window)
                                                   : -quiesce(w, f + 1, window_negate(window));
        descent_undo(w, f);
        best = score > best ? score : best;
    }
    w->moves_used = first;
    // There may be another action that saves the day.
    enum { IN_DANGER = -1500 };
    return w->stopped ? 0 : best <= -SCORE_WIN_LEAST && count > TRIES ? IN_DANGER : best;
}

// ---- Search ----

// The most that the move can gain, for delta pruning.
static int largest_gain(const struct worker *w, move m)
{
    const struct valuation *valuation = &w->shared->evaluator.valuation;
    piece victim = position_captured(&w->pos, m);
    int gain = is_piece(victim) ? valuation->value[piece_type_of(victim)] : 0;
    if (move_kind(m) == MOVE_PROMOTION) {
        piece_type own = piece_type_of(w->pos.pieces[move_from(m)]);
        gain += valuation->value[piece_type_of(move_what(m))];
        // What a pawn is worth matters little; what turns into something else may be worth as much already.
        gain -= w->pos.variant->pieces[own].promotes ? 0 : valuation->value[own];
    }
    return gain;
}

// Whether a move can be skipped when not in check: overlooked, or so far below alpha that it cannot matter.
static bool may_ignore(const struct worker *w, const struct node *node, move m)
{
    if (w->shared->oversight && shared_overlooks(w->shared, &w->pos, m))
        return true;
    const struct valuation *valuation = &w->shared->evaluator.valuation;
    return move_kind(m) != MOVE_ANNOUNCE && !order_is_quiet(&w->pos, m) && w->shared->evaluator.trades &&
           !valuation_is_vital(valuation, position_captured(&w->pos, m)) &&
           node->frame->eval + largest_gain(w, m) + DELTA_MARGIN <= node->window.alpha;
}

// Searches the moves, which have been scored, until one fails high.
static void search_noisy(struct worker *w, struct node *node, const struct noisy *noisy)
{
    struct frame *f = node->frame;
    bool exchange = w->shared->evaluator.features & FEATURE_EXCHANGE;
    enum color side = position_side(&w->pos);
    for (unsigned i = 0; i < noisy->count; i++) {
        order_pick(&w->shared->evaluator, &w->pos, noisy->moves, i, noisy->count);
        move m = noisy->moves[i].move;
        if (!f->check && !noisy->complete) {
            if (exchange && noisy->moves[i].score < 0)
                break; // only captures that lose material are left
            if (may_ignore(w, node, m))
                continue;
        } else if (!noisy->complete && node->best > -SCORE_WIN_LEAST && order_is_quiet(&w->pos, m)) {
            continue; // one evasion is enough; other quiet ones are left to the main search
        }
        descent_play(w, f, m);
        if (noisy->pseudo_legal && position_has_king(&w->pos, side) &&
            position_attacked(&w->pos, w->pos.state.king[side], other_color(side))) {
            descent_undo(w, f);
            continue;
        }
        int score = position_side(&w->pos) == side ? quiesce(w, f + 1, node->window)
                                                   : -quiesce(w, f + 1, window_negate(node->window));
        descent_undo(w, f);
        if (w->stopped)
            return;
        if (score <= node->best)
            continue;
        node->best = score;
        node->best_move = m;
        if (score >= node->window.beta)
            break;
        node->window.alpha = score > node->window.alpha ? score : node->window.alpha;
    }
}

int quiesce(struct worker *w, struct frame *f, struct window window)
{
    int score, ply = frame_ply(w, f);
    f->pv_count = 0;
    if (descent_must_stop(w))
        return 0;
    w->selective = ply > w->selective ? ply : w->selective;
    if (descent_ended(w, f, &score))
        return score;
    if (consult_here(w, f, &score))
        return score;
    if (ply >= PLY_MAX || ++w->quiesced > (w->finished ? QUIESCED_MAX : QUIESCED_FIRST))
        return descent_evaluate(w, f, window);
    struct table_found found = TABLE_NOTHING;
    if (table_find(w->shared->table, descent_hash(w), &found)) {
        found.score = score_from_table(found.score, f->turns);
        if (!window_is_open(window) && table_settles(&found, window))
            return found.score;
    }
    if (is_exposed(w))
        return complete_turn(w, f, window);
    struct node node = {.frame = f,
                        .window = window,
                        .alpha = window.alpha,
                        .best = -SCORE_INFINITE,
                        .best_move = found.best};
    f->eval = -SCORE_INFINITE;
    if (!f->check) {
        // Stand pat: the side to move need not capture anything. If it may have to, the moves will tell.
        f->eval = learn_corrected(w, f, descent_evaluate(w, f, window));
        node.best = f->eval;
        if (node.best >= window.beta && !w->shared->evaluator.valuation.aims.compelled)
            return node.best;
        node.window.alpha = node.best > window.alpha ? node.best : window.alpha;
    }
    unsigned first = w->moves_used;
    struct noisy noisy;
    if (noisy_generate(w, &node, &noisy)) {
        struct ordering ordering = {
            .evaluator = &w->shared->evaluator,
            .histories = &w->histories,
            .pos = &w->pos,
            .best = found.best,
            .contexts = {f[-1].context, f[-2].context},
        };
        order_score(&ordering, noisy.moves, noisy.count);
        noisy_prefer_forcing(&noisy);
        node.best_move = MOVE_NONE;
        search_noisy(w, &node, &noisy);
    }
    w->moves_used = first;
    if (w->stopped)
        return 0;
    descent_store(w, &node);
    return node.best;
}
