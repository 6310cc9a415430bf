// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads of one run of the meeting method share.
//
// tours/mitm/run/run.c decides what is done next, tours/mitm/run/shared_steps.c lets all threads do one thing, and tours/mitm/run/progress.c says and
// keeps how far the work is.
#ifndef LEAPER_TOURS_MITM_WORK_H
#define LEAPER_TOURS_MITM_WORK_H

#include "base/parallel.h"
#include "tours/count_request.h"
#include "tours/mitm/run/checkpoint.h"
#include "tours/mitm/run/join.h"
#include "tours/mitm/run/task.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

struct mitm_worker {
    struct mitm_run *run;
    struct mitm_stepper stepper;
    struct mitm_joiner joiner;
    struct mitm_layer layers[MITM_SLOTS_MAX + 2][2][2]; // by milestone and side, two to take turns
};

struct mitm_run {
    const struct count_request *request;
    const struct mitm_plan *plan;
    enum mitm_mode mode;
    uint64_t prime;
    struct budget *budget; // that of the tables
    struct mitm_arena arena;
    struct mitm_worker *workers;
    unsigned threads;      // up to PARALLEL_THREADS_MAX, a worker each
    pthread_mutex_t mutex; // for all that follows
    struct checkpoint *checkpoint;
    const char *file;              // that it is saved to; NULL: none
    struct timespec saved, stored; // when that was, and the lists of both sides
    int stored_steps[2];           // of the lists that are there already, by side
    struct error *err;
    bool stopped;  // and *err says why
    bool is_known; // how much of the work is done
    double done;
    struct mitm_total total;
    _Atomic uint64_t states;
    uint64_t huge; // states that make a block too large to be advanced before it is cut
};

// ---- mitm_keep.c ----

// Whether the run is to end.
bool mitm_is_stopped(struct mitm_run *run);

// Whether a count of any thread did not fit.
bool mitm_has_overflowed(const struct mitm_run *run);

// Says how far the work is, and stops it when nobody wants it any more or it cannot go on. The mutex is held.
void mitm_report(struct mitm_run *run);

// For the budget, whose context is the run: reports from inside a step, a join or whatever takes long. Any thread may call it.
bool mitm_poll(void *context);

// Writes the checkpoint, if there is one and it is time to or it is to be done at once.
void mitm_save(struct mitm_run *run, bool at_once);

// Takes what a thread has found in a block to the total, unless the budget ended meanwhile: then the block is not done.
void mitm_finish_block(struct mitm_worker *worker, const struct mitm_task *task);

// Keeps the first lists of a side as they are after so many steps, if it is time to or the count ends. Until they are
// complete no block is done, and a large board's take long.
void mitm_store_layer(struct mitm_run *run, int side, int steps, const struct mitm_layer *layer);

// Takes up the first lists of a side where they were kept; how many steps they have behind them, -1 when nothing can be read.
int mitm_restore_layer(struct mitm_run *run, int side, struct mitm_layer *layer);

// Removes them.
void mitm_remove_stored_layers(struct mitm_run *run);

// ---- mitm_together.c ----

// Takes one step of a list, as far as it may end as wished (NULL: all), to `out`. False, and `out` is empty, when the budget ended.
bool mitm_share_step(struct mitm_run *run, int half, int step, struct mitm_span input,
                     const struct mitm_constraint *constraint, struct mitm_layer *out);

// Joins a block that has all its steps behind it.
void mitm_share_join(struct mitm_run *run, const struct mitm_task *task);

#endif
