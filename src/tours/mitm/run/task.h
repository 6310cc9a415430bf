// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of work of the meeting method: lists of both halves whose final degrees complete each other.
#ifndef LEAPER_TOURS_MITM_TASK_H
#define LEAPER_TOURS_MITM_TASK_H

#include "tours/mitm/step/step.h"

struct mitm_span {
    const struct mitm_group *groups;
    size_t count;
};

// Parts of the lists of both halves at a milestone that complete each other.
struct mitm_task {
    int milestone; // that has been reached; -1: the start
    struct mitm_span span[2];
    bool same; // both are one list
    unsigned weight;
    uint64_t degrees; // that all signatures of span[0] have; with the milestone the name of the block
    double share;     // of the whole work, as far as the number of states tells
};

struct mitm_tasks {
    struct mitm_task *list;
    size_t count, capacity;
};

uint64_t mitm_span_states(struct mitm_span span);
uint64_t mitm_task_states(const struct mitm_task *task);

// Calls back for each pair of blocks of a task that complete each other in the final degrees.
void mitm_task_cut(const struct mitm_plan *plan, const struct mitm_task *task,
                   void (*found)(void *context, const struct mitm_task *block), void *context);

// Lists the blocks that a task will have at the next milestone, with its lists as they are and shares by what may lead to them.
void mitm_task_predict(const struct mitm_plan *plan, const struct mitm_task *task, struct mitm_tasks *blocks);

// The results of a step that may still end as wished (NULL: all).
struct mitm_range mitm_task_range(const struct mitm_plan *plan, int half, int step,
                                  const struct mitm_constraint *constraint);

// Appends a copy of a task to `context`, a struct mitm_tasks whose list is freed by free().
void mitm_tasks_add(void *context, const struct mitm_task *task);

// For qsort(): the largest first, so that all threads end at about the same time.
int mitm_task_compare(const void *a, const void *b);

#endif
