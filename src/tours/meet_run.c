// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the meeting method: levels by all threads together, then blocks by each on its own.
#include "tours/meet.h"

#include "base/memory.h"
#include "tours/checkpoint.h"
#include "tours/meet_step.h"
#include "tours/meet_store.h"
#include "tours/meet_task.h"
#include "tours/residue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// A block of at most so many states is one thread's; larger ones are worked on by all.
enum { TASK_STATES = 100000 };
// A block of more states than this is cut before it is advanced, which repeats some work and saves memory.
enum { HUGE_STATES = 5000000, WISHES_MAX = 4 };
// Fewer groups than this are put behind each other sooner than threads are started for it.
enum { PLACED_ALONE = 20000 };
// A thread cuts its block further while it has more states than this: what fits a processor's second cache.
enum { BLOCK_STATES = 40000 };

struct worker {
    struct meet *meet;
    pthread_t thread;
    struct meet_stepper stepper;
    struct meet_joiner joiner;
    struct meet_level levels[MEET_SLOTS_MAX + 2][2][2]; // by milestone and side, two to take turns
};

struct meet {
    const struct count_request *request;
    const struct meet_plan *plan;
    enum meet_mode mode;
    uint64_t prime;
    struct meet_memory memory;
    struct worker *workers;
    unsigned threads;
    pthread_mutex_t mutex; // for all that follows
    struct checkpoint *checkpoint;
    const char *file;              // that it is saved to; NULL: none
    struct timespec saved, stored; // when that was, and the lists of both sides
    struct error *err;
    bool stopped; // and *err says why
    double done;
    struct meet_total total;
    _Atomic uint64_t states;
    uint64_t huge; // states that make a block too large to be advanced before it is cut
    // A step taken by all.
    struct {
        int half, step;
        struct meet_span input;
        const struct meet_level *level; // where the input lies
        uint64_t *bounds;               // [parts + 1] of signatures
        struct meet_range range;        // of all parts together
        struct meet_level *outputs, *out;
        size_t *places; // [parts] where each output's groups go in `out`
        size_t parts;
        atomic_size_t next;
    } shared;
    // A join done by all.
    struct {
        const struct meet_task *task;
        unsigned parts;
        atomic_uint next;
    } joined;
    // Blocks that threads take one by one.
    struct meet_tasks tasks;
    atomic_size_t next_task;
};

// ---- Blocks ----

static void work_on(struct worker *worker, const struct meet_task *task);

static void work_on_block(void *context, const struct meet_task *block)
{
    work_on(context, block);
}

// Takes the steps of a list of one side up to a milestone; where the result lies.
static struct meet_span take_steps(struct worker *worker, struct meet_span input, int side, int milestone)
{
    const struct meet_plan *plan = worker->meet->plan;
    int half = plan->shared ? 0 : side;
    int first = milestone ? plan->milestone[milestone - 1].steps[half] : 0;
    const struct meet_range everything = {.high = UINT64_MAX};
    for (int step = first; step < plan->milestone[milestone].steps[half]; step++) {
        struct meet_level *out = &worker->levels[milestone][side][step & 1];
        meet_level_reset(out);
        meet_step(&worker->stepper, half, step, input.groups, input.count, &everything, out);
        atomic_fetch_add_explicit(&worker->meet->states, out->states, memory_order_relaxed);
        input = (struct meet_span){out->groups, out->count};
    }
    return input;
}

// Carries a block to the end.
static void work_on(struct worker *worker, const struct meet_task *task)
{
    const struct meet_plan *plan = worker->meet->plan;
    if (!task->span[0].count || !task->span[1].count)
        return;
    if (task->milestone == plan->milestones - 1) {
        meet_join(&worker->joiner, task->span[0].groups, task->span[0].count, task->span[1].groups,
                  task->span[1].count, task->same, task->weight, (struct meet_share){0, 1});
        return;
    }
    struct meet_task next = *task;
    next.milestone++;
    next.span[0] = take_steps(worker, task->span[0], 0, next.milestone);
    next.span[1] = task->same ? next.span[0] : take_steps(worker, task->span[1], 1, next.milestone);
    if (next.milestone < plan->milestones - 1 && meet_span_states(next.span[0]) > BLOCK_STATES)
        meet_task_cut(plan, &next, work_on_block, worker);
    else
        work_on(worker, &next);
}

