// SPDX-License-Identifier: GPL-3.0-or-later
// A tour as a list of vertices, the constraints that it may have to meet, and the check that a list is a tour.
//
// A tour and its reversal are the same tour. Its canonical form is
//   closed              begins with vertex 0, and its second vertex is smaller than its last
//   open                its first vertex is smaller than its last
//   open, ends given    begins with `from`, ends with `to`
// A closed tour has at least three vertices; the open tour of a single vertex is that vertex.
#ifndef LEAPER_TOURS_TOUR_H
#define LEAPER_TOURS_TOUR_H

#include "tours/board/graph.h"

#include <stdbool.h>

// Which tours are wanted.
struct tour_constraint {
    bool open;
    int from, to; // vertices where an open tour begins and ends, -1 for any; both -1 for closed tours
};

// The name of the kind of tours: "open" or "closed".
static inline const char *tour_kind_name(bool open)
{
    return open ? "open" : "closed";
}

// The first thing that is wrong with a list of vertices.
enum tour_fault {
    TOUR_FINE,
    TOUR_TOO_SHORT, // it ends before every vertex has been visited
    TOUR_AGAIN,     // the vertex at `step` was visited before
    TOUR_NO_LEAP,   // no edge leads from the vertex before `step` to the one at `step`
    TOUR_NO_RETURN, // no edge leads from the last vertex to the first
    TOUR_WRONG_END, // it does not begin or end at the required vertex
    TOUR_NO_MEMORY  // there is no memory to check it
};

// Checks whether the first `count` vertices (all of them in range) are a tour of the whole graph. `step`, which may be
// NULL, receives the index of the vertex at fault. Linear in the number of vertices.
enum tour_fault tour_check(const struct tour_graph *graph, const struct tour_constraint *constraint,
                           const int *tour, int count, int *step);

// Brings a tour into canonical form, by reversing it or by starting it elsewhere.
void tour_normalize(const struct tour_graph *graph, const struct tour_constraint *constraint, int *tour);

#endif
