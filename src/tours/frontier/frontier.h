// SPDX-License-Identifier: GPL-3.0-or-later
// Frontier dynamic programming (the method "plain" of the command line): the graph is swept edge by edge, with all states in one
// hash table.
//
// Vertices are processed in a fixed order, and at each vertex its edges to later vertices. The state after some edges is the
// connectivity of the frontier (tours/frontier/connectivity.h), in a table of mates. A state is dropped when a vertex leaves the
// frontier with fewer than two chosen edges; a choice that closes a cycle counts if the cycle visits every vertex. This is the
// method of D. E. Knuth's SIMPATH (The Art of Computer Programming 7.1.4, exercise 225) with counts in place of diagrams. It works
// for every graph; here it serves to check the faster methods.
#ifndef LEAPER_TOURS_FRONTIER_H
#define LEAPER_TOURS_FRONTIER_H

#include "tours/count_request.h"

// Counts the Hamiltonian cycles modulo the first `moduli` primes of tours/frontier/residue.h, all in one sweep, and stores the
// remainders. Sets the states and the memory of `result`. Errors as for count_tours().
bool frontier_count(const struct count_request *request, unsigned moduli, uint64_t *remainders,
                    struct count_result *result, struct error *err);

// An order of the vertices that keeps the frontier small: across the shorter side of the board, the added vertices last.
// order[i] is the i-th vertex; freed by the caller. NULL when memory runs out.
int *frontier_order(const struct tour_graph *graph, const struct cycle_graph *cycles);

#endif
