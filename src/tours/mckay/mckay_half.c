// SPDX-License-Identifier: GPL-3.0-or-later
// Enumerates half-tours by deciding for one cell after the other which steps to later cells a half-tour takes.
//
// Cells are processed rank by rank from the edge of the board, so those that need two steps come first, and few
// partial half-tours have no completion: on the 8×8 board the search visits fewer than 15 nodes for each
// half-tour.
#include "tours/mckay/mckay_half.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "tours/matching/matching.h"

#include <stdlib.h>
#include <string.h>

// The work is divided by *beginnings*: choices of the steps from the first cells. Threads take them in rounds of several.
struct enumeration {
    const struct mckay_ground *ground;
    const struct mckay_watch *watch;
    struct mckay_table *table; // NULL while beginnings are only counted
    int split;                 // how many cells a beginning decides
    uint64_t beginnings, per_round, rounds;
    pthread_mutex_t lock;
    uint64_t done; // rounds; protected by the lock
    bool stopped;  // protected by the lock
    struct walker *walkers;
};

// The state of one thread. At the two ends of a path, `mate` is the other end.
struct walker {
    struct enumeration *all;
    uint64_t beginning, from, to; // the number of the next beginning; the range to continue
    uint64_t half_tours;
    uint64_t weight[MCKAY_ENDS_MAX]; // of a node's digit in the type
    uint8_t steps[MCKAY_HALF_MAX], mate[MCKAY_HALF_MAX];
    struct mckay_batch batch;
};

static void decide_cell(struct walker *walker, int cell);

// The type and the matching of the finished half-tour.
static uint64_t structure_key(const struct walker *walker)
{
    const struct mckay_ground *ground = walker->all->ground;
    int point_of[MCKAY_ENDS_MAX], points = 0;
    uint64_t type = 0;
    uint8_t partner[MCKAY_ENDS_MAX];
    int ends[MCKAY_ENDS_MAX];
    for (int node = 0; node < 2 * ground->width; node++) {
        int cell = ground->cell_of[node];
        if (cell < 0)
            continue;
        int missing = 2 - walker->steps[cell];
        type += walker->weight[node] * (uint64_t)missing;
        if (missing == 1) {
            point_of[node] = points;
            ends[points++] = cell;
        }
    }
    for (int i = 0; i < points; i++)
        partner[i] = (uint8_t)point_of[ground->node_of[walker->mate[ends[i]]]];
    return type << MCKAY_MATCHING_BITS | matching_rank(points / 2, partner);
}

static void decide_step(struct walker *walker, int cell, int i)
{
    const struct mckay_ground *ground = walker->all->ground;
    int left = ground->forward_count[cell] - i;
    if (left == 0 || walker->steps[cell] == 2) {
        if (walker->steps[cell] >= ground->least[cell])
            decide_cell(walker, cell + 1);
        return;
    }
    int other = ground->forward[cell][i];
    uint8_t *steps = walker->steps, *mate = walker->mate;
    if (steps[other] < 2 && mate[cell] != other) {
        uint8_t a = mate[cell], b = mate[other];
        steps[cell]++;
        steps[other]++;
        mate[a] = b;
        mate[b] = a;
        decide_step(walker, cell, i + 1);
        mate[a] = (uint8_t)cell;
        mate[b] = (uint8_t)other;
        steps[cell]--;
        steps[other]--;
    }
    if (steps[cell] + left - 1 >= ground->least[cell])
        decide_step(walker, cell, i + 1);
}

static void decide_cell(struct walker *walker, int cell)
{
    struct enumeration *all = walker->all;
    if (cell == all->split) {
        uint64_t beginning = walker->beginning++;
        if (!all->table || beginning < walker->from || beginning >= walker->to)
            return;
    }
    if (cell == all->ground->cells) {
        walker->half_tours++;
        mckay_table_add(all->table, &walker->batch, structure_key(walker));
    } else {
        decide_step(walker, cell, 0);
    }
}

static void walker_init(struct walker *walker, struct enumeration *all)
{
    const struct mckay_ground *ground = all->ground;
    memset(walker, 0, sizeof *walker);
    walker->all = all;
    for (int i = 0; i < ground->cells; i++)
        walker->mate[i] = (uint8_t)i;
    uint64_t weight = 1;
    for (int i = 0; i < 2 * ground->width; i++, weight *= 3)
        walker->weight[(i + ground->width) % (2 * ground->width)] = weight;
}

// Whether the work goes on, after `finished` further rounds.
static bool report(struct enumeration *all, uint64_t finished)
{
    pthread_mutex_lock(&all->lock);
    all->done += finished;
    if (!all->stopped && all->watch->progress &&
        !all->watch->progress(all->watch->context, (double)all->done / (double)all->rounds))
        all->stopped = true;
    bool goes_on = !all->stopped && !atomic_load(&all->table->failed);
    pthread_mutex_unlock(&all->lock);
    return goes_on;
}

static void enumerate_round(void *context, uint64_t round, int thread)
{
    struct enumeration *all = context;
    struct walker *walker = &all->walkers[thread];
    if (!report(all, 0))
        return;
    walker->beginning = 0;
    walker->from = round * all->per_round;
    walker->to = walker->from + all->per_round;
    decide_cell(walker, 0);
    report(all, 1);
}

enum { ROUNDS = 256 };

bool mckay_half_enumerate(const struct mckay_ground *ground, int threads, const struct mckay_watch *watch,
                          struct mckay_table *table, struct error *err)
{
    struct enumeration all = {.ground = ground, .watch = watch};
    all.split = ground->width < ground->cells ? ground->width : ground->cells - 1;
    all.walkers = memory_try(NULL, (size_t)threads, sizeof *all.walkers);
    if (!all.walkers)
        return error_no_memory(err);
    pthread_mutex_init(&all.lock, NULL);
    for (int i = 0; i < threads; i++)
        walker_init(&all.walkers[i], &all);
    decide_cell(&all.walkers[0], 0);
    all.beginnings = all.walkers[0].beginning;
    all.rounds = all.beginnings < ROUNDS ? all.beginnings : ROUNDS;
    all.per_round = all.rounds ? (all.beginnings + all.rounds - 1) / all.rounds : 0;
    all.table = table;
    parallel_for(threads, all.rounds, enumerate_round, &all);
    table->half_tours = 0;
    for (int i = 0; i < threads; i++) {
        mckay_table_flush(table, &all.walkers[i].batch);
        table->half_tours += all.walkers[i].half_tours;
    }
    free(all.walkers);
    pthread_mutex_destroy(&all.lock);
    if (all.stopped)
        return error_set(err, ERROR_BUSY, "", "the work was interrupted");
    if (atomic_load(&table->refused))
        return error_no_memory(err);
    if (atomic_load(&table->failed))
        return error_set(
            err, ERROR_TOO_LARGE, "memory",
            "the path structures of this board need more memory than the limit allows; increase it");
    return true;
}
