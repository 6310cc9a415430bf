// SPDX-License-Identifier: GPL-3.0-or-later
// Steps and joins that all threads of a run work on together.
#include "tours/mitm/run/run.h"

#include "base/memory.h"

#include <stdlib.h>

// A step or a join is divided into this many parts per thread.
enum { PARTS_EACH = 8 };
// With fewer groups than this, a step, or the concatenation of its parts, takes less time than starting threads.
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
    const struct mitm_join_task part_of_it = {
        task->span[0], task->span[1], task->same, task->weight, {(unsigned)part, joining->parts}};
    mitm_join(&joining->run->workers[thread].joiner, &part_of_it);
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
    struct mitm_advance advance; // the step as a whole
    size_t parts;
    uint64_t *bounds; // [parts + 1] between the ranges of signatures
    struct mitm_layer *outputs, *out;
    size_t *places; // [parts] where the groups of each output go in `out`
};

static void take_part(void *context, uint64_t part, int thread)
{
    const struct stepping *stepping = context;
    struct mitm_run *run = stepping->run;
    struct mitm_advance advance = stepping->advance;
    if (stepping->bounds[part] > advance.range.low)
        advance.range.low = stepping->bounds[part];
    if (stepping->bounds[part + 1] < advance.range.high)
        advance.range.high = stepping->bounds[part + 1];
    mitm_advance(&run->workers[thread].stepper, &advance, &stepping->outputs[part]);
    mitm_arena_trim(&run->arena);
}

static void place_part(void *context, uint64_t part, int thread)
{
    const struct stepping *stepping = context;
    (void)thread;
    mitm_layer_place(stepping->out, stepping->places[part], &stepping->outputs[part]);
}

// Concatenates the outputs of all parts, or drops them if the budget has ended.
static bool gather_parts(struct stepping *stepping)
{
    size_t groups = 0;
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
    return good;
}

static bool take_step(struct stepping *stepping)
{
    struct mitm_run *run = stepping->run;
    for (size_t i = 0; i < stepping->parts; i++)
        mitm_layer_init(&stepping->outputs[i], &run->arena);
    mitm_advance_divide(&run->workers[0].stepper, &stepping->advance, stepping->bounds, stepping->parts,
                        &run->arena);
    parallel_for((int)run->threads, stepping->parts, take_part, stepping);
    bool good = gather_parts(stepping);
    run->stopped |= mitm_has_overflowed(run);
    atomic_fetch_add(&run->states, stepping->out->states);
    return good;
}

bool mitm_share_step(struct mitm_run *run, const struct mitm_advance *advance,
                     const struct mitm_constraint *constraint, struct mitm_layer *out)
{
    struct stepping stepping = {
        .run = run,
        .advance = *advance,
        .parts = advance->input.count < STEPPED_ALONE ? 1 : PARTS_EACH * (size_t)run->threads,
        .out = out};
    stepping.advance.range = mitm_task_range(run->plan, advance->half, advance->step, constraint);
    stepping.bounds = memory_try(NULL, stepping.parts + 1, sizeof *stepping.bounds);
    stepping.outputs = memory_try(NULL, stepping.parts, sizeof *stepping.outputs);
    stepping.places = memory_try(NULL, stepping.parts, sizeof *stepping.places);
    bool good = stepping.bounds && stepping.outputs && stepping.places;
    if (good)
        good = take_step(&stepping);
    else
        budget_finish(run->budget, BUDGET_SYSTEM);
    free(stepping.bounds);
    free(stepping.outputs);
    free(stepping.places);
    return good;
}
