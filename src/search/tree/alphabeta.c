// SPDX-License-Identifier: GPL-3.0-or-later
// Principal variation search.
//
// A side may act several times in a row. So scores are negated only where the
// side to move has changed, and wins are counted in turns, not in actions.
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
    PLENTY_OF_FUEL = 160, // in all of a side's tanks together: less, and a null move proves nothing
    MANY_PIECES = 12,     // a side with this many always has a harmless move
};

static int search(struct worker *w, struct frame *f, struct window window, int depth);

// The score of the node below, from the point of view of `side`, which has just acted.
static int descend(struct worker *w, struct frame *f, enum color side, struct window window, int depth)
{
    return position_side(&w->pos) == side ? search(w, f + 1, window, depth)
                                          : -search(w, f + 1, window_negate(window), depth);
}

static bool has_feature(const struct worker *w, unsigned feature)
{
    return w->shared->evaluator.features & feature;
}

// ---- Pruning before moves are searched ----

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
    if (f->check || f[-1].current == MOVE_NONE || pos->state.actions || !f->balance.material[side])
        return false;
    // Where giving mate loses, a side with few pieces left may be forced to give it, and would rather pass.
    if (variant_mate_loses(pos->variant) && set_count(&pos->sets[side]) < MANY_PIECES)
        return false;
    if (pos->variant->metered)
        return has_feature(w, FEATURE_METERED_NULL_MOVE) && f->balance.fuel[side] >= PLENTY_OF_FUEL;
    return has_feature(w, FEATURE_NULL_MOVE);
}

static bool null_move_fails_high(struct worker *w, const struct node *node, int *score)
{
    struct frame *f = node->frame;
    int beta = node->window.beta, excess = (f->eval - beta) / 200;
    int reduced = node->depth - 4 - node->depth / 4 - (excess < 3 ? excess : 3);
    enum color side = position_side(&w->pos);
    descent_pass(w, f);
    *score = descend(w, f, side, (struct window){beta - 1, beta}, reduced);
    descent_undo(w, f);
    if (w->stopped || *score < beta)
        return false;
    if (score_is_decided(*score))
        *score = beta;
    return true;
}

// Fills in the static evaluation. Returns whether the node can be cut off,
// with the score, by reverse futility or null-move pruning. `found` is the
// table's entry or NULL.
static bool cut_by_evaluation(struct worker *w, const struct node *node, const struct table_found *found,
                              int *score)
{
    struct frame *f = node->frame;
    int beta = node->window.beta;
    f->eval = f->check ? -SCORE_INFINITE : descent_evaluate(w, f, node->window);
    if (f->check || window_is_open(node->window) || score_is_decided(beta))
        return false;
    int guess = f->eval;
    if (found && !score_is_decided(found->score) &&
        (found->bound == BOUND_EXACT || (found->bound == BOUND_LOWER) == (found->score > guess)))
        guess = found->score;
    if (has_feature(w, FEATURE_REVERSE) && node->depth <= REVERSE_DEPTH &&
        guess - REVERSE_MARGIN * node->depth >= beta) {
        *score = guess;
        return true;
    }
    return node->depth >= 2 && guess >= beta && may_try_null_move(w, f) &&
           null_move_fails_high(w, node, score);
}

// ---- Pruning and reducing moves ----

// Whether moves near the leaves may be skipped: not in games where any move may complete a winning pattern.
static bool may_skip(const struct worker *w, unsigned feature)
{
    return has_feature(w, feature) && !w->pos.variant->linked;
}

// Late move pruning and futility pruning: whether the remaining quiet moves near the leaves can be skipped, because enough
// have been tried or the evaluation is too far below alpha.
static bool are_quiets_hopeless(const struct worker *w, const struct node *node, unsigned tried)
{
    int depth = node->depth;
    // Any drop may mate.
    unsigned enough = (4U + (unsigned)(depth * depth)) << (w->pos.variant->drops ? 4 : 0);
    return may_skip(w, FEATURE_FUTILITY) && depth <= FUTILITY_DEPTH &&
           (tried >= enough || node->frame->eval + FUTILITY_MARGIN * (depth + 1) <= node->window.alpha);
}

// Whether this move near the leaves can be skipped: a quiet one with a bad history, or one that loses too much material.
static bool is_hopeless(const struct worker *w, const struct scored_move *candidate, bool quiet, int depth)
{
    if (quiet)
        return may_skip(w, FEATURE_FUTILITY) && depth <= FUTILITY_DEPTH && candidate->score < -3000 * depth;
    return may_skip(w, FEATURE_EXCHANGE) && depth <= EXCHANGE_DEPTH && candidate->score < 0 &&
           !exchange_wins(&w->shared->evaluator, &w->pos, candidate->move, -90 * depth);
}

