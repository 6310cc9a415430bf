// SPDX-License-Identifier: GPL-3.0-or-later
// Steps and joins that all threads of a run do together.
#include "tours/mitm/run/run.h"

#include "base/memory.h"

#include <stdlib.h>

// Of a step or a join there are so many parts for each thread.
enum { PARTS_EACH = 8 };
// Fewer groups than this are taken a step, or put behind each other, sooner than threads are started for it.
enum { STEPPED_ALONE = 200, PLACED_ALONE = 20000 };

// ---- Joins ----

struct joining {
    struct meet *meet;
    const struct meet_task *task;
    unsigned parts;
};

static void join_share(void *context, uint64_t part, int thread)
{
    const struct joining *joining = context;
    const struct meet_task *task = joining->task;
    meet_join(&joining->meet->workers[thread].joiner, task->span[0].groups, task->span[0].count,
              task->span[1].groups, task->span[1].count, task->same, task->weight,
              (struct meet_share){(unsigned)part, joining->parts});
}

void meet_join_together(struct meet *meet, const struct meet_task *task)
{
    struct joining joining = {meet, task, PARTS_EACH * meet->threads};
    parallel_for((int)meet->threads, joining.parts, join_share, &joining);
    for (unsigned i = 1; i < meet->threads; i++) {
        struct meet_total *found = &meet->workers[i].joiner.total;
        meet_total_add(&meet->workers[0].joiner.total, found, meet->mode, meet->prime);
        *found = (struct meet_total){{0, 0, 0}};
    }
    meet->stopped |= meet_has_overflowed(meet);
    meet_finish_block(&meet->workers[0], task);
}

// ---- Steps ----

struct stepping {
    struct meet *meet;
    int half, step;
    struct meet_span input;
    struct meet_range range; // of all parts together
    size_t parts;
    uint64_t *bounds; // [parts + 1] of signatures
    struct meet_level *outputs, *out;
    size_t *places; // [parts] where each output's groups go in `out`
};

static void take_part(void *context, uint64_t part, int thread)
{
    const struct stepping *stepping = context;
    struct meet *meet = stepping->meet;
    struct meet_range range = stepping->range;
    if (stepping->bounds[part] > range.low)
        range.low = stepping->bounds[part];
    if (stepping->bounds[part + 1] < range.high)
        range.high = stepping->bounds[part + 1];
    meet_step(&meet->workers[thread].stepper, stepping->half, stepping->step, stepping->input.groups,
              stepping->input.count, &range, &stepping->outputs[part]);
    meet_memory_trim(&meet->memory);
}

static void place_part(void *context, uint64_t part, int thread)
{
    const struct stepping *stepping = context;
    (void)thread;
    meet_level_place(stepping->out, stepping->places[part], &stepping->outputs[part]);
}

// Puts the outputs of all parts behind each other, or away when the budget ended.
static bool gather_parts(struct stepping *stepping)
{
    size_t groups = 0;
    stepping->places = memory_resize(NULL, stepping->parts, sizeof *stepping->places);
    for (size_t i = 0; i < stepping->parts; i++) {
        stepping->places[i] = groups;
        groups += stepping->outputs[i].count;
    }
    bool good = budget_lasts(stepping->meet->budget) && meet_level_reserve(stepping->out, groups);
    if (good)
        parallel_for(groups < PLACED_ALONE ? 1 : (int)stepping->meet->threads, stepping->parts, place_part,
                     stepping);
    for (size_t i = 0; i < stepping->parts; i++)
        if (good)
            meet_level_adopt(stepping->out, &stepping->outputs[i]);
        else
            meet_level_clear(&stepping->outputs[i]);
    free(stepping->places);
    return good;
}

bool meet_step_together(struct meet *meet, int half, int step, struct meet_span input,
                        const struct meet_wish *wish, struct meet_level *out)
{
    struct stepping stepping = {.meet = meet,
                                .half = half,
                                .step = step,
                                .input = input,
                                .range = meet_task_range(meet->plan, half, step, wish),
                                .parts = input.count < STEPPED_ALONE ? 1 : PARTS_EACH * (size_t)meet->threads,
                                .out = out};
    stepping.bounds = memory_resize(NULL, stepping.parts + 1, sizeof *stepping.bounds);
    stepping.outputs = memory_resize(NULL, stepping.parts, sizeof *stepping.outputs);
    for (size_t i = 0; i < stepping.parts; i++)
        meet_level_init(&stepping.outputs[i], &meet->memory);
    meet_step_divide(&meet->workers[0].stepper, half, step, input.groups, input.count, &stepping.range,
                     stepping.bounds, stepping.parts, &meet->memory);
    parallel_for((int)meet->threads, stepping.parts, take_part, &stepping);
    bool good = gather_parts(&stepping);
    meet->stopped |= meet_has_overflowed(meet);
    atomic_fetch_add(&meet->states, out->states);
    free(stepping.bounds);
    free(stepping.outputs);
    return good;
}
