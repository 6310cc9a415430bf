// SPDX-License-Identifier: GPL-3.0-or-later
// One thread for each search, joined before the next one begins.
#include "session/thinker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct thinker {
    struct engine *engine;
    pthread_t thread;
    bool joinable; // a thread was started and not joined; used by the owner's thread only
    pthread_mutex_t lock;
    bool running; // under `lock`

    // What the running search works on: copies of what the caller gave.
    struct search_request request;
    struct position position;
    struct history history;
    move *only;
    thinker_found *found;
    void *context;
};

struct thinker *thinker_new(unsigned hash, unsigned threads, struct error *err)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker) {
        error_no_memory(err);
        return NULL;
    }
    thinker->engine = engine_new(hash, threads, err);
    if (!thinker->engine) {
        free(thinker);
        return NULL;
    }
    pthread_mutex_init(&thinker->lock, NULL);
    history_init(&thinker->history);
    return thinker;
}

void thinker_free(struct thinker *thinker)
{
    if (!thinker)
        return;
    thinker_stop(thinker);
    thinker_wait(thinker);
    engine_free(thinker->engine);
    history_clear(&thinker->history);
    free(thinker->only);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker);
}

struct engine *thinker_engine(struct thinker *thinker)
{
    return thinker->engine;
}

static void set_running(struct thinker *thinker, bool running)
{
    pthread_mutex_lock(&thinker->lock);
    thinker->running = running;
    pthread_mutex_unlock(&thinker->lock);
}

bool thinker_is_running(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    bool running = thinker->running;
    pthread_mutex_unlock(&thinker->lock);
    return running;
}

static void *think(void *argument)
{
    struct thinker *thinker = argument;
    struct search_result result;
    engine_search(thinker->engine, &thinker->request, &result);
    thinker->found(thinker->context, &result);
    set_running(thinker, false);
    return NULL;
}

// Takes over all that the request points to.
static bool copy_request(struct thinker *thinker, const struct search_request *request, struct error *err)
{
    move *only = NULL;
    if (request->only_count) {
        only = malloc(request->only_count * sizeof *only);
        if (!only)
            return error_no_memory(err);
        memcpy(only, request->only, request->only_count * sizeof *only);
    }
    free(thinker->only);
    thinker->only = only;
    thinker->position = *request->position;
    thinker->request = *request;
    thinker->request.position = &thinker->position;
    thinker->request.only = only;
    if (!request->history)
        return true;
    thinker->request.history = &thinker->history;
    return history_copy(&thinker->history, request->history) || error_no_memory(err);
}

bool thinker_start(struct thinker *thinker, const struct search_request *request, thinker_found *found,
                   void *context, struct error *err)
{
    if (thinker_is_running(thinker))
        return error_set(err, ERROR_BUSY, "", "a search is running");
    thinker_wait(thinker);
    if (!copy_request(thinker, request, err))
        return false;
    thinker->found = found;
    thinker->context = context;
    engine_ready(thinker->engine);
    set_running(thinker, true);
    if (pthread_create(&thinker->thread, NULL, think, thinker) != 0) {
        set_running(thinker, false);
        return error_set(err, ERROR_SYSTEM, "", "no thread for the search can be started");
    }
    thinker->joinable = true;
    return true;
}

void thinker_stop(struct thinker *thinker)
{
    // Under the lock: the search cannot end, and the next one not begin, between the question and the stop.
    pthread_mutex_lock(&thinker->lock);
    if (thinker->running)
        engine_stop(thinker->engine);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_ponderhit(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    if (thinker->running)
        engine_ponderhit(thinker->engine);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_wait(struct thinker *thinker)
{
    if (!thinker->joinable)
        return;
    pthread_join(thinker->thread, NULL);
    thinker->joinable = false;
}
