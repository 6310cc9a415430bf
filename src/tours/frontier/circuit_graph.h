// SPDX-License-Identifier: GPL-3.0-or-later
// A small undirected graph, perhaps with weights, whose Hamiltonian cycles are to be counted or drawn.
#ifndef LEAPER_TOURS_CIRCUIT_GRAPH_H
#define LEAPER_TOURS_CIRCUIT_GRAPH_H

// How many even and odd edges one entry stands for: their sum, and even minus odd.
struct circuit_weight {
    int plus, minus;
};

struct circuit_graph {
    int vertices;
    int *first;                     // [vertices + 1]
    int *to;                        // [first[vertices]] the neighbours; no loops, and each only once
    struct circuit_weight *weights; // likewise, the same in both directions; NULL: one even edge each
    int joined[2];                  // two vertices that count as the ends of a path from the start, or -1, -1
};

#endif
