// SPDX-License-Identifier: GPL-3.0-or-later
// Uniformly random tours: every tour of the board is exactly equally likely.
//
// A draw takes a uniform number from 0 … n-1, where n is the number of sets of circuits that together visit
// every cell once (factor.h), walks back through the counting tables to the set with that number, and keeps
// it if it is one circuit; otherwise it draws again. On the 8×8 board nearly one set in four is a tour. On long
// narrow boards hardly any is; there, tables of single circuits (strip.h) take their place. All arithmetic is exact,
// in integers.
//
//     struct tour_sampler *sampler = tour_sampler_new(&graph, &constraint, &budget, &err);
//     struct tour_draw draw;
//     if (!tour_draw_init(&draw, sampler, seed)) …    // no memory
//     while (tour_draw_next(&draw, 1000000, tour)) …  // each thread has its own draw; the sampler is shared
//     tour_draw_clear(&draw);
//     tour_sampler_free(sampler);
#ifndef LEAPER_TOURS_SAMPLER_H
#define LEAPER_TOURS_SAMPLER_H

#include "base/random.h"
#include "tours/board/tour.h"
#include "tours/sample/factor.h"
#include "tours/sample/strip.h"

struct tour_sampler;

// Prepares to draw tours that meet the constraint; the graph must outlive the sampler. `budget` bounds the memory,
// receives how much was used, and can stop the work. NULL with ERROR_TOO_LARGE (the budget, or the board is too wide),
// ERROR_BUSY (stopped), ERROR_SYSTEM (no memory), or ERROR_NOT_FOUND when the tables show that there is no
// such tour.
struct tour_sampler *tour_sampler_new(const struct tour_graph *graph,
                                      const struct tour_constraint *constraint, struct factor_budget *budget,
                                      struct error *err);
void tour_sampler_free(struct tour_sampler *sampler);

// The number of sets of circuits to draw from; it may fail. The number of tours is this, times the
// fraction of draws that give tours.
void tour_sampler_choices(const struct tour_sampler *sampler, struct natural *choices);

// Whether all draws are single circuits, except about one in 10^9. Then the number of choices is the number of tours, at most one
// part in 10^9 too large.
bool tour_sampler_is_direct(const struct tour_sampler *sampler);

// One stream of random tours.
struct tour_draw {
    const struct tour_sampler *sampler;
    struct random random;
    uint64_t tries, tours;   // sets drawn, and those of them that were tours
    uint64_t *work;          // NULL: the draws are from a strip
    struct strip_draw strip; // empty: they are not
    int *links;              // two neighbours for each vertex
};

// The same seed gives the same tours. False when there is no memory for a few numbers per cell; nothing needs to be cleared then.
bool tour_draw_init(struct tour_draw *draw, const struct tour_sampler *sampler, uint64_t seed);

// Switches to another of the seed's many streams of random numbers; a draw begins with stream 0. With a stream for each
// tour, it does not matter which thread draws it.
void tour_draw_stream(struct tour_draw *draw, uint64_t seed, uint64_t stream);
void tour_draw_clear(struct tour_draw *draw);

// Draws the next tour, in canonical form (tours/board/tour.h), into [vertices]. False after `tries` sets of
// circuits (0: never): then there are very few tours, or none.
bool tour_draw_next(struct tour_draw *draw, uint64_t tries, int *tour);

#endif
