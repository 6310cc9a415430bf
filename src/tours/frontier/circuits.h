// SPDX-License-Identifier: GPL-3.0-or-later
// Hamiltonian cycles of any small graph whose edges have weights and signs: what symmetric tours are
// counted with. The states are those of vertex_step.h.
#ifndef LEAPER_TOURS_CIRCUITS_H
#define LEAPER_TOURS_CIRCUITS_H

#include "base/error.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A way from one vertex to another may exist in several kinds that are counted apart; `plus` is how many
// even kinds there are and how many odd ones together, `minus` how many more even than odd ones.
struct circuit_edge {
    int to;
    int plus, minus;
};

struct circuit_graph {
    int vertices;
    int *first;                 // [vertices + 1]
    struct circuit_edge *edges; // [first[vertices]] each edge at both ends; no loops, one entry a pair
    int joined[2];              // two vertices that are the ends of a path from the start, or -1, -1
};

struct circuit_request {
    const struct circuit_graph *graph;
    bool signs;      // `minus` is wanted as well
    uint64_t memory; // bytes that states may take
    // Called now and then with the share of the vertices that are finished and the number of states; false
    // stops. May be NULL.
    bool (*progress)(void *context, double done, uint64_t states);
    void *context;
};

struct circuit_result {
    uint64_t states, most; // in all levels together; in the largest
    uint64_t memory;       // the most bytes used at a time
};

// Sums over all Hamiltonian cycles, each once and without direction, the product of the `plus` of their
// edges, and the product of the `minus` (left 0 without `signs`); both integers are initialized. The graph
// has at least three vertices. False with ERROR_TOO_LARGE (memory, or a frontier of more than 32 vertices)
// or ERROR_BUSY (stopped) or ERROR_SYSTEM.
bool circuits_count(const struct circuit_request *request, mpz_t plus, mpz_t minus,
                    struct circuit_result *result, struct error *err);

// An order in which the frontier stays small: the best of several sweeps. [vertices], freed by the caller.
int *circuits_order(const struct circuit_graph *graph);

#ifdef __cplusplus
}
#endif

#endif
