// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates the number of tours by random probes of the search tree.
//
// D. E. Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of Computation 29, 1975): walk down the tree,
// at each vertex choosing one of its d options that are not obviously dead, and multiply the d's. The product (0 at a dead
// end) has the number of tours as its expectation, whatever the tree. Here an option is an edge to choose
// (partial.h); an option is dead if it leads to a contradiction or cuts the board.
//
// On large boards few probes reach a leaf, and their products differ by many powers of ten. There, a probe is a *population*:
// many walks go down side by side, and every few edges the heavy ones are duplicated and the light ones dropped such that the
// expected sums of weights stay the same (sequential importance sampling with resampling; the average product is still an
// unbiased estimate). Numbers are kept as logarithms, so nothing overflows.
#ifndef LEAPER_TOURS_ESTIMATE_H
#define LEAPER_TOURS_ESTIMATE_H

#include "base/error.h"
#include "tours/board/tour.h"

#include <stdint.h>

enum { ESTIMATE_PROBES_MAX = 10000000, ESTIMATE_POPULATION_MAX = 100000, ESTIMATE_POINTS = 160 };

struct estimate;

struct estimate_request {
    const struct tour_graph *graph;
    struct tour_constraint constraint;
    uint64_t seed;
    int probes;     // 1 … ESTIMATE_PROBES_MAX
    int population; // walks in a probe; 1: Knuth's method; 0: chosen by the size of the board
    int threads;    // at least 1; fewer run if memory is short; the result does not depend on how many run
    size_t memory;  // bytes that walks may take, 0: no bound
    double z;       // half the width of the interval in standard errors: 1.96 for 95 %
    // Called every few tens of milliseconds, by any thread but never by two at once; returning false ends the work at once,
    // with the result of the batches completed so far. May be NULL; has the same context as progress().
    bool (*goes_on)(void *context);
    // Called between batches with the estimate so far; returning false ends the work. May be NULL.
    bool (*progress)(void *context, const struct estimate *now);
    void *context;
};

// An estimate after some probes. All logarithms are natural; that of 0 is -infinity.
struct estimate {
    int probes;
    int population;
    int successes;    // probes that found a tour
    bool proved;      // no probe was needed: the number is exact (0 or 1)
    double log_mean;  // of the number of undirected tours
    double log_error; // of the standard error of the mean
    // The interval mean ± z · error, cut off at 0. If no probe found a tour, or there is only one probe, the error is unknown: it
    // and the upper bound are infinite.
    double log_low, log_high;
    // (Σx)²/Σx²: the number of equal probes that would give as much information. Below about 30, do not trust the interval.
    double effective;
};

// The course of an estimate, for a plot: its values after numbers of probes that grow roughly geometrically.
struct estimate_course {
    int count;
    struct estimate points[ESTIMATE_POINTS];
};

// The population that a request for 0 selects.
int estimate_population(const struct tour_graph *graph);

// Runs the probes. `course` may be NULL. If `progress` ends the work, `result` holds what was known then. False with ERROR_SYSTEM
// (no memory), ERROR_TOO_LARGE (`memory` does not suffice for one thread), or ERROR_BUSY (`goes_on` ended the first batch).
bool estimate_run(const struct estimate_request *request, struct estimate *result,
                  struct estimate_course *course, struct error *err);

// Computes the estimate from the logarithms of `count` probes.
void estimate_sum(const double *logs, int count, double z, struct estimate *estimate);

#endif
