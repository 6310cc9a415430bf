// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the clock and for a stop now and then during a search, and reports progress.
#include "search/tree/worker.h"

// A look takes some tens of nanoseconds. There should be one about every half millisecond, whether nodes are cheap or expensive.
enum { INTERVAL_MAX = 1024, GAP_SHORT = 250, GAP_LONG = 1000 };

// In microseconds: the time between two reports of progress; the time after which root actions are reported too, and the time
// between two of those.
enum { PROGRESS_EVERY = 1000000, ACTIONS_AFTER = 3000000, ACTIONS_EVERY = 50000 };

// In microseconds: how long the first iteration, or the first action in it, is waited for. It takes far less, unless a variant has
// hundreds of actions that are expensive to try.
enum { PATIENCE = 250000 };

static void report_progress(const struct worker *worker, int64_t now)
{
    const struct shared *shared = worker->shared;
    int64_t elapsed = now - shared->start;
    uint64_t nodes = shared_nodes(shared);
    struct search_progress progress = {
        .depth = worker->depth,
        .selective = worker->selective,
        .current = worker->watch.current,
        .number = worker->watch.number,
        .nodes = nodes,
        .speed = nodes * 1000000 / (uint64_t)(elapsed > 0 ? elapsed : 1),
        .elapsed = elapsed / 1000,
        .hashfull = table_used(shared->table),
    };
    shared->request->progress(shared->request->context, &progress);
}

static bool has_reached_time(const struct shared *shared, int64_t now)
{
    return !shared_is_pondering(shared) && shared->plan.most >= 0 &&
           shared_spent(shared, now) >= shared->plan.most * 1000;
}

static bool has_reached_limit(const struct shared *shared, int64_t now)
{
    return has_reached_time(shared, now) ||
           (!shared_is_pondering(shared) && shared->node_limit && shared_nodes(shared) >= shared->node_limit);
}

static bool is_told_to_stop(const struct worker *worker)
{
    const struct shared *shared = worker->shared;
    const struct search_request *request = shared->request;
    return atomic_load_explicit(shared->stop, memory_order_relaxed) ||
           atomic_load_explicit(&shared->halt, memory_order_relaxed) ||
           (!worker->index && request->must_stop && request->must_stop(request->context));
}

void worker_look(struct worker *worker)
{
    const struct shared *shared = worker->shared;
    struct watch *watch = &worker->watch;
    int64_t now = clock_microseconds(), gap = now - watch->last;
    if (gap > GAP_LONG)
        watch->interval = watch->interval > 1 ? watch->interval / 2 : 1;
    else if (gap < GAP_SHORT && watch->interval < INTERVAL_MAX)
        watch->interval *= 2;
    watch->gap = gap > watch->gap ? gap : watch->gap;
    watch->last = now;
    watch->next = worker_nodes(worker) + watch->interval;
    if (!worker->index && shared->request->progress && now >= watch->progress) {
        watch->progress = now + PROGRESS_EVERY;
        report_progress(worker, now);
    }
    // Limits take effect only after the first iteration; a stop, as soon as there is something to play.
    bool patient = now - watch->began < PATIENCE;
    bool playable = worker->index || worker->finished || worker->better.count || worker->line || !patient;
    if (playable && is_told_to_stop(worker))
        worker->stopped = true;
    if (!worker->index &&
        (worker->finished ? has_reached_limit(shared, now) : !patient && has_reached_time(shared, now)))
        worker->stopped = true;
}

void worker_begin_action(struct worker *worker, move m, unsigned number)
{
    const struct shared *shared = worker->shared;
    struct watch *watch = &worker->watch;
    watch->current = m;
    watch->number = number + worker->line;
    if (worker->index || !shared->request->progress || watch->last - shared->start < ACTIONS_AFTER ||
        watch->last < watch->action)
        return;
    watch->action = watch->last + ACTIONS_EVERY;
    report_progress(worker, clock_microseconds());
}
