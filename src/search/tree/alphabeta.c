// SPDX-License-Identifier: GPL-3.0-or-later
// Principal variation search.
//
// A side may act several times in a row, so scores are turned round only where
// the side to move has changed, and wins are counted in turns, not in actions.
#include "search/evaluation/exchange.h"
#include "search/evaluation/features.h"
#include "search/tree/descent.h"
#include "search/tree/lines.h"

#include <string.h>

enum {
    REVERSE_DEPTH = 7,
    REVERSE_MARGIN = 75,
    FUTILITY_DEPTH = 6,
    FUTILITY_MARGIN = 90,
    EXCHANGE_DEPTH = 6,
    PLENTY_OF_FUEL = 160, // in a side's tanks, for passing to prove anything
    MANY_PIECES = 12,     // so many never lack a harmless move
};

static int search(struct worker *w, struct frame *f, int alpha, int beta, int depth);

// The score of the frame below for the side to move here.
static int descend(struct worker *w, struct frame *f, enum color side, int alpha, int beta, int depth)
{
    return position_side(&w->pos) == side ? search(w, f + 1, alpha, beta, depth)
                                          : -search(w, f + 1, -beta, -alpha, depth);
}

static bool has_feature(const struct worker *w, unsigned feature)
{
    return w->shared->evaluator.features & feature;
}

// Whether actions near the leaves may be skipped: not where any of them may complete what wins.
static bool may_skip(const struct worker *w, unsigned feature)
{
    return has_feature(w, feature) && !w->pos.variant->linked;
}

static bool is_placing(const struct position *pos)
{
    static const uint8_t empty[sizeof pos->hand];
    return pos->variant->hands && memcmp(pos->hand, empty, sizeof empty) != 0;
}

// Whether passing may be taken as worse than the best move here: there must be
// pieces, and with fuel so much of it that nobody is near running dry.
static bool may_pass(const struct worker *w, const struct frame *f)
{
    const struct position *pos = &w->pos;
    enum color side = position_side(pos);
    // Where squares can be used up, having to move is what loses; and nobody can pass while pieces are placed.
    if (pos->variant->holes || is_placing(pos))
        return false;
    if (f->check || f[-1].current == MOVE_NONE || pos->state.actions || !f->balance.material[side])
        return false;
    // A side with few pieces left may be made to give a mate that loses, and would rather pass.
    if (pos->variant->mate_loses && set_count(&pos->sets[side]) < MANY_PIECES)
        return false;
    if (pos->variant->metered)
        return has_feature(w, FEATURE_METERED_NULL_MOVE) && f->balance.fuel[side] >= PLENTY_OF_FUEL;
    return has_feature(w, FEATURE_NULL_MOVE);
}

// Tries whether the node is so good that even passing fails high.
static bool pass_fails_high(struct worker *w, struct frame *f, int beta, int depth, int *score)
{
    int excess = (f->eval - beta) / 200;
    int reduced = depth - 4 - depth / 4 - (excess < 3 ? excess : 3);
    enum color side = position_side(&w->pos);
    descent_pass(w, f);
    *score = descend(w, f, side, beta - 1, beta, reduced);
    descent_undo(w, f);
    if (w->stopped || *score < beta)
        return false;
    if (score_is_decided(*score))
        *score = beta;
    return true;
}

static bool is_root_move(const struct worker *w, move m)
{
    return !lines_begin_with(w->fresh, w->line, m) && move_list_has(&w->shared->root, m);
}

// Whether quiet actions near the leaves need not be tried any more: enough of
// them have been, or the position is too far below the window.
static bool are_quiets_hopeless(const struct worker *w, const struct frame *f, unsigned tried, int alpha,
                                int depth)
{
    return may_skip(w, FEATURE_FUTILITY) && depth <= FUTILITY_DEPTH &&
           (tried >= 4U + (unsigned)(depth * depth) || f->eval + FUTILITY_MARGIN * (depth + 1) <= alpha);
}

// Whether this action near the leaves need not be tried.
static bool is_hopeless(const struct worker *w, const struct scored_move *candidate, bool quiet, int depth)
{
    if (quiet)
        return may_skip(w, FEATURE_FUTILITY) && depth <= FUTILITY_DEPTH && candidate->score < -3000 * depth;
    return may_skip(w, FEATURE_EXCHANGE) && depth <= EXCHANGE_DEPTH && candidate->score < 0 &&
           !exchange_wins(&w->shared->evaluator, &w->pos, candidate->move, -90 * depth);
}