// Late move reductions: by how much less depth the move is searched, about log(depth)·log(tried)/2.
static int reduction(const struct worker *w, const struct node *node, const struct scored_move *candidate,
                     unsigned tried)
{
    bool pv = window_is_open(node->window);
    int depth = node->depth;
    if (!has_feature(w, FEATURE_REDUCTIONS) || depth < 3 || tried < (pv ? 4U : 2U))
        return 0;
    static const uint8_t log2_of[32] = {0,  0,  8,  13, 16, 19, 21, 22, 24, 25, 27, 28, 29, 30, 30, 31,
                                        32, 33, 33, 34, 35, 35, 36, 36, 37, 37, 38, 38, 38, 39, 39, 40};
    int r = log2_of[depth < 31 ? depth : 31] * log2_of[tried < 31 ? tried : 31] / 256;
    r += 1 - 2 * pv - 2 * node->frame[1].check - candidate->score / 5000;
    return r < 0 ? 0 : r > depth - 2 ? depth - 2 : r;
}

// ---- Searching moves ----

// Searches one move, the first with the whole window, others with a null window first. The score is the mover's.
static int try_move(struct worker *w, const struct node *node, const struct scored_move *candidate,
                    bool quiet, unsigned tried)
{
    struct frame *f = node->frame;
    struct window null_window = {node->window.alpha, node->window.alpha + 1};
    enum color side = position_side(&w->pos);
    descent_play(w, f, candidate->move);
    int extension = has_feature(w, FEATURE_CHECK_EXTENSION) && f[1].check && frame_ply(w, f) < 2 * w->depth;
    // Ending a turn early costs no depth, because nothing happens.
    bool ends = move_kind(candidate->move) == MOVE_END_TURN;
    int next = node->depth - !ends + extension, score = null_window.beta;
    if (tried) {
        int r = quiet && !f->check ? reduction(w, node, candidate, tried) : 0;
        score = descend(w, f, side, null_window, next - r);
        if (r && score > null_window.alpha && !w->stopped)
            score = descend(w, f, side, null_window, next);
    }
    if (!w->stopped && (!tried || (score > null_window.alpha && window_is_open(node->window))))
        score = descend(w, f, side, node->window, next);
    descent_undo(w, f);
    return score;
}

// Notes a move that has raised alpha: principal variation, and at the root the line that is reported.
static void note_best(struct worker *w, struct node *node, move m)
{
    struct frame *f = node->frame;
    node->best_move = m;
    f->pv[0] = m;
    memcpy(f->pv + 1, f[1].pv, f[1].pv_count * sizeof *f->pv);
    f->pv_count = f[1].pv_count + 1;
    if (f != worker_root(w))
        return;
    w->better.score = node->best;
    w->better.bound = node->best < node->window.beta ? BOUND_EXACT : BOUND_LOWER;
    w->better.depth = w->depth;
    w->better.count = f->pv_count;
    memcpy(w->better.moves, f->pv, f->pv_count * sizeof *f->pv);
}

// Learns from a quiet move that caused a cutoff and from the `count` quiet moves tried before it, which did not.
static void learn_cutoff(struct worker *w, const struct node *node, move m, const move *quiets,
                         unsigned count)
{
    struct frame *f = node->frame;
    int bonus = 16 * node->depth * node->depth + 32 * node->depth;
    bonus = bonus < 1600 ? bonus : 1600;
    if (f->killers[0] != m) {
        f->killers[1] = f->killers[0];
        f->killers[0] = m;
    }
    if (f[-1].moved)
        w->histories.countermoves[f[-1].moved][move_to(f[-1].current)] = m;
    order_learn(&w->histories, &w->pos, f[-1].context, m, bonus);
    for (unsigned i = 0; i < count; i++)
        order_learn(&w->histories, &w->pos, f[-1].context, quiets[i], -bonus);
}

static bool is_root_move(const struct worker *w, move m)
{
    return !lines_begin_with(w->fresh, w->line, m) && move_list_has(&w->shared->root, m);
}

