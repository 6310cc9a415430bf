// SPDX-License-Identifier: GPL-3.0-or-later
// Plans the tables of degrees: in which order they finish the vertices, and where they meet.
//
//     A   vertices finished by the forward table, in the order of the sweep
//     S   the separator: every neighbour of A outside A, and the auxiliary vertices
//     B   the rest, finished by the backward table, from the far end
//
// No edge joins A and B. The edges within S are divided between the tables. The last level of each table has the degrees that its
// edges give to the vertices of S; two states match if their degrees add up to what the vertices demand.
#ifndef LEAPER_TOURS_FACTOR_PLAN_H
#define LEAPER_TOURS_FACTOR_PLAN_H

#include "tours/sample/factor_table.h"

// A graph whose vertices demand one or two edges each. Neighbours ascend; there are no parallel edges.
// Vertices from `cells` on are auxiliary (one of them closes open tours) and may be adjacent to all others.
struct factor_graph {
    int vertices, cells;
    int *first;      // [vertices + 1]
    int *neighbours; // [first[vertices]]
    uint8_t *demand; // [vertices] 1 or 2
};

// A vertex of the separator: its slots at the ends of the two tables, negative when
// no edge of that table touches it.
struct factor_meeting {
    int vertex, forward_slot, backward_slot;
};

struct factor_plan {
    int separator; // the number of vertices in S
    struct factor_meeting *meetings;
    double cost; // a rough measure of states, for comparing plans
};

struct factor_tables {
    struct factor_table forward, backward;
};

// Plans a sweep over the cells in the given order ([cells] vertices) and writes the steps of both tables; their levels are zeroed. Fails with ERROR_TOO_LARGE when a frontier has more than FACTOR_SLOTS_MAX
// vertices, and with ERROR_SYSTEM without memory. Free the tables with factor_table_clear() and the plan with
// factor_plan_clear(), after a failure as well.
bool factor_plan_make(struct factor_plan *plan, const struct factor_graph *graph, const int *order,
                      struct factor_tables *tables, struct error *err);
void factor_plan_clear(struct factor_plan *plan);

// Estimates how many states the best cut of this order leads to; infinite when there is no cut. False when there is no memory.
bool factor_plan_cost(const struct factor_graph *graph, const int *order, double *cost);

#endif
