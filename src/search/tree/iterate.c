// SPDX-License-Identifier: GPL-3.0-or-later
// Iterative deepening with aspiration windows.
#include "position/moves/key.h"
#include "search/endings/consult.h"
#include "search/memory/pages.h"
#include "search/tree/lines.h"
#include "search/tree/worker.h"

#include <stdlib.h>
#include <string.h>

enum { ASPIRATION = 18, ASPIRATION_DEPTH = 4 };

struct worker *worker_new(unsigned index)
{
    struct worker *worker = pages_new(sizeof *worker);
    if (worker)
        worker->index = index;
    return worker;
}

void worker_free(struct worker *worker)
{
    pages_free(worker, sizeof *worker);
}

void worker_forget(struct worker *worker)
{
    unsigned index = worker->index;
    pages_zero(worker, sizeof *worker);
    worker->index = index;
}

static void copy_keys(struct worker *worker, const struct history *history)
{
    size_t before = history ? history->count : 0, kept = before < KEYS_BEFORE ? before : KEYS_BEFORE;
    if (kept)
        memcpy(worker->keys, history->items + before - kept, kept * sizeof *worker->keys);
    worker->key_count = worker->key_root = kept;
    if (!worker->pos.state.actions)
        worker->keys[worker->key_count++] = position_key(&worker->pos);
}

void worker_prepare(struct worker *worker, struct shared *shared)
{
    worker->shared = shared;
    worker->pos = *shared->request->position;
    copy_keys(worker, shared->request->history);
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    worker->depth = worker->finished = worker->selective = 0;
    worker->stopped = false;
    worker->passing = 0;
    worker->root_nodes = worker->best_nodes = 0;
    worker->moves_used = worker->line = worker->found_count = worker->better.count = 0;
    worker->watch = (struct watch){.interval = 1,
                                   .last = shared->start,
                                   .began = clock_microseconds(),
                                   .progress = shared->start + 1000000};
    worker->watch.current = MOVE_NONE;
    memset(worker->frames, 0, sizeof worker->frames);
    memset(worker->pawns, 0, sizeof worker->pawns);
    memset(worker->evaluated, 0, sizeof worker->evaluated);
    memset(worker->found, 0, sizeof worker->found);
    struct frame *root = worker_root(worker);
    balance_init(&root->balance, &shared->evaluator.valuation, &worker->pos);
    root->hidden_known = true;
    root->check = position_in_check(&worker->pos);
    root->past[WHITE] = root->past[BLACK] = -SCORE_INFINITE;
}

static void report(struct worker *worker, unsigned number, const struct line *line)
{
    const struct shared *shared = worker->shared;
    if (worker->index || !shared->request->report)
        return;
    int64_t elapsed = clock_microseconds() - shared->start;
    uint64_t nodes = shared_nodes(shared);
    struct search_info info = {
        .depth = line->depth,
        .selective = worker->selective,
        .line = number + 1,
        .score = score_present(line->score),
        .bound = line->bound,
        .nodes = nodes,
        .speed = nodes * 1000000 / (uint64_t)(elapsed > 0 ? elapsed : 1),
        .elapsed = elapsed / 1000,
        .hashfull = table_used(shared->table),
        .pv = line->moves,
        .pv_count = line->count,
    };
    shared->request->report(shared->request->context, &info);
}

// In a long search, reports a fail low or fail high with the best line so far. With several lines the other reports are enough.
static void report_bound(struct worker *worker, int score, enum score_bound bound)
{
    enum { LONG = 3000000 };
    const struct shared *shared = worker->shared;
    if (worker->index || shared->lines > 1 || worker->watch.last - shared->start < LONG)
        return;
    struct line line = worker->better.count ? worker->better : worker->found[0];
    lines_settle(&line, shared->request, true);
    line.score = score;
    line.bound = bound;
    line.depth = worker->depth;
    report(worker, 0, &line);
}

