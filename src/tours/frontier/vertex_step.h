// SPDX-License-Identifier: GPL-3.0-or-later
// Builds Hamiltonian cycles vertex by vertex: the states, and the choices that lead from one to the next.
//
// Vertices are finished in a given order, each together with all its edges to later vertices. A state is the connectivity
// (tours/frontier/connectivity.h) of the frontier after some of the vertices. Its key has four bits for each slot:
//
//     0       no edge, or the slot is vacant       1   two edges
//     2 … 15  one edge: the end of a path; the other end of the path has the same number
//
// Paths are numbered in the order of their first slots, so equal states have equal keys.
#ifndef LEAPER_TOURS_VERTEX_STEP_H
#define LEAPER_TOURS_VERTEX_STEP_H

#include "base/error.h"
#include "tours/frontier/circuit_graph.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    CIRCUIT_SLOTS_MAX = 32,
    CIRCUIT_KEY_WORDS = 2, // sixteen slots a word
    // The slot of a vertex while it is finished, if no earlier edge leads to it.
    CIRCUIT_SLOT_EXTRA = CIRCUIT_SLOTS_MAX
};

struct circuit_state {
    uint8_t mate[CIRCUIT_SLOTS_MAX + 1]; // the last is CIRCUIT_SLOT_EXTRA, vacant between steps
};

// The step that finishes one vertex.
struct circuit_step {
    int vertex;
    int slot;      // of the vertex; CIRCUIT_SLOT_EXTRA when no earlier edge leads to it
    int slots;     // one more than the highest slot in use during the step
    int width;     // how many vertices are on the frontier during the step, this one included
    int remaining; // vertices that are not finished after it
    int count; // of later neighbours, with their slots, their numbers, and the indices of their edges in the graph
    uint8_t at[CIRCUIT_SLOTS_MAX];
    int to[CIRCUIT_SLOTS_MAX], edge[CIRCUIT_SLOTS_MAX];
};

// Plans steps one at a time.
struct circuit_planner {
    const struct circuit_graph *graph;
    const int *order; // [vertices]
    int *place;       // [vertices] its inverse
    int *slot;        // [vertices] -1: never had one
    uint32_t used;    // slots
    int next;         // place of the vertex to be finished next
};

// Prepares to finish the vertices in the given order. Graph and order must outlive the planner. False when memory runs out;
// then there is nothing to clear.
bool circuit_planner_init(struct circuit_planner *planner, const struct circuit_graph *graph,
                          const int *order);
void circuit_planner_clear(struct circuit_planner *planner);

// Plans the next step; there are as many as vertices. False when it needs more than CIRCUIT_SLOTS_MAX slots.
bool circuit_planner_next(struct circuit_planner *planner, struct circuit_step *step);

// Plans all steps ([vertices]). Returns how many slots are needed, or 0 with ERROR_TOO_LARGE when there are too few or with
// ERROR_SYSTEM when memory runs out.
int circuit_steps_plan(const struct circuit_graph *graph, const int *order, struct circuit_step *steps,
                       struct error *err);

// The state before the first step.
void circuit_state_start(struct circuit_state *state, const struct circuit_graph *graph);

// Packs the first `slots` slots. False when there are more paths than four bits can number.
bool circuit_state_pack(const struct circuit_state *state, int slots, uint64_t key[CIRCUIT_KEY_WORDS]);
void circuit_state_unpack(const uint64_t key[CIRCUIT_KEY_WORDS], struct circuit_state *state);

// Where a choice of edges leads: to another state, or to a closed cycle.
struct circuit_arrival {
    const struct circuit_step *step;
    struct circuit_state state;
    int taken[2]; // indices of the neighbours to which edges are chosen, or -1
    bool whole;   // the cycle is closed and visits every vertex
};

// Calls `arrive` for every choice of edges in a state, in an order that depends only on the step and the state. Choices that
// close a cycle too early are left out. Returns false as soon as `arrive` does.
bool circuit_step_follow(const struct circuit_step *step, const struct circuit_state *state,
                         bool (*arrive)(void *context, const struct circuit_arrival *arrival), void *context);

#endif
