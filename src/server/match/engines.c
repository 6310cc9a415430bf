// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that take matches in which an engine is to move from the queue, and one that stops their searches in time.
#include "server/match/engines.h"

#include "base/clock.h"
#include "base/memory.h"
#include "position/integrity.h"
#include "protocols/endings.h"
#include "search/ladder.h"
#include "server/http/quota.h"
#include "server/limits.h"
#include "server/match/fair.h"
#include "server/match/streams.h"
#include "session/opponent.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// MiB; milliseconds; milliseconds of the engine's clock that are kept for writing its turn.
enum { HASH = 16, REPORT_EVERY = 500, OVERHEAD = 50 };

struct worker {
    struct engines *engines;
    struct engine *engine;
    pthread_t thread;
    struct fair_job job;        // current job; guarded, like the next two, by the pool's lock
    const struct match *match;  // being searched, or NULL
    int64_t begun;              // clock_milliseconds() when that search began
    char last[ARCHIVE_ID_SIZE]; // the match that the hash table is about
};

struct engines {
    struct service *service;
    const struct engine_actions *actions;
    pthread_mutex_t lock;
    pthread_cond_t more, changed; // for the workers; for the timekeeper
    struct fair *queue;
    bool backlog; // more are waiting in the archive than in the queue
    bool refused; // the last turn of an engine could not be written
    bool stopping;
    pthread_t timekeeper;
    bool timed; // the timekeeper runs
    unsigned count;
    struct worker workers[LIMIT_WORKERS];
};

// ---- The queue ----

static unsigned time_of_level(const struct level *level)
{
    return (unsigned)opponent_movetime(level);
}

// The level of the engine that is to move. The match is locked.
static const struct level *level_of(const struct match *match)
{
    const struct level *level = level_find(match->row.seats[session_side(match->session)].level, NULL);
    return level ? level : &levels[LEVEL_FULL];
}

static void add(struct engines *engines, const char *id, const struct address *client, unsigned wanted)
{
    pthread_mutex_lock(&engines->lock);
    if (!fair_add(engines->queue, id, client, wanted))
        engines->backlog = true;
    pthread_cond_signal(&engines->more);
    // The more matches are waiting, the less time each one gets.
    pthread_cond_signal(&engines->changed);
    pthread_mutex_unlock(&engines->lock);
}

void engines_want(struct engines *engines, const struct match *match, const struct address *client)
{
    add(engines, match->id, client, time_of_level(level_of(match)));
}

bool engines_busy(struct engines *engines, const struct address *client)
{
    pthread_mutex_lock(&engines->lock);
    bool busy = fair_waiting_of(engines->queue, client) == LIMIT_QUEUE_CLIENT;
    pthread_mutex_unlock(&engines->lock);
    return busy;
}

struct engines_state engines_state(struct engines *engines)
{
    pthread_mutex_lock(&engines->lock);
    struct engines_state state = {.waiting = fair_waiting(engines->queue)};
    for (unsigned i = 0; i < engines->count; i++)
        state.thinking += engines->workers[i].match != NULL;
    pthread_mutex_unlock(&engines->lock);
    return state;
}

// Waits for a match. Returns false when the pool is stopping.
static bool take(struct worker *worker)
{
    struct engines *engines = worker->engines;
    pthread_mutex_lock(&engines->lock);
    bool taken = false;
    while (!engines->stopping && !(taken = fair_take(engines->queue, &worker->job)))
        pthread_cond_wait(&engines->more, &engines->lock);
    pthread_mutex_unlock(&engines->lock);
    return taken;
}

static void give_back(struct worker *worker, int64_t spent)
{
    pthread_mutex_lock(&worker->engines->lock);
    fair_done(worker->engines->queue, &worker->job, (unsigned)spent);
    quotas_think(worker->engines->service->quotas, &worker->job.client, spent);
    pthread_mutex_unlock(&worker->engines->lock);
}

// Matches from the archive count as those of one client: whose they were is no longer known.
static const struct address nobody = {{0}};

static void want_again(void *context, const char *id)
{
    add(context, id, &nobody, time_of_level(&levels[LEVEL_FULL]));
}

void engines_tick(struct engines *engines)
{
    pthread_mutex_lock(&engines->lock);
    bool look = engines->backlog && fair_waiting_of(engines->queue, &nobody) == 0;
    if (look)
        engines->backlog = false;
    pthread_mutex_unlock(&engines->lock);
    // One more than the queue holds, to find out whether there are more.
    if (look && !archive_due(engines->service->archive, LIMIT_QUEUE + 1, want_again, engines, NULL)) {
        pthread_mutex_lock(&engines->lock);
        engines->backlog = true;
        pthread_mutex_unlock(&engines->lock);
    }
}

