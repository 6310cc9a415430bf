// SPDX-License-Identifier: GPL-3.0-or-later
// What to count and within what limits, and what a count found: the types that all counting methods share.
#ifndef LEAPER_TOURS_COUNT_REQUEST_H
#define LEAPER_TOURS_COUNT_REQUEST_H

#include "tours/board/cycles.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum count_method {
    COUNT_AUTO,     // the program chooses, depending on the board
    COUNT_FRONTIER, // edge by edge over the whole graph, states in a hash table (tours/frontier/frontier.h)
    COUNT_MITM,     // two halves that meet in a separator of cells (tours/mitm/run/mitm.h)
    COUNT_METHODS
};

// The progress of a running count.
struct count_progress {
    double done;      // an estimate of the share of the work done, 0 … 1; negative when there is none
    uint64_t states;  // so far
    size_t memory;    // bytes held for states now
    const char *what; // "half board, cell 12 of 24"
};

struct count_request {
    const struct tour_graph *graph;   // the board, whose geometry decides the order of a sweep
    const struct cycle_graph *cycles; // made from that graph
    enum count_method method;
    unsigned threads;            // at least 1; at most PARALLEL_THREADS_MAX are used
    size_t memory;               // limit on the resident bytes of the count, mapped files included; 0: none
    size_t disk;                 // limit on the bytes in temporary files at any time; 0: no files are made
    const char *directory;       // for these files, which are unlinked once they are open; NULL: /var/tmp
    const char *checkpoint;      // the file to resume from, if it exists, and to save to; NULL: none
    unsigned checkpoint_seconds; // the least time between two checkpoints
    // Called every few tens of milliseconds, inside every step, by any thread but never by two at once; may be NULL. Returning
    // false ends the count within milliseconds; if there is a checkpoint, completed work is saved first.
    bool (*progress)(void *context, const struct count_progress *now);
    void *context;
};

struct count_result {
    char *count;              // undirected tours, decimal; freed by count_result_clear()
    char *directed;           // with direction: twice the count, unless an end is given
    enum count_method method; // the one used
    uint64_t states;          // written, in all steps together
    size_t memory;            // the most bytes held at any time
    size_t spilled;           // bytes written to temporary files
    unsigned moduli;          // the number of primes used; 0: plain integers did not overflow
};

// Frees the texts.
void count_result_clear(struct count_result *result);

// "auto", "plain", "meet". Static storage.
const char *count_method_name(enum count_method method);
// The method of that name, or of the field's term "frontier" (for "plain") or "mitm" (for "meet"); false when there is none.
bool count_method_find(const char *name, enum count_method *method);

#endif
