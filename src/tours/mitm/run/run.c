// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the meeting method: layers by all threads together, then blocks by each on its own.
#include "tours/mitm/run/mitm.h"

#include "base/memory.h"
#include "tours/mitm/run/run.h"

#include <stdlib.h>
#include <string.h>

// A block of at most so many states is one thread's; larger ones are worked on by all.
enum { TASK_STATES = 100000 };
// A block of more states than this is cut before it is advanced, which repeats some work and saves memory.
enum { HUGE_STATES = 5000000, CONSTRAINED_SLOTS_MAX = 4 };
// A thread cuts its block further while it has more states than this: what fits a processor's second cache.
enum { BLOCK_STATES = 40000 };

// ---- Blocks ----

static void work_on(struct mitm_worker *worker, const struct mitm_task *task);

static void work_on_block(void *context, const struct mitm_task *block)
{
    work_on(context, block);
}

// Takes the steps of a list of one side up to a milestone; where the result lies.
static struct mitm_span take_steps(struct mitm_worker *worker, struct mitm_span input, int side,
                                   int milestone)
{
    const struct mitm_plan *plan = worker->run->plan;
    int half = plan->shared ? 0 : side;
    int first = milestone ? plan->milestone[milestone - 1].steps[half] : 0;
    const struct mitm_range everything = {.high = UINT64_MAX};
    for (int step = first; step < plan->milestone[milestone].steps[half] && budget_lasts(worker->run->budget);
         step++) {
        struct mitm_layer *out = &worker->layers[milestone][side][step & 1];
        mitm_layer_reset(out);
        mitm_step(&worker->stepper, half, step, input.groups, input.count, &everything, out);
        atomic_fetch_add_explicit(&worker->run->states, out->states, memory_order_relaxed);
        input = (struct mitm_span){out->groups, out->count};
    }
    return input;
}

// Carries a block to the end.
static void work_on(struct mitm_worker *worker, const struct mitm_task *task)
{
    const struct mitm_plan *plan = worker->run->plan;
    if (!task->span[0].count || !task->span[1].count || !budget_lasts(worker->run->budget))
        return;
    if (task->milestone == plan->milestones - 1) {
        mitm_join(&worker->joiner, task->span[0].groups, task->span[0].count, task->span[1].groups,
                  task->span[1].count, task->same, task->weight, (struct mitm_share){0, 1});
        return;
    }
    struct mitm_task next = *task;
    next.milestone++;
    next.span[0] = take_steps(worker, task->span[0], 0, next.milestone);
    next.span[1] = task->same ? next.span[0] : take_steps(worker, task->span[1], 1, next.milestone);
    if (next.milestone < plan->milestones - 1 && mitm_span_states(next.span[0]) > BLOCK_STATES)
        mitm_task_cut(plan, &next, work_on_block, worker);
    else
        work_on(worker, &next);
}

// Blocks that threads take one by one.
struct queue {
    struct mitm_run *run;
    struct mitm_tasks tasks;
};

static void work_on_task(void *context, uint64_t i, int thread)
{
    const struct queue *queue = context;
    struct mitm_worker *worker = &queue->run->workers[thread];
    if (mitm_is_stopped(queue->run))
        return;
    work_on(worker, &queue->tasks.list[i]);
    mitm_finish_block(worker, &queue->tasks.list[i]);
}

// ---- Blocks that all threads work on ----

// Takes the lists of a block to the next milestone, or what may end as wished (NULL: everything) on each side. The new lists lie
// in layers[].
static bool advance_together(struct mitm_run *run, const struct mitm_task *task,
                             const struct mitm_constraint *constraints, struct mitm_layer layers[2],
                             struct mitm_task *next)
{
    const struct mitm_plan *plan = run->plan;
    *next = *task;
    next->milestone++;
    run->is_known = task->milestone >= 0;
    for (int side = 0; side < (task->same ? 1 : 2); side++) {
        int half = plan->shared ? 0 : side,
            step = task->milestone < 0 ? 0 : plan->milestone[task->milestone].steps[half];
        struct mitm_span input = task->span[side];
        int kept = task->milestone < 0 ? mitm_restore_layer(run, side, &layers[side]) : 0;
        if (kept < 0)
            return false;
        if (kept > 0) {
            step = kept;
            input = (struct mitm_span){layers[side].groups, layers[side].count};
        }
        for (; step < plan->milestone[next->milestone].steps[half]; step++) {
            struct mitm_layer out;
            mitm_layer_init(&out, &run->arena);
            bool stepped =
                mitm_share_step(run, half, step, input, constraints ? &constraints[side] : NULL, &out);
            if (stepped) {
                mitm_layer_clear(&layers[side]);
                layers[side] = out;
                input = (struct mitm_span){out.groups, out.count};
            }
            pthread_mutex_lock(&run->mutex);
            mitm_report(run);
            pthread_mutex_unlock(&run->mutex);
            // A step that was not completed leaves the list before it.
            if (task->milestone < 0 && layers[side].count)
                mitm_store_layer(run, side, step + stepped, &layers[side]);
            if (run->stopped)
                return false;
        }
        next->span[side] = input;
    }
    if (task->same)
        next->span[1] = next->span[0];
    return true;
}

