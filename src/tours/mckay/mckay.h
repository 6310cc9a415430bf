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

#ifdef __cplusplus
extern "C" {
#endif

enum mckay_phase { MCKAY_HALVES, MCKAY_TYPES, MCKAY_JOINS, MCKAY_PHASES };

struct mckay_request {
    int threads;   // 1 … PARALLEL_THREADS_MAX
    size_t memory; // bytes for path structures
    bool mirrored; // do everything on the mirror image of the board
    // Told how much of a phase is done, 0 … 1; false ends the work. From any thread, one at a time. May be NULL.
    bool (*progress)(void *context, enum mckay_phase phase, double done);
    void *context;
};

enum { MCKAY_TEXT_SIZE = 44 };

// Large numbers are decimal texts; one that does not apply to the board is empty.
struct mckay_figures {
    uint64_t half_tours, structures;
    uint64_t least, most; // half-tours of one structure
    uint64_t types, a_values, b_values;
    uint64_t crossing_sets; // sets of crossing steps tried: for all pairs of types, up to flips
    char tours[MCKAY_TEXT_SIZE];
    char symmetric_tours[MCKAY_TEXT_SIZE];   // those that half a turn maps to themselves
    char symmetric_classes[MCKAY_TEXT_SIZE]; // their classes under all symmetries of the board
    char classes[MCKAY_TEXT_SIZE]; // of all tours; where it is proved that other symmetries are impossible
};

// Counts the closed tours of a graph whose vertices are numbered as its cells are. The error's code is
// ERROR_PARAMETER for boards and pieces that the method does not suit, ERROR_TOO_LARGE when more memory is needed than allowed,
// ERROR_SYSTEM when memory runs out, and ERROR_BUSY when `progress` ended it.
bool mckay_run(const struct tour_graph *graph, const struct mckay_request *request,
               struct mckay_figures *figures, struct error *err);

// A figure, what the paper says of it, and what was computed.
struct mckay_row {
    const char *name;               // "half-tours", static storage
    const char *key;                // for machines: "half_tours"
    const char *paper;              // decimal, without separators; NULL where the paper has nothing
    bool is_rounded;                // the paper says "about"
    char computed[MCKAY_TEXT_SIZE]; // empty where it does not apply
};

enum { MCKAY_ROWS = 12 };

// Puts the figures beside those of the paper, if the graph is its graph, the knight on 8×8.
void mckay_compare(const struct tour_graph *graph, const struct mckay_figures *figures,
                   struct mckay_row rows[MCKAY_ROWS]);

// Whether a row contradicts the paper; rounded figures may differ by one per cent.
bool mckay_row_differs(const struct mckay_row *row);

#ifdef __cplusplus
}
#endif

#endif
