// SPDX-License-Identifier: GPL-3.0-or-later
// One thread for all searches, started with the first, because starting a thread takes longer than a short search.
#include "session/thinker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct thinker {
    struct engine *engine;
    pthread_t thread;
    bool started; // whether there is a thread; used only by the owner's thread
    pthread_mutex_t lock;
    pthread_cond_t changed; // with `lock`: one of the following has changed
    bool running;           // a search is running or about to
    bool leaving;           // the thread must end

    // Copies of the request for the running search.
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
    pthread_cond_init(&thinker->changed, NULL);
    history_init(&thinker->history);
    return thinker;
}

// Waits for the running search, if any.
static void end_thread(struct thinker *thinker)
{
    if (!thinker->started)
        return;
    pthread_mutex_lock(&thinker->lock);
    thinker->leaving = true;
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
    pthread_join(thinker->thread, NULL);
}

void thinker_free(struct thinker *thinker)
{
    if (!thinker)
        return;
    thinker_stop(thinker);
    end_thread(thinker);
    engine_free(thinker->engine);
    history_clear(&thinker->history);
    free(thinker->only);
    pthread_cond_destroy(&thinker->changed);
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
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
}

bool thinker_is_running(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    bool running = thinker->running;
    pthread_mutex_unlock(&thinker->lock);
    return running;
}

// Waits for a search; false if there will be no more.
static bool wait_for_search(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->running && !thinker->leaving)
        pthread_cond_wait(&thinker->changed, &thinker->lock);
    bool searches = thinker->running;
    pthread_mutex_unlock(&thinker->lock);
    return searches;
}

static void *think(void *argument)
{
    struct thinker *thinker = argument;
    while (wait_for_search(thinker)) {
        struct search_result result;
        engine_search(thinker->engine, &thinker->request, &result);
        thinker->found(thinker->context, &result);
        set_running(thinker, false);
    }
    return NULL;
}

// Copies everything that the request points to.
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
    if (!copy_request(thinker, request, err))
        return false;
    thinker->found = found;
    thinker->context = context;
    engine_ready(thinker->engine);
    if (!thinker->started && pthread_create(&thinker->thread, NULL, think, thinker) != 0)
        return error_set(err, ERROR_SYSTEM, "", "cannot start a thread for the search");
    thinker->started = true;
    set_running(thinker, true);
    return true;
}

void thinker_stop(struct thinker *thinker)
{
    // Under the lock, so that no search ends and no other begins between the test and the stop.
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
    pthread_mutex_lock(&thinker->lock);
    while (thinker->running)
        pthread_cond_wait(&thinker->changed, &thinker->lock);
    pthread_mutex_unlock(&thinker->lock);
}
