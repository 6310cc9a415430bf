// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the Hamiltonian cycles of any small graph whose edges have weights and signs, as needed for symmetric tours. The states
// are those of vertex_step.h.
#ifndef LEAPER_TOURS_CIRCUITS_H
#define LEAPER_TOURS_CIRCUITS_H

#include "base/error.h"
#include "tours/frontier/circuit_graph.h"
#include "tours/natural.h"

#include <stdbool.h>
#include <stdint.h>

struct circuit_request {
    const struct circuit_graph *graph;
    uint64_t memory; // bytes that states may take
    // Called now and then with the share of vertices that are finished and the number of states; returning false
    // stops the count. May be NULL.
    bool (*progress)(void *context, double done, uint64_t states);
    void *context;
};

struct circuit_result {
    uint64_t states, most; // in all levels together; in the largest level
    uint64_t memory;       // the most bytes used at any time
};

// Adds what one count took to what several took: the states add up, of the other figures the largest is kept.
void circuit_result_add(struct circuit_result *all, const struct circuit_result *one);

// Counts the Hamiltonian cycles of the graph, each once regardless of its direction: `all` receives the number of all of them,
// `odd` (may be NULL) the number of those that use an odd number of odd edges. The graph has at least three vertices. False with
// ERROR_TOO_LARGE (too much memory, or a frontier of more than 32 vertices), ERROR_BUSY (stopped) or ERROR_SYSTEM (no memory).
bool circuits_count(const struct circuit_request *request, struct natural *all, struct natural *odd,
                    struct circuit_result *result, struct error *err);

// An order that keeps the frontier small: the best of several sweeps. [vertices], freed by the caller; NULL when memory runs
// out.
int *circuits_order(const struct circuit_graph *graph);

#endif
