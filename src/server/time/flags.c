// SPDX-License-Identifier: GPL-3.0-or-later
// The first thread sleeps until the earliest deadline that it knows of, and no longer than until the time must be stored again.
// Whatever it has to leave, the patient one tries, once for each time that the first has left something.
#include "server/time/flags.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Matches that are looked up together; milliseconds until the next attempt at what could not be written or read.
enum { GROUP = 64, PATIENCE = 1000 };

struct flags {
    struct archive *archive;
    struct served *served;
    flags_fall *fall;
    void *context;
    pthread_t thread, patient;
    bool running;
    int64_t stored; // the time that was last stored; only the first thread uses it
    pthread_mutex_t lock;
    pthread_cond_t changed, left;
    bool stopping; // guarded, like the next ones, by the lock
    bool rest;     // something is left for the patient thread
    int64_t next;  // the earliest deadline, or earlier; NO_DEADLINE: there is none
};

struct group {
    char ids[GROUP][ARCHIVE_ID_SIZE];
    size_t count;
};

static void collect(void *context, const char *id)
{
    struct group *group = context;
    snprintf(group->ids[group->count++], ARCHIVE_ID_SIZE, "%s", id);
}

// Stores the time, if it was not stored for a while. While that fails, the time stands still.
static void store_time(struct flags *flags)
{
    int64_t now = served_now(flags->served);
    if (now - flags->stored < SERVED_EVERY)
        return;
    if (archive_serve(flags->archive, now, NULL))
        flags->stored = now;
    else
        served_set(flags->served, flags->stored);
}

static bool is_stopping(struct flags *flags)
{
    pthread_mutex_lock(&flags->lock);
    bool stopping = flags->stopping;
    pthread_mutex_unlock(&flags->lock);
    return stopping;
}

// Lets the flags fall whose time has come. False if that failed for some.
static bool fall_now(struct flags *flags, bool patient)
{
    struct archive_span span = {GROUP, INT64_MIN, 0};
    bool all = true;
    struct group group;
    do {
        group.count = 0;
        if (!archive_fallen(flags->archive, served_now(flags->served), &span, collect, &group, NULL))
            return false;
        for (size_t i = 0; i < group.count && !is_stopping(flags); i++) {
            all = flags->fall(flags->context, group.ids[i], patient) && all;
            if (!patient)
                store_time(flags);
        }
    } while (group.count == GROUP && !is_stopping(flags));
    return all;
}

static void wait_for(struct flags *flags, int64_t milliseconds)
{
    int64_t until = clock_milliseconds() + milliseconds;
    struct timespec end = {.tv_sec = until / 1000, .tv_nsec = until % 1000 * 1000000};
    pthread_cond_timedwait(&flags->changed, &flags->lock, &end);
}

// Waits until something may have to be done. False when the thread is to end.
static bool wait(struct flags *flags)
{
    pthread_mutex_lock(&flags->lock);
    bool idle = flags->next == NO_DEADLINE;
    while (!flags->stopping && flags->next == NO_DEADLINE)
        pthread_cond_wait(&flags->changed, &flags->lock);
    int64_t now = served_now(flags->served);
    // What passed while no clock ran need not have been stored.
    if (idle)
        flags->stored = now - SERVED_EVERY;
    int64_t until = flags->stored + SERVED_EVERY < flags->next ? flags->stored + SERVED_EVERY : flags->next;
    if (!flags->stopping && until > now)
        wait_for(flags, until - now);
    bool goes_on = !flags->stopping;
    pthread_mutex_unlock(&flags->lock);
    return goes_on;
}

static bool is_due(struct flags *flags)
{
    pthread_mutex_lock(&flags->lock);
    bool due = flags->next <= served_now(flags->served);
    pthread_mutex_unlock(&flags->lock);
    return due;
}

static void leave_rest(struct flags *flags)
{
    pthread_mutex_lock(&flags->lock);
    flags->rest = true;
    pthread_cond_signal(&flags->left);
    pthread_mutex_unlock(&flags->lock);
}

// Looks for the next deadline after that time. If there is something to be tried again, that is no later than PATIENCE from now. What is
// set meanwhile is not missed: whatever is earlier counts.
static void look(struct flags *flags, int64_t after, bool again)
{
    int64_t next, latest = served_now(flags->served) + PATIENCE;
    pthread_mutex_lock(&flags->lock);
    flags->next = NO_DEADLINE;
    pthread_mutex_unlock(&flags->lock);
    bool known = archive_deadline(flags->archive, after, &next, NULL);
    flags_set(flags, known && (!again || next < latest) ? next : latest);
}

static void *run(void *context)
{
    struct flags *flags = context;
    while (wait(flags)) {
        store_time(flags);
        if (!is_due(flags))
            continue;
        int64_t begun = served_now(flags->served);
        bool all = fall_now(flags, false);
        if (!all)
            leave_rest(flags);
        // What could not fall delays no other flag.
        look(flags, all ? INT64_MIN : begun, !all);
    }
    return NULL;
}

// ---- The patient thread ----

static bool wait_for_rest(struct flags *flags)
{
    pthread_mutex_lock(&flags->lock);
    while (!flags->stopping && !flags->rest)
        pthread_cond_wait(&flags->left, &flags->lock);
    flags->rest = false;
    bool goes_on = !flags->stopping;
    pthread_mutex_unlock(&flags->lock);
    return goes_on;
}

static void *run_patiently(void *context)
{
    struct flags *flags = context;
    while (wait_for_rest(flags))
        fall_now(flags, true);
    return NULL;
}

// ---- For others ----

struct flags *flags_new(struct archive *archive, struct served *served, flags_fall *fall, void *context)
{
    struct flags *flags = memory_resize(NULL, 1, sizeof *flags);
    *flags = (struct flags){.archive = archive, .served = served, .fall = fall, .context = context};
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&flags->lock, NULL);
    pthread_cond_init(&flags->changed, &attributes);
    pthread_cond_init(&flags->left, NULL);
    pthread_condattr_destroy(&attributes);
    return flags;
}

void flags_free(struct flags *flags)
{
    if (!flags)
        return;
    pthread_cond_destroy(&flags->changed);
    pthread_cond_destroy(&flags->left);
    pthread_mutex_destroy(&flags->lock);
    free(flags);
}

static void stop(struct flags *flags)
{
    pthread_mutex_lock(&flags->lock);
    flags->stopping = true;
    pthread_cond_signal(&flags->changed);
    pthread_cond_signal(&flags->left);
    pthread_mutex_unlock(&flags->lock);
    pthread_join(flags->thread, NULL);
}

bool flags_start(struct flags *flags, struct error *err)
{
    // The first look finds what is due already.
    flags->next = 0;
    flags->stored = served_now(flags->served);
    int failure = pthread_create(&flags->thread, NULL, run, flags);
    if (!failure && (failure = pthread_create(&flags->patient, NULL, run_patiently, flags)))
        stop(flags);
    flags->running = failure == 0;
    return flags->running || error_set(err, ERROR_SYSTEM, "", "cannot start a thread: %s", strerror(failure));
}

void flags_stop(struct flags *flags)
{
    if (!flags || !flags->running)
        return;
    stop(flags);
    pthread_join(flags->patient, NULL);
    flags->running = false;
    archive_serve(flags->archive, served_now(flags->served), NULL);
}

void flags_set(struct flags *flags, int64_t deadline)
{
    pthread_mutex_lock(&flags->lock);
    if (deadline < flags->next) {
        flags->next = deadline;
        pthread_cond_signal(&flags->changed);
    }
    pthread_mutex_unlock(&flags->lock);
}
