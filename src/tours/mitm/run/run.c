// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a plan: all threads together bring the layers to the first milestones, then each thread works on its own blocks.
#include "tours/mitm/run/mitm.h"

#include "base/clock.h"
#include "base/memory.h"
#include "tours/mitm/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A block of at most this many states is the work of one thread; all threads work on larger ones together.
enum { TASK_STATES = 100000 };
// A block of more states than this may be cut before it is advanced, if that fixes few slots: some work is repeated, but memory is
// saved.
enum { HUGE_STATES = 5000000, CONSTRAINED_SLOTS_MAX = 4 };
// A thread cuts its block further while it has more states than this, which is how many fit into a processor's second-level cache.
enum { BLOCK_STATES = 40000 };
// How much of the limit on memory each thread must have, in bytes, most of it for layers. With less, 12 threads exceeded a limit
// of 32 MiB.
enum { WORKER_MEMORY = 10 << 20 };

// ---- Blocks ----

static void work_on(struct mitm_worker *worker, const struct mitm_task *task);

static void work_on_block(void *context, const struct mitm_task *block)
{
    work_on(context, block);
}

// Takes the steps of one side up to a milestone, and returns the result.
static struct mitm_span take_steps(struct mitm_worker *worker, struct mitm_span input, int side,
                                   int milestone)
{
    const struct mitm_plan *plan = worker->run->plan;
    int half = plan->shared ? 0 : side;
    int first = milestone ? plan->milestone[milestone - 1].steps[half] : 0;
    struct mitm_advance advance = {.half = half, .range = {.high = UINT64_MAX}};
    for (int step = first; step < plan->milestone[milestone].steps[half] && budget_lasts(worker->run->budget);
         step++) {
        struct mitm_layer *out = &worker->layers[milestone][side][step & 1];
        mitm_layer_reset(out);
        advance.step = step;
        advance.input = input;
        mitm_advance(&worker->stepper, &advance, out);
        atomic_fetch_add_explicit(&worker->run->states, out->states, memory_order_relaxed);
        input = (struct mitm_span){out->groups, out->count};
    }
    return input;
}

