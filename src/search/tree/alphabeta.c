// SPDX-License-Identifier: GPL-3.0-or-later
// Principal variation search.
//
// A side may act several times in a row. So scores are negated only where the
// side to move has changed, and wins are counted in turns, not in actions.
#include "search/endings/consult.h"
#include "search/quiescence/quiesce.h"
#include "search/tree/cutoff.h"
#include "search/tree/descent.h"
#include "search/tree/extend.h"
#include "search/tree/learn.h"
#include "search/tree/lines.h"
#include "search/tree/prune.h"
#include "search/tree/reduce.h"

#include <string.h>

int search_below(struct worker *w, struct frame *f, enum color side, struct window window, int depth,
                 bool hopeful)
{
    return position_side(&w->pos) == side ? search_node(w, f + 1, window, depth, hopeful)
                                          : -search_node(w, f + 1, window_negate(window), depth, !hopeful);
}

// ---- Searching moves ----

// How deep a move is searched compared with the node.
struct plan {
    int reduction;
    int extension;
    bool check; // extend it if it gives check
};

// Searches one move, the first with the whole window, others with a null window first. The score is the mover's.
static int try_move(struct worker *w, const struct node *node, move m, const struct plan *plan,
                    unsigned tried)
{
    struct frame *f = node->frame;
    struct window null_window = {node->window.alpha, node->window.alpha + 1};
    bool pv = window_is_open(node->window);
    enum color side = position_side(&w->pos);
    descent_play(w, f, m);
    int extension = plan->extension ? plan->extension : plan->check && f[1].check;
    // Ending a turn early costs no depth, because nothing happens.
    int next = node->depth - (move_kind(m) != MOVE_END_TURN) + extension, score = null_window.beta;
    if (tried) {
        int most = node->depth - 2, reduction = plan->reduction - 2 * f[1].check;
        reduction = reduction > most ? most : reduction;
        f->reduced = reduction > 0 ? reduction : 0;
        score = search_below(w, f, side, null_window, next - f->reduced, false);
        f->reduced = 0;
        if (reduction > 0 && score > null_window.alpha && !w->stopped)
            score = search_below(w, f, side, null_window, next, false);
    }
    if (!w->stopped && (!tried || (score > null_window.alpha && pv)))
        score = search_below(w, f, side, node->window, next, !pv && node->hopeful);
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
    if (!w->line)
        w->best_nodes = worker_nodes(w) - w->action_began;
    w->better.score = node->best;
    w->better.bound = node->best < node->window.beta ? BOUND_EXACT : BOUND_LOWER;
    w->better.depth = w->depth;
    w->better.count = f->pv_count;
    memcpy(w->better.moves, f->pv, f->pv_count * sizeof *f->pv);
}

static bool is_root_move(const struct worker *w, move m)
{
    return !lines_begin_with(w->fresh, w->line, m) && move_list_has(&w->shared->root, m);
}

// Whether a move is left out for reasons other than its worth.
static bool is_left_out(const struct worker *w, const struct frame *f, move m, bool may_overlook)
{
    if (f->excluded != MOVE_NONE && m == f->excluded)
        return true;
    return frame_ply(w, f) ? may_overlook && shared_overlooks(w->shared, &w->pos, m) : !is_root_move(w, m);
}

// Searches a move, and notes what comes of it. False if the node is finished.
static bool search_move(struct worker *w, struct node *node, const struct scored_move *candidate,
                        int reduction, struct tried *tried)
{
    struct frame *f = node->frame;
    move m = candidate->move;
    bool quiet = order_is_quiet(&w->pos, m), cut = false;
    struct plan plan = {reduction, extend_singular(w, node, m, &cut), false};
    if (w->stopped || cut)
        return false;
    plan.check = extend_check(w, f, candidate, quiet);
    if (f == worker_root(w)) {
        worker_begin_action(w, m, tried->count + 1);
        w->action_began = worker_nodes(w);
    }
    int score = try_move(w, node, m, &plan, tried->count);
    if (w->stopped)
        return false;
    if (score > node->best) {
        node->best = score;
        if (score > node->window.alpha) {
            note_best(w, node, m);
            node->window.alpha = score;
        }
    }
    if (node->window.alpha >= node->window.beta) {
        learn_cutoff(w, node, m, tried);
        f->cutoffs += f->begins; // only then has an action of the other side been refuted
        return false;
    }
    learn_tried(tried, m, quiet);
    return true;
}

