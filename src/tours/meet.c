// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the meeting method: levels by all threads together, then blocks by each on its own.
#include "tours/meet.h"

#include "base/memory.h"
#include "tours/meet_step.h"
#include "tours/residue.h"

#include <assert.h>
#include <gmp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// A block is cut further while it has more states than this: what fits a processor's second cache.
enum { BLOCK_STATES = 40000 };
// Levels are worked on together until there are so many blocks for each thread.
enum { BLOCKS_A_THREAD = 64 };

struct span {
    const struct meet_group *groups;
    size_t count;
};

// Part of the lists of both halves at a milestone.
struct task {
    int milestone; // that has been reached; -1: the start
    struct span span[2];
    bool same; // both are one list
    unsigned weight;
};

struct worker {
    struct meet *meet;
    pthread_t thread;
    struct meet_stepper stepper;
    struct meet_joiner joiner;
    struct meet_level levels[MEET_SLOTS_MAX + 1][2][2]; // by milestone and half, two to take turns
};

struct meet {
    const struct count_request *request;
    const struct meet_plan *plan;
    struct worker *workers;
    unsigned threads;
    pthread_mutex_t mutex; // for progress
    bool stopped;
    _Atomic uint64_t states;
    size_t peak;
    double done;
    // A step taken by all.
    struct {
        int half, step;
        struct span input;
        uint64_t *bounds; // [parts + 1] of signatures
        struct meet_level *outputs;
        size_t parts;
        atomic_size_t next;
    } shared;
    struct task *tasks;
    size_t task_count, task_capacity;
    uint64_t task_states;
    atomic_size_t next_task;
    _Atomic uint64_t done_states;
};

static uint64_t states_of(struct span span)
{
    uint64_t states = 0;
    for (size_t i = 0; i < span.count; i++)
        states += span.groups[i].states;
    return states;
}

// ---- Blocks ----

static void work_on(struct worker *worker, const struct task *task);

// The last of the groups from `at` on that agree with it in the digits above bit `shift`, exclusive.
static size_t end_of_block(struct span span, size_t at, int shift)
{
    uint64_t key = span.groups[at].signature >> shift;
    size_t end = at + 1;
    while (end < span.count && span.groups[end].signature >> shift == key)
        end++;
    return end;
}

// Calls back for each pair of blocks that complete each other in the final digits.
static void cut_task(const struct meet_plan *plan, const struct task *task,
                     void (*found)(void *context, const struct task *block), void *context)
{
    int slots = plan->milestone[task->milestone].slots, shift = 2 * (plan->low + plan->cells - slots);
    for (size_t at = 0, end; at < task->span[0].count; at = end) {
        end = end_of_block(task->span[0], at, shift);
        uint64_t mine = task->span[0].groups[at].signature >> shift;
        uint64_t theirs = meet_plan_partner(plan, mine << shift) >> shift;
        if (task->same && theirs < mine)
            continue;
        size_t other = meet_find(task->span[1].groups, task->span[1].count, theirs << shift);
        if (other == task->span[1].count || task->span[1].groups[other].signature >> shift != theirs)
            continue;
        struct task block = *task;
        block.span[0] = (struct span){task->span[0].groups + at, end - at};
        block.span[1] =
            (struct span){task->span[1].groups + other, end_of_block(task->span[1], other, shift) - other};
        if (task->same && theirs != mine) {
            block.same = false;
            block.weight *= 2;
        }
        found(context, &block);
    }
}

static void work_on_block(void *context, const struct task *block)
{
    work_on(context, block);
}

// Takes the steps of a list of one side up to a milestone; where the result lies.
static struct span take_steps(struct worker *worker, struct span input, int side, int milestone)
{
    const struct meet_plan *plan = worker->meet->plan;
    int half = plan->shared ? 0 : side;
    int first = milestone ? plan->milestone[milestone - 1].steps[half] : 0;
    for (int step = first; step < plan->milestone[milestone].steps[half]; step++) {
        struct meet_level *out = &worker->levels[milestone][side][step & 1];
        meet_level_reset(out);
        meet_step(&worker->stepper, half, step, input.groups, input.count, 0, UINT64_MAX, out);
        atomic_fetch_add_explicit(&worker->meet->states, out->states, memory_order_relaxed);
        input = (struct span){out->groups, out->count};
    }
    return input;
}

