// SPDX-License-Identifier: GPL-3.0-or-later
// One tour of any board, or the proof that there is none.
#ifndef LEAPER_TOURS_FIND_H
#define LEAPER_TOURS_FIND_H

#include "base/buffer.h"
#include "tours/search/search.h"

#ifdef __cplusplus
extern "C" {
#endif

struct find_request {
    const struct tour_board *board;
    const struct leaper *leaper;
    const struct tour_graph *graph;
    struct tour_constraint constraint;
    uint64_t seed;
    uint64_t nodes; // decisions that the exact search at the end may make
    size_t memory;  // bytes that states of partial tours may take, 0: only their number is bounded
    bool (*goes_on)(void *context); // called now and then, may be NULL; false: give up
    void *context;
};

// Writes a tour, once found and checked, to `tour`. What was found, and by which method or theorem, is appended
// to `how` as a sentence without a period. The methods, in this order: theorems; a short exact search; layers of states
// on narrow boards; tiles for the knight on rectangles; flows; an exact search to the end. SEARCH_NO_MEMORY, and nothing useful in
// `how`, when there is no memory.
enum search_end find_run(const struct find_request *request, int *tour, struct buffer *how);

#ifdef __cplusplus
}
#endif

#endif
