// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of crossing steps, and the paths that they form between the ends of the paths of the half-tours.
#ifndef LEAPER_TOURS_MCKAY_CROSS_H
#define LEAPER_TOURS_MCKAY_CROSS_H

#include "base/vector.h"
#include "tours/mckay/mckay_ground.h"

// A set of steps of one kind, with at most two at each node.
struct mckay_set {
    uint32_t low, high; // codes: how many steps each node of the lower and the upper rank has
    uint8_t count;
    struct mckay_step steps[MCKAY_ENDS_MAX];
};

struct mckay_sets {
    struct VECTOR_OF(struct mckay_set) list; // sorted by the upper code
    int *first;                              // [codes + 1] where the sets with an upper code begin
};

// The paths that a set of steps forms. For an end of a path, `mate` is the other end; for a node without steps,
// the node itself; inside a path it is meaningless.
struct mckay_paths {
    uint8_t mate[MCKAY_NODES_MAX];
    uint8_t closed; // how many circuits the steps form
};

// All sets of steps of each kind. Fails with ERROR_TOO_LARGE when there are too many.
bool mckay_sets_init(struct mckay_sets sets[STEP_KINDS], const struct mckay_ground *ground,
                     struct error *err);
void mckay_sets_clear(struct mckay_sets sets[STEP_KINDS]);

static inline void mckay_paths_init(struct mckay_paths *paths)
{
    for (int i = 0; i < MCKAY_NODES_MAX; i++)
        paths->mate[i] = (uint8_t)i;
    paths->closed = 0;
}

// Adds a step between two nodes that have at most one step each so far.
static inline void mckay_paths_add(struct mckay_paths *paths, int low, int high)
{
    uint8_t a = paths->mate[low], b = paths->mate[high];
    paths->closed = (uint8_t)(paths->closed + (a == high));
    paths->mate[a] = b;
    paths->mate[b] = a;
}

static inline void mckay_paths_add_set(struct mckay_paths *paths, const struct mckay_set *set)
{
    for (int i = 0; i < set->count; i++)
        mckay_paths_add(paths, set->steps[i].low, set->steps[i].high);
}

#endif
