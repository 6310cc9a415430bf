// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of work: parts of layers of both halves whose final degrees complete each other.
#ifndef LEAPER_TOURS_MITM_TASK_H
#define LEAPER_TOURS_MITM_TASK_H

#include "base/vector.h"
#include "tours/mitm/step/step.h"

// A part of a layer of either half, at a milestone; the two complete each other.
struct mitm_task {
    int milestone; // that both have reached; -1: the start
    struct mitm_span span[2];
    bool same; // both spans are the same part of the same layer
    unsigned weight;
    uint64_t degrees; // of all signatures in span[0]; together with the milestone, they identify the block
    double share;     // of the whole work, estimated from the number of states
};

struct mitm_task_list VECTOR_OF(struct mitm_task);

struct mitm_tasks {
    struct mitm_task_list list;
    bool failed; // there was no memory for another task
};

uint64_t mitm_span_states(struct mitm_span span);
uint64_t mitm_task_states(const struct mitm_task *task);

// Cuts a task at its milestone: calls back for each pair of parts whose final degrees complete each other.
void mitm_task_cut(const struct mitm_plan *plan, const struct mitm_task *task,
                   void (*found)(void *context, const struct mitm_task *block), void *context);

// Appends the blocks that a task will be cut into at the next milestone. They still have the full spans of the task; their shares
// are estimated from the states that may lead to them.
void mitm_task_predict(const struct mitm_plan *plan, const struct mitm_task *task, struct mitm_tasks *blocks);

// The range of results of a step that can still meet the constraint (NULL: all).
struct mitm_range mitm_task_range(const struct mitm_plan *plan, int half, int step,
                                  const struct mitm_constraint *constraint);

// A callback for mitm_task_cut(): appends a copy of a task to `context`, a struct mitm_tasks, or sets `failed` when there is
// no memory.
void mitm_tasks_add(void *context, const struct mitm_task *task);

// For qsort(): the largest task first, so that all threads finish at about the same time.
int mitm_task_compare(const void *a, const void *b);

#endif
