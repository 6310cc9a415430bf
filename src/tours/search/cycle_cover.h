// SPDX-License-Identifier: GPL-3.0-or-later
// Covers: sets of disjoint cycles, and at most one path, that visit every vertex; and how they become tours.
//
// A tour is a cover of one piece. Covers are easy to find (a flow problem), and two pieces that
// lie near each other are easily joined: where a–b is a step of one, c–d a step of the other, and both a–c and b–d are
// edges, exchanging the two pairs makes one piece of two.
#ifndef LEAPER_TOURS_CYCLE_COVER_H
#define LEAPER_TOURS_CYCLE_COVER_H

#include "base/random.h"
#include "tours/board/tour.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cycle_cover {
    const struct tour_graph *graph;
    int *next; // [2 * vertices] the two neighbours of each vertex in its piece, -1 where there is none
    bool (*goes_on)(void *context); // asked now and then by what takes long, NULL: it goes on
    void *context;
    bool stopped; // goes_on() said no: what was found out then says nothing
};

// Whether the work goes on.
bool cycle_cover_goes_on(struct cycle_cover *cover);

void cycle_cover_init(struct cycle_cover *cover, const struct tour_graph *graph);
void cycle_cover_clear(struct cycle_cover *cover);
void cycle_cover_link(struct cycle_cover *cover, int a, int b);

// Finds a cover that uses only edges between a vertex of one side and one of the other; `side` is 0 or 1 for each
// vertex, `from` and `to` are the ends of the path, both -1 for none. A maximum flow by Dinic's algorithm, so
// about edges · √vertices steps. The numbers decide which of many covers it is. False when there is none: then, if
// `few` is not NULL, few[0] squares of one side would need few[1] steps but only few[2] can leave them.
bool cycle_cover_find(struct cycle_cover *cover, const uint8_t *side, int from, int to, struct random *random,
                      int few[3]);

// Joins pieces by exchanges of two and three edges, and shakes the cover where none is possible. True when one
// piece is left. Gives up after `shakes` shakes, or when the cover is stopped.
bool cycle_cover_join(struct cycle_cover *cover, struct random *random, int shakes);

// Reads off the tour of a cover of one piece, as tour.h says.
void cycle_cover_tour(const struct cycle_cover *cover, const struct tour_constraint *constraint, int *tour);

#ifdef __cplusplus
}
#endif

#endif
