// SPDX-License-Identifier: GPL-3.0-or-later
// What the results of a match say: ratings with their errors, and when it has gone on long enough. docs/match.md explains the figures.
//
// The unit is the pair of games with the same opening and colours exchanged, since its two games depend on each other.
#ifndef LEAPER_LAB_STATISTICS_H
#define LEAPER_LAB_STATISTICS_H

#include <stdbool.h>

enum { PAIR_RESULTS = 5 };

// How many pairs brought the first player 0, ½, 1, 1½ and 2 points.
struct pair_counts {
    unsigned count[PAIR_RESULTS];
};

// An estimate, and half the width of its 95 % interval.
struct estimate {
    double value, margin;
};

struct pair_statistics {
    unsigned pairs;
    struct estimate share;      // of the points, 0 … 1
    struct estimate elo;        // infinite for shares of 0 and 1
    struct estimate normalized; // Elo divided by what one game's result varies, and scaled
    double superiority;         // the probability that the first player is the stronger one
};

// Figures of no pairs are those of an even match. Margins are infinite if there are no pairs, or if all are alike.
void pair_statistics(const struct pair_counts *counts, struct pair_statistics *statistics);

// The share of points that a difference of so many Elo brings, and the inverse.
double elo_share(double elo);
double share_elo(double share);

// Beyond, no likeliest distribution is found for some results.
enum { SEQUENTIAL_NORMALIZED_MAX = 200 };

// A sequential test of H0, "the first player is elo0 stronger", against H1, "it is elo1 stronger".
struct sequential_test {
    double elo0, elo1;
    double alpha, beta; // the chances of accepting H1 though H0 is true, and H0 though H1 is true
    bool normalized;    // the two are normalized Elo, at most SEQUENTIAL_NORMALIZED_MAX from 0
};

enum sequential_verdict { SEQUENTIAL_OPEN, SEQUENTIAL_H0, SEQUENTIAL_H1 };

struct sequential_state {
    double ratio;        // the logarithm of the likelihoods' ratio
    double lower, upper; // H0 is accepted at the lower bound, H1 at the upper one
    enum sequential_verdict verdict;
};

void sequential_evaluate(const struct sequential_test *test, const struct pair_counts *counts,
                         struct sequential_state *state);

#endif
