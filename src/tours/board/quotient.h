// SPDX-License-Identifier: GPL-3.0-or-later
// Orbits of cells and of leaps under a group of symmetries.
#ifndef LEAPER_TOURS_QUOTIENT_H
#define LEAPER_TOURS_QUOTIENT_H

#include "tours/board/graph.h"

// An orbit of leaps between two orbits of cells. In a cyclic group there are two kinds: `odd` says whether an odd power of the
// generator leads from the representatives to the ends of the leap.
struct quotient_link {
    int from, to; // from < to
    bool odd;
};

// An orbit of leaps within one orbit of cells, which has a cell for each element.
struct quotient_loop {
    int orbit;
    int element; // the element that takes one end of the leap to the other
};

struct quotient {
    int order;                // the number of different permutations of the cells in the group
    int symmetry[SYMMETRIES]; // [order] a symmetry for each of them; the first is none
    bool cyclic;
    int orbits;
    int *size;    // [orbits] 1 … order cells
    int *keeper;  // [orbits] an element other than the first that fixes the orbit's least cell, or -1
    int *orbit;   // [vertices] of the graph
    int *element; // [vertices] one that maps the orbit's least vertex to this one
    int links_count, loops_count;
    struct quotient_link *links;
    struct quotient_loop *loops;
};

// `group` is a set of bits as in tour_graph.symmetries, closed under composition. Free it with
// quotient_clear(). False when there is no memory; nothing needs to be cleared then.
bool quotient_init(struct quotient *quotient, const struct tour_graph *graph, uint8_t group);
void quotient_clear(struct quotient *quotient);

// Whether the element, seen as a permutation of the cells, is its own inverse.
bool quotient_is_involution(const struct quotient *quotient, int element);

#endif
