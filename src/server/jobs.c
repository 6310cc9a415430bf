// SPDX-License-Identifier: GPL-3.0-or-later
// A short queue and a thread that works it off.
#include "server/jobs.h"

#include "base/memory.h"
#include "server/limits.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// How many times its share of a processor a job may take by the clock.
enum { BUSY = 8 };

struct job {
    void (*work)(void *context);
    void (*done)(void *context);
    void *context;
};

struct jobs {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct job waiting[LIMIT_JOBS]; // first come, first served
    int count;
    atomic_bool stopping;
    bool joined;
    struct timespec begun; // when the job at work began
    double used;           // of a processor before it
};

// What the calling thread has used of a processor, in seconds.
static double processor_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static void *run(void *context)
{
    struct jobs *jobs = context;
    pthread_mutex_lock(&jobs->lock);
    for (;;) {
        while (jobs->count == 0 && !jobs->stopping)
            pthread_cond_wait(&jobs->changed, &jobs->lock);
        if (jobs->count == 0)
            break;
        struct job job = jobs->waiting[0];
        memmove(jobs->waiting, jobs->waiting + 1, (size_t)--jobs->count * sizeof *jobs->waiting);
        clock_gettime(CLOCK_MONOTONIC, &jobs->begun);
        jobs->used = processor_seconds();
        pthread_mutex_unlock(&jobs->lock);
        job.work(job.context);
        job.done(job.context);
        pthread_mutex_lock(&jobs->lock);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

struct jobs *jobs_new(struct error *err)
{
    struct jobs *jobs = memory_resize(NULL, 1, sizeof *jobs);
    memset(jobs, 0, sizeof *jobs);
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->changed, NULL);
    int failure = pthread_create(&jobs->thread, NULL, run, jobs);
    if (!failure)
        return jobs;
    jobs->joined = true;
    jobs_free(jobs);
    error_set(err, ERROR_SYSTEM, "", "no thread could be started: %s", strerror(failure));
    return NULL;
}

void jobs_stop(struct jobs *jobs)
{
    if (!jobs || jobs->joined)
        return;
    pthread_mutex_lock(&jobs->lock);
    jobs->stopping = true;
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
    pthread_join(jobs->thread, NULL);
    jobs->joined = true;
}

void jobs_free(struct jobs *jobs)
{
    if (!jobs)
        return;
    jobs_stop(jobs);
    pthread_mutex_destroy(&jobs->lock);
    pthread_cond_destroy(&jobs->changed);
    free(jobs);
}

bool jobs_submit(struct jobs *jobs, void (*work)(void *context), void (*done)(void *context), void *context)
{
    pthread_mutex_lock(&jobs->lock);
    bool fits = jobs->count < LIMIT_JOBS && !jobs->stopping;
    if (fits)
        jobs->waiting[jobs->count++] = (struct job){work, done, context};
    pthread_cond_signal(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
    return fits;
}

bool jobs_goes_on(const struct jobs *jobs, double seconds)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double spent =
        (double)(now.tv_sec - jobs->begun.tv_sec) + (double)(now.tv_nsec - jobs->begun.tv_nsec) / 1e9;
    return spent < BUSY * seconds && processor_seconds() - jobs->used < seconds && !jobs->stopping;
}
