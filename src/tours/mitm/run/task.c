// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts layers into blocks, or predicts the blocks of layers that do not exist yet.
#include "tours/mitm/run/task.h"

uint64_t mitm_span_states(struct mitm_span span)
{
    uint64_t states = 0;
    for (size_t i = 0; i < span.count; i++)
        states += span.groups[i].states;
    return states;
}

uint64_t mitm_task_states(const struct mitm_task *task)
{
    return mitm_span_states(task->span[0]) + (task->same ? 0 : mitm_span_states(task->span[1]));
}

// The index after the last group that agrees with the one at `at` in the bits from `shift` up.
static size_t end_of_block(struct mitm_span span, size_t at, int shift)
{
    uint64_t key = span.groups[at].signature >> shift;
    size_t end = at + 1;
    while (end < span.count && span.groups[end].signature >> shift == key)
        end++;
    return end;
}

void mitm_task_cut(const struct mitm_plan *plan, const struct mitm_task *task,
                   void (*found)(void *context, const struct mitm_task *block), void *context)
{
    int slots = plan->milestone[task->milestone].slots, shift = 2 * (plan->low + plan->cells - slots);
    for (size_t at = 0, end; at < task->span[0].count; at = end) {
        end = end_of_block(task->span[0], at, shift);
        uint64_t mine = task->span[0].groups[at].signature >> shift << shift;
        uint64_t theirs = mitm_plan_partner(plan, mine, slots);
        if (task->same && theirs < mine)
            continue;
        size_t other = mitm_find_group(task->span[1].groups, task->span[1].count, theirs);
        if (other == task->span[1].count || task->span[1].groups[other].signature >> shift << shift != theirs)
            continue;
        struct mitm_task block = *task;
        block.degrees = mine;
        block.span[0] = (struct mitm_span){task->span[0].groups + at, end - at};
        block.span[1] = (struct mitm_span){task->span[1].groups + other,
                                           end_of_block(task->span[1], other, shift) - other};
        if (task->same && theirs != mine) {
            block.same = false;
            block.weight *= 2;
        }
        found(context, &block);
    }
}

void mitm_tasks_add(void *context, const struct mitm_task *task)
{
    struct mitm_tasks *tasks = context;
    tasks->failed |= !vector_push(&tasks->list, *task);
}

int mitm_task_compare(const void *a, const void *b)
{
    const struct mitm_task *first = a, *second = b;
    if (first->share != second->share)
        return first->share < second->share ? 1 : -1;
    return (first->degrees > second->degrees) - (first->degrees < second->degrees);
}

// ---- Constraints ----

struct mitm_range mitm_task_range(const struct mitm_plan *plan, int half, int step,
                                  const struct mitm_constraint *constraint)
{
    struct mitm_range range = {.high = UINT64_MAX};
    if (!constraint || !constraint->slots)
        return range;
    mitm_plan_forbid(plan, half, step, constraint, range.forbidden);
    range.high = 0;
    for (int k = 0; k < constraint->slots; k++) {
        int slot = mitm_plan_slot(plan, k);
        uint64_t least = 0, most = 3;
        while (least < 3 && range.forbidden[least] >> (2 * slot) & 1)
            least++;
        // A slot that may hold an inner vertex has no forbidden degrees.
        if (range.forbidden[0] | range.forbidden[1] | range.forbidden[2])
            while (most > least && (most == 3 || range.forbidden[most] >> (2 * slot) & 1))
                most--;
        range.low |= least << (2 * slot);
        range.high |= most << (2 * slot);
    }
    range.high += UINT64_C(1) << (2 * mitm_plan_slot(plan, constraint->slots - 1));
    return range;
}

// How many states of a span can still meet the constraint.
static uint64_t states_for(const struct mitm_plan *plan, int half, int step, struct mitm_span span,
                           const struct mitm_constraint *constraint)
{
    uint64_t forbidden[3], states = 0;
    mitm_plan_forbid(plan, half, step, constraint, forbidden);
    for (size_t i = 0; i < span.count; i++)
        if (!mitm_has_degree(span.groups[i].signature, forbidden))
            states += span.groups[i].states;
    return states;
}

// Goes through all final degrees of the slots from `from` to `to`. False after the last.
static bool next_degrees(const struct mitm_plan *plan, int from, int to, uint64_t *degrees)
{
    for (int k = to - 1; k >= from; k--) {
        int slot = mitm_plan_slot(plan, k);
        if (mitm_degree(*degrees, slot) < 2) {
            *degrees += UINT64_C(1) << (2 * slot);
            return true;
        }
        *degrees &= ~(UINT64_C(3) << (2 * slot));
    }
    return false;
}

void mitm_task_predict(const struct mitm_plan *plan, const struct mitm_task *task, struct mitm_tasks *blocks)
{
    int from = plan->milestone[task->milestone].slots, to = plan->milestone[task->milestone + 1].slots;
    uint64_t degrees = task->degrees;
    double all = 0;
    do {
        struct mitm_task block = *task;
        struct mitm_constraint mine = {to, degrees}, theirs = {to, mitm_plan_partner(plan, degrees, to)};
        if (task->same && theirs.degrees < mine.degrees)
            continue;
        if (task->same && theirs.degrees != mine.degrees) {
            block.same = false;
            block.weight *= 2;
        }
        int other = plan->shared ? 0 : 1;
        uint64_t first =
                     states_for(plan, 0, plan->milestone[task->milestone].steps[0] - 1, task->span[0], &mine),
                 second = states_for(plan, other, plan->milestone[task->milestone].steps[other] - 1,
                                     task->span[1], &theirs);
        if (!first || !second)
            continue;
        block.degrees = degrees;
        block.share = (double)first + (block.same ? 0 : (double)second);
        all += block.share;
        mitm_tasks_add(blocks, &block);
    } while (next_degrees(plan, from, to, &degrees));
    for (size_t i = 0; i < blocks->list.count; i++)
        blocks->list.items[i].share *= task->share / all;
}