// Takes a block through all remaining steps and joins it.
static void work_on(struct mitm_worker *worker, const struct mitm_task *task)
{
    const struct mitm_plan *plan = worker->run->plan;
    if (!task->span[0].count || !task->span[1].count || !budget_lasts(worker->run->budget))
        return;
    if (task->milestone == plan->milestones - 1) {
        const struct mitm_join_task whole = {task->span[0], task->span[1], task->same, task->weight, {0, 1}};
        mitm_join(&worker->joiner, &whole);
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
    work_on(worker, &queue->tasks.list.items[i]);
    mitm_finish_block(worker, &queue->tasks.list.items[i]);
}

// ---- Blocks that all threads work on ----

// Takes one side of a block to the next milestone, keeping only results that can meet the constraint (NULL: all). The new layer is
// *layer.
static bool advance_side(struct mitm_run *run, struct mitm_task *block, int side,
                         const struct mitm_constraint *constraint, struct mitm_layer *layer)
{
    const struct mitm_plan *plan = run->plan;
    bool is_first = block->milestone < 0;
    struct mitm_advance advance = {.half = plan->shared ? 0 : side, .input = block->span[side]};
    advance.step = is_first ? 0 : plan->milestone[block->milestone].steps[advance.half];
    int kept = is_first ? mitm_restore_layer(run, side, layer) : 0;
    if (kept < 0)
        return false;
    if (kept > 0) {
        advance.step = kept;
        advance.input = (struct mitm_span){layer->groups, layer->count};
    }
    for (; advance.step < plan->milestone[block->milestone + 1].steps[advance.half]; advance.step++) {
        struct mitm_layer out;
        mitm_layer_init(&out, &run->arena);
        bool stepped = mitm_share_step(run, &advance, constraint, &out);
        if (stepped) {
            mitm_layer_clear(layer);
            *layer = out;
            advance.input = (struct mitm_span){out.groups, out.count};
        }
        pthread_mutex_lock(&run->mutex);
        mitm_report(run);
        pthread_mutex_unlock(&run->mutex);
        // If a step was not completed, this is the layer before it.
        if (is_first && layer->count)
            mitm_store_layer(run, side, advance.step + stepped, layer);
        if (run->stopped)
            return false;
    }
    block->span[side] = advance.input;
    return true;
}

// Takes both sides of a block to the next milestone, with a constraint for each (NULL: none). The new layers are layers[].
static bool advance_together(struct mitm_run *run, struct mitm_task *block,
                             const struct mitm_constraint *constraints, struct mitm_layer layers[2])
{
    run->is_known = block->milestone >= 0;
    for (int side = 0; side < (block->same ? 1 : 2); side++)
        if (!advance_side(run, block, side, constraints ? &constraints[side] : NULL, &layers[side]))
            return false;
    if (block->same)
        block->span[1] = block->span[0];
    block->milestone++;
    return true;
}

// Whether all threads advance a block together: if it is large, or has not been cut yet.
static bool is_shared(const struct mitm_plan *plan, const struct mitm_task *block)
{
    return block->milestone < plan->milestones - 1 &&
           (mitm_task_states(block) > TASK_STATES || !plan->milestone[block->milestone].slots);
}

static bool work_together(struct mitm_run *run, const struct mitm_task *task);

static void out_of_memory(struct mitm_run *run)
{
    budget_finish(run->budget, BUDGET_SYSTEM);
    pthread_mutex_lock(&run->mutex);
    mitm_report(run);
    pthread_mutex_unlock(&run->mutex);
}

// Goes through the blocks of a task: works on large ones with all threads, and queues small ones.
static void work_on_large_blocks(struct mitm_run *run, const struct mitm_task *task,
                                 const struct mitm_tasks *blocks, struct mitm_tasks *small)
{
    double all = 0;
    for (size_t i = 0; i < blocks->list.count; i++)
        all += (double)mitm_task_states(&blocks->list.items[i]);
    for (size_t i = 0; i < blocks->list.count; i++) {
        struct mitm_task *block = &blocks->list.items[i];
        block->share = task->share * (double)mitm_task_states(block) / all;
        if (checkpoint_has(run->checkpoint, (uint64_t)block->milestone, block->degrees))
            run->done += block->share;
        else if (is_shared(run->plan, block))
            work_together(run, block);
        else if (mitm_task_states(block) > TASK_STATES && !run->stopped)
            mitm_share_join(run, block);
        else
            mitm_tasks_add(small, block);
    }
}

// Cuts a task into blocks and works on them: all threads together on large ones, then each on small ones.
static bool work_on_blocks(struct mitm_run *run, const struct mitm_task *task)
{
    struct mitm_tasks blocks = {.failed = false};
    struct queue small = {.run = run};
    mitm_task_cut(run->plan, task, mitm_tasks_add, &blocks);
    if (!blocks.failed)
        work_on_large_blocks(run, task, &blocks, &small.tasks);
    if (blocks.failed || small.tasks.failed)
        out_of_memory(run);
    if (small.tasks.list.count)
        qsort(small.tasks.list.items, small.tasks.list.count, sizeof *small.tasks.list.items,
              mitm_task_compare);
    if (!run->stopped)
        parallel_for((int)run->threads, small.tasks.list.count, work_on_task, &small);
    vector_clear(&blocks.list);
    vector_clear(&small.tasks.list);
    return !run->stopped;
}

// Takes a block to the next milestone, with constraints as in advance_together(), and works on its parts.
static bool work_past_milestone(struct mitm_run *run, const struct mitm_task *task,
                                const struct mitm_constraint *constraints)
{
    struct mitm_layer layers[2];
    struct mitm_task next = *task;
    mitm_layer_init(&layers[0], &run->arena);
    mitm_layer_init(&layers[1], &run->arena);
    bool good = advance_together(run, &next, constraints, layers) && work_on_blocks(run, &next);
    mitm_layer_clear(&layers[0]);
    mitm_layer_clear(&layers[1]);
    return good;
}

// ---- Blocks so large that they are cut before they are advanced ----

// Advances one of the blocks that a task will be cut into, and works on it.
static bool work_on_constrained_block(struct mitm_run *run, const struct mitm_task *block)
{
    int slots = run->plan->milestone[block->milestone + 1].slots;
    const struct mitm_constraint constraints[2] = {
        {slots, block->degrees}, {slots, mitm_plan_partner(run->plan, block->degrees, slots)}};
    return work_past_milestone(run, block, constraints);
}

// Whether to cut a block before it is advanced. For blocks that are small compared with the last layer before all cuts,
// which is in memory anyway, repeating work is not worthwhile.
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
    struct mitm_tasks blocks = {.failed = false};
    mitm_task_predict(run->plan, task, &blocks);
    if (blocks.failed)
        out_of_memory(run);
    bool good = !blocks.failed;
    for (size_t i = 0; i < blocks.list.count && good; i++) {
        const struct mitm_task *block = &blocks.list.items[i];
        if (checkpoint_has(run->checkpoint, (uint64_t)task->milestone + 1, block->degrees))
            run->done += block->share;
        else
            good = work_on_constrained_block(run, block);
    }
    vector_clear(&blocks.list);
    return good;
}

// Works on a large block: takes it to the next milestone, then works on its parts.
static bool work_together(struct mitm_run *run, const struct mitm_task *task)
{
    bool good = !run->stopped && (is_huge(run, task) ? work_on_constrained_blocks(run, task)
                                                     : work_past_milestone(run, task, NULL));
    if (good && !checkpoint_add(run->checkpoint, (uint64_t)task->milestone, task->degrees)) {
        out_of_memory(run);
        good = false;
    }
    return good;
}

// ---- A run ----

static void clear_workers(struct mitm_run *run)
{
    for (unsigned i = 0; i < run->threads; i++) {
        struct mitm_worker *worker = &run->workers[i];
        for (int j = 0; j < 4 * (MITM_SLOTS_MAX + 2); j++)
            mitm_layer_clear(&worker->layers[j / 4][j / 2 % 2][j % 2]);
        mitm_stepper_clear(&worker->stepper);
        mitm_joiner_clear(&worker->joiner);
    }
    free(run->workers);
}

