// SPDX-License-Identifier: GPL-3.0-or-later
// Each worker waits for a unit, computes it, and keeps the result until it is taken.
#include "spread/crew.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { WAIT_MOST = 2000000 }; // nanoseconds

enum duty { FREE, GIVEN, FINISHED };

struct worker {
    struct crew *crew;
    pthread_t thread;
    enum duty duty;
    struct crew_finished work;
};

struct crew {
    const struct spread_job *job;
    pthread_mutex_t lock;            // of all that follows
    pthread_cond_t given, completed; // for workers; for whoever waits for them
    bool over;
    unsigned count;
    struct worker workers[];
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct crew *crew = worker->crew;
    const struct spread_job *job = crew->job;
    bool worked = false;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (worker->duty != GIVEN && !crew->over)
            pthread_cond_wait(&crew->given, &crew->lock);
        if (worker->duty != GIVEN)
            break;
        pthread_mutex_unlock(&crew->lock);
        struct crew_finished *own = &worker->work;
        own->end = atomic_load(job->stop) ? SPREAD_DROPPED : job->compute(job->context, &own->unit);
        if (own->end == SPREAD_DONE && own->unit.result.failed) {
            own->end = SPREAD_FAILED;
            error_no_memory(&own->unit.err);
        }
        worked = true;
        pthread_mutex_lock(&crew->lock);
        worker->duty = FINISHED;
        pthread_cond_signal(&crew->completed);
    }
    pthread_mutex_unlock(&crew->lock);
    if (worked && job->leave)
        job->leave(job->context, (unsigned)(worker - crew->workers));
    return NULL;
}

struct crew *crew_start(const struct spread_job *job, struct error *err)
{
    struct crew *crew = memory_try_zeroed(1, sizeof *crew + job->workers * sizeof *crew->workers);
    pthread_condattr_t monotonic;
    if (!crew) {
        error_no_memory(err);
        return NULL;
    }
    crew->job = job;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&crew->given, NULL);
    pthread_cond_init(&crew->completed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    for (; crew->count < job->workers; crew->count++) {
        struct worker *worker = &crew->workers[crew->count];
        worker->crew = crew;
        if (pthread_create(&worker->thread, NULL, work, worker))
            break;
    }
    if (crew->count)
        return crew;
    error_set(err, ERROR_SYSTEM, "", "cannot start a thread");
    crew_free(crew);
    return NULL;
}

unsigned crew_size(const struct crew *crew)
{
    return crew->count;
}

// The first worker with that duty; NULL if there is none. The lock is held.
static struct worker *find_worker(struct crew *crew, enum duty duty)
{
    for (unsigned i = 0; i < crew->count; i++)
        if (crew->workers[i].duty == duty)
            return &crew->workers[i];
    return NULL;
}

bool crew_give(struct crew *crew, uint32_t unit)
{
    pthread_mutex_lock(&crew->lock);
    struct worker *worker = find_worker(crew, FREE);
    if (worker) {
        worker->work.unit =
            (struct spread_unit){.number = unit, .worker = (unsigned)(worker - crew->workers)};
        worker->duty = GIVEN;
        pthread_cond_broadcast(&crew->given);
    }
    pthread_mutex_unlock(&crew->lock);
    return worker;
}

bool crew_has_room(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    bool room = find_worker(crew, FREE);
    pthread_mutex_unlock(&crew->lock);
    return room;
}

bool crew_take(struct crew *crew, struct crew_finished *finished)
{
    pthread_mutex_lock(&crew->lock);
    struct worker *worker = find_worker(crew, FINISHED);
    if (worker) {
        *finished = worker->work;
        worker->duty = FREE;
    }
    pthread_mutex_unlock(&crew->lock);
    return worker;
}

void crew_wait(struct crew *crew)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WAIT_MOST;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&crew->lock);
    if (!find_worker(crew, FINISHED))
        pthread_cond_timedwait(&crew->completed, &crew->lock, &until);
    pthread_mutex_unlock(&crew->lock);
}

void crew_end(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->over = true;
    pthread_cond_broadcast(&crew->given);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < crew->count; i++)
        pthread_join(crew->workers[i].thread, NULL);
}

void crew_free(struct crew *crew)
{
    pthread_cond_destroy(&crew->given);
    pthread_cond_destroy(&crew->completed);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}
