// SPDX-License-Identifier: GPL-3.0-or-later
// Reports progress, stops runs, and saves checkpoints and layers.
#include "tours/mitm/run/run.h"

#include "base/clock.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/layer/layer_file.h"

#include <string.h>
#include <unistd.h>

// Stops the run with an error, unless it already has one; a run stopped by an overflow has none.
static void stop(struct mitm_run *run, const struct error *why)
{
    if (run->error.code == ERROR_NONE)
        run->error = *why;
    run->stopped = true;
}

void mitm_report(struct mitm_run *run)
{
    const struct count_request *request = run->request;
    struct count_progress now = {run->is_known ? run->done : -1, atomic_load(&run->states),
                                 run->budget ? atomic_load(&run->budget->held) : 0,
                                 run->is_known ? "joining blocks" : "first lists"};
    struct error err;
    if (!budget_lasts(run->budget)) {
        budget_error(run->budget, &err);
        stop(run, &err);
    }
    if (!run->stopped && request->progress && !request->progress(request->context, &now)) {
        error_set(&err, ERROR_BUSY, "", "the count was interrupted");
        stop(run, &err);
    }
}

bool mitm_poll(void *context)
{
    struct mitm_run *run = context;
    mitm_arena_trim(&run->arena);
    // If another thread holds the mutex, it will report soon.
    if (pthread_mutex_trylock(&run->mutex))
        return true;
    mitm_report(run);
    bool stopped = run->stopped;
    pthread_mutex_unlock(&run->mutex);
    return !stopped;
}

static bool has_overflowed(const struct mitm_worker *worker)
{
    return worker->stepper.accumulator.overflowed || worker->joiner.overflowed;
}

bool mitm_has_overflowed(const struct mitm_run *run)
{
    bool overflowed = false;
    for (unsigned i = 0; i < run->threads; i++)
        overflowed |= has_overflowed(&run->workers[i]);
    return overflowed;
}

static bool is_due(const struct mitm_run *run, int64_t last)
{
    return clock_milliseconds() - last >= (int64_t)run->request->checkpoint_seconds * 1000;
}

void mitm_save(struct mitm_run *run, bool at_once)
{
    struct error err;
    if (!run->file || (!at_once && !is_due(run, run->saved)))
        return;
    run->saved = clock_milliseconds();
    memcpy(run->checkpoint->total, run->total.words, sizeof run->total.words);
    if (!checkpoint_write(run->checkpoint, run->file, &err))
        stop(run, &err);
}

static struct mitm_layer_label layer_label(const struct mitm_run *run, int side, int steps)
{
    return (struct mitm_layer_label){run->checkpoint->fingerprint, run->mode, run->prime, (uint64_t)side,
                                     (uint64_t)steps};
}

void mitm_store_layer(struct mitm_run *run, int side, int steps, const struct mitm_layer *layer)
{
    struct error err;
    if (!run->file || (!is_due(run, run->stored) && !run->stopped) || run->stored_steps[side] == steps ||
        (run->stopped && run->error.code != ERROR_BUSY) || mitm_has_overflowed(run))
        return;
    struct mitm_layer_label label = layer_label(run, side, steps);
    if (!mitm_layer_file_write(layer, &label, run->layer_file[side], &err))
        stop(run, &err);
    else
        run->stored_steps[side] = steps;
    // The checkpoint says which mode and prime the layer belongs to.
    mitm_save(run, true);
    run->stored = clock_milliseconds();
}

int mitm_restore_layer(struct mitm_run *run, int side, struct mitm_layer *layer)
{
    struct error err;
    if (!run->file)
        return 0;
    struct mitm_layer_label label = layer_label(run, side, 0);
    if (!mitm_layer_file_read(layer, &label, run->layer_file[side], &err))
        stop(run, &err);
    int half = run->plan->shared ? 0 : side;
    if (!run->stopped && label.steps > (uint64_t)run->plan->milestone[0].steps[half]) {
        error_set(&err, ERROR_CONFLICT, run->file,
                  "the list of states saved beside it belongs to another version");
        stop(run, &err);
    }
    run->stored_steps[side] = (int)label.steps;
    return run->stopped ? -1 : (int)label.steps;
}

void mitm_remove_stored_layers(struct mitm_run *run)
{
    for (int side = 0; side < 2 && run->file; side++)
        unlink(run->layer_file[side]);
}

void mitm_finish_block(struct mitm_worker *worker, const struct mitm_task *task)
{
    struct mitm_run *run = worker->run;
    pthread_mutex_lock(&run->mutex);
    // Asked once: if another thread ends the budget meanwhile, the block must not be recorded without what was found in it.
    bool is_whole = budget_lasts(run->budget);
    if (is_whole && !checkpoint_add(run->checkpoint, (uint64_t)task->milestone, task->degrees)) {
        budget_finish(run->budget, BUDGET_SYSTEM);
        is_whole = false;
    }
    if (is_whole) {
        mitm_total_add(&run->total, &worker->joiner.total, run->mode, run->prime);
        checkpoint_count(run->checkpoint, worker->joiner.total.words,
                         run->mode == MITM_RESIDUES ? run->prime : residue_prime(0));
        run->done += task->share;
    }
    worker->joiner.total = (struct mitm_total){{0, 0, 0}};
    run->stopped |= has_overflowed(worker);
    run->is_known = true;
    mitm_report(run);
    if (!run->stopped)
        mitm_save(run, false);
    pthread_mutex_unlock(&run->mutex);
}

bool mitm_is_stopped(struct mitm_run *run)
{
    pthread_mutex_lock(&run->mutex);
    bool stopped = run->stopped;
    pthread_mutex_unlock(&run->mutex);
    return stopped;
}
