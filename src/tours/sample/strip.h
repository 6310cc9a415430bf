// SPDX-License-Identifier: GPL-3.0-or-later
// Uniformly random Hamiltonian cycles of long and narrow graphs.
//
// A tour is built vertex by vertex through the states of vertex_step.h. Each state has a weight: the number of ways to complete it,
// tabulated level by level. On a long strip, these numbers would have thousands of bits. So they are rounded *up* to
//
//     m · 2^e    m below 2^48, e below 2^16
//
// such that the weight of a state is at least the sum of the weights of its successors. A draw chooses a uniformly random whole number
// below the weight of the start. At each state, this weight is divided into consecutive intervals, one for each successor, as long as
// its weight; the draw goes on to the successor whose interval contains the number, and subtracts where the interval begins. Beyond the
// last interval is what rounding has added; there the draw is discarded. So each tour belongs to exactly one number, and all tours are
// equally likely although weights are rounded. (On exactly uniform draws with rounded weights see A. Denise and P. Zimmermann, "Uniform
// random generation of decomposable structures using floating-point arithmetic", 1999.) Rounding adds less than one part in 10^9 on the
// longest boards.
#ifndef LEAPER_TOURS_STRIP_H
#define LEAPER_TOURS_STRIP_H

#include "base/random.h"
#include "tours/frontier/circuits.h"
#include "tours/sample/factor_table.h"

struct strip;

// Makes the tables. The graph (weights of edges are ignored) is not needed afterwards. NULL with
// ERROR_TOO_LARGE (the budget, whose `used` includes what is in use already, or a frontier of more than 16 vertices),
// ERROR_BUSY (stopped) or ERROR_SYSTEM (no memory). When there is no tour, the size of the strip is 0.
struct strip *strip_new(const struct circuit_graph *graph, struct factor_budget *budget, struct error *err);
void strip_free(struct strip *strip);

// The weight of the start: the number of tours if that is below 2^48, otherwise that number slightly rounded up. May fail.
void strip_size(const struct strip *strip, struct natural *size);

// Draws from a strip; each thread needs its own.
struct strip_draw {
    const struct strip *strip;
    struct natural size, number, part;
};

// Reserves all memory for draws, so that they cannot fail. False when there is none; nothing needs to be cleared then.
bool strip_draw_init(struct strip_draw *draw, const struct strip *strip);
void strip_draw_clear(struct strip_draw *draw);

// Draws a number below the size, which is not 0, and calls `take` with the edges of the tour that it belongs to. False
// when it belongs to none; then the edges passed to `take` are meaningless.
bool strip_draw_next(struct strip_draw *draw, struct random *random, factor_edge take, void *context);

#endif
