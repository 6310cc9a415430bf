// SPDX-License-Identifier: GPL-3.0-or-later
// A tour as a list of vertices, which tours are wanted, and whether a list is one.
//
// Every tour is written once, whichever way it can be walked, and this is the way it is written:
//   closed              begins with vertex 0, and its second vertex is smaller than its last
//   open                its first vertex is smaller than its last
//   open, ends given    begins with `from`, ends with `to`
// A closed tour has at least three vertices; the open tour of a single vertex is that vertex.
#ifndef LEAPER_TOURS_TOUR_H
#define LEAPER_TOURS_TOUR_H

#include "tours/board/graph.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Which tours are wanted.
struct tour_constraint {
    bool open;
    int from, to; // vertices where an open tour begins and ends, -1 for any; both -1 for closed tours
};

// The first thing that is wrong with a list of vertices.
enum tour_fault {
    TOUR_FINE,
    TOUR_TOO_SHORT, // it ends before every vertex was visited
    TOUR_AGAIN,     // the vertex at `step` has been visited before
    TOUR_NO_LEAP,   // no edge leads from the vertex before `step` to the one at `step`
    TOUR_NO_RETURN, // no edge leads from the last vertex to the first
    TOUR_WRONG_END  // it does not begin or end where it was to
};

// Judges the first `count` vertices (all of them in range) as a tour of the whole graph. `step`, which may be
// NULL, is the index of the vertex at fault. Linear in the number of vertices.
enum tour_fault tour_check(const struct tour_graph *graph, const struct tour_constraint *constraint,
                           const int *tour, int count, int *step);

// Turns a tour round or shifts it so that it is written as said above.
void tour_normalize(const struct tour_graph *graph, const struct tour_constraint *constraint, int *tour);

#ifdef __cplusplus
}
#endif

#endif
