// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads of one run of the meeting method share.
//
// tours/mitm/run/run.c decides what is done next, tours/mitm/run/shared_steps.c lets all threads do one thing, and tours/mitm/run/progress.c says and
// keeps how far the work is.
#ifndef LEAPER_TOURS_MEET_WORK_H
#define LEAPER_TOURS_MEET_WORK_H

#include "base/parallel.h"
#include "tours/count_request.h"
#include "tours/mitm/run/checkpoint.h"
#include "tours/mitm/run/join.h"
#include "tours/mitm/run/task.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

struct meet_worker {
    struct meet *meet;
    struct meet_stepper stepper;
    struct meet_joiner joiner;
    struct meet_level levels[MEET_SLOTS_MAX + 2][2][2]; // by milestone and side, two to take turns
};

struct meet {
    const struct count_request *request;
    const struct meet_plan *plan;
    enum meet_mode mode;
    uint64_t prime;
    struct budget *budget; // that of the tables
    struct meet_memory memory;
    struct meet_worker *workers;
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
    struct meet_total total;
    _Atomic uint64_t states;
    uint64_t huge; // states that make a block too large to be advanced before it is cut
};

// ---- meet_keep.c ----

// Whether the run is to end.
bool meet_is_stopped(struct meet *meet);

// Whether a count of any thread did not fit.
bool meet_has_overflowed(const struct meet *meet);

// Says how far the work is, and stops it when nobody wants it any more or it cannot go on. The mutex is held.
void meet_report(struct meet *meet);

// For the budget, whose context is the run: reports from inside a step, a join or whatever takes long. Any thread may call it.
bool meet_poll(void *context);

// Writes the checkpoint, if there is one and it is time to or it is to be done at once.
void meet_save(struct meet *meet, bool at_once);

// Takes what a thread has found in a block to the total, unless the budget ended meanwhile: then the block is not done.
void meet_finish_block(struct meet_worker *worker, const struct meet_task *task);

// Keeps the first lists of a side as they are after so many steps, if it is time to or the count ends. Until they are
// complete no block is done, and a large board's take long.
void meet_store_lists(struct meet *meet, int side, int steps, const struct meet_level *level);

// Takes up the first lists of a side where they were kept; how many steps they have behind them, -1 when nothing can be read.
int meet_take_up_lists(struct meet *meet, int side, struct meet_level *level);

// Removes them.
void meet_forget_lists(struct meet *meet);

// ---- meet_together.c ----

// Takes one step of a list, as far as it may end as wished (NULL: all), to `out`. False, and `out` is empty, when the budget ended.
bool meet_step_together(struct meet *meet, int half, int step, struct meet_span input,
                        const struct meet_wish *wish, struct meet_level *out);

// Joins a block that has all its steps behind it.
void meet_join_together(struct meet *meet, const struct meet_task *task);

#endif
