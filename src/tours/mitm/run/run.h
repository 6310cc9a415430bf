// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads of one run share.
//
// run.c decides what to do next, shared_steps.c divides one step or one join among all threads, and progress.c reports and saves
// progress.
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
    struct budget *budget; // the budget of the tables
    struct mitm_arena arena;
    struct mitm_worker *workers;
    unsigned threads;      // how many workers; up to PARALLEL_THREADS_MAX
    pthread_mutex_t mutex; // protects everything below
    struct checkpoint *checkpoint;
    const char *file;      // path of the checkpoint; NULL: none
    char *layer_file[2];   // paths where the first layer of each side is saved; NULL if `file` is
    int64_t saved, stored; // when the checkpoint and a layer were last saved, in monotonic milliseconds
    int stored_steps[2];   // steps taken before the saved layer of each side; -1: none is known
    bool stopped;          // `error` says why
    struct error error;
    bool is_known; // whether `done` is known: the share of the work that is done
    double done;
    struct mitm_total total;
    _Atomic uint64_t states;
    uint64_t huge; // a block with more states is cut before it is advanced
};

// ---- progress.c ----

// Whether the run must end.
bool mitm_is_stopped(struct mitm_run *run);

// Whether a count overflowed in any thread.
bool mitm_has_overflowed(const struct mitm_run *run);

// Reports progress, and stops the run when it is cancelled or cannot go on. The caller holds the mutex.
void mitm_report(struct mitm_run *run);

// The budget's goes_on(), whose context is the run: reports from inside any long operation. Any thread may call it.
bool mitm_poll(void *context);

// Writes the checkpoint, if there is one and it is due or `at_once` is set.
void mitm_save(struct mitm_run *run, bool at_once);

// Adds what a thread has found in a block to the total and records the block as done, unless the budget has ended.
void mitm_finish_block(struct mitm_worker *worker, const struct mitm_task *task);

// Saves the first layer of a side, as it is after that many steps, if it is due or the run ends. Until these layers are complete
// no block is done, and on a large board they take a long time.
void mitm_store_layer(struct mitm_run *run, int side, int steps, const struct mitm_layer *layer);

// Restores the saved first layer of a side. Returns how many steps had been taken, or -1 when it cannot be read.
int mitm_restore_layer(struct mitm_run *run, int side, struct mitm_layer *layer);

// Removes the saved layers.
void mitm_remove_stored_layers(struct mitm_run *run);

// ---- shared_steps.c ----

// Takes one step with all threads, keeping only results that can meet the constraint (NULL: all). advance->range is ignored.
// False, with `out` empty, when the budget ended.
bool mitm_share_step(struct mitm_run *run, const struct mitm_advance *advance,
                     const struct mitm_constraint *constraint, struct mitm_layer *out);

// Joins a block whose steps are complete, with all threads.
void mitm_share_join(struct mitm_run *run, const struct mitm_task *task);

#endif
