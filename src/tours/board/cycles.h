// SPDX-License-Identifier: GPL-3.0-or-later
// The graph whose Hamiltonian cycles, each counted once, are the tours that were asked for.
//
// Closed tours are the Hamiltonian cycles of the leaper graph G itself. For the others vertices are added that
// stand for no cell:
//   open            w, joined to every cell: leaving w out of a cycle leaves a path
//   from a to b     w, joined to a and b
//   from a          w, joined to every cell but a, and u, joined to a and w: u needs both its edges
// Where leaps alternate between two colours, w is joined only to cells of a colour that a path can end on.
// So every method of counting handles one thing only: Hamiltonian cycles of a graph.
#ifndef LEAPER_TOURS_CYCLES_H
#define LEAPER_TOURS_CYCLES_H

#include "tours/board/tour.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cycle_graph {
    int cells;    // vertices 0 … cells-1 are those of the leaper graph
    int vertices; // cells + 0, 1 or 2; w is the last, u stands before it
    int edges;
    int *first;         // [vertices + 1] as in struct tour_graph
    int *neighbours;    // [2 * edges] ascending for each vertex
    uint8_t symmetries; // of the board's symmetries those that keep this graph; w and u stay where they are
    // [cells] colours that alternate along leaps, where both ends of an open tour are free and on different ones; else NULL.
    uint8_t *colour;
    bool
        directed_once; // a start was given: there are as many directed tours as undirected ones, else twice as many
    bool trivial; // one cell and an open tour: the one tour without a leap, which is no cycle
};

// Fails when `from` and `to` are the same cell (unless it is the only one), with ERROR_PARAMETER at "to". A path with
// `to` only is one with `from` only.
bool cycle_graph_init(struct cycle_graph *cycles, const struct tour_graph *graph,
                      const struct tour_constraint *ends, struct error *err);
void cycle_graph_clear(struct cycle_graph *cycles);

// Bits b such that the graph has fewer than 2^b Hamiltonian cycles: each of them, run through both ways, is two
// permutations that the adjacency matrix allows, and a permanent is at most the product of (d!)^(1/d) over its rows
// of d ones (L. M. Bregman 1973, conjectured by H. Minc).
unsigned cycle_graph_bound(const struct cycle_graph *cycles);

// A 64-bit fingerprint of the graph: equal graphs (vertex for vertex) have equal ones.
uint64_t cycle_graph_fingerprint(const struct cycle_graph *cycles);

#ifdef __cplusplus
}
#endif

#endif