// Carries a task to the end.
static void work_on(struct worker *worker, const struct task *task)
{
    const struct meet_plan *plan = worker->meet->plan;
    if (!task->span[0].count || !task->span[1].count)
        return;
    if (task->milestone == plan->milestones - 1) {
        meet_join(&worker->joiner, task->span[0].groups, task->span[0].count, task->span[1].groups,
                  task->span[1].count, task->same, task->weight);
        return;
    }
    struct task next = *task;
    next.milestone++;
    next.span[0] = take_steps(worker, task->span[0], 0, next.milestone);
    next.span[1] = task->same ? next.span[0] : take_steps(worker, task->span[1], 1, next.milestone);
    if (next.milestone < plan->milestones - 1 && states_of(next.span[0]) > BLOCK_STATES)
        cut_task(plan, &next, work_on_block, worker);
    else
        work_on(worker, &next);
}

// ---- All threads ----

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

// Says how far the work is; false when it is to end.
static bool report(struct meet *meet, double done, const char *what)
{
    const struct count_request *request = meet->request;
    pthread_mutex_lock(&meet->mutex);
    if (done > meet->done)
        meet->done = done;
    if (!meet->stopped && request->progress) {
        struct count_progress now = {meet->done, atomic_load(&meet->states), meet->peak, what};
        meet->stopped = !request->progress(request->context, &now);
    }
    bool goes_on = !meet->stopped;
    pthread_mutex_unlock(&meet->mutex);
    return goes_on;
}

static void *take_part(void *argument)
{
    struct worker *worker = argument;
    struct meet *meet = worker->meet;
    for (;;) {
        size_t part = atomic_fetch_add(&meet->shared.next, 1);
        if (part >= meet->shared.parts)
            return NULL;
        meet_step(&worker->stepper, meet->shared.half, meet->shared.step, meet->shared.input.groups,
                  meet->shared.input.count, meet->shared.bounds[part], meet->shared.bounds[part + 1],
                  &meet->shared.outputs[part]);
    }
}

// Bounds of parts of about equal work, where the input has its quantiles.
static void bound_parts(struct meet *meet, const struct meet_level *input)
{
    uint64_t passed = 0, share = input->states / meet->shared.parts + 1;
    size_t part = 1;
    meet->shared.bounds[0] = 0;
    for (size_t i = 0; i < input->count && part < meet->shared.parts; i++) {
        passed += input->groups[i].states;
        if (passed >= share * part)
            meet->shared.bounds[part++] = input->groups[i].signature;
    }
    for (; part <= meet->shared.parts; part++)
        meet->shared.bounds[part] = UINT64_MAX;
}

// One step by all threads: `level` is replaced.
static void step_together(struct meet *meet, int half, int step, struct meet_level *level)
{
    size_t parts = level->states < 2000 ? 1 : 16 * (size_t)meet->threads;
    meet->shared.half = half;
    meet->shared.step = step;
    meet->shared.input = (struct span){level->groups, level->count};
    meet->shared.parts = parts;
    meet->shared.bounds = memory_resize(NULL, parts + 1, sizeof(uint64_t));
    meet->shared.outputs = memory_resize(NULL, parts, sizeof(struct meet_level));
    atomic_store(&meet->shared.next, 0);
    for (size_t i = 0; i < parts; i++)
        meet_level_init(&meet->shared.outputs[i]);
    bound_parts(meet, level);
    if (parts == 1)
        take_part(&meet->workers[0]);
    else
        run_workers(meet, take_part);
    struct meet_level out;
    meet_level_init(&out);
    for (size_t i = 0; i < parts; i++)
        meet_level_append(&out, &meet->shared.outputs[i]);
    if (level->bytes + out.bytes > meet->peak)
        meet->peak = level->bytes + out.bytes;
    meet_level_clear(level);
    *level = out;
    atomic_fetch_add(&meet->states, out.states);
    free(meet->shared.bounds);
    free(meet->shared.outputs);
}

