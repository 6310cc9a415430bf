// SPDX-License-Identifier: GPL-3.0-or-later
// How many nodes and how much time may be spent before the search itself.
#ifndef LEAPER_SEARCH_EFFORT_H
#define LEAPER_SEARCH_EFFORT_H

#include "search/tree/worker.h"

struct effort {
    struct worker *w; // its nodes are counted
    uint64_t end;     // the number of nodes at which to give up
    int64_t until;    // the time at which to give up; 0: none
    bool over;
};

// Allows those parts of the nodes and of the time, counted from the beginning of the search.
void effort_allow(struct effort *effort, unsigned sixteenths_of_nodes, unsigned sixteenths_of_time);

// Counts a node; returns whether to give up.
bool effort_is_over(struct effort *effort);

static inline uint64_t effort_nodes(const struct effort *effort)
{
    return worker_nodes(effort->w);
}

#endif
