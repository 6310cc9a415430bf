// SPDX-License-Identifier: GPL-3.0-or-later
// McKay's count of closed tours by half-tours, with every figure of his paper.
//
// B. D. McKay, Knight's Tours of an 8×8 Chessboard, Technical Report TR-CS-97-03, Australian National University, 1997.
#ifndef LEAPER_TOURS_MCKAY_H
#define LEAPER_TOURS_MCKAY_H

#include "tours/board/graph.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mckay_phase { MCKAY_HALVES, MCKAY_TYPES, MCKAY_JOINS, MCKAY_PHASES };

struct mckay_request {
    int threads;   // 1 … PARALLEL_THREADS_MAX
    size_t memory; // bytes for path structures
    bool mirrored; // work on the mirror image of the board
    // Called with the share of a phase that is done, 0 … 1, by any thread but never by two at once; returning
    // false ends the work. May be NULL.
    bool (*progress)(void *context, enum mckay_phase phase, double done);
    void *context;
};

enum { MCKAY_TEXT_SIZE = 44 };

// Large numbers are decimal texts; one that does not apply to the board is empty.
struct mckay_figures {
    uint64_t half_tours, structures;
    uint64_t least, most; // half-tours of one structure
    uint64_t types, a_values, b_values;
    uint64_t crossing_sets; // sets of crossing steps tried, for all pairs of types up to flips
    char tours[MCKAY_TEXT_SIZE];
    char symmetric_tours[MCKAY_TEXT_SIZE];   // invariant under a half turn
    char symmetric_classes[MCKAY_TEXT_SIZE]; // their classes under all symmetries of the board
    char classes[MCKAY_TEXT_SIZE]; // of all tours; given where other symmetries are proved to be impossible
};

// Counts the closed tours of a graph whose vertices have the same numbers as its cells. Fails with ERROR_PARAMETER for boards
// and pieces that do not suit the method, ERROR_TOO_LARGE when more memory is needed than allowed, ERROR_SYSTEM when memory
// runs out, and ERROR_BUSY when `progress` ended the work.
bool mckay_run(const struct tour_graph *graph, const struct mckay_request *request,
               struct mckay_figures *figures, struct error *err);

// A figure, as the paper gives it and as computed.
struct mckay_row {
    const char *name;               // "half-tours", static storage
    const char *key;                // in JSON: "half_tours"
    const char *paper;              // decimal, without separators; NULL where the paper does not give it
    bool is_rounded;                // the paper says "about"
    char computed[MCKAY_TEXT_SIZE]; // empty where it does not apply
};

enum { MCKAY_ROWS = 12 };

// Puts the figures beside those of the paper, which are given only if the graph is that of the paper, the knight on 8×8.
void mckay_compare(const struct tour_graph *graph, const struct mckay_figures *figures,
                   struct mckay_row rows[MCKAY_ROWS]);

// Whether a row contradicts the paper; rounded figures may differ by one per cent.
bool mckay_row_differs(const struct mckay_row *row);

#endif