// Whether all threads advance a block together: a large one, and one that has not been cut as yet.
static bool is_shared(const struct mitm_plan *plan, const struct mitm_task *block)
{
    return block->milestone < plan->milestones - 1 &&
           (mitm_task_states(block) > TASK_STATES || !plan->milestone[block->milestone].slots);
}

static bool work_together(struct mitm_run *run, const struct mitm_task *task);

// Cuts a task into blocks; large ones are advanced by all threads, then small ones by each.
static bool work_on_blocks(struct mitm_run *run, const struct mitm_task *task)
{
    struct mitm_tasks blocks = {0};
    struct queue small = {.run = run};
    double all = 0;
    mitm_task_cut(run->plan, task, mitm_tasks_add, &blocks);
    for (size_t i = 0; i < blocks.count; i++)
        all += (double)mitm_task_states(&blocks.list[i]);
    for (size_t i = 0; i < blocks.count; i++) {
        struct mitm_task *block = &blocks.list[i];
        block->share = task->share * (double)mitm_task_states(block) / all;
        if (checkpoint_has(run->checkpoint, (uint64_t)block->milestone, block->degrees))
            run->done += block->share;
        else if (is_shared(run->plan, block))
            work_together(run, block);
        else if (mitm_task_states(block) > TASK_STATES && !run->stopped)
            mitm_share_join(run, block);
        else
            mitm_tasks_add(&small.tasks, block);
    }
    if (small.tasks.count)
        qsort(small.tasks.list, small.tasks.count, sizeof *small.tasks.list, mitm_task_compare);
    if (!run->stopped)
        parallel_for((int)run->threads, small.tasks.count, work_on_task, &small);
    free(blocks.list);
    free(small.tasks.list);
    return !run->stopped;
}

// Takes a block to the next milestone, with constraints as in advance_together(), and works off its parts.
static bool work_past_milestone(struct mitm_run *run, const struct mitm_task *task,
                                const struct mitm_constraint *constraints)
{
    struct mitm_layer layers[2];
    struct mitm_task next;
    mitm_layer_init(&layers[0], &run->arena);
    mitm_layer_init(&layers[1], &run->arena);
    bool good = advance_together(run, task, constraints, layers, &next) && work_on_blocks(run, &next);
    mitm_layer_clear(&layers[0]);
    mitm_layer_clear(&layers[1]);
    return good;
}

// ---- Blocks so large that they are cut before they are advanced ----

// Advances one block of those that a task will have, and works it off.
static bool work_on_constrained_block(struct mitm_run *run, const struct mitm_task *block)
{
    int slots = run->plan->milestone[block->milestone + 1].slots;
    const struct mitm_constraint constraints[2] = {
        {slots, block->degrees}, {slots, mitm_plan_partner(run->plan, block->degrees, slots)}};
    return work_past_milestone(run, block, constraints);
}

// Blocks that are short beside the last list before all cuts, which is held anyway, are not worth repeating work for.
static bool is_huge(struct mitm_run *run, const struct mitm_task *task)
{
    if (task->milestone < 0)
        return false;
    const struct mitm_milestone *milestone = &run->plan->milestone[task->milestone];
    uint64_t states = mitm_task_states(task);
    if (task->milestone == 0)
        run->huge = states / 4 < HUGE_STATES ? HUGE_STATES : states / 4;
    return states > run->huge && milestone[1].slots - milestone[0].slots <= CONSTRAINED_SLOTS_MAX;
}

static bool work_on_constrained_blocks(struct mitm_run *run, const struct mitm_task *task)
{
    struct mitm_tasks blocks = {0};
    bool good = true;
    mitm_task_predict(run->plan, task, &blocks);
    for (size_t i = 0; i < blocks.count && good; i++)
        if (checkpoint_has(run->checkpoint, (uint64_t)task->milestone + 1, blocks.list[i].degrees))
            run->done += blocks.list[i].share;
        else
            good = work_on_constrained_block(run, &blocks.list[i]);
    free(blocks.list);
    return good;
}

