// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of work of the meeting method: lists of both halves whose final digits complete each other.
#ifndef LEAPER_TOURS_MEET_TASK_H
#define LEAPER_TOURS_MEET_TASK_H

#include "tours/mitm/step/step.h"

struct meet_span {
    const struct meet_group *groups;
    size_t count;
};

// Parts of the lists of both halves at a milestone that complete each other.
struct meet_task {
    int milestone; // that has been reached; -1: the start
    struct meet_span span[2];
    bool same; // both are one list
    unsigned weight;
    uint64_t digits; // that all signatures of span[0] have; with the milestone the name of the block
    double share;    // of the whole work, as far as the number of states tells
};

struct meet_tasks {
    struct meet_task *list;
    size_t count, capacity;
};

uint64_t meet_span_states(struct meet_span span);
uint64_t meet_task_states(const struct meet_task *task);

// Calls back for each pair of blocks of a task that complete each other in the final digits.
void meet_task_cut(const struct meet_plan *plan, const struct meet_task *task,
                   void (*found)(void *context, const struct meet_task *block), void *context);

// Lists the blocks that a task will have at the next milestone, with its lists as they are and shares by what may lead to them.
void meet_task_foresee(const struct meet_plan *plan, const struct meet_task *task, struct meet_tasks *blocks);

// The results of a step that may still end as wished (NULL: all).
struct meet_range meet_task_range(const struct meet_plan *plan, int half, int step,
                                  const struct meet_wish *wish);

// Appends a copy of a task to `context`, a struct meet_tasks whose list is freed by free().
void meet_tasks_add(void *context, const struct meet_task *task);

// For qsort(): the largest first, so that all threads end at about the same time.
int meet_task_compare(const void *a, const void *b);

#endif
