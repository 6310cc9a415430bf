// SPDX-License-Identifier: GPL-3.0-or-later
// Cycle covers: sets of disjoint cycles, and at most one path, that together visit every vertex; and how to turn them into tours.
//
// A tour is a cycle cover with one piece. Cycle covers are easy to find (a flow problem), and two neighbouring pieces
// are easily joined: if a–b is an edge of one, c–d an edge of the other, and both a–c and b–d are edges of the graph,
// replacing the first pair by the second makes one piece out of two.
#ifndef LEAPER_TOURS_CYCLE_COVER_H
#define LEAPER_TOURS_CYCLE_COVER_H

#include "base/random.h"
#include "tours/board/tour.h"

struct cycle_cover {
    const struct tour_graph *graph;
    int *next; // [2 * vertices] the two neighbours of each vertex in its piece, -1 for none
    bool (*goes_on)(void *context); // called now and then by long operations; NULL: no limit
    void *context;
    bool stopped; // goes_on() returned false: the result of the operation proves nothing
    bool failed;  // there was no memory for the operation: likewise
};

// What kind of cover to find.
struct cycle_cover_request {
    const uint8_t *side;   // [vertices] 0 or 1: only edges between the two sides are used
    int from, to;          // the ends of the path, both -1 for none
    struct random *random; // selects one of many covers
};

// Whether to go on with the work.
bool cycle_cover_goes_on(struct cycle_cover *cover);

// A cover without edges. False when there is no memory; nothing needs to be cleared then.
bool cycle_cover_init(struct cycle_cover *cover, const struct tour_graph *graph);
void cycle_cover_clear(struct cycle_cover *cover);
// Adds an edge.
void cycle_cover_link(struct cycle_cover *cover, int a, int b);

// Finds a cover as a maximum flow by Dinic's algorithm, in about edges · √vertices steps. False when there is none; then, if
// `few` is not NULL, few[0] squares of one side need few[1] edges in all, but only few[2] can be had.
bool cycle_cover_find(struct cycle_cover *cover, const struct cycle_cover_request *request, int few[3]);

// Joins pieces by exchanging two or three edges; when no exchange joins any, shakes the cover by random exchanges. True when
// one piece is left. Gives up after `shakes` shakes, or when the cover is stopped or has failed.
bool cycle_cover_join(struct cycle_cover *cover, struct random *random, int shakes);

// Writes a cover of one piece as a tour in canonical form (tour.h).
void cycle_cover_tour(const struct cycle_cover *cover, const struct tour_constraint *constraint, int *tour);

#endif
