// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the tours that are invariant under a group of symmetries, as paths and cycles of the quotient graph.
//
// The vertices of the quotient are the orbits of cells, its edges the orbits of leaps. If a closed tour is invariant under a group,
// either every element shifts it along itself, or some elements reverse its direction. In the first case the tour winds around a
// Hamiltonian cycle of the quotient. In the second it runs back and forth on a Hamiltonian path, and turns back at each end of that
// path: at a cell that a symmetry fixes, or in the middle of a leap that a symmetry reverses. A symmetry of an open tour always
// reverses it. docs/tours.md has the proofs.
#ifndef LEAPER_TOURS_SYMMETRIC_H
#define LEAPER_TOURS_SYMMETRIC_H

#include "tours/board/graph.h"
#include "tours/frontier/circuits.h"

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
    uint8_t group; // one of the above; the graph must have all its symmetries
    bool open;
    uint64_t memory;                                               // bytes
    bool (*progress)(void *context, double done, uint64_t states); // as in struct circuit_request
    void *context;
};

// Whether every symmetry of the group fixes every cell (only on boards of one rank or one file, and the like). Then all
// tours are invariant, and symmetric_count() must not be called.
bool symmetric_is_trivial(const struct tour_graph *graph, uint8_t group);

// Counts the tours invariant under the group: those that all elements shift along themselves, and those that some elements reverse.
// Not for trivial groups. `result` says what all counts took together. Errors as for circuits_count().
bool symmetric_count(const struct symmetric_request *request, struct natural *shifted,
                     struct natural *reversed, struct circuit_result *result, struct error *err);

#endif
