// SPDX-License-Identifier: GPL-3.0-or-later
// How many tours a group of symmetries leaves as they are: counted as paths and circuits of the quotient
// graph.
//
// The vertices of the quotient are the orbits of cells, its edges the orbits of leaps. A closed tour that a
// group maps to itself is turned by it like a wheel (every element shifts it along itself), or else some
// elements run through it backwards. In the first case the tour winds round a Hamiltonian cycle of the
// quotient, in the second it runs to and fro on a Hamiltonian path, and at each end of that path it turns
// back: at a cell that a symmetry keeps in place, or in the middle of a leap that one turns round. An open
// tour can only be mapped to itself backwards. docs/tours.md has the proofs.
#ifndef LEAPER_TOURS_SYMMETRIC_H
#define LEAPER_TOURS_SYMMETRIC_H

#include "tours/board/graph.h"
#include "tours/frontier/circuits.h"

#ifdef __cplusplus
extern "C" {
#endif

// Groups of symmetries are sets of bits as in tour_graph.symmetries: bit s for symmetry s.
enum {
    GROUP_TRIVIAL = 1,
    GROUP_HALF_TURN = 1 | 1 << SYMMETRY_HALF_TURN,
    GROUP_LEFT_RIGHT = 1 | 1 << SYMMETRY_LEFT_RIGHT,
    GROUP_TOP_BOTTOM = 1 | 1 << SYMMETRY_TOP_BOTTOM,
    GROUP_DIAGONAL = 1 | 1 << SYMMETRY_DIAGONAL,
    GROUP_ANTIDIAGONAL = 1 | 1 << SYMMETRY_ANTIDIAGONAL,
    GROUP_QUARTER_TURNS = GROUP_HALF_TURN | 1 << SYMMETRY_TURN_LEFT | 1 << SYMMETRY_TURN_RIGHT,
    GROUP_BOTH_AXES = GROUP_HALF_TURN | GROUP_LEFT_RIGHT | GROUP_TOP_BOTTOM,
    GROUP_BOTH_DIAGONALS = GROUP_HALF_TURN | GROUP_DIAGONAL | GROUP_ANTIDIAGONAL,
    GROUP_WHOLE = 255
};

struct symmetric_request {
    const struct tour_graph *graph;
    uint8_t group; // one of the above, all of whose symmetries the graph has
    bool open;
    uint64_t memory;                                               // bytes
    bool (*progress)(void *context, double done, uint64_t states); // as in struct circuit_request
    void *context;
};

// Whether every symmetry of the group leaves every cell where it is (only on boards of one rank or file, or
// the like): then all tours are invariant, and counting them is not for symmetric_count().
bool symmetric_is_trivial(const struct tour_graph *graph, uint8_t group);

// The tours invariant under the group: those it only shifts along themselves, and those it runs through
// backwards as well. Both integers are initialized. Not for trivial groups. `result` gets the largest of
// each figure. Errors as of circuits_count().
bool symmetric_count(const struct symmetric_request *request, mpz_t shifted, mpz_t reversed,
                     struct circuit_result *result, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
