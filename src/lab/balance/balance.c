// SPDX-License-Identifier: GPL-3.0-or-later
// Plays many games at once and sums them up.
#include "lab/balance/balance.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

// ---- Playing ----

struct balance_work {
    const struct balance_request *request;
    struct trial_table *tables; // one for each thread
    struct trial *trials;
    pthread_mutex_t lock;
    uint64_t done;
    atomic_bool ended;
};

static void play_one(void *context, uint64_t number, int thread)
{
    struct balance_work *work = context;
    const struct balance_request *request = work->request;
    if (atomic_load_explicit(&work->ended, memory_order_relaxed))
        return;
    trial_play(&work->tables[thread], number, &work->trials[number]);
    pthread_mutex_lock(&work->lock);
    work->done++;
    if (request->progress && !request->progress(request->context, work->done))
        atomic_store_explicit(&work->ended, true, memory_order_relaxed);
    pthread_mutex_unlock(&work->lock);
}

static bool play_all(struct balance_work *work, struct error *err)
{
    int threads = work->request->threads, open = 0;
    while (open < threads && trial_open(&work->tables[open], &work->request->plan, err))
        open++;
    if (open == threads)
        parallel_for(threads, work->request->games, play_one, work);
    for (int i = 0; i < open; i++)
        trial_close(&work->tables[i]);
    return open == threads;
}

// ---- Summing up ----

static int compare_turns(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static void sum_lengths(struct balance *balance, unsigned *turns)
{
    uint64_t last = balance->games - 1;
    qsort(turns, balance->games, sizeof *turns, compare_turns);
    for (unsigned i = 0; i < 5; i++)
        balance->quartiles[i] = turns[last * i / 4];
    balance->length_step = turns[last] / BALANCE_LENGTHS + 1;
    for (uint64_t i = 0; i < balance->games; i++)
        balance->lengths[turns[i] / balance->length_step]++;
}

static void sum_games(struct balance *balance, const struct trial *trials, uint64_t count, unsigned *turns)
{
    uint64_t decisions = 0, choices = 0, all_turns = 0;
    for (uint64_t i = 0; i < count; i++) {
        const struct trial *trial = &trials[i];
        if (!trial->played)
            continue;
        turns[balance->games++] = trial->turns;
        balance->results[trial->outcome.result]++;
        balance->reasons[trial->outcome.reason][trial->outcome.result]++;
        all_turns += trial->turns;
        decisions += trial->decisions;
        choices += trial->choices;
    }
    if (!balance->games)
        return;
    double games = (double)balance->games, wins = (double)balance->results[RESULT_WHITE];
    double losses = (double)balance->results[RESULT_BLACK];
    balance->share = (wins + (games - wins - losses) / 2) / games;
    // Two wins and two losses more, so that the interval is not empty where all games ended alike (A. Agresti and B. A. Coull,
    // "Approximate is better than 'exact' for interval estimation of binomial proportions", 1998).
    double more = games + 4, mean = (balance->share * games + 2) / more;
    double squares = (wins + 2 + (games - wins - losses) / 4) / more;
    balance->margin = 1.96 * sqrt((squares - mean * mean) / more);
    balance->turns = (double)all_turns / games;
    balance->choices = decisions ? (double)choices / (double)decisions : 0;
    sum_lengths(balance, turns);
}

bool balance_find(const struct balance_request *request, struct balance *balance, struct error *err)
{
    struct balance_work work = {
        .request = request,
        .tables = memory_try_zeroed((size_t)request->threads, sizeof *work.tables),
        .trials = memory_try_zeroed(request->games, sizeof *work.trials),
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    unsigned *turns = memory_try_zeroed(request->games, sizeof *turns);
    bool done = work.tables && work.trials && turns;
    *balance = (struct balance){0};
    if (!done)
        error_no_memory(err);
    else
        done = play_all(&work, err);
    if (done) {
        sum_games(balance, work.trials, request->games, turns);
        worth_find(request->plan.variant, work.trials, request->games, &balance->worth);
    }
    pthread_mutex_destroy(&work.lock);
    free(turns);
    free(work.trials);
    free(work.tables);
    return done;
}
