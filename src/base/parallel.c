// SPDX-License-Identifier: GPL-3.0-or-later
// Shares the rounds of a loop among threads: each takes the next round that nobody has taken.
#include "base/parallel.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct loop {
    atomic_uint_fast64_t next;
    uint64_t count;
    void (*round)(void *context, uint64_t i, int thread);
    void *context;
};

struct hand {
    struct loop *loop;
    int thread;
};

static void *work(void *argument)
{
    const struct hand *hand = argument;
    struct loop *loop = hand->loop;
    for (uint64_t i = atomic_fetch_add(&loop->next, 1); i < loop->count; i = atomic_fetch_add(&loop->next, 1))
        loop->round(loop->context, i, hand->thread);
    return NULL;
}

void parallel_for(int threads, uint64_t count, void (*round)(void *context, uint64_t i, int thread),
                  void *context)
{
    assert(threads >= 1 && threads <= PARALLEL_THREADS_MAX);
    struct loop loop = {.count = count, .round = round, .context = context};
    struct hand hands[PARALLEL_THREADS_MAX];
    pthread_t others[PARALLEL_THREADS_MAX];
    int started = 0;
    for (int i = 1; i < threads && (uint64_t)i < count; i++) {
        hands[i] = (struct hand){&loop, i};
        if (pthread_create(&others[started], NULL, work, &hands[i]))
            break;
        started++;
    }
    hands[0] = (struct hand){&loop, 0};
    work(&hands[0]);
    for (int i = 0; i < started; i++)
        pthread_join(others[i], NULL);
}
