// SPDX-License-Identifier: GPL-3.0-or-later
// Estimating the number of tours by random probes of the search tree.
//
// D. E. Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of Computation 29, 1975): walk down the tree,
// at each vertex choosing one of its d options that are not plainly dead, and multiply the d's: the product at a leaf that is a tour,
// 0 at a dead end, has the number of tours as its expectation, whatever tree it is. Here an option is an edge to choose
// (partial.h); dead are those that lead to a contradiction or cut the board.
//
// On large boards few probes reach a leaf, and their products differ by many powers of ten. There, a probe is a *population*:
// many walks go down side by side, and every few edges the heavy ones are doubled and the light ones dropped so that the sums of
// weights keep their expectations (sequential importance sampling with resampling; the average product is still an
// unbiased estimate). Numbers are kept as logarithms, so nothing overflows.
#ifndef LEAPER_TOURS_ESTIMATE_H
#define LEAPER_TOURS_ESTIMATE_H

#include "base/error.h"
#include "tours/board/tour.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ESTIMATE_PROBES_MAX = 10000000, ESTIMATE_POPULATION_MAX = 100000, ESTIMATE_POINTS = 160 };

struct estimate;

struct estimate_request {
    const struct tour_graph *graph;
    struct tour_constraint constraint;
    uint64_t seed;
    int probes;     // 1 … ESTIMATE_PROBES_MAX
    int population; // walks in a probe, 1: Knuth's; 0: chosen by the board
    int threads; // at least 1; the result does not depend on it, nor on their number being less where memory is short
    size_t memory; // bytes that walks may take, 0: no bound
    double z;      // half the width of the interval in standard errors: 1.96 for 95 %
    // Asked every few tens of milliseconds, from any thread, one at a time; false ends the work at once: the result is that of the
    // batches before. May be NULL, and has the same context as progress().
    bool (*goes_on)(void *context);
    // Called between batches with what is known so far; false ends the work. May be NULL.
    bool (*progress)(void *context, const struct estimate *now);
    void *context;
};

// An estimate after some probes. All logarithms are natural; that of 0 is -infinity.
struct estimate {
    int probes;
    int population;
    int successes;            // probes with a tour
    bool proved;              // no probe was needed: the number is exact (0, or a single tour)
    double log_mean;          // of the number of undirected tours
    double log_error;         // of the standard error of the mean
    double log_low, log_high; // of the interval mean ± z · error, cut off at 0; without a tour, or with
        // one probe, nothing is known of the error, and it and the upper bound are infinite
    double effective; // (Σx)²/Σx²: about as many equal probes would have told as much; below about 30 the
                      // interval is not to be trusted
};

// The course of an estimate, for a plot: what was known after some numbers of probes, growing about geometrically.
struct estimate_course {
    int count;
    struct estimate points[ESTIMATE_POINTS];
};

// The population that 0 stands for.
int estimate_population(const struct tour_graph *graph);

// Makes the probes. `course` may be NULL. When `progress` ended the work, `result` holds what was known then. False with
// ERROR_SYSTEM when threads cannot be had.
bool estimate_run(const struct estimate_request *request, struct estimate *result,
                  struct estimate_course *course, struct error *err);

// Sums up the logarithms of `count` probes.
void estimate_sum(const double *logs, int count, double z, struct estimate *estimate);

#ifdef __cplusplus
}
#endif

#endif
