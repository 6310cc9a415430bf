// SPDX-License-Identifier: GPL-3.0-or-later
// A tour in the making: edges chosen, edges dropped, and all that follows from these by force.
//
// Open tours become closed ones by vertices that no cell has: any open tour is a closed one through an extra
// vertex next to every cell; with both ends given, next to those two only; with one end given, through two extra
// vertices in a row, one next to that end, the other next to every other cell. So every tour is a cycle here.
//
// The rules that are applied until nothing more follows: a vertex with two edges left must use both; one that
// uses two drops the others; an edge that would close a cycle too early is dropped.
#ifndef LEAPER_TOURS_PARTIAL_H
#define LEAPER_TOURS_PARTIAL_H

#include "tours/board/tour.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The graph with its extra vertices and numbered edges; constant once built, shared by threads.
struct links {
    int cells;    // vertices that are cells: 0 … cells - 1
    int vertices; // with the extra ones
    int edges;
    int *first;     // [vertices + 1]
    int *neighbour; // [2 * edges]
    int *edge;      // [2 * edges] the number of the edge to that neighbour
    int *ends;      // [2 * edges] both ends of each edge
};

// For a graph of at least two vertices, three when the tour is to be closed.
void links_init(struct links *links, const struct tour_graph *graph,
                const struct tour_constraint *constraint);
void links_clear(struct links *links);

enum { EDGE_UNKNOWN, EDGE_CHOSEN, EDGE_DROPPED };

struct partial {
    const struct links *links;
    int total;      // edges chosen
    uint8_t *state; // [edges]
    uint8_t *used;  // [vertices] edges chosen at it
    int *left;      // [vertices] edges not dropped at it
    int *mate;  // [vertices] for the end of a path of chosen edges, the other end; itself when it has none
    int *trail; // what was done, for undoing: edge, and the mates of its ends before
    int trail_count;
    int *queue; // vertices whose edges must be looked at
    int queue_count;
    uint8_t *queued; // [vertices]
};

// Nothing chosen yet; call partial_settle() before anything else.
void partial_init(struct partial *partial, const struct links *links);
void partial_clear(struct partial *partial);
// Bytes that a partial tour takes.
size_t partial_bytes(const struct links *links);

// Makes `copy`, initialised on the same links, equal to `partial`; what was done before can be undone in neither.
void partial_copy(struct partial *copy, const struct partial *partial);

// Chooses or drops an edge that is unknown, without looking at what follows. False when no tour is left.
bool partial_choose(struct partial *partial, int edge);
bool partial_drop(struct partial *partial, int edge);

// Draws all conclusions. False when no tour is left; then only partial_undo() makes sense.
bool partial_settle(struct partial *partial);

// Back to how it was when trail_count was `mark`.
void partial_undo(struct partial *partial, int mark);

static inline bool partial_complete(const struct partial *partial)
{
    return partial->total == partial->links->vertices;
}

// Whether the edges not dropped join all vertices, and still do without any one of them: both are
// needed for a cycle (Tarjan's test for cut vertices, linear in the edges). `scratch` holds 4 · vertices ints.
bool partial_connected(const struct partial *partial, int *scratch);

// The vertex to decide at: an end of a path with the fewest unknown edges, or else any such vertex; ties go to the
// smallest number. -1 when nothing is unknown.
int partial_branch(const struct partial *partial);

// The edge of the i-th option at a vertex, counted among its unknown edges; -1 when there is none. Option i means
// that this edge is chosen and the unknown ones before it are dropped. The options exclude one another and cover all tours.
// For a vertex that uses no edge yet, the last unknown edge is no option: it would be alone.
int partial_option(const struct partial *partial, int vertex, int option);

// Takes that option, with all that follows. False when no tour is left.
bool partial_take(struct partial *partial, int vertex, int option);

// Writes the complete tour, cells only, as tour.h says.
void partial_tour(const struct partial *partial, const struct tour_graph *graph,
                  const struct tour_constraint *constraint, int *tour);

#ifdef __cplusplus
}
#endif

#endif
