// SPDX-License-Identifier: GPL-3.0-or-later
// Random tours of boards that are too large for tables, by backbiting: a random walk from tour to tour.
//
// A step takes one end of a path through all cells and a neighbour v of it, adds the edge between them, and drops the edge from
// v towards that end (M. L. Mansfield, Monte Carlo studies of polymer chain dimensions in the melt, Journal of
// Chemical Physics 77, 1982):
//
//     a─b─c─v─w─x─y─e      e leaps to v      a─b─c─v─e─y─x─w
//
// The neighbour is drawn from as many slots as the largest degree, and an empty slot means no step: so a
// step and its reverse are equally likely, and in the long run all paths that can be reached are. In the end one of the board's
// symmetries is applied at random. Not every path can be reached (on 5×5, half of the
// 864 knight's paths, the other half being their images), and no walk is long enough: tours drawn in this way look random
// but are not exactly uniform. For tours that are, see sampler.h.
#ifndef LEAPER_TOURS_BACKBITE_H
#define LEAPER_TOURS_BACKBITE_H

#include "base/random.h"
#include "tours/board/tour.h"

#include <stdint.h>

struct backbite_request {
    const struct tour_graph *graph;
    bool open;                      // open tours with any ends; otherwise closed tours
    uint64_t steps;                 // of the walk, at least
    bool (*goes_on)(void *context); // called every few thousand steps, may be NULL; false: give up
    void *context;
};

// Replaces a tour by the one at the end of the walk, in canonical form (tour.h). A walk from a closed tour goes on until its ends can
// be joined, for at most a hundred times `steps`. False, with `tour` as it was, when that did not happen, when `goes_on`
// returned false, or when there is no memory.
bool backbite_run(const struct backbite_request *request, struct random *random, int *tour);

#endif
