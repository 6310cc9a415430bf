// SPDX-License-Identifier: GPL-3.0-or-later
// The graph whose Hamiltonian cycles, each counted once, are the requested tours.
//
// Closed tours are the Hamiltonian cycles of the leaper graph G itself. For open tours, vertices are added that
// do not stand for cells:
//   open            w, joined to every cell: leaving w out of a cycle leaves a path
//   from a to b     w, joined to a and b
//   from a          w, joined to every cell but a, and u, joined to a and w: u needs both its edges
// Where leaps alternate between two colours, w is joined only to cells of a colour on which a path can end.
// So every counting method only has to count the Hamiltonian cycles of a graph.
#ifndef LEAPER_TOURS_CYCLES_H
#define LEAPER_TOURS_CYCLES_H

#include "tours/board/tour.h"

struct cycle_graph {
    int cells;    // vertices 0 … cells-1 are those of the leaper graph
    int vertices; // cells + 0, 1 or 2; w is the last, u precedes it
    int edges;
    int *first;         // [vertices + 1] as in struct tour_graph
    int *neighbours;    // [2 * edges] ascending for each vertex
    uint8_t symmetries; // the board's symmetries that preserve this graph; they fix w and u
    // [cells] colours that alternate along leaps, if both ends of an open tour are free and on different colours; otherwise NULL.
    uint8_t *colour;
    bool
        directed_once; // an end was given: there are as many directed tours as undirected ones; otherwise twice as many
    bool trivial; // an open tour of one cell: the only tour without a leap, which is not a cycle
};

// Fails with ERROR_PARAMETER at "to" when `from` and `to` are the same cell (unless it is the only one), and with ERROR_SYSTEM
// without memory; then nothing needs to be cleared. A path with only `to` given is treated as one with only `from`.
bool cycle_graph_init(struct cycle_graph *cycles, const struct tour_graph *graph,
                      const struct tour_constraint *ends, struct error *err);
void cycle_graph_clear(struct cycle_graph *cycles);

// A number b such that the graph has fewer than 2^b Hamiltonian cycles: each of them, traversed in both directions, gives two
// permutations that the adjacency matrix allows, and a permanent is at most the product of (d!)^(1/d) over its rows,
// d being the number of ones in a row (L. M. Bregman 1973, conjectured by H. Minc).
unsigned cycle_graph_bound(const struct cycle_graph *cycles);

// A 64-bit fingerprint of the graph: equal graphs (vertex for vertex) have equal ones.
uint64_t cycle_graph_fingerprint(const struct cycle_graph *cycles);

#endif