// How much less deeply a late action is searched: about log(depth)·log(number)/2.
static int reduction(const struct worker *w, const struct frame *f, const struct scored_move *candidate,
                     int depth, unsigned tried, bool pv)
{
    if (!has_feature(w, FEATURE_REDUCTIONS) || depth < 3 || tried < (pv ? 4U : 2U))
        return 0;
    static const uint8_t log2_of[32] = {0,  0,  8,  13, 16, 19, 21, 22, 24, 25, 27, 28, 29, 30, 30, 31,
                                        32, 33, 33, 34, 35, 35, 36, 36, 37, 37, 38, 38, 38, 39, 39, 40};
    int r = log2_of[depth < 31 ? depth : 31] * log2_of[tried < 31 ? tried : 31] / 256;
    r += 1 - 2 * pv - 2 * f[1].check - candidate->score / 5000;
    return r < 0 ? 0 : r > depth - 2 ? depth - 2 : r;
}

static void take_pv(struct frame *f, move m)
{
    f->pv[0] = m;
    memcpy(f->pv + 1, f[1].pv, f[1].pv_count * sizeof *f->pv);
    f->pv_count = f[1].pv_count + 1;
}

// Learns from a quiet action that cut off, and from those tried before it.
static void learn_cut(struct worker *w, struct frame *f, move m, const move *quiets, unsigned count,
                      int depth)
{
    int bonus = 16 * depth * depth + 32 * depth;
    bonus = bonus < 1600 ? bonus : 1600;
    if (f->killers[0] != m) {
        f->killers[1] = f->killers[0];
        f->killers[0] = m;
    }
    if (f[-1].moved)
        w->learnt.answers[f[-1].moved][move_to(f[-1].current)] = m;
    order_learn(&w->learnt, &w->pos, f[-1].context, m, bonus);
    for (unsigned i = 0; i < count; i++)
        order_learn(&w->learnt, &w->pos, f[-1].context, quiets[i], -bonus);
}

static void note_better(struct worker *w, const struct frame *f, int score, int beta)
{
    w->better.score = score;
    w->better.bound = score < beta ? BOUND_EXACT : BOUND_LOWER;
    w->better.depth = w->depth;
    w->better.count = f->pv_count;
    memcpy(w->better.moves, f->pv, f->pv_count * sizeof *f->pv);
}

// Tries one action with the null window or the full one; the score is the mover's.
static int try_move(struct worker *w, struct frame *f, const struct scored_move *candidate, bool quiet,
                    int alpha, int beta, int depth, unsigned tried)
{
    bool pv = beta - alpha > 1;
    enum color side = position_side(&w->pos);
    descent_play(w, f, candidate->move);
    int extension = has_feature(w, FEATURE_CHECK_EXTENSION) && f[1].check && frame_ply(w, f) < 2 * w->depth;
    // To end a turn early costs no depth: nothing happens.
    bool ends = move_kind(candidate->move) == MOVE_END_TURN;
    int next = depth - !ends + extension, score = alpha + 1;
    if (tried) {
        int r = quiet && !f->check ? reduction(w, f, candidate, depth, tried, pv) : 0;
        score = descend(w, f, side, alpha, alpha + 1, next - r);
        if (r && score > alpha && !w->stopped)
            score = descend(w, f, side, alpha, alpha + 1, next);
    }
    if (!w->stopped && (!tried || (score > alpha && pv)))
        score = descend(w, f, side, alpha, beta, next);
    descent_undo(w, f);
    return score;
}

static int search_moves(struct worker *w, struct frame *f, struct scored_move *moves, unsigned count,
                        int alpha, int beta, int depth, move *best_move)
{
    enum { QUIETS_MAX = 64 };
    move quiets[QUIETS_MAX];
    unsigned tried = 0, quiet_count = 0;
    bool root = f == worker_root(w), may_overlook = w->shared->oversight && !f->check && count > 3 && !root;
    int best = -SCORE_INFINITE;
    for (unsigned i = 0; i < count; i++) {
        order_pick(&w->shared->evaluator, &w->pos, moves, i, count);
        struct scored_move candidate = moves[i];
        bool quiet = order_is_quiet(&w->pos, candidate.move);
        if (root ? !is_root_move(w, candidate.move)
                 : may_overlook && shared_overlooks(w->shared, &w->pos, candidate.move))
            continue;
        if (!root && !f->check && best > -SCORE_WIN_LEAST) {
            if (quiet && are_quiets_hopeless(w, f, tried, alpha, depth)) {
                count = order_drop_quiets(&w->pos, moves, i, count);
                i--;
                continue;
            }
            if (is_hopeless(w, &candidate, quiet, depth))
                continue;
        }
        if (root)
            worker_begin_action(w, candidate.move, tried + 1);
        int score = try_move(w, f, &candidate, quiet, alpha, beta, depth, tried);
        if (w->stopped)
            return 0;
        tried++;
        if (score > best) {
            best = score;
            if (score > alpha) {
                *best_move = candidate.move;
                take_pv(f, candidate.move);
                if (root)
                    note_better(w, f, score, beta);
                alpha = score;
            }
        }
        if (alpha >= beta) {
            if (quiet)
                learn_cut(w, f, candidate.move, quiets, quiet_count, depth);
            break;
        }
        if (quiet && quiet_count < QUIETS_MAX)
            quiets[quiet_count++] = candidate.move;
    }
    // Everything was overlooked: as if it were quiet here.
    return tried ? best : f->eval;
}

