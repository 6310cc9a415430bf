// SPDX-License-Identifier: GPL-3.0-or-later
// A second thread draws the line and waits for Ctrl-C, which all threads block meanwhile.
#include "cli/play/play_thinking.h"

#include "cli/line/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

// The line appears late enough that quick answers show none.
enum { TICK_MILLISECONDS = 100, FIRST_TICK = 3 };

struct watch {
    struct engine *engine;
    sigset_t interrupt;
    atomic_int depth;
    atomic_bool done;
    bool pressed; // of the thread that watches, until it is joined
};

static void report(void *context, const struct search_info *info)
{
    struct watch *watch = context;
    atomic_store(&watch->depth, info->depth);
}

static void draw(const struct watch *watch, unsigned tick)
{
    static const char signs[] = "|/-\\";
    printf("\r\x1b[K%c thinking: depth %d, %u s; Ctrl-C: move now ", signs[tick % 4],
           atomic_load(&watch->depth), tick * TICK_MILLISECONDS / 1000);
    fflush(stdout);
}

static void *run(void *context)
{
    struct watch *watch = context;
    const struct timespec tick = {0, TICK_MILLISECONDS * 1000000L};
    bool drawn = false;
    for (unsigned ticks = 1; !atomic_load(&watch->done); ticks++) {
        if (sigtimedwait(&watch->interrupt, NULL, &tick) == SIGINT) {
            watch->pressed = true;
            engine_stop(watch->engine);
        } else if (ticks >= FIRST_TICK && !watch->pressed) {
            draw(watch, ticks);
            drawn = true;
        }
    }
    if (drawn) {
        printf("\r\x1b[K");
        fflush(stdout);
    }
    return NULL;
}

bool play_search(struct engine *engine, const struct search_request *request, struct search_result *result,
                 bool shown)
{
    struct watch watch = {.engine = engine};
    struct search_request watched = *request;
    pthread_t thread;
    sigset_t before;
    if (!shown) {
        engine_search(engine, request, result);
        return false;
    }
    sigemptyset(&watch.interrupt);
    sigaddset(&watch.interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &watch.interrupt, &before);
    watched.report = report;
    watched.context = &watch;
    bool drawing = !pthread_create(&thread, NULL, run, &watch);
    engine_search(engine, &watched, result);
    atomic_store(&watch.done, true);
    if (drawing)
        pthread_join(thread, NULL);
    // Pressed again, or too late to be seen: it was meant for the engine, not for the next line.
    if (interrupt_take())
        watch.pressed = true;
    engine_ready(engine);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return watch.pressed;
}
