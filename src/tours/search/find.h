// SPDX-License-Identifier: GPL-3.0-or-later
// Finds one tour of any board, or proves that there is none.
#ifndef LEAPER_TOURS_FIND_H
#define LEAPER_TOURS_FIND_H

#include "base/buffer.h"
#include "tours/search/search.h"

struct find_request {
    const struct tour_board *board;
    const struct leaper *leaper;
    const struct tour_graph *graph;
    struct tour_constraint constraint;
    uint64_t seed;
    uint64_t nodes; // decisions that the exact search at the end may make
    size_t memory;  // bytes that states of partial tours may take; 0: only their number is limited
    bool (*goes_on)(void *context); // called now and then; returning false gives up; may be NULL
    void *context;
};

// Writes a tour to `tour` once it is found and checked. Appends to `how` what was found and by which method or theorem, as a
// sentence without a period. The methods, in this order: theorems; a short exact search; layers of states on narrow boards; tiles
// for the knight on rectangles; flows; a complete exact search. When memory runs out, returns SEARCH_NO_MEMORY, and `how` is
// meaningless.
enum search_end find_run(const struct find_request *request, int *tour, struct buffer *how);

#endif