static int expand(struct worker *w, struct frame *f, int alpha, int beta, int depth, move *best_move)
{
    unsigned first = w->moves_used, count;
    if (!descent_generate(w, &count))
        return descent_evaluate(w, f, alpha, beta);
    int score;
    if (!count) {
        score = descent_stuck(w, f);
    } else if (w->pos.variant->draws && w->pos.state.halfmove >= 100 && !w->pos.state.actions &&
               f != worker_root(w)) {
        score = 0;
    } else {
        const struct frame *above = f - 1;
        struct ordering ordering = {*best_move, {f->killers[0], f->killers[1]}, MOVE_NONE, above->context};
        if (above->moved)
            ordering.answer = w->learnt.answers[above->moved][move_to(above->current)];
        order_score(&w->learnt, &w->shared->evaluator, &w->pos, &ordering, w->moves + first, count);
        *best_move = MOVE_NONE;
        f[1].killers[0] = f[1].killers[1] = MOVE_NONE;
        score = search_moves(w, f, w->moves + first, count, alpha, beta, depth, best_move);
    }
    w->moves_used = first;
    return score;
}

// Fills in the static evaluation; whether the node can be cut off by it.
static bool cut_by_evaluation(struct worker *w, struct frame *f, const struct table_found *found, bool known,
                              int alpha, int beta, int depth, int *score)
{
    f->eval = f->check ? -SCORE_INFINITE : descent_evaluate(w, f, alpha, beta);
    if (f->check || beta - alpha > 1 || score_is_decided(beta))
        return false;
    int guess = f->eval;
    if (known && !score_is_decided(found->score) &&
        (found->bound == BOUND_EXACT || (found->bound == BOUND_LOWER) == (found->score > guess)))
        guess = found->score;
    if (has_feature(w, FEATURE_REVERSE) && depth <= REVERSE_DEPTH && guess - REVERSE_MARGIN * depth >= beta) {
        *score = guess;
        return true;
    }
    return depth >= 2 && guess >= beta && may_pass(w, f) && pass_fails_high(w, f, beta, depth, score);
}

static int search(struct worker *w, struct frame *f, int alpha, int beta, int depth)
{
    if (depth <= 0)
        return quiesce(w, f, alpha, beta);
    int score, ply = frame_ply(w, f), original = alpha;
    f->pv_count = 0;
    if (descent_must_stop(w))
        return 0;
    w->selective = ply > w->selective ? ply : w->selective;
    bool root = !ply, pv = beta - alpha > 1;
    if (!root) {
        if (descent_ended(w, f, &score))
            return score;
        if (ply >= PLY_MAX)
            return descent_evaluate(w, f, alpha, beta);
        // A win further away than one that is certain does not matter. Who is mated may have won already.
        int worst = -SCORE_WIN + (int)f->turns;
        int best = SCORE_WIN - (int)f->turns - !w->pos.variant->mate_loses;
        alpha = alpha > worst ? alpha : worst;
        beta = beta < best ? beta : best;
        if (alpha >= beta)
            return alpha;
    }
    struct table_found found = {.best = MOVE_NONE};
    bool known = table_find(w->shared->table, descent_hash(w), &found);
    if (known) {
        found.score = score_from_table(found.score, f->turns);
        if (!pv && found.depth >= depth && table_settles(&found, alpha, beta))
            return found.score;
    } else if (depth >= 5) {
        depth--; // what nobody has looked at before is hardly on the best line
    }
    if (cut_by_evaluation(w, f, &found, known, alpha, beta, depth, &score))
        return score;
    if (w->stopped)
        return 0;
    move best_move = found.best;
    score = expand(w, f, alpha, beta, depth, &best_move);
    if (w->stopped || (root && w->line))
        return score;
    table_store(w->shared->table, descent_hash(w),
                &(struct table_found){
                    .best = best_move,
                    .score = score_to_table(score, f->turns),
                    .depth = depth,
                    .bound = score >= beta      ? BOUND_LOWER
                             : score > original ? BOUND_EXACT
                                                : BOUND_UPPER,
                });
    return score;
}

int search_root(struct worker *worker, int alpha, int beta, int depth)
{
    return search(worker, worker_root(worker), alpha, beta, depth);
}
