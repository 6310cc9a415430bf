// SPDX-License-Identifier: GPL-3.0-or-later
// Progress, overflow and interruption of a run, and what is kept of it on disk.
#include "tours/mitm/run/run.h"

#include "base/memory.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/layer/layer_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Ends the run with an error, unless there is one already.
static void stop(struct meet *meet, enum error_code code, const char *at, const char *message)
{
    if (!meet->stopped)
        error_set(meet->err, code, at, "%s", message);
    meet->stopped = true;
}

void meet_report(struct meet *meet)
{
    const struct count_request *request = meet->request;
    struct count_progress now = {meet->is_known ? meet->done : -1, atomic_load(&meet->states),
                                 meet->budget ? atomic_load(&meet->budget->held) : 0,
                                 meet->is_known ? "joining blocks" : "first lists"};
    struct error err;
    if (!budget_lasts(meet->budget)) {
        budget_error(meet->budget, &err);
        stop(meet, err.code, err.at, err.message);
    }
    if (!meet->stopped && request->progress && !request->progress(request->context, &now))
        stop(meet, ERROR_BUSY, "", "the count was interrupted");
}

bool meet_poll(void *context)
{
    struct meet *meet = context;
    meet_memory_trim(&meet->memory);
    // Who holds the mutex will report soon.
    if (pthread_mutex_trylock(&meet->mutex))
        return true;
    meet_report(meet);
    bool stopped = meet->stopped;
    pthread_mutex_unlock(&meet->mutex);
    return !stopped;
}

static bool has_overflowed(const struct meet_worker *worker)
{
    return worker->stepper.sum.overflowed || worker->joiner.overflowed;
}

bool meet_has_overflowed(const struct meet *meet)
{
    bool overflowed = false;
    for (unsigned i = 0; i < meet->threads; i++)
        overflowed |= has_overflowed(&meet->workers[i]);
    return overflowed;
}

void meet_save(struct meet *meet, bool at_once)
{
    struct timespec now;
    struct error err;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!meet->file ||
        (!at_once && now.tv_sec - meet->saved.tv_sec < (time_t)meet->request->checkpoint_seconds))
        return;
    meet->saved = now;
    memcpy(meet->checkpoint->total, meet->total.words, sizeof meet->total.words);
    if (!checkpoint_write(meet->checkpoint, meet->file, &err))
        stop(meet, err.code, err.at, err.message);
}

// The file of the first lists of a side. Freed by the caller.
static char *list_path(const struct meet *meet, int side)
{
    size_t length = strlen(meet->file) + sizeof ".lists-0";
    char *path = memory_resize(NULL, length, 1);
    snprintf(path, length, "%s.lists-%d", meet->file, side);
    return path;
}

static struct meet_label list_label(const struct meet *meet, int side, int steps)
{
    return (struct meet_label){meet->checkpoint->fingerprint, meet->mode, meet->prime, (uint64_t)side,
                               (uint64_t)steps};
}

void meet_store_lists(struct meet *meet, int side, int steps, const struct meet_level *level)
{
    struct timespec now;
    struct error err;
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool is_late = now.tv_sec - meet->stored.tv_sec >= (time_t)meet->request->checkpoint_seconds;
    if (!meet->file || (!is_late && !meet->stopped) || meet->stored_steps[side] == steps ||
        (meet->stopped && meet->err->code != ERROR_BUSY) || meet_has_overflowed(meet))
        return;
    struct meet_label label = list_label(meet, side, steps);
    char *path = list_path(meet, side);
    if (!meet_store_write(level, &label, path, &err))
        stop(meet, err.code, err.at, err.message);
    else
        meet->stored_steps[side] = steps;
    free(path);
    // The checkpoint says which numbers are being worked with.
    meet_save(meet, true);
    clock_gettime(CLOCK_MONOTONIC, &meet->stored);
}

int meet_take_up_lists(struct meet *meet, int side, struct meet_level *level)
{
    struct error err;
    if (!meet->file)
        return 0;
    struct meet_label label = list_label(meet, side, 0);
    char *path = list_path(meet, side);
    if (!meet_store_read(level, &label, path, &err))
        stop(meet, err.code, err.at, err.message);
    free(path);
    int half = meet->plan->shared ? 0 : side;
    if (!meet->stopped && label.steps > (uint64_t)meet->plan->milestone[0].steps[half])
        stop(meet, ERROR_CONFLICT, meet->file,
             "the list of states kept beside it belongs to another version");
    meet->stored_steps[side] = (int)label.steps;
    return meet->stopped ? -1 : (int)label.steps;
}

void meet_forget_lists(struct meet *meet)
{
    for (int side = 0; side < 2 && meet->file; side++) {
        char *path = list_path(meet, side);
        unlink(path);
        free(path);
    }
}

void meet_finish_block(struct meet_worker *worker, const struct meet_task *task)
{
    struct meet *meet = worker->meet;
    pthread_mutex_lock(&meet->mutex);
    if (budget_lasts(meet->budget)) {
        meet_total_add(&meet->total, &worker->joiner.total, meet->mode, meet->prime);
        checkpoint_count(meet->checkpoint, worker->joiner.total.words,
                         meet->mode == MEET_RESIDUES ? meet->prime : residue_prime(0));
        meet->done += task->share;
        checkpoint_add(meet->checkpoint, (uint64_t)task->milestone, task->digits);
    }
    worker->joiner.total = (struct meet_total){{0, 0, 0}};
    meet->stopped |= has_overflowed(worker);
    meet->is_known = true;
    meet_report(meet);
    if (!meet->stopped)
        meet_save(meet, false);
    pthread_mutex_unlock(&meet->mutex);
}

bool meet_is_stopped(struct meet *meet)
{
    pthread_mutex_lock(&meet->mutex);
    bool stopped = meet->stopped;
    pthread_mutex_unlock(&meet->mutex);
    return stopped;
}