// Searches the current line with an aspiration window around its score in the
// last iteration, and widens the window until the score is inside.
static void search_line(struct worker *worker)
{
    int last = worker->found[worker->line].score, size = ASPIRATION;
    bool narrow = worker->depth >= ASPIRATION_DEPTH && !score_is_decided(last);
    int alpha = narrow ? last - size : -SCORE_INFINITE, beta = narrow ? last + size : SCORE_INFINITE;
    for (;;) {
        int score = search_root(worker, (struct window){alpha, beta}, worker->depth);
        if (worker->stopped || (score > alpha && score < beta))
            return;
        size *= 2;
        report_bound(worker, score, score <= alpha ? BOUND_UPPER : BOUND_LOWER);
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = size > 600 ? -SCORE_INFINITE : score - size;
        } else {
            beta = size > 600 ? SCORE_INFINITE : score + size;
        }
        alpha = alpha > -SCORE_INFINITE ? alpha : -SCORE_INFINITE;
        beta = beta < SCORE_INFINITE ? beta : SCORE_INFINITE;
    }
}

// Inserts the current line among those of this iteration.
static void keep_better(struct worker *worker)
{
    lines_settle(&worker->better, worker->shared->request, !worker->line);
    consult_extend(worker->shared, &worker->better);
    lines_insert(worker->fresh, worker->line, &worker->better);
}

// One iteration over all lines; false if it was stopped.
static bool iterate(struct worker *worker)
{
    unsigned lines = worker->shared->lines, count;
    worker->watch.number = 0;
    for (worker->line = 0; worker->line < lines && !worker->stopped; worker->line++) {
        worker->better.count = 0;
        search_line(worker);
        if (!worker->stopped)
            keep_better(worker);
    }
    count = worker->line;
    if (worker->stopped) {
        // The line that was being searched does not count; there is none if a proof before the search took all the time.
        count -= count > 0;
        worker->line = count;
        // If it was the first, what it has found is still better than the result of the last iteration.
        // Stopped before a single action was searched: any is better than none.
        if (!worker->index && !count && !worker->better.count && !worker->found_count)
            worker->better =
                (struct line){.depth = worker->depth, .count = 1, .moves = {worker->shared->root.moves[0]}};
        if (!count && worker->better.count) {
            keep_better(worker);
            count = 1;
        }
        count = lines_fill_up(worker->fresh, count, worker->found, worker->found_count);
    }
    memcpy(worker->found, worker->fresh, count * sizeof *worker->found);
    worker->found_count = count;
    return !worker->stopped;
}

// Whether to stop before the next iteration: enough time has been used, the
// depth limit is reached, or a deeper search cannot change a win or loss.
static bool is_enough(const struct worker *worker, const struct course *course)
{
    const struct shared *shared = worker->shared;
    const struct line *best = &worker->found[0];
    // A deeper search finds nothing that is better than what is known.
    if (worker->depth >= PLY_MAX || best->score == shared->known)
        return true;
    if (shared_is_pondering(shared))
        return false;
    if (worker->depth >= shared->depth_limit)
        return true;
    if (shared->request->limits.infinite || worker->index)
        return false;
    int distance = SCORE_WIN - abs(best->score);
    if (score_is_decided(best->score) && worker->depth > 2 * distance + 2 && shared->lines == 1 &&
        !shared->oversight)
        return true;
    if (shared->plan.enough < 0)
        return false;
    if (shared->root.count == 1 && shared->request->limits.clock)
        return true;
    int64_t enough = shared->plan.enough;
    if (shared->request->limits.clock)
        enough = course_stretch(course, enough);
    return shared_spent(shared, clock_microseconds()) >= enough * 1000;
}

// How much of the last search from the root the best move took, in percent; a stopped one may not have reached it. A move after which nothing is left to search,
// since it repeats the position or a table knows what follows, takes hardly a node, and that tells nothing.
static int share_of_best(const struct worker *worker)
{
    if (worker->found[0].count < 2 || !worker->root_nodes)
        return COURSE_USUAL;
    return worker->best_nodes < worker->root_nodes ? (int)(100 * worker->best_nodes / worker->root_nodes)
                                                   : 100;
}

void worker_run(struct worker *worker)
{
    struct course course = {0};
    for (int depth = 1; depth <= PLY_MAX; depth++) {
        move before = worker->found_count ? worker->found[0].moves[0] : MOVE_NONE;
        // Helpers search at different depths, so that they find what the first worker will need next.
        worker->depth = depth + (int)(worker->index & 1);
        bool whole = iterate(worker);
        if (worker->found_count)
            course_note(&course, depth, worker->found[0].score, worker->found[0].moves[0] == before,
                        share_of_best(worker));
        if (whole)
            worker->finished = depth;
        for (unsigned i = 0; i < worker->found_count; i++)
            report(worker, i, &worker->found[i]);
        if (!whole || is_enough(worker, &course))
            break;
    }
}