static void add_task(void *context, const struct task *task)
{
    struct meet *meet = context;
    if (meet->task_count == meet->task_capacity) {
        meet->task_capacity = meet->task_capacity ? 2 * meet->task_capacity : 64;
        meet->tasks = memory_resize(meet->tasks, meet->task_capacity, sizeof *meet->tasks);
    }
    meet->tasks[meet->task_count++] = *task;
    meet->task_states += states_of(task->span[0]) + (task->same ? 0 : states_of(task->span[1]));
}

static void *work_on_tasks(void *argument)
{
    struct worker *worker = argument;
    struct meet *meet = worker->meet;
    for (;;) {
        size_t i = atomic_fetch_add(&meet->next_task, 1);
        if (i >= meet->task_count)
            return NULL;
        const struct task *task = &meet->tasks[i];
        work_on(worker, task);
        uint64_t states = states_of(task->span[0]) + (task->same ? 0 : states_of(task->span[1]));
        uint64_t done = atomic_fetch_add(&meet->done_states, states) + states;
        if (!report(meet, 0.3 + 0.7 * (double)done / (double)meet->task_states, "blocks"))
            return NULL;
    }
}

static int compare_tasks(const void *a, const void *b)
{
    uint64_t first =
        states_of(((const struct task *)a)->span[0]) + states_of(((const struct task *)a)->span[1]);
    uint64_t second =
        states_of(((const struct task *)b)->span[0]) + states_of(((const struct task *)b)->span[1]);
    return (first < second) - (first > second);
}

// Brings both lists to a milestone at which there are blocks enough, and lists them.
static bool prepare(struct meet *meet, struct meet_level levels[2], struct error *err)
{
    const struct meet_plan *plan = meet->plan;
    int halves = plan->shared ? 1 : 2;
    for (int half = 0; half < halves; half++)
        meet_start(&levels[half], meet->workers[0].stepper.mode);
    for (int milestone = 0; milestone < plan->milestones; milestone++) {
        for (int half = 0; half < halves; half++)
            for (int step = milestone ? plan->milestone[milestone - 1].steps[half] : 0;
                 step < plan->milestone[milestone].steps[half]; step++) {
                step_together(meet, half, step, &levels[half]);
                if (!report(meet, 0, "half board"))
                    return error_set(err, ERROR_BUSY, "", "the count was interrupted");
            }
        struct task whole = {.milestone = milestone, .same = plan->shared, .weight = 1};
        whole.span[0] = (struct span){levels[0].groups, levels[0].count};
        whole.span[1] = plan->shared ? whole.span[0] : (struct span){levels[1].groups, levels[1].count};
        meet->task_count = 0;
        meet->task_states = 0;
        cut_task(plan, &whole, add_task, meet);
        if (meet->task_count >= (size_t)BLOCKS_A_THREAD * meet->threads)
            break;
    }
    qsort(meet->tasks, meet->task_count, sizeof *meet->tasks, compare_tasks);
    return true;
}

static void init_workers(struct meet *meet, struct matching_tables *tables, enum meet_mode mode,
                         uint64_t prime)
{
    meet->workers = memory_resize(NULL, meet->threads, sizeof *meet->workers);
    memset(meet->workers, 0, meet->threads * sizeof *meet->workers);
    for (unsigned i = 0; i < meet->threads; i++) {
        struct worker *worker = &meet->workers[i];
        worker->meet = meet;
        meet_stepper_init(&worker->stepper, meet->plan, tables, mode, prime);
        meet_joiner_init(&worker->joiner, meet->plan, tables, mode, prime);
    }
}