// ---- Stopping searches in time ----

// Stops the searches whose time, by the present load, is up, and returns when the next one's will be: clock_milliseconds().
// The lock is held.
static int64_t end_searches(struct engines *engines, int64_t time)
{
    int64_t next = time + 60000;
    for (unsigned i = 0; i < engines->count; i++) {
        struct worker *worker = &engines->workers[i];
        if (!worker->match)
            continue;
        int64_t end = worker->begun + fair_time(engines->queue, &worker->job);
        if (end <= time)
            engine_stop(worker->engine);
        else if (end < next)
            next = end;
    }
    return next;
}

static void *keep_time(void *context)
{
    struct engines *engines = context;
    pthread_mutex_lock(&engines->lock);
    while (!engines->stopping) {
        int64_t next = end_searches(engines, clock_milliseconds());
        struct timespec until = {.tv_sec = next / 1000, .tv_nsec = next % 1000 * 1000000};
        pthread_cond_timedwait(&engines->changed, &engines->lock, &until);
    }
    pthread_mutex_unlock(&engines->lock);
    return NULL;
}

// ---- Thinking ----

// One search, and when it was last reported.
struct job {
    struct worker *worker;
    struct match *match;
    struct position position;
    struct history history;
    struct game_clock clock;
    const struct level *level;
    int64_t reported;
};

static void publish_thinking(struct engines *engines, const char *id, bool thinking, size_t ply, int depth)
{
    struct streams *streams = engines->service->streams;
    if (!streams_watched(streams, id))
        return;
    json_t *data = json_pack("{s:b, s:I, s:i}", "thinking", thinking, "ply", (json_int_t)ply, "depth", depth);
    char *json = json_dumps(data, JSON_COMPACT);
    json_decref(data);
    struct buffer text;
    buffer_init(&text);
    buffer_addf(&text, "event: thinking\ndata: %s\n\n", json ? json : "{}");
    free(json);
    streams_publish(streams, id, STREAM_THINKING, share_new(text.text, text.length));
    buffer_clear(&text);
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
    worker->begun = clock_milliseconds();
    if (match)
        engine_ready(worker->engine);
    pthread_cond_signal(&worker->engines->changed);
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

// Whether an engine's turn could be written. If not, its match is read from the archive again a second later.
static bool is_worth_it(struct engines *engines)
{
    pthread_mutex_lock(&engines->lock);
    bool refused = engines->refused;
    pthread_mutex_unlock(&engines->lock);
    if (!refused || archive_check(engines->service->archive, NULL))
        return true;
    pthread_mutex_lock(&engines->lock);
    engines->backlog = true;
    pthread_mutex_unlock(&engines->lock);
    return false;
}

// Starts work on the match. Returns false if there is nothing to do, or another engine is working on it.
static bool begin(struct job *job)
{
    struct match *match = job->match;
    pthread_mutex_lock(&match->lock);
    bool due = match_is_due(match) && !match->searching && match->session->count < LIMIT_TURNS &&
               !job->worker->engines->actions->announce(job->worker->engines->service, match);
    if (due) {
        match->searching = true;
        job->position = match->session->position;
        // If memory runs out, the program exits (src/cli/main.c).
        (void)history_copy(&job->history, &match->session->history);
        job->level = level_of(match);
        job->clock = match->row.clock;
        pthread_mutex_lock(&job->worker->engines->lock);
        unsigned wanted = time_of_level(job->level);
        // A client that has used up its engine time still gets replies, but quick ones.
        if (wanted > FAIR_LEAST &&
            !quotas_may_think(job->worker->engines->service->quotas, &job->worker->job.client))
            wanted = FAIR_LEAST;
        job->worker->job.wanted = wanted;
        pthread_mutex_unlock(&job->worker->engines->lock);
        set_match(job->worker, match);
    }
    pthread_mutex_unlock(&match->lock);
    return due;
}

static void search(struct job *job, struct search_result *result)
{
    struct worker *worker = job->worker;
    // The table is for one match only: in another game, a different position may have the same hash.
    if (strcmp(worker->last, job->match->id) != 0)
        engine_clear(worker->engine);
    memcpy(worker->last, job->match->id, sizeof worker->last);
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    struct search_request request = {
        .position = &job->position,
        .history = &job->history,
        .limits.movetime = time_of_level(job->level),
        .handicap = ladder_level(job->position.variant->game, job->level),
        .seed = seed,
        .report = report,
        .context = job,
    };
    opponent_limit(&request.limits, &job->clock, served_now(&worker->engines->service->served));
    request.limits.overhead = OVERHEAD;
    engine_search(worker->engine, &request, result);
    metrics_add(worker->engines->service->metrics, METRICS_SEARCHES, NULL, NULL, 1);
    metrics_add(worker->engines->service->metrics, METRICS_THINKING, NULL, NULL,
                (double)result->elapsed / 1e3);
}

// Plays the turn that was found, unless the match has changed in the meantime. Returns whether the engine is (still, or again) to move.
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
        bool played = engines->actions->play(engines->service, match, &result->turn, &problem);
        if (!played && problem.code != PROBLEM_MATCH_OVER) // out of time: the flag falls by itself
            log_event(&engines->service->log, LOG_ERROR, "an engine's turn could not be played",
                      problem.message);
        match->judged = played;
        match->score = result->score;
        pthread_mutex_lock(&engines->lock);
        // If it could not be written, it is tried again after a while.
        bool unwritten = !played && problem.code == PROBLEM_DATABASE;
        engines->backlog = engines->backlog || unwritten;
        engines->refused = unwritten;
        pthread_mutex_unlock(&engines->lock);
    }
    bool again = wanted && !same && match_is_due(match);
    pthread_mutex_unlock(&match->lock);
    return again;
}