// ---- What all threads share ----

static void run_workers(struct meet *meet, void *(*work)(void *))
{
    unsigned started = 0;
    for (unsigned i = 1; i < meet->threads; i++, started++)
        if (pthread_create(&meet->workers[i].thread, NULL, work, &meet->workers[i]))
            break;
    work(&meet->workers[0]);
    for (unsigned i = 1; i <= started; i++)
        pthread_join(meet->workers[i].thread, NULL);
}

static void stop(struct meet *meet, enum error_code code, const char *at, const char *message)
{
    if (!meet->stopped)
        error_set(meet->err, code, at, "%s", message);
    meet->stopped = true;
}

// Says how far the work is, and stops it when nobody wants it any more or it cannot go on. The mutex is held.
static void report(struct meet *meet, bool is_known)
{
    const struct count_request *request = meet->request;
    struct count_progress now = {is_known ? meet->done : -1, atomic_load(&meet->states),
                                 atomic_load(&meet->memory.held),
                                 is_known ? "joining blocks" : "first lists"};
    if (atomic_load(&meet->memory.failed))
        stop(
            meet, ERROR_TOO_LARGE, "memory",
            "states need more memory than allowed, and the directory for temporary files has no room either");
    if (!meet->stopped && request->progress && !request->progress(request->context, &now))
        stop(meet, ERROR_BUSY, "", "the count was interrupted");
}

static bool has_overflowed(const struct worker *worker)
{
    return worker->stepper.sum.overflowed || worker->joiner.overflowed;
}

static bool has_any_overflowed(const struct meet *meet)
{
    bool overflowed = false;
    for (unsigned i = 0; i < meet->threads; i++)
        overflowed |= has_overflowed(&meet->workers[i]);
    return overflowed;
}

static void save(struct meet *meet, bool at_once)
{
    struct timespec now;
    struct error err;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!meet->file ||
        (!at_once && now.tv_sec - meet->saved.tv_sec < (time_t)meet->request->checkpoint_seconds))
        return;
    meet->saved = now;
    memcpy(meet->checkpoint->total, meet->total.words, sizeof meet->total.words);
    if (!checkpoint_write(meet->checkpoint, meet->file, &err))
        stop(meet, err.code, err.at, err.message);
}

// The file of the first lists of a side. Freed by the caller.
static char *list_path(const struct meet *meet, int side)
{
    size_t length = strlen(meet->file) + sizeof ".lists-0";
    char *path = memory_resize(NULL, length, 1);
    snprintf(path, length, "%s.lists-%d", meet->file, side);
    return path;
}

static struct meet_label list_label(const struct meet *meet, int side, int steps)
{
    return (struct meet_label){meet->checkpoint->fingerprint, meet->mode, meet->prime, (uint64_t)side,
                               (uint64_t)steps};
}

// Keeps the first lists of a side as they are after so many steps, if it is time to or the count ends. Until they are
// complete no block is done, and a large board's take long.
static void store_lists(struct meet *meet, int side, int steps, const struct meet_level *level)
{
    struct timespec now;
    struct error err;
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool is_late = now.tv_sec - meet->stored.tv_sec >= (time_t)meet->request->checkpoint_seconds;
    if (!meet->file || (!is_late && !meet->stopped) || atomic_load(&meet->memory.failed) ||
        has_any_overflowed(meet))
        return;
    struct meet_label label = list_label(meet, side, steps);
    char *path = list_path(meet, side);
    if (!meet_store_write(level, &label, path, &err))
        stop(meet, err.code, err.at, err.message);
    free(path);
    // The checkpoint says which numbers are being worked with.
    save(meet, true);
    clock_gettime(CLOCK_MONOTONIC, &meet->stored);
}

