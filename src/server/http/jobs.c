// SPDX-License-Identifier: GPL-3.0-or-later
// A short queue, and the threads that process it.
#include "server/http/jobs.h"

#include "base/memory.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct jobs {
    pthread_t *threads;
    unsigned started; // threads that have not been joined
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct job *waiting; // a ring buffer of `most` jobs
    unsigned first, count, most, working;
    bool stopping;
    int stop;
};

static void drop(const struct job *job)
{
    job->drop(job->context);
    job->done(job->context);
}

// Takes the first job from the queue. The lock is held.
static struct job take(struct jobs *jobs)
{
    struct job job = jobs->waiting[jobs->first];
    jobs->first = (jobs->first + 1) % jobs->most;
    jobs->count--;
    return job;
}

// Adds a job at the end of the queue. The lock is held.
static void add(struct jobs *jobs, const struct job *job)
{
    jobs->waiting[(jobs->first + jobs->count++) % jobs->most] = *job;
}

static bool is_abandoned(const struct job *job)
{
    return job->is_abandoned && job->is_abandoned(job->context);
}

static void *run(void *context)
{
    struct jobs *jobs = context;
    pthread_mutex_lock(&jobs->lock);
    for (;;) {
        while (jobs->count == 0 && !jobs->stopping)
            pthread_cond_wait(&jobs->changed, &jobs->lock);
        if (jobs->stopping)
            break;
        struct job job = take(jobs);
        jobs->working++;
        pthread_mutex_unlock(&jobs->lock);
        if (is_abandoned(&job))
            job.drop(job.context);
        else
            job.work(job.context);
        job.done(job.context);
        pthread_mutex_lock(&jobs->lock);
        jobs->working--;
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

struct jobs *jobs_new(unsigned threads, unsigned most, struct error *err)
{
    struct jobs *jobs = memory_resize(NULL, 1, sizeof *jobs);
    *jobs = (struct jobs){.stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), .most = most};
    jobs->threads = memory_resize(NULL, threads, sizeof *jobs->threads);
    jobs->waiting = memory_resize(NULL, most, sizeof *jobs->waiting);
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->changed, NULL);
    int failure = jobs->stop < 0 ? errno : 0;
    while (!failure && jobs->started < threads) {
        failure = pthread_create(&jobs->threads[jobs->started], NULL, run, jobs);
        jobs->started += failure == 0;
    }
    if (!failure)
        return jobs;
    jobs_free(jobs);
    error_set(err, ERROR_SYSTEM, "", "cannot start a thread: %s", strerror(failure));
    return NULL;
}

void jobs_stop(struct jobs *jobs)
{
    if (!jobs)
        return;
    pthread_mutex_lock(&jobs->lock);
    jobs->stopping = true;
    eventfd_write(jobs->stop, 1);
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
    while (jobs->started)
        pthread_join(jobs->threads[--jobs->started], NULL);
    // No lock is needed any more: nothing is added, and all threads have ended.
    while (jobs->count) {
        struct job job = take(jobs);
        drop(&job);
    }
}

void jobs_free(struct jobs *jobs)
{
    if (!jobs)
        return;
    jobs_stop(jobs);
    if (jobs->stop >= 0)
        close(jobs->stop);
    pthread_mutex_destroy(&jobs->lock);
    pthread_cond_destroy(&jobs->changed);
    free(jobs->threads);
    free(jobs->waiting);
    free(jobs);
}

static bool submit(struct jobs *jobs, const struct job *job)
{
    pthread_mutex_lock(&jobs->lock);
    bool fits = jobs->count < jobs->most && !jobs->stopping;
    if (fits)
        add(jobs, job);
    pthread_cond_signal(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
    return fits;
}

bool jobs_submit(struct jobs *jobs, const struct job *job)
{
    if (submit(jobs, job))
        return true;
    // Before refusing it, make room by dropping jobs that nobody is waiting for.
    jobs_sweep(jobs);
    return submit(jobs, job);
}

void jobs_sweep(struct jobs *jobs)
{
    struct job *abandoned = memory_resize(NULL, jobs->most, sizeof *abandoned);
    unsigned count = 0;
    pthread_mutex_lock(&jobs->lock);
    for (unsigned left = jobs->count; left; left--) {
        struct job job = take(jobs);
        if (is_abandoned(&job))
            abandoned[count++] = job;
        else
            add(jobs, &job);
    }
    pthread_mutex_unlock(&jobs->lock);
    for (unsigned i = 0; i < count; i++)
        drop(&abandoned[i]);
    free(abandoned);
}

int jobs_stop_descriptor(const struct jobs *jobs)
{
    return jobs->stop;
}

struct jobs_state jobs_state(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    struct jobs_state state = {jobs->count, jobs->working};
    pthread_mutex_unlock(&jobs->lock);
    return state;
}
