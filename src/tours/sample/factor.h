// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers all sets of edges that give every vertex of a graph the degree that it demands.
//
// With two edges per vertex these are the 2-factors: sets of circuits that together visit every vertex once.
// A tour is a 2-factor that consists of one circuit. Degrees do not say which ends belong to the same path, so their tables are
// small; and since the problem splits into two independent halves, the tables only need to reach the middle.
#ifndef LEAPER_TOURS_FACTOR_H
#define LEAPER_TOURS_FACTOR_H

#include "tours/sample/factor_plan.h"

struct factor;

// Numbers the factors of a graph whose cells are swept in one of the two given orders, whichever is cheaper
// (`other` may be NULL). Fails as factor_plan_make() and factor_table_build() do. Free it with
// factor_free(). The result never changes, so threads may share it.
struct factor *factor_new(const struct factor_graph *graph, const int *order, const int *other,
                          struct factor_budget *budget, struct error *err);
void factor_free(struct factor *factor);

// The number of factors. May be 0, or fail.
void factor_count(const struct factor *factor, struct natural *count);

// The number of limbs of a rank.
int factor_limbs(const struct factor *factor);

// Calls `take` with each edge of the factor with a given rank, which is below the count: a bijection between ranks and factors.
// `work` has 2 · factor_limbs() limbs, of which the first half is the rank, least limb first; all of it is overwritten.
void factor_unrank(const struct factor *factor, uint64_t *work, factor_edge take, void *context);

#endif
