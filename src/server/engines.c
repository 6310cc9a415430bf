// SPDX-License-Identifier: GPL-3.0-or-later
// A queue of matches where the engine is to move, and the threads that take from it.
#include "server/engines.h"

#include "base/memory.h"
#include "server/limits.h"
#include "server/play.h"
#include "server/streams.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HASH = 16, REPORT_EVERY = 500 }; // MiB; milliseconds

struct worker {
    struct engines *engines;
    struct engine *engine;
    pthread_t thread;
    const struct match *match;  // being searched, or NULL; guarded by the pool's lock
    char last[ARCHIVE_ID_SIZE]; // the match that the hash table knows
};

struct engines {
    struct service *service;
    pthread_mutex_t lock;
    pthread_cond_t more;
    char queue[LIMIT_QUEUE][ARCHIVE_ID_SIZE]; // a ring
    unsigned first, waiting;
    bool backlog; // more wait in the archive than in the queue
    bool stopping;
    unsigned count;
    struct worker workers[LIMIT_WORKERS];
};

// ---- The queue ----

// With the lock held: whether the match waits already.
static bool is_waiting(const struct engines *engines, const char *id)
{
    for (unsigned i = 0; i < engines->waiting; i++)
        if (!strcmp(engines->queue[(engines->first + i) % LIMIT_QUEUE], id))
            return true;
    return false;
}

void engines_want(struct engines *engines, const char *id)
{
    pthread_mutex_lock(&engines->lock);
    if (engines->waiting == LIMIT_QUEUE) {
        engines->backlog = true;
    } else if (!is_waiting(engines, id)) {
        unsigned at = (engines->first + engines->waiting++) % LIMIT_QUEUE;
        snprintf(engines->queue[at], ARCHIVE_ID_SIZE, "%s", id);
        pthread_cond_signal(&engines->more);
    }
    pthread_mutex_unlock(&engines->lock);
}

bool engines_busy(struct engines *engines)
{
    pthread_mutex_lock(&engines->lock);
    bool busy = engines->waiting == LIMIT_QUEUE;
    pthread_mutex_unlock(&engines->lock);
    return busy;
}

// Waits for a match; false when the pool is stopping.
static bool take(struct engines *engines, char id[ARCHIVE_ID_SIZE])
{
    pthread_mutex_lock(&engines->lock);
    while (!engines->stopping && engines->waiting == 0)
        pthread_cond_wait(&engines->more, &engines->lock);
    bool stopping = engines->stopping;
    if (!stopping) {
        memcpy(id, engines->queue[engines->first], ARCHIVE_ID_SIZE);
        engines->first = (engines->first + 1) % LIMIT_QUEUE;
        engines->waiting--;
    }
    pthread_mutex_unlock(&engines->lock);
    return !stopping;
}

static void want_again(void *context, const char *id)
{
    engines_want(context, id);
}

void engines_tick(struct engines *engines)
{
    pthread_mutex_lock(&engines->lock);
    bool look = engines->backlog && engines->waiting == 0;
    if (look)
        engines->backlog = false;
    pthread_mutex_unlock(&engines->lock);
    // One more than the queue holds, so that it is known whether there are more.
    if (look && !archive_due(engines->service->archive, LIMIT_QUEUE + 1, want_again, engines, NULL)) {
        pthread_mutex_lock(&engines->lock);
        engines->backlog = true;
        pthread_mutex_unlock(&engines->lock);
    }
}

// ---- Thinking ----

// One search: what it is about, and when it was last reported.
struct job {
    struct worker *worker;
    struct match *match;
    struct position position;
    struct history history;
    const struct level *level;
    int64_t reported;
};

// A weak engine needs no time, a strong one uses it; the levels' own limits hold as well.
static int64_t time_of_level(const struct level *level)
{
    static const int64_t milliseconds[LEVELS] = {100, 150, 250, 400, 700, 1200, 2000, 3000};
    return milliseconds[level - levels];
}

static void publish_thinking(struct engines *engines, const char *id, bool thinking, size_t ply, int depth)
{
    struct streams *streams = engines->service->streams;
    if (!streams_watched(streams, id))
        return;
    char text[160];
    int length =
        snprintf(text, sizeof text, "event: thinking\ndata: {\"thinking\":%s,\"ply\":%zu,\"depth\":%d}\n\n",
                 thinking ? "true" : "false", ply, depth);
    streams_publish(streams, id, STREAM_THINKING, share_new(text, (size_t)length));
}

static void report(void *context, const struct search_info *info)
{
    struct job *job = context;
    if (info->elapsed - job->reported < REPORT_EVERY)
        return;
    job->reported = info->elapsed;
    publish_thinking(job->worker->engines, job->match->id, true, job->history.count, info->depth);
}

static void set_match(struct worker *worker, const struct match *match)
{
    pthread_mutex_lock(&worker->engines->lock);
    worker->match = match;
    if (match)
        engine_ready(worker->engine);
    if (worker->engines->stopping)
        engine_stop(worker->engine);
    pthread_mutex_unlock(&worker->engines->lock);
}

void engines_cancel(struct engines *engines, const struct match *match)
{
    pthread_mutex_lock(&engines->lock);
    for (unsigned i = 0; i < engines->count; i++)
        if (engines->workers[i].match == match)
            engine_stop(engines->workers[i].engine);
    pthread_mutex_unlock(&engines->lock);
}