// A large block: to the next milestone, then its parts.
static bool work_together(struct mitm_run *run, const struct mitm_task *task)
{
    bool good = !run->stopped && (is_huge(run, task) ? work_on_constrained_blocks(run, task)
                                                     : work_past_milestone(run, task, NULL));
    if (good)
        checkpoint_add(run->checkpoint, (uint64_t)task->milestone, task->degrees);
    return good;
}

// ---- A run ----

static void init_workers(struct mitm_run *run, struct matching_tables *tables)
{
    run->workers = memory_resize(NULL, run->threads, sizeof *run->workers);
    memset(run->workers, 0, run->threads * sizeof *run->workers);
    for (unsigned i = 0; i < run->threads; i++) {
        struct mitm_worker *worker = &run->workers[i];
        worker->run = run;
        mitm_stepper_init(&worker->stepper, run->plan, tables, run->mode, run->prime);
        mitm_joiner_init(&worker->joiner, run->plan, tables, run->mode, run->prime);
        for (int j = 0; j < 4 * (MITM_SLOTS_MAX + 2); j++) {
            struct mitm_layer *layer = &worker->layers[j / 4][j / 2 % 2][j % 2];
            mitm_layer_init(layer, &run->arena);
            layer->is_brief = true;
        }
    }
}

static void clear_worker(struct mitm_worker *worker)
{
    for (int j = 0; j < 4 * (MITM_SLOTS_MAX + 2); j++)
        mitm_layer_clear(&worker->layers[j / 4][j / 2 % 2][j % 2]);
    mitm_stepper_clear(&worker->stepper);
    mitm_joiner_clear(&worker->joiner);
}

bool mitm_run(const struct count_request *request, const struct mitm_plan *plan,
              struct matching_tables *tables, enum mitm_mode mode, uint64_t prime,
              struct checkpoint *checkpoint, struct mitm_total *total, bool *overflowed,
              struct count_result *result, struct error *err)
{
    struct mitm_run run = {.request = request,
                           .plan = plan,
                           .mode = mode,
                           .prime = prime,
                           .err = err,
                           .budget = tables->budget,
                           .stored_steps = {-1, -1}};
    struct checkpoint none;
    struct mitm_layer start;
    checkpoint_init(&none, 0);
    run.checkpoint = checkpoint ? checkpoint : &none;
    run.file = checkpoint ? request->checkpoint : NULL;
    run.threads = request->threads ? request->threads : 1;
    if (run.threads > PARALLEL_THREADS_MAX)
        run.threads = PARALLEL_THREADS_MAX;
    mitm_arena_init(&run.arena, run.budget, request->directory ? request->directory : "/var/tmp");
    memcpy(run.total.words, run.checkpoint->total, sizeof run.total.words);
    clock_gettime(CLOCK_MONOTONIC, &run.saved);
    run.stored = run.saved;
    pthread_mutex_init(&run.mutex, NULL);
    init_workers(&run, tables);
    budget_watch(run.budget, mitm_poll, &run);
    mitm_layer_init(&start, &run.arena);
    mitm_start_layer(&start, mode);
    struct mitm_task whole = {.milestone = -1, .same = plan->shared, .weight = 1, .share = 1};
    whole.span[0] = whole.span[1] = (struct mitm_span){start.groups, start.count};
    if (budget_lasts(run.budget))
        work_together(&run, &whole);
    budget_watch(run.budget, NULL, NULL);
    if (!budget_lasts(run.budget))
        mitm_report(&run);
    // What did not fit in work that was broken off says nothing.
    *overflowed = budget_lasts(run.budget) && mitm_has_overflowed(&run);
    if (!*overflowed && (!run.stopped || run.err->code == ERROR_BUSY))
        mitm_save(&run, true);
    if (*overflowed || !run.stopped)
        mitm_remove_stored_layers(&run);
    *total = run.total;
    for (unsigned i = 0; i < run.threads; i++)
        clear_worker(&run.workers[i]);
    mitm_layer_clear(&start);
    mitm_arena_clear(&run.arena);
    result->memory = atomic_load(&run.budget->peak);
    result->spilled = atomic_load(&run.budget->spilled);
    result->states += run.states;
    free(run.workers);
    checkpoint_clear(&none);
    pthread_mutex_destroy(&run.mutex);
    return *overflowed || !run.stopped;
}
