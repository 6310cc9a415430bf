// SPDX-License-Identifier: GPL-3.0-or-later
// Quiescence search: evaluates only where nothing hangs.
#include "search/descent.h"
#include "search/exchange.h"
#include "search/features.h"

enum { DELTA_MARGIN = 160 };

// Keeps captures and promotions only.
static unsigned keep_noisy(const struct position *pos, struct scored_move *moves, unsigned count)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++)
        if (!order_is_quiet(pos, moves[i].move))
            moves[kept++] = moves[i];
    return kept;
}

// What the action can win at most.
static int hope(const struct worker *w, move m)
{
    const struct valuation *valuation = &w->shared->evaluator.valuation;
    piece victim = position_captured(&w->pos, m);
    int gain = is_piece(victim) ? valuation->value[piece_type_of(victim)] : 0;
    if (move_kind(m) == MOVE_PROMOTION)
        gain += valuation->value[piece_type_of(move_what(m))];
    return gain;
}

static int try_moves(struct worker *w, struct frame *f, int alpha, int beta, int best, move *best_move,
                     unsigned first, unsigned count)
{
    struct scored_move *moves = w->moves + first;
    bool exchange = w->shared->evaluator.features & FEATURE_EXCHANGE;
    for (unsigned i = 0; i < count; i++) {
        order_pick(&w->shared->evaluator.valuation, &w->pos, moves, i, count);
        move m = moves[i].move;
        if (!f->check) {
            if (exchange && moves[i].score < 0)
                break; // only captures that lose material are left
            if (w->shared->oversight && shared_overlooks(w->shared, &w->pos, m))
                continue;
            if (f->eval + hope(w, m) + DELTA_MARGIN <= alpha)
                continue;
        } else if (best > -SCORE_WIN_LEAST && order_is_quiet(&w->pos, m)) {
            continue; // an evasion has been found; quiet others wait for the main search
        }
        enum color side = position_side(&w->pos);
        descent_play(w, f, m);
        int score = position_side(&w->pos) == side ? quiesce(w, f + 1, alpha, beta)
                                                   : -quiesce(w, f + 1, -beta, -alpha);
        descent_undo(w, f);
        if (w->stopped)
            return 0;
        if (score <= best)
            continue;
        best = score;
        *best_move = m;
        if (score >= beta)
            break;
        alpha = score > alpha ? score : alpha;
    }
    return best;
}

static int search_noisy(struct worker *w, struct frame *f, int alpha, int beta, int best, move *best_move)
{
    unsigned first = w->moves_used, count;
    if (!descent_generate(w, &count))
        return f->check ? alpha : best;
    if (!count) {
        w->moves_used = first;
        return descent_stuck(w, f);
    }
    if (!f->check)
        count = keep_noisy(&w->pos, w->moves + first, count);
    struct ordering ordering = {.best = *best_move, .context = f[-1].context};
    order_score(&w->learnt, &w->shared->evaluator.valuation, &w->pos, &ordering, w->moves + first, count);
    *best_move = MOVE_NONE;
    best = try_moves(w, f, alpha, beta, best, best_move, first, count);
    w->moves_used = first;
    return best;
}

int quiesce(struct worker *w, struct frame *f, int alpha, int beta)
{
    int score, ply = frame_ply(w, f);
    f->pv_count = 0;
    if (descent_must_stop(w))
        return 0;
    w->selective = ply > w->selective ? ply : w->selective;
    if (descent_ended(w, f, &score))
        return score;
    if (ply >= PLY_MAX)
        return descent_evaluate(w, f, alpha, beta);
    struct table_found found = {.best = MOVE_NONE};
    if (table_find(w->shared->table, descent_hash(w), &found)) {
        found.score = score_from_table(found.score, f->turns);
        if (beta - alpha == 1 && table_settles(&found, alpha, beta))
            return found.score;
    }
    int best = -SCORE_INFINITE, original = alpha;
    f->eval = -SCORE_INFINITE;
    if (!f->check) {
        best = f->eval = descent_evaluate(w, f, alpha, beta);
        if (best >= beta)
            return best;
        alpha = best > alpha ? best : alpha;
    }
    move best_move = found.best;
    best = search_noisy(w, f, alpha, beta, best, &best_move);
    if (w->stopped)
        return 0;
    table_store(w->shared->table, descent_hash(w),
                &(struct table_found){
                    .best = best_move,
                    .score = score_to_table(best, f->turns),
                    .depth = 0,
                    .bound = best >= beta      ? BOUND_LOWER
                             : best > original ? BOUND_EXACT
                                               : BOUND_UPPER,
                });
    return best;
}
