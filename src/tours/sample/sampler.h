// SPDX-License-Identifier: GPL-3.0-or-later
// Uniformly random tours: every tour of the board has exactly the same chance.
//
// A draw takes a number uniformly from 0 … n-1, where n counts the sets of circuits that together visit
// every cell once (factor.h), walks back through the counting tables to the set of that number, and keeps
// it if it is one circuit; else it draws again. On the 8×8 board nearly every fourth set is a tour. On long
// narrow boards hardly any is; there, tables of single circuits (strip.h) take their place. Everything is done
// in integers.
//
//     struct tour_sampler *sampler = tour_sampler_new(&graph, &constraint, &budget, &err);
//     struct tour_draw draw;
//     tour_draw_init(&draw, sampler, seed);
//     while (tour_draw_next(&draw, 1000000, tour)) …     // a thread needs its own draw, the sampler is shared
//     tour_draw_clear(&draw);
//     tour_sampler_free(sampler);
#ifndef LEAPER_TOURS_SAMPLER_H
#define LEAPER_TOURS_SAMPLER_H

#include "base/random.h"
#include "tours/board/tour.h"
#include "tours/sample/factor.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tour_sampler;

// Prepares drawing the tours that meet the constraint; the graph must live as long. `budget` bounds the memory,
// tells it when done, and can stop the work. NULL with ERROR_TOO_LARGE (memory, or the board is too wide),
// ERROR_BUSY (stopped), ERROR_SYSTEM, or ERROR_NOT_FOUND when it is plain from the tables that there is no
// such tour.
struct tour_sampler *tour_sampler_new(const struct tour_graph *graph,
                                      const struct tour_constraint *constraint, struct factor_budget *budget,
                                      struct error *err);
void tour_sampler_free(struct tour_sampler *sampler);

// How many sets of circuits draws choose from (in the initialized integer). The number of tours is the
// share of draws that gave tours, times this.
void tour_sampler_choices(const struct tour_sampler *sampler, mpz_t choices);

// Whether draws give single circuits only (but for one in 10^9). Then the choices are the number of tours, at most one
// part in 10^9 too large.
bool tour_sampler_is_direct(const struct tour_sampler *sampler);

// One stream of random tours.
struct tour_draw {
    const struct tour_sampler *sampler;
    struct random random;
    uint64_t tries, tours; // sets drawn, and how many of them were tours
    mp_limb_t *work;
    int *links; // two neighbours for each vertex
};

// The same seed gives the same tours. Aborts when there is no memory for a few numbers a cell.
void tour_draw_init(struct tour_draw *draw, const struct tour_sampler *sampler, uint64_t seed);

// Goes on with one of the seed's many streams of random numbers; they begin with stream 0. With a stream for each
// tour, it does not matter which thread draws it.
void tour_draw_stream(struct tour_draw *draw, uint64_t seed, uint64_t stream);
void tour_draw_clear(struct tour_draw *draw);

// Draws the next tour, written as tours/board/tour.h says, into [vertices]. Gives up after `tries` sets of
// circuits (0: never) and answers false: there are very few tours, or none.
bool tour_draw_next(struct tour_draw *draw, uint64_t tries, int *tour);

#ifdef __cplusplus
}
#endif

#endif