// Takes up the first lists of a side where they were kept; how many steps they have behind them, -1 when nothing can be read.
static int take_up_lists(struct meet *meet, int side, struct meet_level *level)
{
    struct error err;
    if (!meet->file)
        return 0;
    struct meet_label label = list_label(meet, side, 0);
    char *path = list_path(meet, side);
    if (!meet_store_read(level, &label, path, &err))
        stop(meet, err.code, err.at, err.message);
    free(path);
    int half = meet->plan->shared ? 0 : side;
    if (!meet->stopped && label.steps > (uint64_t)meet->plan->milestone[0].steps[half])
        stop(meet, ERROR_CONFLICT, meet->file,
             "the list of states kept beside it belongs to another version");
    return meet->stopped ? -1 : (int)label.steps;
}

static void forget_lists(struct meet *meet)
{
    for (int side = 0; side < 2 && meet->file; side++) {
        char *path = list_path(meet, side);
        unlink(path);
        free(path);
    }
}

// Takes what a thread has found in a block to the total.
static void finish_block(struct worker *worker, const struct meet_task *task)
{
    struct meet *meet = worker->meet;
    pthread_mutex_lock(&meet->mutex);
    meet_total_add(&meet->total, &worker->joiner.total, meet->mode, meet->prime);
    worker->joiner.total = (struct meet_total){{0, 0, 0}};
    meet->done += task->share;
    checkpoint_add(meet->checkpoint, (uint64_t)task->milestone, task->digits);
    meet->stopped |= has_overflowed(worker);
    report(meet, true);
    if (!meet->stopped)
        save(meet, false);
    pthread_mutex_unlock(&meet->mutex);
}

static bool is_stopped(struct meet *meet)
{
    pthread_mutex_lock(&meet->mutex);
    bool stopped = meet->stopped;
    pthread_mutex_unlock(&meet->mutex);
    return stopped;
}

static void *work_on_tasks(void *argument)
{
    struct worker *worker = argument;
    struct meet *meet = worker->meet;
    while (!is_stopped(meet)) {
        size_t i = atomic_fetch_add(&meet->next_task, 1);
        if (i >= meet->tasks.count)
            break;
        work_on(worker, &meet->tasks.list[i]);
        finish_block(worker, &meet->tasks.list[i]);
    }
    return NULL;
}

// ---- Joined together ----

static void *join_shares(void *argument)
{
    struct worker *worker = argument;
    struct meet *meet = worker->meet;
    const struct meet_task *task = meet->joined.task;
    for (unsigned part; (part = (unsigned)atomic_fetch_add(&meet->joined.next, 1)) < meet->joined.parts;)
        meet_join(&worker->joiner, task->span[0].groups, task->span[0].count, task->span[1].groups,
                  task->span[1].count, task->same, task->weight,
                  (struct meet_share){part, meet->joined.parts});
    return NULL;
}

// Joins a block that has all its steps behind it.
static void join_together(struct meet *meet, const struct meet_task *task)
{
    if (!task->span[0].count || !task->span[1].count)
        return;
    meet->joined.task = task;
    meet->joined.parts = 8 * meet->threads;
    atomic_store(&meet->joined.next, 0);
    run_workers(meet, join_shares);
    for (unsigned i = 1; i < meet->threads; i++) {
        struct meet_total *found = &meet->workers[i].joiner.total;
        meet_total_add(&meet->workers[0].joiner.total, found, meet->mode, meet->prime);
        *found = (struct meet_total){{0, 0, 0}};
    }
    meet->stopped |= has_any_overflowed(meet);
    finish_block(&meet->workers[0], task);
}

// ---- Steps taken together ----

static void *take_part(void *argument)
{
    struct worker *worker = argument;
    struct meet *meet = worker->meet;
    for (;;) {
        size_t part = atomic_fetch_add(&meet->shared.next, 1);
        struct meet_range range = meet->shared.range;
        if (part >= meet->shared.parts)
            return NULL;
        if (meet->shared.bounds[part] > range.low)
            range.low = meet->shared.bounds[part];
        if (meet->shared.bounds[part + 1] < range.high)
            range.high = meet->shared.bounds[part + 1];
        meet_step(&worker->stepper, meet->shared.half, meet->shared.step, meet->shared.input.groups,
                  meet->shared.input.count, &range, &meet->shared.outputs[part]);
        if (atomic_load(&meet->memory.spilled)) {
            meet_level_release(&meet->shared.outputs[part]);
            if (meet->shared.level)
                meet_level_release(meet->shared.level);
        }
    }
}

