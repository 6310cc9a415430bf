// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of degrees: how many sets of edges lead to each pattern of degrees, level by level.
//
// A state is the degree 0, 1 or 2 that each vertex of a frontier has so far, two bits per slot:
//
//     bits …  5 4   3 2   1 0
//     slot …   2     1     0         slots beyond the frontier hold 0
//
// A step chooses which edges of one vertex are taken. Each choice is a row (mask, value, delta): it applies to the states with
// (key & mask) == value and leads to key + delta. So a choice preserves the order of the keys, a step is a merge of sorted streams, and
// a choice is undone by subtraction. Weights are natural numbers of any size.
#ifndef LEAPER_TOURS_FACTOR_TABLE_H
#define LEAPER_TOURS_FACTOR_TABLE_H

#include "base/error.h"
#include "base/vector.h"
#include "tours/limbs.h"
#include "tours/natural.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// 31 and not 32, so that no key has all bits set: that value ends a stream.
enum { FACTOR_SLOTS_MAX = 31 };

struct factor_choice {
    uint64_t mask, value, delta;
    int edges;         // how many edges are taken, 0 … 2
    int neighbours[2]; // where they lead
};

struct factor_step {
    int vertex; // one end of every edge of the step
    struct VECTOR_OF(struct factor_choice) choices;
};

// The states after some steps. Every weight has the same number of limbs.
struct factor_level {
    size_t count;
    int limbs;
    uint64_t *keys;    // [count] ascending
    uint64_t *weights; // [count * limbs]
    int shift;         // keys are looked up by key >> shift …
    uint32_t *starts;  // … in keys[starts[k]] up to keys[starts[k + 1]]
};

// A sequence of steps with its levels; levels[0] holds one state.
struct factor_table {
    int steps_count;
    struct factor_step *steps;   // [steps_count], owned
    struct factor_level *levels; // [steps_count + 1]
    bool borrowed;               // the levels belong to another table
};

// The memory that building may take. `used` grows by the bytes of every level kept.
struct factor_budget {
    uint64_t limit, used; // bytes
    bool measures;        // when the limit is exceeded, find out what everything would take, which takes time
    bool unknown;    // only a lower bound was found, `needed`: two adjacent levels alone exceed the limit
    uint64_t needed; // what everything would take; 0 when it was not measured
    bool (*go_on)(void *context); // called now and then; false: give up. May be NULL
    void *context;
};

static inline const uint64_t *factor_weight(const struct factor_level *level, size_t index)
{
    return level->weights + index * (size_t)level->limbs;
}

// Builds the levels from one state of weight 1. The table must hold its steps, and zeroed levels. Fails with
// ERROR_TOO_LARGE (the budget), ERROR_BUSY (stopped) or ERROR_SYSTEM (no memory). Clear the table in any case.
bool factor_table_build(struct factor_table *table, uint64_t start, struct factor_budget *budget,
                        struct error *err);

// Whether the steps of two tables agree except for the names of the vertices.
bool factor_table_resembles(const struct factor_table *table, const struct factor_table *like);

// As factor_table_build(), but a table that resembles another one, built from the same start, borrows its
// levels; `like` must live as long.
bool factor_table_build_like(struct factor_table *table, const struct factor_table *like, uint64_t start,
                             struct factor_budget *budget, struct error *err);

// Builds the levels as factor_table_build() does, but keeps only two at a time, and in the end only the last. Adds to the budget's
// `needed` what all of them would take. Fails with ERROR_BUSY or ERROR_SYSTEM only.
bool factor_table_measure(struct factor_table *table, uint64_t start, struct factor_budget *budget,
                          struct error *err);

// Sets the error for tables that exceed the budget, and says what they need. Returns false.
bool factor_budget_refuse(const struct factor_budget *budget, struct error *err);

// Frees the levels, or everything.
void factor_table_forget(struct factor_table *table);
void factor_table_clear(struct factor_table *table);

static inline const struct factor_level *factor_table_last(const struct factor_table *table)
{
    return &table->levels[table->steps_count];
}

// The index of a key, or `count` when the level does not have it.
size_t factor_level_find(const struct factor_level *level, uint64_t key);

// The sum of a level's weights.
void factor_level_sum(const struct factor_level *level, struct natural *sum);

// Called with each edge taken.
typedef void (*factor_edge)(void *context, int a, int b);

// Walks back from a state of the last level to the start, along the way with the given rank among those that lead to it. `rank` is
// below the state's weight, has as many limbs, and is overwritten.
void factor_table_unrank(const struct factor_table *table, size_t index, uint64_t *rank, factor_edge take,
                         void *context);

#endif
