// SPDX-License-Identifier: GPL-3.0-or-later
// Perft turn by turn: what follows each first turn, with a way to stop early.
#ifndef LEAPER_PROTOCOLS_DIVIDE_H
#define LEAPER_PROTOCOLS_DIVIDE_H

#include "notation/coordinate_write.h"
#include "position/position.h"

enum { DIVIDE_DEPTH_MAX = 64 };

struct divide {
    const struct position *position; // at the start of a turn
    int depth;                       // 0 … DIVIDE_DEPTH_MAX

    // Called for each first turn, in byte order of the texts, with the number of
    // lines that begin with it, as soon as that is known. May be NULL.
    void (*report)(void *context, const char *turn, uint64_t nodes);

    // Called every few ten thousand nodes; returns whether to stop. May be NULL.
    bool (*stopped)(void *context);

    void *context;
    coordinate_writer *write; // how first turns are written
};

// Counts, into *nodes, what position_perft() would. False when it was stopped;
// *nodes is then the count so far.
bool divide_run(const struct divide *divide, uint64_t *nodes);

#endif
