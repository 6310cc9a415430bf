// SPDX-License-Identifier: GPL-3.0-or-later
// The states of building a Hamiltonian cycle vertex by vertex, and the ways from one to the next.
//
// Vertices are finished one after the other, each with all its edges to later ones. After some of them a
// state says of each vertex of the frontier (neighbours of finished vertices) what the edges taken so far
// make of it; four bits a slot:
//
//     0       no edge yet, or the slot is free       1   two edges
//     2 … 15  one edge: the end of a path; the other end of the path has the same number
//
// Paths are numbered by their first slot, so that equal states have equal keys.
#ifndef LEAPER_TOURS_VERTEX_STEP_H
#define LEAPER_TOURS_VERTEX_STEP_H

#include "base/error.h"
#include "tours/frontier/circuits.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CIRCUIT_SLOTS_MAX = 32,
    CIRCUIT_KEY_WORDS = 2, // sixteen slots a word
    CIRCUIT_EMPTY = 0,
    CIRCUIT_INNER = 1
};

// What is in each slot, a byte each.
struct circuit_state {
    uint8_t slots[CIRCUIT_SLOTS_MAX];
};

// A vertex is finished: what its later neighbours are.
struct circuit_step {
    int vertex;
    int slot;      // of the vertex, or -1 when no edge leads to it yet
    int slots;     // beyond the highest that is in use during the step
    int remaining; // vertices that are not finished after it
    int count;     // of neighbours, with their slots and their edges
    int at[CIRCUIT_SLOTS_MAX];
    const struct circuit_edge *edges[CIRCUIT_SLOTS_MAX];
};

// Plans the steps of finishing the vertices in the given order ([vertices], the caller's room for as many steps), and
// writes the key that everything begins with. Edges point into the graph. Answers how many slots are needed, or 0
// with ERROR_TOO_LARGE when they do not suffice.
int circuit_steps_plan(const struct circuit_graph *graph, const int *order, struct circuit_step *steps,
                       uint64_t start[CIRCUIT_KEY_WORDS], struct error *err);

// Numbers the paths anew and packs the first `slots` slots. False when there are too many paths for four bits.
bool circuit_state_pack(const struct circuit_state *state, int slots, uint64_t key[CIRCUIT_KEY_WORDS]);

// Where a choice of edges leads: to another state, or to a closed circuit.
struct circuit_arrival {
    const struct circuit_step *step;
    struct circuit_state state;
    int taken[2]; // neighbours to which edges are taken, or -1
    bool whole;   // the circuit is closed, and nobody is left out
};

// Calls `arrive` for every choice of edges at a state, in an order that depends on step and key only; choices
// that close a circuit too early are left out. False as soon as `arrive` answers false.
bool circuit_step_follow(const struct circuit_step *step, const uint64_t key[CIRCUIT_KEY_WORDS],
                         bool (*arrive)(void *context, const struct circuit_arrival *arrival), void *context);

#ifdef __cplusplus
}
#endif

#endif