// Searches the moves, which have been scored, until one fails high.
static void search_moves(struct worker *w, struct node *node, struct scored_move *moves, unsigned count)
{
    struct frame *f = node->frame;
    struct tried tried;
    tried.count = tried.quiet_count = tried.capture_count = 0;
    bool root = f == worker_root(w), may_overlook = w->shared->oversight && !f->check && count > 3;
    bool dropped = false, searched = false;
    node->best = -SCORE_INFINITE;
    for (unsigned i = 0; i < count; i++) {
        order_pick(&w->shared->evaluator, &w->pos, moves, i, count);
        struct scored_move candidate = moves[i];
        bool quiet = order_is_quiet(&w->pos, candidate.move);
        if (is_left_out(w, f, candidate.move, may_overlook))
            continue;
        int reduction = reduce_move(w, node, &candidate, quiet, tried.count);
        if (!root && !f->check && node->best > -SCORE_WIN_LEAST) {
            if (quiet && !dropped && prune_quiets(w, node, tried.count)) {
                count = prune_drop_quiets(w, moves, i, count);
                dropped = true;
                i--;
                continue;
            }
            if (prune_move(w, node, &candidate, quiet, reduction > 0 ? reduction : 0))
                continue;
        }
        searched = true;
        if (!search_move(w, node, &candidate, reduction, &tried))
            return;
    }
    // If every move was overlooked, the node counts as quiet. If there is none but the one left out, none is as good.
    if (!searched)
        node->best = f->excluded == MOVE_NONE ? f->eval : node->alpha;
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
            .contexts = {above->context, f[-2].context},
        };
        order_score(&ordering, w->moves + first, count);
        node->best_move = MOVE_NONE;
        f[1].killers[0] = f[1].killers[1] = MOVE_NONE;
        if (!cutoff_by_capture(w, node, w->moves + first, count)) {
            f[1].cutoffs = 0;
            search_moves(w, node, w->moves + first, count);
        }
    }
    w->moves_used = first;
}

// Looks the node up. Returns whether the table's score is good enough for it.
static bool is_known(const struct worker *w, struct node *node)
{
    const struct frame *f = node->frame;
    struct table_found *found = &node->found;
    if (f->excluded != MOVE_NONE || !table_find(w->shared->table, descent_hash(w), found))
        return false;
    found->score = score_from_table(found->score, f->turns);
    return !window_is_open(node->window) && found->depth >= node->depth && table_settles(found, node->window);
}

int search_node(struct worker *w, struct frame *f, struct window window, int depth, bool hopeful)
{
    if (depth <= 0) {
        w->quiesced = 0;
        return quiesce(w, f, window);
    }
    int score, ply = frame_ply(w, f);
    struct node node = {.frame = f,
                        .window = window,
                        .alpha = window.alpha,
                        .depth = depth,
                        .hopeful = hopeful,
                        .found = TABLE_NOTHING};
    f->pv_count = 0;
    if (descent_must_stop(w))
        return 0;
    w->selective = ply > w->selective ? ply : w->selective;
    bool root = !ply;
    if (!root) {
        if (descent_ended(w, f, &score))
            return score;
        if (consult_here(w, f, &score))
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
    if (is_known(w, &node))
        return node.found.score;
    if (node.found.depth < 0 && depth >= 5 && f->excluded == MOVE_NONE)
        node.depth--; // internal iterative reduction: the best line has usually been visited before
    if (cutoff_by_evaluation(w, &node, &score))
        return score;
    if (w->stopped)
        return 0;
    node.best_move = node.found.best;
    expand(w, &node);
    if (w->stopped)
        return 0;
    if (f->excluded == MOVE_NONE && !(root && w->line)) {
        descent_store(w, &node);
        learn_error(w, &node);
    }
    return node.best;
}

int search_root(struct worker *worker, struct window window, int depth)
{
    uint64_t before = worker_nodes(worker);
    int score = search_node(worker, worker_root(worker), window, depth, false);
    if (!worker->line)
        worker->root_nodes = worker_nodes(worker) - before;
    return score;
}
