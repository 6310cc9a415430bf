// SPDX-License-Identifier: GPL-3.0-or-later
// Steps and joins that all threads of a run do together.
#include "tours/meet_work.h"

#include "base/memory.h"

#include <stdlib.h>

// Fewer groups than this are put behind each other sooner than threads are started for it.
enum { PLACED_ALONE = 20000 };

void meet_run_workers(struct meet *meet, void *(*work)(void *))
{
    unsigned started = 0;
    for (unsigned i = 1; i < meet->threads; i++, started++)
        if (pthread_create(&meet->workers[i].thread, NULL, work, &meet->workers[i]))
            break;
    work(&meet->workers[0]);
    for (unsigned i = 1; i <= started; i++)
        pthread_join(meet->workers[i].thread, NULL);
}

// ---- Joins ----

static void *join_shares(void *argument)
{
    struct meet_worker *worker = argument;
    struct meet *meet = worker->meet;
    const struct meet_task *task = meet->joined.task;
    for (unsigned part; (part = (unsigned)atomic_fetch_add(&meet->joined.next, 1)) < meet->joined.parts;)
        meet_join(&worker->joiner, task->span[0].groups, task->span[0].count, task->span[1].groups,
                  task->span[1].count, task->same, task->weight,
                  (struct meet_share){part, meet->joined.parts});
    return NULL;
}

void meet_join_together(struct meet *meet, const struct meet_task *task)
{
    meet->joined.task = task;
    meet->joined.parts = 8 * meet->threads;
    atomic_store(&meet->joined.next, 0);
    meet_run_workers(meet, join_shares);
    for (unsigned i = 1; i < meet->threads; i++) {
        struct meet_total *found = &meet->workers[i].joiner.total;
        meet_total_add(&meet->workers[0].joiner.total, found, meet->mode, meet->prime);
        *found = (struct meet_total){{0, 0, 0}};
    }
    meet->stopped |= meet_has_overflowed(meet);
    meet_finish_block(&meet->workers[0], task);
}

// ---- Steps ----

static void *take_part(void *argument)
{
    struct meet_worker *worker = argument;
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
    struct meet *meet = ((struct meet_worker *)argument)->meet;
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
        meet_run_workers(meet, place_part);
    for (size_t i = 0; i < parts; i++)
        meet_level_adopt(out, &meet->shared.outputs[i]);
    free(meet->shared.places);
}

void meet_step_together(struct meet *meet, int half, int step, struct meet_span input,
                        const struct meet_level *level, const struct meet_wish *wish, struct meet_level *out)
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
        meet_run_workers(meet, take_part);
    gather_parts(meet, out);
    meet->stopped |= meet_has_overflowed(meet);
    atomic_fetch_add(&meet->states, out->states);
    free(meet->shared.bounds);
    free(meet->shared.outputs);
}
