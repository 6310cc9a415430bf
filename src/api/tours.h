// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the files that implement leaper/tours.h; private to src/api.
#ifndef LEAPER_API_TOURS_H
#define LEAPER_API_TOURS_H

#include "api/handle.h"
#include "tours/board/cycles.h"
#include "tours/board/tour.h"

struct leaper_tours {
    struct tour_board board;
    struct leaper piece;
    struct tour_graph graph; // vertices in the order of the cells
    struct tour_constraint constraint;
    char *leaper; // the piece as the caller wrote it
    atomic_size_t shares;
};

// A running computation: its time limit and its callback.
struct work {
    const struct leaper_tours_options *options; // never NULL
    double start;                               // clock_seconds()
    bool ended;                                 // ended by the callback or the time limit
};

// Starts a computation with the caller's options, which may be NULL. False with LEAPER_ERROR_PARAMETER.
bool work_begin(struct work *work, const struct leaper_tours_options *options, struct leaper_error *error);

// Reports progress to the caller; false if the computation should end.
bool work_goes_on(struct work *work, const struct leaper_tours_progress *now);

// The limits on memory and threads in the options.
size_t work_memory(const struct work *work);
unsigned work_threads(const struct work *work);

// Converts an error from src/tours, where the system may refuse more than memory; returns false.
bool tours_fail(struct leaper_error *error, const struct error *inside);

// Replaces the vertices of a tour by their cells.
void tours_to_cells(const struct leaper_tours *tours, int *tour);

// The vertices of a tour given in cells, which the caller frees; NULL with LEAPER_ERROR_REQUEST if it is not
// a tour, or LEAPER_ERROR_NO_MEMORY.
int *tours_to_vertices(const struct leaper_tours *tours, const int *tour, struct leaper_error *error);

#endif
