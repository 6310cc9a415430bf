// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the meeting method: levels by all threads together, then blocks by each on its own.
#include "tours/mitm/run/mitm.h"

#include "base/memory.h"
#include "tours/mitm/run/run.h"

#include <stdlib.h>
#include <string.h>

// A block of at most so many states is one thread's; larger ones are worked on by all.
enum { TASK_STATES = 100000 };
// A block of more states than this is cut before it is advanced, which repeats some work and saves memory.
enum { HUGE_STATES = 5000000, WISHES_MAX = 4 };
// A thread cuts its block further while it has more states than this: what fits a processor's second cache.
enum { BLOCK_STATES = 40000 };

// ---- Blocks ----

static void work_on(struct meet_worker *worker, const struct meet_task *task);

static void work_on_block(void *context, const struct meet_task *block)
{
    work_on(context, block);
}

// Takes the steps of a list of one side up to a milestone; where the result lies.
static struct meet_span take_steps(struct meet_worker *worker, struct meet_span input, int side,
                                   int milestone)
{
    const struct meet_plan *plan = worker->meet->plan;
    int half = plan->shared ? 0 : side;
    int first = milestone ? plan->milestone[milestone - 1].steps[half] : 0;
    const struct meet_range everything = {.high = UINT64_MAX};
    for (int step = first;
         step < plan->milestone[milestone].steps[half] && budget_lasts(worker->meet->budget); step++) {
        struct meet_level *out = &worker->levels[milestone][side][step & 1];
        meet_level_reset(out);
        meet_step(&worker->stepper, half, step, input.groups, input.count, &everything, out);
        atomic_fetch_add_explicit(&worker->meet->states, out->states, memory_order_relaxed);
        input = (struct meet_span){out->groups, out->count};
    }
    return input;
}

// Carries a block to the end.
static void work_on(struct meet_worker *worker, const struct meet_task *task)
{
    const struct meet_plan *plan = worker->meet->plan;
    if (!task->span[0].count || !task->span[1].count || !budget_lasts(worker->meet->budget))
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

// Blocks that threads take one by one.
struct queue {
    struct meet *meet;
    struct meet_tasks tasks;
};

static void work_on_task(void *context, uint64_t i, int thread)
{
    const struct queue *queue = context;
    struct meet_worker *worker = &queue->meet->workers[thread];
    if (meet_is_stopped(queue->meet))
        return;
    work_on(worker, &queue->tasks.list[i]);
    meet_finish_block(worker, &queue->tasks.list[i]);
}

// ---- Blocks that all threads work on ----

// Takes the lists of a block to the next milestone, or what may end as wished (NULL: everything) on each side. The new lists lie
// in levels[].
static bool advance_together(struct meet *meet, const struct meet_task *task, const struct meet_wish *wishes,
                             struct meet_level levels[2], struct meet_task *next)
{
    const struct meet_plan *plan = meet->plan;
    *next = *task;
    next->milestone++;
    meet->is_known = task->milestone >= 0;
    for (int side = 0; side < (task->same ? 1 : 2); side++) {
        int half = plan->shared ? 0 : side,
            step = task->milestone < 0 ? 0 : plan->milestone[task->milestone].steps[half];
        struct meet_span input = task->span[side];
        int kept = task->milestone < 0 ? meet_take_up_lists(meet, side, &levels[side]) : 0;
        if (kept < 0)
            return false;
        if (kept > 0) {
            step = kept;
            input = (struct meet_span){levels[side].groups, levels[side].count};
        }
        for (; step < plan->milestone[next->milestone].steps[half]; step++) {
            struct meet_level out;
            meet_level_init(&out, &meet->memory);
            bool stepped = meet_step_together(meet, half, step, input, wishes ? &wishes[side] : NULL, &out);
            if (stepped) {
                meet_level_clear(&levels[side]);
                levels[side] = out;
                input = (struct meet_span){out.groups, out.count};
            }
            pthread_mutex_lock(&meet->mutex);
            meet_report(meet);
            pthread_mutex_unlock(&meet->mutex);
            // A step that was not completed leaves the list before it.
            if (task->milestone < 0 && levels[side].count)
                meet_store_lists(meet, side, step + stepped, &levels[side]);
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
    struct meet_tasks blocks = {0};
    struct queue small = {.meet = meet};
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
            meet_join_together(meet, block);
        else
            meet_tasks_add(&small.tasks, block);
    }
    if (small.tasks.count)
        qsort(small.tasks.list, small.tasks.count, sizeof *small.tasks.list, meet_task_compare);
    if (!meet->stopped)
        parallel_for((int)meet->threads, small.tasks.count, work_on_task, &small);
    free(blocks.list);
    free(small.tasks.list);
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
        struct meet_worker *worker = &meet->workers[i];
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

static void clear_worker(struct meet_worker *worker)
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
    struct meet meet = {.request = request,
                        .plan = plan,
                        .mode = mode,
                        .prime = prime,
                        .err = err,
                        .budget = tables->budget,
                        .stored_steps = {-1, -1}};
    struct checkpoint none;
    struct meet_level start;
    checkpoint_init(&none, 0);
    meet.checkpoint = checkpoint ? checkpoint : &none;
    meet.file = checkpoint ? request->checkpoint : NULL;
    meet.threads = request->threads ? request->threads : 1;
    if (meet.threads > PARALLEL_THREADS_MAX)
        meet.threads = PARALLEL_THREADS_MAX;
    meet_memory_init(&meet.memory, meet.budget, request->directory ? request->directory : "/var/tmp");
    memcpy(meet.total.words, meet.checkpoint->total, sizeof meet.total.words);
    clock_gettime(CLOCK_MONOTONIC, &meet.saved);
    meet.stored = meet.saved;
    pthread_mutex_init(&meet.mutex, NULL);
    init_workers(&meet, tables);
    budget_watch(meet.budget, meet_poll, &meet);
    meet_level_init(&start, &meet.memory);
    meet_start(&start, mode);
    struct meet_task whole = {.milestone = -1, .same = plan->shared, .weight = 1, .share = 1};
    whole.span[0] = whole.span[1] = (struct meet_span){start.groups, start.count};
    if (budget_lasts(meet.budget))
        work_together(&meet, &whole);
    budget_watch(meet.budget, NULL, NULL);
    if (!budget_lasts(meet.budget))
        meet_report(&meet);
    // What did not fit in work that was broken off says nothing.
    *overflowed = budget_lasts(meet.budget) && meet_has_overflowed(&meet);
    if (!*overflowed && (!meet.stopped || meet.err->code == ERROR_BUSY))
        meet_save(&meet, true);
    if (*overflowed || !meet.stopped)
        meet_forget_lists(&meet);
    *total = meet.total;
    for (unsigned i = 0; i < meet.threads; i++)
        clear_worker(&meet.workers[i]);
    meet_level_clear(&start);
    meet_memory_clear(&meet.memory);
    result->memory = atomic_load(&meet.budget->peak);
    result->spilled = atomic_load(&meet.budget->spilled);
    result->states += meet.states;
    free(meet.workers);
    checkpoint_clear(&none);
    pthread_mutex_destroy(&meet.mutex);
    return *overflowed || !meet.stopped;
}
