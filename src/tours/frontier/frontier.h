// SPDX-License-Identifier: GPL-3.0-or-later
// The plain method of counting: edge by edge over the whole graph, with all states in one hash table.
//
// Vertices are taken in one order, and of each its edges to later vertices. After some edges a state says of
// every vertex that has both decided and undecided edges (the *frontier*) whether it has two chosen edges already, or is the
// end of a path of chosen edges and which vertex is the other end. A vertex leaves the frontier with two chosen edges or the
// state is dropped; a choice that closes a circuit counts if it is the last of all. It is the method of D. E. Knuth's SIMPATH
// (The Art of Computer Programming 7.1.4, exercise 225) with numbers in the place of diagrams; here it is the check on the
// faster methods, and the one that any graph suits.
#ifndef LEAPER_TOURS_FRONTIER_H
#define LEAPER_TOURS_FRONTIER_H

#include "tours/count_request.h"

#ifdef __cplusplus
extern "C" {
#endif

// Counts the Hamiltonian cycles modulo the first `moduli` primes of tours/frontier/residue.h, all at a time; to remainders[].
// `result` gets states and memory. Errors as of count_tours().
bool plain_count(const struct count_request *request, unsigned moduli, uint64_t *remainders,
                 struct count_result *result, struct error *err);

// An order of the vertices that keeps the frontier small: across the shorter side of the board, the added vertices last.
// order[i] is the i-th vertex; freed by the caller.
int *plain_order(const struct tour_graph *graph, const struct cycle_graph *cycles);

#ifdef __cplusplus
}
#endif

#endif
