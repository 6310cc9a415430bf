// SPDX-License-Identifier: GPL-3.0-or-later
// Counts nodes and looks at the clock; see effort.h.
#include "search/tree/effort.h"

#include "search/tree/descent.h"

enum { NODES_MAX = 1 << 20, NODES_UNLIMITED = 1 << 16 };

// Nothing is reported before it has ended, and nobody waits longer than that for a first line.
static const int64_t LONGEST_SILENCE = 2 * 1000 * 1000; // microseconds

void effort_allow(struct effort *effort, unsigned sixteenths_of_nodes, unsigned sixteenths_of_time)
{
    const struct shared *shared = effort->w->shared;
    bool timed = shared->plan.enough >= 0 && !shared_is_pondering(shared);
    uint64_t nodes = shared->node_limit ? shared->node_limit : timed ? NODES_MAX : NODES_UNLIMITED;
    nodes = nodes < NODES_MAX ? nodes : NODES_MAX;
    effort->end = nodes * sixteenths_of_nodes / 16;
    int64_t time = shared->plan.enough * 1000 / 16 * sixteenths_of_time;
    effort->until = timed ? shared->start + (time < LONGEST_SILENCE ? time : LONGEST_SILENCE) : 0;
    effort->over = effort->w->stopped;
}

bool effort_is_over(struct effort *effort)
{
    enum { LOOK = 64 };
    uint64_t nodes = effort_nodes(effort);
    if (effort->over || nodes >= effort->end || descent_must_stop(effort->w) ||
        (effort->until && nodes % LOOK == 0 && clock_microseconds() >= effort->until))
        effort->over = true;
    return effort->over;
}
