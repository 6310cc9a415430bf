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
    struct mitm_run *run;
    const struct mitm_task *task;
    unsigned parts;
};

static void join_share(void *context, uint64_t part, int thread)
{
    const struct joining *joining = context;
    const struct mitm_task *task = joining->task;
    mitm_join(&joining->run->workers[thread].joiner, task->span[0].groups, task->span[0].count,
              task->span[1].groups, task->span[1].count, task->same, task->weight,
              (struct mitm_share){(unsigned)part, joining->parts});
}

void mitm_share_join(struct mitm_run *run, const struct mitm_task *task)
{
    struct joining joining = {run, task, PARTS_EACH * run->threads};
    parallel_for((int)run->threads, joining.parts, join_share, &joining);
    for (unsigned i = 1; i < run->threads; i++) {
        struct mitm_total *found = &run->workers[i].joiner.total;
        mitm_total_add(&run->workers[0].joiner.total, found, run->mode, run->prime);
        *found = (struct mitm_total){{0, 0, 0}};
    }
    run->stopped |= mitm_has_overflowed(run);
    mitm_finish_block(&run->workers[0], task);
}

// ---- Steps ----

struct stepping {
    struct mitm_run *run;
    int half, step;
    struct mitm_span input;
    struct mitm_range range; // of all parts together
    size_t parts;
    uint64_t *bounds; // [parts + 1] of signatures
    struct mitm_layer *outputs, *out;
    size_t *places; // [parts] where each output's groups go in `out`
};

static void take_part(void *context, uint64_t part, int thread)
{
    const struct stepping *stepping = context;
    struct mitm_run *run = stepping->run;
    struct mitm_range range = stepping->range;
    if (stepping->bounds[part] > range.low)
        range.low = stepping->bounds[part];
    if (stepping->bounds[part + 1] < range.high)
        range.high = stepping->bounds[part + 1];
    mitm_step(&run->workers[thread].stepper, stepping->half, stepping->step, stepping->input.groups,
              stepping->input.count, &range, &stepping->outputs[part]);
    mitm_arena_trim(&run->arena);
}

static void place_part(void *context, uint64_t part, int thread)
{
    const struct stepping *stepping = context;
    (void)thread;
    mitm_layer_place(stepping->out, stepping->places[part], &stepping->outputs[part]);
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
    bool good = budget_lasts(stepping->run->budget) && mitm_layer_reserve(stepping->out, groups);
    if (good)
        parallel_for(groups < PLACED_ALONE ? 1 : (int)stepping->run->threads, stepping->parts, place_part,
                     stepping);
    for (size_t i = 0; i < stepping->parts; i++)
        if (good)
            mitm_layer_adopt(stepping->out, &stepping->outputs[i]);
        else
            mitm_layer_clear(&stepping->outputs[i]);
    free(stepping->places);
    return good;
}

bool mitm_share_step(struct mitm_run *run, int half, int step, struct mitm_span input,
                     const struct mitm_constraint *constraint, struct mitm_layer *out)
{
    struct stepping stepping = {.run = run,
                                .half = half,
                                .step = step,
                                .input = input,
                                .range = mitm_task_range(run->plan, half, step, constraint),
                                .parts = input.count < STEPPED_ALONE ? 1 : PARTS_EACH * (size_t)run->threads,
                                .out = out};
    stepping.bounds = memory_resize(NULL, stepping.parts + 1, sizeof *stepping.bounds);
    stepping.outputs = memory_resize(NULL, stepping.parts, sizeof *stepping.outputs);
    for (size_t i = 0; i < stepping.parts; i++)
        mitm_layer_init(&stepping.outputs[i], &run->arena);
    mitm_step_divide(&run->workers[0].stepper, half, step, input.groups, input.count, &stepping.range,
                     stepping.bounds, stepping.parts, &run->arena);
    parallel_for((int)run->threads, stepping.parts, take_part, &stepping);
    bool good = gather_parts(&stepping);
    run->stopped |= mitm_has_overflowed(run);
    atomic_fetch_add(&run->states, out->states);
    free(stepping.bounds);
    free(stepping.outputs);
    return good;
}
