// SPDX-License-Identifier: GPL-3.0-or-later
// In which order a graph is taken apart for the tables of degrees, and where the two sides meet.
//
//     A   vertices finished by the forward table, in sweeping order
//     S   the separator: every neighbour of A outside A, and the auxiliary vertices
//     B   the rest, finished by the backward table, from the far end
//
// No edge joins A and B. The edges inside S are dealt out to both tables. At the end each table knows the
// degrees its edges give to S, and two states fit when the degrees add up to what the vertices demand.
#ifndef LEAPER_TOURS_FACTOR_PLAN_H
#define LEAPER_TOURS_FACTOR_PLAN_H

#include "tours/sample/factor_table.h"

#ifdef __cplusplus
extern "C" {
#endif

// A graph whose vertices want one or two edges each. Neighbours ascend; there are no parallel edges.
// Vertices from `cells` on are auxiliary (the one that closes open tours): they may touch everything.
struct factor_graph {
    int vertices, cells;
    int *first;      // [vertices + 1]
    int *neighbours; // [first[vertices]]
    uint8_t *demand; // [vertices] 1 or 2
};

// What a plan says about a vertex of the separator: the slot it has at the end of either table, or -1 when
// no edge of that table touches it.
struct factor_meeting {
    int vertex, forward_slot, backward_slot;
};

struct factor_plan {
    int separator; // how many vertices S has
    struct factor_meeting *meetings;
    double cost; // a rough measure of states, for comparing plans
};

// Takes the graph's cells apart in the given order ([cells] vertices) and writes the steps of both tables,
// which come with zeroed levels. Fails with ERROR_TOO_LARGE when a frontier has more than FACTOR_SLOTS_MAX
// vertices. Free the tables with factor_table_clear() and the plan with factor_plan_clear(), also after a
// failure.
bool factor_plan_make(struct factor_plan *plan, const struct factor_graph *graph, const int *order,
                      struct factor_table *forward, struct factor_table *backward, struct error *err);
void factor_plan_clear(struct factor_plan *plan);

// How many states the best cut of this order would lead to, roughly; infinite when there is none.
double factor_plan_cost(const struct factor_graph *graph, const int *order);

#ifdef __cplusplus
}
#endif

#endif
