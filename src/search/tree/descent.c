// SPDX-License-Identifier: GPL-3.0-or-later
// Moves down and up the tree; see descent.h.
#include "search/tree/descent.h"

#include "base/random.h"
#include "position/moves/key.h"
#include "position/moves/outcome.h"
#include "search/handicap.h"

#include <string.h>

// A claim made on its own is a turn although the side to move stays the same.
static bool is_turn_over(const struct position *pos, move m, enum color before)
{
    return position_side(pos) != before || (move_kind(m) == MOVE_ANNOUNCE && !pos->state.actions);
}

static void enter(struct worker *w, struct frame *f, enum color before)
{
    const struct position *pos = &w->pos;
    table_prefetch(w->shared->table, descent_hash(w));
    f[1].turns = f->turns + is_turn_over(pos, f->current, before);
    f[1].check = position_in_check(pos);
    memcpy(f[1].past, f->past, sizeof f->past);
    if (f->begins && f->eval > -SCORE_INFINITE)
        f[1].past[before] = f->eval;
    if (!pos->state.actions && pos->variant->fold)
        w->keys[w->key_count++] = position_key(pos);
}

// Computes the hidden layer of a network, unless that has been done. That of the frame above is known, since it is computed before any move is
// played from there.
static void update_hidden(struct worker *w, struct frame *f)
{
    if (!f->hidden_known)
        balance_update_hidden(&f->balance, &f[-1].balance, &w->shared->evaluator.valuation, &w->pos,
                              &f[-1].undo);
    f->hidden_known = true;
}

void descent_play(struct worker *w, struct frame *f, move m)
{
    enum color side = position_side(&w->pos);
    update_hidden(w, f);
    f->current = m;
    f->moved = order_piece(&w->pos, m);
    f->context = order_context(f->moved, m);
    f->quiet = order_is_quiet(&w->pos, m);
    position_apply(&w->pos, m, &f->undo);
    enter(w, f, side);
    balance_update(&f[1].balance, &f->balance, &w->shared->evaluator.valuation, &w->pos, &f->undo);
    f[1].hidden_known = false;
}

void descent_pass(struct worker *w, struct frame *f)
{
    enum color side = position_side(&w->pos);
    f->current = MOVE_NONE;
    f->moved = EMPTY;
    f->context = 0;
    f->quiet = false;
    update_hidden(w, f);
    position_pass(&w->pos, &f->undo);
    f[1].balance = f->balance;
    f[1].hidden_known = true;
    enter(w, f, side);
}

void descent_undo(struct worker *w, struct frame *f)
{
    if (!w->pos.state.actions && w->pos.variant->fold)
        w->key_count--;
    position_undo(&w->pos, &f->undo);
}

// How many turns ago the position occurred, if the search takes it for repeated: once since the root, or often enough before it.
// Otherwise 0.
static size_t find_repetition(const struct worker *w)
{
    size_t here = w->key_count - 1, window = position_window(&w->pos, here);
    unsigned before_root = 0;
    for (size_t back = 4; back <= window; back += 2) {
        if (w->keys[here - back] != w->keys[here])
            continue;
        if (here - back >= w->key_root || ++before_root + 1U >= w->pos.variant->fold)
            return back;
    }
    return 0;
}

// Less than a win: the score holds only for the way here, on which another may turn off.
static int score_of_repetition(const struct worker *w, size_t span)
{
    enum { BY_REPETITION = 20000 };
    struct outcome outcome = position_repeated(&w->pos, w->keys + w->key_count - 1, span);
    if (outcome.result == RESULT_DRAW)
        return 0;
    return outcome.result == result_of_winner(position_side(&w->pos)) ? BY_REPETITION : -BY_REPETITION;
}

static int score_of(const struct worker *w, const struct frame *f, struct outcome outcome)
{
    if (outcome.result == RESULT_DRAW || outcome.result == RESULT_ONGOING)
        return 0;
    bool wins = outcome.result == result_of_winner(position_side(&w->pos));
    return wins ? SCORE_WIN - (int)f->turns : -SCORE_WIN + (int)f->turns;
}

bool descent_ended(struct worker *w, struct frame *f, int *score)
{
    const struct position *pos = &w->pos;
    struct outcome outcome = {RESULT_ONGOING, REASON_NONE};
    if (pos->state.actions)
        return false;
    if (position_ended(pos, &outcome)) {
        *score = score_of(w, f, outcome);
        return true;
    }
    size_t span = pos->variant->fold ? find_repetition(w) : 0;
    if (span)
        *score = score_of_repetition(w, span);
    return span > 0;
}

int descent_at_move_limit(struct worker *w, struct frame *f)
{
    return score_of(w, f, position_outcome_of(&w->pos, true, NULL));
}

int descent_stuck(struct worker *w, struct frame *f)
{
    return score_of(w, f, position_outcome_of(&w->pos, false, NULL));
}

// A pseudo-random error of at most ±blur, more likely a small one; always the same for one position within a search.
static int blur_of(const struct worker *w, int blur)
{
    uint64_t noise = random_mix(descent_hash(w));
    int first = (int)(noise & 0xffff), second = (int)(noise >> 16 & 0xffff);
    return (first + second - 0xffff) * blur / 0xffff;
}

int descent_evaluate(struct worker *w, struct frame *f, struct window window)
{
    const struct shared *shared = w->shared;
    uint64_t hash = descent_hash(w);
    struct evaluated *slot = &w->evaluated[hash % EVALUATED_SLOTS];
    if (slot->hash == hash)
        return slot->score;
    update_hidden(w, f);
    struct evaluation evaluation = evaluate(&shared->evaluator, w->pawns, &w->pos, &f->balance, window);
    if (shared->blur)
        evaluation.score += blur_of(w, shared->blur);
    if (evaluation.exact)
        *slot = (struct evaluated){hash, evaluation.score};
    return evaluation.score;
}

bool descent_generate(struct worker *w, unsigned *count)
{
    struct move_list *list = &w->generated;
    position_actions(&w->pos, list);
    *count = list->count;
    if (w->moves_used + list->count > WORKER_MOVES)
        return false;
    struct scored_move *moves = w->moves + w->moves_used;
    for (unsigned i = 0; i < list->count; i++)
        moves[i].move = list->moves[i];
    w->moves_used += list->count;
    return true;
}

bool shared_overlooks(const struct shared *shared, const struct position *pos, move m)
{
    // No player forgets to claim a win.
    if (move_kind(m) == MOVE_ANNOUNCE)
        return false;
    uint64_t chance = random_mix(pos->state.hash ^ shared->salt ^ random_mix(m));
    return chance % OVERSIGHT_ALL < (unsigned)shared->oversight;
}

uint64_t shared_nodes(const struct shared *shared)
{
    uint64_t nodes = 0;
    for (unsigned i = 0; i < shared->worker_count; i++)
        nodes += worker_nodes(shared->workers[i]);
    return nodes;
}

bool descent_must_stop(struct worker *w)
{
    struct shared *shared = w->shared;
    if (w->stopped)
        return true;
    uint64_t nodes = worker_nodes(w) + 1;
    atomic_store_explicit(&w->nodes, nodes, memory_order_relaxed);
    if (nodes >= w->watch.next)
        worker_look(w);
    // With several threads, worker_look() adds up the nodes of all of them.
    if (shared->node_limit && nodes >= shared->node_limit && w->finished && shared->worker_count == 1 &&
        !shared_is_pondering(shared))
        w->stopped = true;
    return w->stopped;
}