static void *place_part(void *argument)
{
    struct meet *meet = ((struct worker *)argument)->meet;
    for (size_t part; (part = atomic_fetch_add(&meet->shared.next, 1)) < meet->shared.parts;)
        meet_level_place(meet->shared.out, meet->shared.places[part], &meet->shared.outputs[part]);
    return NULL;
}

// Puts the outputs of all parts behind each other.
static void gather_parts(struct meet *meet, struct meet_level *out)
{
    size_t groups = 0, parts = meet->shared.parts;
    meet->shared.out = out;
    meet->shared.places = memory_resize(NULL, parts, sizeof *meet->shared.places);
    for (size_t i = 0; i < parts; i++) {
        meet->shared.places[i] = groups;
        groups += meet->shared.outputs[i].count;
    }
    meet_level_reserve(out, groups);
    atomic_store(&meet->shared.next, 0);
    if (groups < PLACED_ALONE)
        place_part(&meet->workers[0]);
    else
        run_workers(meet, place_part);
    for (size_t i = 0; i < parts; i++)
        meet_level_adopt(out, &meet->shared.outputs[i]);
    free(meet->shared.places);
}

// Takes one step of a list that lies in `level` (or elsewhere, NULL).
static void step_together(struct meet *meet, int half, int step, struct meet_span input,
                          const struct meet_level *level, const struct meet_wish *wish,
                          struct meet_level *out)
{
    meet->shared.range = meet_task_range(meet->plan, half, step, wish);
    size_t parts = input.count < 200 ? 1 : 8 * (size_t)meet->threads;
    meet->shared.half = half;
    meet->shared.step = step;
    meet->shared.input = input;
    meet->shared.level = level;
    meet->shared.parts = parts;
    meet->shared.bounds = memory_resize(NULL, parts + 1, sizeof(uint64_t));
    meet->shared.outputs = memory_resize(NULL, parts, sizeof(struct meet_level));
    atomic_store(&meet->shared.next, 0);
    for (size_t i = 0; i < parts; i++)
        meet_level_init(&meet->shared.outputs[i], &meet->memory);
    meet_step_divide(&meet->workers[0].stepper, half, step, input.groups, input.count, &meet->shared.range,
                     meet->shared.bounds, parts);
    if (parts == 1)
        take_part(&meet->workers[0]);
    else
        run_workers(meet, take_part);
    gather_parts(meet, out);
    meet->stopped |= has_any_overflowed(meet);
    atomic_fetch_add(&meet->states, out->states);
    free(meet->shared.bounds);
    free(meet->shared.outputs);
}

// Takes the lists of a block to the next milestone, or what may end as wished (NULL: everything) on each side. The new lists lie
// in levels[].
static bool advance_together(struct meet *meet, const struct meet_task *task, const struct meet_wish *wishes,
                             struct meet_level levels[2], struct meet_task *next)
{
    const struct meet_plan *plan = meet->plan;
    *next = *task;
    next->milestone++;
    for (int side = 0; side < (task->same ? 1 : 2); side++) {
        int half = plan->shared ? 0 : side,
            step = task->milestone < 0 ? 0 : plan->milestone[task->milestone].steps[half];
        struct meet_span input = task->span[side];
        const struct meet_level *level = NULL;
        int kept = task->milestone < 0 ? take_up_lists(meet, side, &levels[side]) : 0;
        if (kept < 0)
            return false;
        if (kept > 0) {
            step = kept;
            level = &levels[side];
            input = (struct meet_span){level->groups, level->count};
        }
        for (; step < plan->milestone[next->milestone].steps[half]; step++) {
            struct meet_level out;
            meet_level_init(&out, &meet->memory);
            step_together(meet, half, step, input, level, wishes ? &wishes[side] : NULL, &out);
            meet_level_clear(&levels[side]);
            levels[side] = out;
            level = &levels[side];
            input = (struct meet_span){out.groups, out.count};
            pthread_mutex_lock(&meet->mutex);
            report(meet, task->milestone >= 0);
            pthread_mutex_unlock(&meet->mutex);
            if (task->milestone < 0)
                store_lists(meet, side, step + 1, &levels[side]);
            if (meet->stopped)
                return false;
        }
        next->span[side] = input;
    }
    if (task->same)
        next->span[1] = next->span[0];
    return true;
}