// Works on the match that was taken from the queue; returns the milliseconds spent on it.
static int64_t work_on(struct worker *worker)
{
    int64_t spent = 0;
    const char *id = worker->job.id;
    struct service *service = worker->engines->service;
    struct problem problem = {.code = PROBLEM_NONE};
    struct job job = {.worker = worker, .match = hub_acquire(service->hub, id, &problem), .reported = 0};
    if (!job.match)
        return 0;
    history_init(&job.history);
    if (is_worth_it(worker->engines) && begin(&job)) {
        struct search_result result;
        publish_thinking(worker->engines, id, true, job.history.count, 0);
        search(&job, &result);
        spent = result.elapsed;
        bool again = finish(&job, &result);
        publish_thinking(worker->engines, id, false, job.history.count, result.depth);
        if (again)
            add(worker->engines, id, &worker->job.client, worker->job.wanted);
    }
    history_clear(&job.history);
    hub_release(service->hub, job.match);
    return spent;
}

static void *work(void *context)
{
    struct worker *worker = context;
    while (take(worker))
        give_back(worker, work_on(worker));
    return NULL;
}

bool engine_accepts_draw(const struct match *match)
{
    return match->judged && opponent_accepts_draw(&match->score, match->session->count);
}

// ---- Beginning and end ----

struct engines *engines_new(struct service *service, const struct engine_actions *actions, unsigned workers,
                            struct error *err)
{
    struct engines *engines = memory_resize(NULL, 1, sizeof *engines);
    *engines =
        (struct engines){.service = service, .actions = actions, .backlog = true, .queue = fair_new(workers)};
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&engines->lock, NULL);
    pthread_cond_init(&engines->more, NULL);
    pthread_cond_init(&engines->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    engines->timed = pthread_create(&engines->timekeeper, NULL, keep_time, engines) == 0;
    if (!engines->timed) {
        error_set(err, ERROR_SYSTEM, "", "cannot start a thread for the engines");
        engines_free(engines);
        return NULL;
    }
    for (unsigned i = 0; i < workers; i++) {
        struct worker *worker = &engines->workers[i];
        worker->engines = engines;
        worker->engine = engine_new(HASH, 1, err);
        bool fine = worker->engine != NULL;
        if (fine)
            endings_give(worker->engine, service->tables);
        if (fine && pthread_create(&worker->thread, NULL, work, worker) != 0) {
            fine = error_set(err, ERROR_SYSTEM, "", "cannot start a thread for an engine");
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
    pthread_cond_signal(&engines->changed);
    pthread_mutex_unlock(&engines->lock);
    for (unsigned i = 0; i < engines->count; i++) {
        pthread_join(engines->workers[i].thread, NULL);
        engine_free(engines->workers[i].engine);
    }
    if (engines->timed)
        pthread_join(engines->timekeeper, NULL);
    fair_free(engines->queue);
    pthread_cond_destroy(&engines->changed);
    pthread_cond_destroy(&engines->more);
    pthread_mutex_destroy(&engines->lock);
    free(engines);
}
