// SPDX-License-Identifier: GPL-3.0-or-later
// The thread sleeps until the earliest deadline that it knows of, and no longer than until the time must be stored again.
#include "server/time/flags.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Matches that are looked up together; milliseconds until the next attempt when the disk refuses.
enum { GROUP = 64, PATIENCE = 1000 };

struct flags {
    struct archive *archive;
    const struct served *served;
    flags_fall *fall;
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stopping; // guarded, like the next one, by the lock
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

// Lets the flags fall whose time has come. False if not all of that could be written.
static bool fall_now(struct flags *flags)
{
    for (;;) {
        struct group group = {.count = 0};
        bool fine = archive_fallen(flags->archive, served_now(flags->served), GROUP, collect, &group, NULL);
        for (size_t i = 0; i < group.count; i++)
            fine = flags->fall(flags->context, group.ids[i]) && fine;
        if (!fine || group.count < GROUP)
            return fine;
    }
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
    while (!flags->stopping && flags->next == NO_DEADLINE)
        pthread_cond_wait(&flags->changed, &flags->lock);
    int64_t left = flags->stopping ? 0 : flags->next - served_now(flags->served);
    if (left > 0)
        wait_for(flags, left < SERVED_EVERY ? left : SERVED_EVERY);
    bool goes_on = !flags->stopping;
    pthread_mutex_unlock(&flags->lock);
    return goes_on;
}

static bool is_due(struct flags *flags, int64_t now)
{
    pthread_mutex_lock(&flags->lock);
    bool due = flags->next <= now;
    pthread_mutex_unlock(&flags->lock);
    return due;
}

// Looks for the next deadline, which counts as no earlier than that. What is set meanwhile is not missed: whatever is earlier counts.
static void look(struct flags *flags, int64_t earliest)
{
    int64_t next;
    pthread_mutex_lock(&flags->lock);
    flags->next = NO_DEADLINE;
    pthread_mutex_unlock(&flags->lock);
    if (!archive_deadline(flags->archive, &next, NULL))
        next = served_now(flags->served) + PATIENCE;
    flags_set(flags, next < earliest ? earliest : next);
}

static void *run(void *context)
{
    struct flags *flags = context;
    int64_t stored = 0;
    while (wait(flags)) {
        int64_t now = served_now(flags->served);
        if (now - stored >= SERVED_EVERY && archive_serve(flags->archive, now, NULL))
            stored = now;
        if (is_due(flags, now))
            look(flags, fall_now(flags) ? 0 : now + PATIENCE);
    }
    return NULL;
}

struct flags *flags_new(struct archive *archive, const struct served *served, flags_fall *fall, void *context,
                        struct error *err)
{
    struct flags *flags = memory_resize(NULL, 1, sizeof *flags);
    *flags = (struct flags){.archive = archive, .served = served, .fall = fall, .context = context};
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&flags->lock, NULL);
    pthread_cond_init(&flags->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    // At once: what is due is found by the first look.
    flags->next = 0;
    if (pthread_create(&flags->thread, NULL, run, flags) == 0)
        return flags;
    error_set(err, ERROR_SYSTEM, "", "cannot start a thread for the clocks");
    pthread_cond_destroy(&flags->changed);
    pthread_mutex_destroy(&flags->lock);
    free(flags);
    return NULL;
}

void flags_free(struct flags *flags)
{
    if (!flags)
        return;
    pthread_mutex_lock(&flags->lock);
    flags->stopping = true;
    pthread_cond_signal(&flags->changed);
    pthread_mutex_unlock(&flags->lock);
    pthread_join(flags->thread, NULL);
    archive_serve(flags->archive, served_now(flags->served), NULL);
    pthread_cond_destroy(&flags->changed);
    pthread_mutex_destroy(&flags->lock);
    free(flags);
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