// Whether all threads advance a block together: a large one, and one that has not been cut as yet.
static bool is_shared(const struct meet_plan *plan, const struct meet_task *block)
{
    return block->milestone < plan->milestones - 1 &&
           (meet_task_states(block) > TASK_STATES || !plan->milestone[block->milestone].slots);
}

static bool work_together(struct meet *meet, const struct meet_task *task);

// Cuts a task into blocks; large ones are advanced by all threads, then small ones by each.
static bool work_on_blocks(struct meet *meet, const struct meet_task *task)
{
    struct meet_tasks blocks = {0}, small = {0};
    double all = 0;
    meet_task_cut(meet->plan, task, meet_tasks_add, &blocks);
    for (size_t i = 0; i < blocks.count; i++)
        all += (double)meet_task_states(&blocks.list[i]);
    for (size_t i = 0; i < blocks.count; i++) {
        struct meet_task *block = &blocks.list[i];
        block->share = task->share * (double)meet_task_states(block) / all;
        if (checkpoint_has(meet->checkpoint, (uint64_t)block->milestone, block->digits))
            meet->done += block->share;
        else if (is_shared(meet->plan, block))
            work_together(meet, block);
        else if (meet_task_states(block) > TASK_STATES && !meet->stopped)
            join_together(meet, block);
        else
            meet_tasks_add(&small, block);
    }
    if (small.count)
        qsort(small.list, small.count, sizeof *small.list, meet_task_compare);
    meet->tasks = small;
    atomic_store(&meet->next_task, 0);
    if (!meet->stopped)
        run_workers(meet, work_on_tasks);
    free(blocks.list);
    free(small.list);
    return !meet->stopped;
}

// Takes a block to the next milestone, with wishes as in advance_together(), and works off its parts.
static bool work_past_milestone(struct meet *meet, const struct meet_task *task,
                                const struct meet_wish *wishes)
{
    struct meet_level levels[2];
    struct meet_task next;
    meet_level_init(&levels[0], &meet->memory);
    meet_level_init(&levels[1], &meet->memory);
    bool good = advance_together(meet, task, wishes, levels, &next) && work_on_blocks(meet, &next);
    meet_level_clear(&levels[0]);
    meet_level_clear(&levels[1]);
    return good;
}

// ---- Blocks so large that they are cut before they are advanced ----

// Advances one block of those that a task will have, and works it off.
static bool work_on_wish(struct meet *meet, const struct meet_task *block)
{
    int slots = meet->plan->milestone[block->milestone + 1].slots;
    const struct meet_wish wishes[2] = {{slots, block->digits},
                                        {slots, meet_plan_partner(meet->plan, block->digits, slots)}};
    return work_past_milestone(meet, block, wishes);
}

// Blocks that are short beside the last list before all cuts, which is held anyway, are not worth repeating work for.
static bool is_huge(struct meet *meet, const struct meet_task *task)
{
    if (task->milestone < 0)
        return false;
    const struct meet_milestone *milestone = &meet->plan->milestone[task->milestone];
    uint64_t states = meet_task_states(task);
    if (task->milestone == 0)
        meet->huge = states / 4 < HUGE_STATES ? HUGE_STATES : states / 4;
    return states > meet->huge && milestone[1].slots - milestone[0].slots <= WISHES_MAX;
}

static bool work_on_wishes(struct meet *meet, const struct meet_task *task)
{
    struct meet_tasks blocks = {0};
    bool good = true;
    meet_task_foresee(meet->plan, task, &blocks);
    for (size_t i = 0; i < blocks.count && good; i++)
        if (checkpoint_has(meet->checkpoint, (uint64_t)task->milestone + 1, blocks.list[i].digits))
            meet->done += blocks.list[i].share;
        else
            good = work_on_wish(meet, &blocks.list[i]);
    free(blocks.list);
    return good;
}

