// SPDX-License-Identifier: GPL-3.0-or-later
// Uniformly random Hamiltonian cycles of long and narrow graphs.
//
// A tour is built vertex by vertex through the states of vertex_step.h; at each state the choices are
// weighed by how many ways there are to complete them, which tables say, level by level. Those numbers would
// have thousands of bits on a long strip. So they are rounded *up* to
//
//     m · 2^e    m below 2^48, e below 2^16
//
// such that every weight is at least the sum of the weights that it leads to. A draw takes a whole number
// uniformly below the weight of the start, and at each state the choice into whose part the number falls, less
// what lies before that part; if it falls after the last part, into what rounding has added, the draw is
// discarded. A tour then belongs to exactly one number, so all have the same chance, though weights are
// rounded. (For rounded weights and exact chances see A. Denise and P. Zimmermann, "Uniform random generation
// of decomposable structures using floating-point arithmetic", 1999.) Rounding adds less than one part in 10^9
// on the longest boards.
#ifndef LEAPER_TOURS_STRIP_H
#define LEAPER_TOURS_STRIP_H

#include "base/random.h"
#include "tours/frontier/circuits.h"
#include "tours/sample/factor_table.h"

struct strip;

// Makes the tables. The graph (weights of edges are ignored) is not needed afterwards. NULL with
// ERROR_TOO_LARGE (the budget, whose `used` counts what is held already, or a frontier of more than 16 vertices),
// ERROR_BUSY (stopped) or ERROR_SYSTEM (no memory). When there is no tour, the size of the strip is 0.
struct strip *strip_new(const struct circuit_graph *graph, struct factor_budget *budget, struct error *err);
void strip_free(struct strip *strip);

// The weight of the start: how many tours there are, if that is below 2^48, else not less and hardly more. May fail.
void strip_size(const struct strip *strip, struct natural *size);

// What draws from a strip need, one for each thread.
struct strip_draw {
    const struct strip *strip;
    struct natural size, number, part;
};

// Reserves all memory for draws, so that they cannot fail. False when there is none; nothing needs to be cleared then.
bool strip_draw_init(struct strip_draw *draw, const struct strip *strip);
void strip_draw_clear(struct strip_draw *draw);

// Draws a number below the size, which is not 0, and calls `take` with the edges of the tour that it belongs to. False
// when it belongs to none; then edges that were taken mean nothing.
bool strip_draw_next(struct strip_draw *draw, struct random *random, factor_edge take, void *context);

#endif