static bool init_worker(struct mitm_run *run, struct mitm_worker *worker, struct matching_tables *tables)
{
    worker->run = run;
    if (!mitm_stepper_init(&worker->stepper, run->plan, tables, run->mode, run->prime))
        return false;
    if (!mitm_joiner_init(&worker->joiner, run->plan, tables, run->mode, run->prime)) {
        mitm_stepper_clear(&worker->stepper);
        return false;
    }
    for (int j = 0; j < 4 * (MITM_SLOTS_MAX + 2); j++) {
        struct mitm_layer *layer = &worker->layers[j / 4][j / 2 % 2][j % 2];
        mitm_layer_init(layer, &run->arena);
        layer->is_brief = true;
    }
    return true;
}

// As many workers as requested, or fewer if the limit on memory is too small for them.
static unsigned workers_wanted(const struct count_request *request)
{
    size_t wanted = request->threads, most = PARALLEL_THREADS_MAX;
    if (request->memory && request->memory / WORKER_MEMORY < most)
        most = request->memory / WORKER_MEMORY;
    if (wanted > most)
        wanted = most;
    return wanted ? (unsigned)wanted : 1;
}

// run->threads counts the workers that exist, even when there is no memory for all of them.
static bool init_workers(struct mitm_run *run, struct matching_tables *tables)
{
    unsigned wanted = workers_wanted(run->request);
    run->workers = memory_try_zeroed(wanted, sizeof *run->workers);
    while (run->workers && run->threads < wanted && init_worker(run, &run->workers[run->threads], tables))
        run->threads++;
    return run->workers && run->threads == wanted;
}

// Names the files for the first layers, beside the checkpoint.
static bool name_layer_files(struct mitm_run *run)
{
    for (int side = 0; side < 2 && run->file; side++) {
        size_t size = strlen(run->file) + sizeof ".lists-0";
        run->layer_file[side] = memory_try(NULL, size, 1);
        if (!run->layer_file[side])
            return false;
        snprintf(run->layer_file[side], size, "%s.lists-%d", run->file, side);
    }
    return true;
}

static void work(struct mitm_run *run)
{
    struct mitm_layer start;
    budget_watch(run->budget, mitm_poll, run);
    mitm_layer_init(&start, &run->arena);
    mitm_start_layer(&start, run->mode);
    struct mitm_task whole = {.milestone = -1, .same = run->plan->shared, .weight = 1, .share = 1};
    whole.span[0] = whole.span[1] = (struct mitm_span){start.groups, start.count};
    // A count that was finished is not counted again: its blocks would be recorded twice.
    if (budget_lasts(run->budget) &&
        !checkpoint_has(run->checkpoint, (uint64_t)whole.milestone, whole.degrees))
        work_together(run, &whole);
    budget_watch(run->budget, NULL, NULL);
    mitm_layer_clear(&start);
}

// Saves or removes the files of a run that has ended. Returns whether counts overflowed.
static bool settle(struct mitm_run *run)
{
    if (!budget_lasts(run->budget))
        mitm_report(run);
    // In work that was interrupted, an overflow means nothing.
    bool overflowed = budget_lasts(run->budget) && mitm_has_overflowed(run);
    if (!overflowed && (!run->stopped || run->error.code == ERROR_BUSY))
        mitm_save(run, true);
    if (overflowed || !run->stopped)
        mitm_remove_stored_layers(run);
    return overflowed;
}

bool mitm_run(const struct mitm_problem *problem, struct mitm_outcome *outcome, struct count_result *result,
              struct error *err)
{
    const struct count_request *request = problem->request;
    struct checkpoint none;
    struct mitm_run run = {.request = request,
                           .plan = problem->plan,
                           .mode = problem->mode,
                           .prime = problem->prime,
                           .budget = problem->tables->budget,
                           .saved = clock_milliseconds(),
                           .stored_steps = {-1, -1}};
    checkpoint_init(&none, 0);
    run.checkpoint = problem->checkpoint ? problem->checkpoint : &none;
    run.file = problem->checkpoint ? request->checkpoint : NULL;
    run.stored = run.saved;
    mitm_arena_init(&run.arena, run.budget, request->directory ? request->directory : "/var/tmp");
    memcpy(run.total.words, run.checkpoint->total, sizeof run.total.words);
    pthread_mutex_init(&run.mutex, NULL);
    if (name_layer_files(&run) && init_workers(&run, problem->tables))
        work(&run);
    else
        budget_finish(run.budget, BUDGET_SYSTEM);
    *outcome = (struct mitm_outcome){.overflowed = settle(&run)};
    outcome->total = run.total;
    clear_workers(&run);
    mitm_arena_clear(&run.arena);
    result->memory = atomic_load(&run.budget->peak);
    result->spilled = atomic_load(&run.budget->spilled);
    result->states += run.states;
    free(run.layer_file[0]);
    free(run.layer_file[1]);
    checkpoint_clear(&none);
    pthread_mutex_destroy(&run.mutex);
    if (outcome->overflowed || !run.stopped)
        return true;
    if (err)
        *err = run.error;
    return false;
}