static size_t clear_worker(struct worker *worker)
{
    size_t bytes = 0;
    for (int m = 0; m <= MEET_SLOTS_MAX; m++)
        for (int i = 0; i < 4; i++) {
            bytes += worker->levels[m][i >> 1][i & 1].bytes;
            meet_level_clear(&worker->levels[m][i >> 1][i & 1]);
        }
    meet_stepper_clear(&worker->stepper);
    meet_joiner_clear(&worker->joiner);
    return bytes;
}

bool meet_run(const struct count_request *request, const struct meet_plan *plan,
              struct matching_tables *tables, enum meet_mode mode, uint64_t prime, struct meet_total *total,
              bool *overflowed, struct count_result *result, struct error *err)
{
    struct meet meet = {.request = request, .plan = plan, .threads = request->threads};
    struct meet_level levels[2];
    meet_level_init(&levels[0]);
    meet_level_init(&levels[1]);
    pthread_mutex_init(&meet.mutex, NULL);
    init_workers(&meet, tables, mode, prime);
    bool good = prepare(&meet, levels, err);
    if (good)
        run_workers(&meet, work_on_tasks);
    if (good && meet.stopped)
        good = error_set(err, ERROR_BUSY, "", "the count was interrupted");
    *total = (struct meet_total){{0, 0, 0}};
    *overflowed = false;
    size_t held = levels[0].bytes + levels[1].bytes;
    for (unsigned i = 0; i < meet.threads; i++) {
        meet_total_add(total, &meet.workers[i].joiner.total, mode, prime);
        *overflowed |= meet.workers[i].stepper.overflowed || meet.workers[i].joiner.overflowed;
        held += clear_worker(&meet.workers[i]);
    }
    result->memory = held > meet.peak ? held : meet.peak;
    result->states += meet.states;
    free(meet.workers);
    free(meet.tasks);
    meet_level_clear(&levels[0]);
    meet_level_clear(&levels[1]);
    pthread_mutex_destroy(&meet.mutex);
    return good;
}

static void set_numbers(const struct count_request *request, mpz_t count, struct count_result *result)
{
    result->count = memory_resize(NULL, mpz_sizeinbase(count, 10) + 2, 1);
    mpz_get_str(result->count, 10, count);
    if (!request->cycles->directed_once)
        mpz_mul_ui(count, count, 2);
    result->directed = memory_resize(NULL, mpz_sizeinbase(count, 10) + 2, 1);
    mpz_get_str(result->directed, 10, count);
}

bool meet_count(const struct count_request *request, const struct meet_plan *plan,
                struct count_result *result, struct error *err)
{
    struct matching_tables *tables = matching_tables_new();
    struct meet_total total;
    bool overflowed = true, good = true;
    for (int mode = MEET_NARROW; mode <= MEET_WIDE && overflowed && good; mode++)
        good = meet_run(request, plan, tables, (enum meet_mode)mode, 0, &total, &overflowed, result, err);
    if (good && !overflowed) {
        mpz_t count;
        mpz_init(count);
        mpz_import(count, 3, -1, sizeof(uint64_t), 0, 0, total.words);
        set_numbers(request, count, result);
        mpz_clear(count);
    }
    if (good && overflowed) {
        unsigned moduli = residue_primes_for(cycle_graph_bound(request->cycles));
        uint64_t *remainders = memory_resize(NULL, moduli, sizeof *remainders);
        for (unsigned i = 0; i < moduli && good; i++) {
            good = meet_run(request, plan, tables, MEET_RESIDUES, residue_prime(i), &total, &overflowed,
                            result, err);
            remainders[i] = total.words[0];
        }
        if (good) {
            result->moduli = moduli;
            result->count = residue_combine(remainders, moduli, 1);
            result->directed = residue_combine(remainders, moduli, request->cycles->directed_once ? 1 : 2);
        }
        free(remainders);
    }
    matching_tables_free(tables);
    return good;
}
