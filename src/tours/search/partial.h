// SPDX-License-Identifier: GPL-3.0-or-later
// A partial tour: the edges chosen, the edges dropped, and everything that follows from them.
//
// Extra vertices, which are not cells, turn open tours into closed ones: an open tour is a closed tour through an extra
// vertex that is adjacent to every cell, or only to the two ends if both are given. If one end is given, there are two adjacent extra
// vertices, one adjacent to that end, the other to every other cell. So every tour is a cycle here.
//
// These rules are applied until nothing more follows: a vertex with two edges left must use both; a vertex that
// uses two drops the others; an edge that would close a cycle too early is dropped.
#ifndef LEAPER_TOURS_PARTIAL_H
#define LEAPER_TOURS_PARTIAL_H

#include "tours/board/tour.h"

#include <stdint.h>

// The graph with its extra vertices and numbered edges; constant once built, shared by threads.
struct links {
    const struct tour_graph *graph; // which must outlive the links
    int cells;                      // vertices that are cells: 0 … cells - 1
    int vertices;                   // with the extra vertices
    int edges;
    int *first;     // [vertices + 1]
    int *neighbour; // [2 * edges]
    int *edge;      // [2 * edges] the number of the edge to that neighbour
    int *ends;      // [2 * edges] both ends of each edge
};

// The graph must have at least two vertices, three for a closed tour. False when there is no memory; then nothing needs
// to be cleared.
bool links_init(struct links *links, const struct tour_graph *graph,
                const struct tour_constraint *constraint);
void links_clear(struct links *links);

enum { EDGE_UNKNOWN, EDGE_CHOSEN, EDGE_DROPPED };

struct partial {
    const struct links *links;
    int total;      // edges chosen
    uint8_t *state; // [edges]
    uint8_t *used;  // [vertices] chosen edges at each
    int *left;      // [vertices] edges at each that are not dropped
    int *
        mate; // [vertices] for the end of a path of chosen edges, the other end; for a vertex without chosen edges, itself
    int *trail; // for undoing: each edge decided, and the previous mates of its ends
    int trail_count;
    int *queue; // vertices whose edges must be examined
    int queue_count;
    uint8_t *queued; // [vertices]
};

// Starts with no edge chosen; call partial_settle() before anything else. False when there is no memory; then nothing needs
// to be cleared.
bool partial_init(struct partial *partial, const struct links *links);
void partial_clear(struct partial *partial);
// The size of a partial tour in bytes.
size_t partial_bytes(const struct links *links);

// Makes `copy`, initialised on the same links, equal to `partial`. Neither can undo earlier choices afterwards.
void partial_copy(struct partial *copy, const struct partial *partial);

// Chooses or drops an unknown edge without drawing conclusions. False when no tour is left.
bool partial_choose(struct partial *partial, int edge);
bool partial_drop(struct partial *partial, int edge);

// Draws all conclusions. False when no tour is left; then only partial_undo() may be called.
bool partial_settle(struct partial *partial);

// Restores the state in which trail_count was `mark`.
void partial_undo(struct partial *partial, int mark);

static inline bool partial_complete(const struct partial *partial)
{
    return partial->total == partial->links->vertices;
}

// Whether the edges not dropped connect all vertices, and still do when any one vertex is removed: a Hamiltonian cycle needs
// both (Tarjan's test for cut vertices, linear in the edges). `scratch` has room for 4 · vertices ints.
bool partial_connected(const struct partial *partial, int *scratch);

// The vertex to branch on: the end of a path with the fewest unknown edges, or, if there is no such end, the vertex with the
// fewest; ties go to the smallest number. -1 when no edge is unknown.
int partial_branch(const struct partial *partial);

// The edge of the i-th option at a vertex, counted among its unknown edges; -1 when there is none. Option i
// chooses this edge and drops the unknown ones before it. The options exclude one another and cover all tours.
// For a vertex that uses no edge yet, the last unknown edge is not an option, because no second edge would be
// left.
int partial_option(const struct partial *partial, int vertex, int option);

// Takes that option and draws all conclusions. False when no tour is left.
bool partial_take(struct partial *partial, int vertex, int option);

// Writes the complete tour, cells only, in canonical form (tour.h).
void partial_tour(const struct partial *partial, const struct tour_graph *graph,
                  const struct tour_constraint *constraint, int *tour);

#endif