// A large block: to the next milestone, then its parts.
static bool work_together(struct meet *meet, const struct meet_task *task)
{
    bool good = !meet->stopped &&
                (is_huge(meet, task) ? work_on_wishes(meet, task) : work_past_milestone(meet, task, NULL));
    if (good)
        checkpoint_add(meet->checkpoint, (uint64_t)task->milestone, task->digits);
    return good;
}

// ---- A run ----

static void init_workers(struct meet *meet, struct matching_tables *tables)
{
    meet->workers = memory_resize(NULL, meet->threads, sizeof *meet->workers);
    memset(meet->workers, 0, meet->threads * sizeof *meet->workers);
    for (unsigned i = 0; i < meet->threads; i++) {
        struct worker *worker = &meet->workers[i];
        worker->meet = meet;
        meet_stepper_init(&worker->stepper, meet->plan, tables, meet->mode, meet->prime);
        meet_joiner_init(&worker->joiner, meet->plan, tables, meet->mode, meet->prime);
        for (int j = 0; j < 4 * (MEET_SLOTS_MAX + 2); j++) {
            struct meet_level *level = &worker->levels[j / 4][j / 2 % 2][j % 2];
            meet_level_init(level, &meet->memory);
            level->is_brief = true;
        }
    }
}

static void clear_worker(struct worker *worker)
{
    for (int j = 0; j < 4 * (MEET_SLOTS_MAX + 2); j++)
        meet_level_clear(&worker->levels[j / 4][j / 2 % 2][j % 2]);
    meet_stepper_clear(&worker->stepper);
    meet_joiner_clear(&worker->joiner);
}

bool meet_run(const struct count_request *request, const struct meet_plan *plan,
              struct matching_tables *tables, enum meet_mode mode, uint64_t prime,
              struct checkpoint *checkpoint, struct meet_total *total, bool *overflowed,
              struct count_result *result, struct error *err)
{
    struct meet meet = {.request = request, .plan = plan, .mode = mode, .prime = prime, .err = err};
    struct checkpoint none;
    struct meet_level start;
    checkpoint_init(&none, 0);
    meet.checkpoint = checkpoint ? checkpoint : &none;
    meet.file = checkpoint ? request->checkpoint : NULL;
    meet.threads = request->threads ? request->threads : 1;
    meet_memory_init(&meet.memory, request->memory, request->directory ? request->directory : "/var/tmp");
    memcpy(meet.total.words, meet.checkpoint->total, sizeof meet.total.words);
    clock_gettime(CLOCK_MONOTONIC, &meet.saved);
    meet.stored = meet.saved;
    pthread_mutex_init(&meet.mutex, NULL);
    init_workers(&meet, tables);
    meet_level_init(&start, &meet.memory);
    meet_start(&start, mode);
    struct meet_task whole = {.milestone = -1, .same = plan->shared, .weight = 1, .share = 1};
    whole.span[0] = whole.span[1] = (struct meet_span){start.groups, start.count};
    work_together(&meet, &whole);
    *overflowed = has_any_overflowed(&meet);
    if (!*overflowed && (!meet.stopped || meet.err->code == ERROR_BUSY))
        save(&meet, true);
    if (*overflowed || !meet.stopped)
        forget_lists(&meet);
    *total = meet.total;
    for (unsigned i = 0; i < meet.threads; i++)
        clear_worker(&meet.workers[i]);
    meet_level_clear(&start);
    meet_memory_clear(&meet.memory);
    size_t peak = atomic_load(&meet.memory.peak);
    result->memory = peak > result->memory ? peak : result->memory;
    result->spilled += atomic_load(&meet.memory.spilled);
    result->states += meet.states;
    free(meet.workers);
    checkpoint_clear(&none);
    pthread_mutex_destroy(&meet.mutex);
    return *overflowed || !meet.stopped;
}