// Takes the match up: false when there is nothing to do, or another engine is at it.
static bool begin(struct job *job)
{
    struct match *match = job->match;
    pthread_mutex_lock(&match->lock);
    bool due = match_is_due(match) && !match->searching && match->session->count < LIMIT_TURNS &&
               !announce_for_engine(job->worker->engines->service, match);
    if (due) {
        match->searching = true;
        job->position = match->session->position;
        history_copy(&job->history, &match->session->history);
        job->level = level_find(match->row.seats[session_side(match->session)].level, NULL);
        if (!job->level)
            job->level = &levels[LEVEL_FULL];
        set_match(job->worker, match);
    }
    pthread_mutex_unlock(&match->lock);
    return due;
}

static void search(struct job *job, struct search_result *result)
{
    struct worker *worker = job->worker;
    // The table knows one game only: another one may have the same hash for another position.
    if (strcmp(worker->last, job->match->id) != 0)
        engine_clear(worker->engine);
    memcpy(worker->last, job->match->id, sizeof worker->last);
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    struct search_request request = {
        .position = &job->position,
        .history = &job->history,
        .limits.movetime = time_of_level(job->level),
        .level = job->level,
        .seed = seed,
        .report = report,
        .context = job,
    };
    engine_search(worker->engine, &request, result);
}

// Plays what was found, unless the match has gone another way. Whether the engine is (still, or again) to move.
static bool finish(struct job *job, const struct search_result *result)
{
    struct match *match = job->match;
    struct engines *engines = job->worker->engines;
    pthread_mutex_lock(&match->lock);
    match->searching = false;
    set_match(job->worker, NULL);
    pthread_mutex_lock(&engines->lock);
    bool wanted = !engines->stopping && result->turn.count > 0;
    pthread_mutex_unlock(&engines->lock);
    bool same = match_is_due(match) && match->session->count == job->history.count &&
                position_equal(&match->session->position, &job->position);
    if (wanted && same) {
        struct problem problem = {.code = PROBLEM_NONE};
        bool played = play_engine_turn(engines->service, match, &result->turn, &problem);
        match->judged = played;
        match->score = result->score;
        pthread_mutex_lock(&engines->lock);
        // When the disk refused, it is tried again after a while.
        engines->backlog = engines->backlog || !played;
        pthread_mutex_unlock(&engines->lock);
    }
    bool again = wanted && !same && match_is_due(match);
    pthread_mutex_unlock(&match->lock);
    return again;
}

static void work_on(struct worker *worker, const char *id)
{
    struct service *service = worker->engines->service;
    struct problem problem = {.code = PROBLEM_NONE};
    struct job job = {.worker = worker, .match = hub_acquire(service->hub, id, &problem), .reported = 0};
    if (!job.match)
        return;
    history_init(&job.history);
    if (begin(&job)) {
        struct search_result result;
        publish_thinking(worker->engines, id, true, job.history.count, 0);
        search(&job, &result);
        bool again = finish(&job, &result);
        publish_thinking(worker->engines, id, false, job.history.count, result.depth);
        if (again)
            engines_want(worker->engines, id);
    }
    history_clear(&job.history);
    hub_release(service->hub, job.match);
}

static void *work(void *context)
{
    struct worker *worker = context;
    char id[ARCHIVE_ID_SIZE];
    while (take(worker->engines, id))
        work_on(worker, id);
    return NULL;
}

bool engine_accepts_draw(const struct match *match)
{
    if (!match->judged)
        return false;
    if (match->score.kind != SCORE_CENTIPAWNS)
        return match->score.kind == SCORE_LOST;
    // Worse by a pawn, or nothing has happened for long.
    return match->score.value <= -100 || (match->session->count >= 80 && match->score.value <= 10);
}

// ---- Beginning and end ----

struct engines *engines_new(struct service *service, unsigned workers, struct error *err)
{
    struct engines *engines = memory_resize(NULL, 1, sizeof *engines);
    *engines = (struct engines){.service = service, .backlog = true};
    pthread_mutex_init(&engines->lock, NULL);
    pthread_cond_init(&engines->more, NULL);
    for (unsigned i = 0; i < workers; i++) {
        struct worker *worker = &engines->workers[i];
        worker->engines = engines;
        worker->engine = engine_new(HASH, 1, err);
        bool fine = worker->engine != NULL;
        if (fine && pthread_create(&worker->thread, NULL, work, worker) != 0) {
            fine = error_set(err, ERROR_SYSTEM, "", "no thread for an engine can be started");
            engine_free(worker->engine);
        }
        if (!fine) {
            engines_free(engines);
            return NULL;
        }
        pthread_mutex_lock(&engines->lock);
        engines->count++;
        pthread_mutex_unlock(&engines->lock);
    }
    return engines;
}

void engines_free(struct engines *engines)
{
    if (!engines)
        return;
    pthread_mutex_lock(&engines->lock);
    engines->stopping = true;
    for (unsigned i = 0; i < engines->count; i++)
        engine_stop(engines->workers[i].engine);
    pthread_cond_broadcast(&engines->more);
    pthread_mutex_unlock(&engines->lock);
    for (unsigned i = 0; i < engines->count; i++) {
        pthread_join(engines->workers[i].thread, NULL);
        engine_free(engines->workers[i].engine);
    }
    pthread_cond_destroy(&engines->more);
    pthread_mutex_destroy(&engines->lock);
    free(engines);
}
