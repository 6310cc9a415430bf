// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads of one run share.
//
// run.c decides what is done next, shared_steps.c has all threads work on one step or join together, and progress.c reports and saves
// how far the run is.
#ifndef LEAPER_TOURS_MITM_RUN_H
#define LEAPER_TOURS_MITM_RUN_H

#include "base/parallel.h"
#include "tours/count_request.h"
#include "tours/mitm/run/checkpoint.h"
#include "tours/mitm/run/join.h"
#include "tours/mitm/run/task.h"

#include <pthread.h>
#include <stdatomic.h>

struct mitm_worker {
    struct mitm_run *run;
    struct mitm_stepper stepper;
    struct mitm_joiner joiner;
    struct mitm_layer layers[MITM_SLOTS_MAX + 2][2][2]; // by milestone and side, two to alternate between
};

struct mitm_run {
    const struct count_request *request;
    const struct mitm_plan *plan;
    enum mitm_mode mode;
    uint64_t prime;
    struct budget *budget; // that of the tables
    struct mitm_arena arena;
    struct mitm_worker *workers;
    unsigned threads;      // workers; up to PARALLEL_THREADS_MAX
    pthread_mutex_t mutex; // for all that follows
    struct checkpoint *checkpoint;
    const char *file;      // the checkpoint's; NULL: none
    char *layer_file[2];   // where the first layer of each side is kept; NULL where `file` is
    int64_t saved, stored; // when the checkpoint, and a layer, were last saved; monotonic milliseconds
    int stored_steps[2];   // steps behind the layer that is kept, by side; -1: none known
    bool stopped;          // `error` says why
    struct error error;
    bool is_known; // how much of the work is done
    double done;
    struct mitm_total total;
    _Atomic uint64_t states;
    uint64_t huge; // a block of more states is cut before it is advanced
};

// ---- progress.c ----

// Whether the run is to end.
bool mitm_is_stopped(struct mitm_run *run);

// Whether a count in any thread did not fit.
bool mitm_has_overflowed(const struct mitm_run *run);

// Reports progress, and stops the run when it is no longer wanted or cannot go on. The mutex is held.
void mitm_report(struct mitm_run *run);

// For the budget, whose context is the run: reports from inside anything that takes long. Any thread may call it.
bool mitm_poll(void *context);

// Writes the checkpoint, if there is one and it is due or `at_once` is set.
void mitm_save(struct mitm_run *run, bool at_once);

// Adds what a thread has found in a block to the total and records the block as done, unless the budget has ended.
void mitm_finish_block(struct mitm_worker *worker, const struct mitm_task *task);

// Saves the first layer of a side, as it is after so many steps, if it is due or the run ends. Until these layers are complete no
// block is done, and on a large board they take long.
void mitm_store_layer(struct mitm_run *run, int side, int steps, const struct mitm_layer *layer);

// Resumes the first layer of a side where it was saved. Returns how many steps are behind it, -1 when it cannot be read.
int mitm_restore_layer(struct mitm_run *run, int side, struct mitm_layer *layer);

// Removes the saved layers.
void mitm_remove_stored_layers(struct mitm_run *run);

// ---- shared_steps.c ----

// Takes one step with all threads, as far as results can meet the constraint (NULL: all). advance->range is not looked at. False,
// with `out` empty, when the budget ended.
bool mitm_share_step(struct mitm_run *run, const struct mitm_advance *advance,
                     const struct mitm_constraint *constraint, struct mitm_layer *out);

// Joins a block that is through with its steps.
void mitm_share_join(struct mitm_run *run, const struct mitm_task *task);

#endif