// Searches the moves, which have been scored, until one fails high.
static void search_moves(struct worker *w, struct node *node, struct scored_move *moves, unsigned count)
{
    enum { QUIETS_MAX = 64 };
    move quiets[QUIETS_MAX];
    struct frame *f = node->frame;
    unsigned tried = 0, quiet_count = 0;
    bool root = f == worker_root(w), may_overlook = w->shared->oversight && !f->check && count > 3 && !root;
    node->best = -SCORE_INFINITE;
    for (unsigned i = 0; i < count; i++) {
        order_pick(&w->shared->evaluator, &w->pos, moves, i, count);
        struct scored_move candidate = moves[i];
        bool quiet = order_is_quiet(&w->pos, candidate.move);
        if (root ? !is_root_move(w, candidate.move)
                 : may_overlook && shared_overlooks(w->shared, &w->pos, candidate.move))
            continue;
        if (!root && !f->check && node->best > -SCORE_WIN_LEAST) {
            if (quiet && are_quiets_hopeless(w, node, tried)) {
                count = order_drop_quiets(&w->pos, moves, i, count);
                i--;
                continue;
            }
            if (is_hopeless(w, &candidate, quiet, node->depth))
                continue;
        }
        if (root)
            worker_begin_action(w, candidate.move, tried + 1);
        int score = try_move(w, node, &candidate, quiet, tried);
        if (w->stopped)
            return;
        tried++;
        if (score > node->best) {
            node->best = score;
            if (score > node->window.alpha) {
                note_best(w, node, candidate.move);
                node->window.alpha = score;
            }
        }
        if (node->window.alpha >= node->window.beta) {
            if (quiet)
                learn_cutoff(w, node, candidate.move, quiets, quiet_count);
            break;
        }
        if (quiet && quiet_count < QUIETS_MAX)
            quiets[quiet_count++] = candidate.move;
    }
    // If every move was overlooked, the node counts as quiet.
    if (!tried)
        node->best = f->eval;
}

static bool is_at_move_limit(const struct position *pos)
{
    unsigned limit = variant_move_limit(pos->variant);
    return limit && pos->state.halfmove >= limit && !pos->state.actions;
}

// Generates and searches the moves of a node that could not be cut off.
static void expand(struct worker *w, struct node *node)
{
    struct frame *f = node->frame;
    unsigned first = w->moves_used, count;
    if (!descent_generate(w, &count)) {
        node->best = descent_evaluate(w, f, node->window);
        return;
    }
    if (!count) {
        node->best = descent_stuck(w, f);
    } else if (is_at_move_limit(&w->pos) && f != worker_root(w)) {
        node->best = descent_at_move_limit(w, f);
    } else {
        const struct frame *above = f - 1;
        struct ordering ordering = {
            .evaluator = &w->shared->evaluator,
            .histories = &w->histories,
            .pos = &w->pos,
            .best = node->best_move,
            .killers = {f->killers[0], f->killers[1]},
            .countermove =
                above->moved ? w->histories.countermoves[above->moved][move_to(above->current)] : MOVE_NONE,
            .context = above->context,
        };
        order_score(&ordering, w->moves + first, count);
        node->best_move = MOVE_NONE;
        f[1].killers[0] = f[1].killers[1] = MOVE_NONE;
        search_moves(w, node, w->moves + first, count);
    }
    w->moves_used = first;
}

static int search(struct worker *w, struct frame *f, struct window window, int depth)
{
    if (depth <= 0) {
        w->quiesced = 0;
        return quiesce(w, f, window);
    }
    int score, ply = frame_ply(w, f);
    struct node node = {.frame = f, .window = window, .alpha = window.alpha, .depth = depth};
    f->pv_count = 0;
    if (descent_must_stop(w))
        return 0;
    w->selective = ply > w->selective ? ply : w->selective;
    bool root = !ply;
    if (!root) {
        if (descent_ended(w, f, &score))
            return score;
        if (ply >= PLY_MAX)
            return descent_evaluate(w, f, window);
        // Mate distance pruning. Where giving mate or stalemate loses, the side that is stuck may have won already.
        int worst = -SCORE_WIN + (int)f->turns;
        int best = SCORE_WIN - (int)f->turns - !variant_stuck_wins(w->pos.variant);
        node.window.alpha = window.alpha > worst ? window.alpha : worst;
        node.window.beta = window.beta < best ? window.beta : best;
        if (node.window.alpha >= node.window.beta)
            return node.window.alpha;
    }
    struct table_found found = {.best = MOVE_NONE};
    bool known = table_find(w->shared->table, descent_hash(w), &found);
    if (known) {
        found.score = score_from_table(found.score, f->turns);
        if (!window_is_open(window) && found.depth >= depth && table_settles(&found, node.window))
            return found.score;
    } else if (depth >= 5) {
        node.depth--; // internal iterative reduction: the best line has usually been visited before
    }
    if (cut_by_evaluation(w, &node, known ? &found : NULL, &score))
        return score;
    if (w->stopped)
        return 0;
    node.best_move = found.best;
    expand(w, &node);
    if (w->stopped)
        return 0;
    if (!(root && w->line))
        descent_store(w, &node);
    return node.best;
}

int search_root(struct worker *worker, struct window window, int depth)
{
    return search(worker, worker_root(worker), window, depth);
}
