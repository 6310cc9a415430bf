// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the order in which vertices are finished, which determines the width of the frontier and so the number of states.
#include "tours/frontier/circuits.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The width at which a sweep is abandoned.
enum { WIDEST = 64 };

// A sweep being planned.
struct sweep {
    const struct circuit_graph *graph;
    bool *entered, *finished; // `entered` stays set
    int frontier[WIDEST];     // the vertices that have entered and are not finished, the oldest first
    int width;                // of the frontier; WIDEST when the sweep is abandoned
    double cost;
};

static void enter(struct sweep *sweep, int vertex)
{
    if (sweep->entered[vertex])
        return;
    sweep->entered[vertex] = true;
    if (sweep->width < WIDEST)
        sweep->frontier[sweep->width++] = vertex;
}

static void sweep_init(struct sweep *sweep)
{
    size_t vertices = (size_t)sweep->graph->vertices;
    memset(sweep->entered, 0, vertices * sizeof *sweep->entered);
    memset(sweep->finished, 0, vertices * sizeof *sweep->finished);
    sweep->width = 0;
    sweep->cost = 0;
    for (int i = 0; i < 2 && sweep->graph->joined[0] >= 0; i++)
        enter(sweep, sweep->graph->joined[i]);
}

// How many vertices would enter the frontier if this one were finished; once it reaches `limit`, counting stops.
static int newcomers(const struct sweep *sweep, int vertex, int limit)
{
    int count = 0;
    for (int e = sweep->graph->first[vertex]; e < sweep->graph->first[vertex + 1] && count < limit; e++)
        count += !sweep->entered[sweep->graph->to[e]];
    return count;
}

static void finish(struct sweep *sweep, int vertex)
{
    int kept = 0;
    enter(sweep, vertex);
    for (int e = sweep->graph->first[vertex]; e < sweep->graph->first[vertex + 1]; e++)
        enter(sweep, sweep->graph->to[e]);
    if (sweep->width == WIDEST) {
        sweep->cost = INFINITY;
        return;
    }
    for (int i = 0; i < sweep->width; i++)
        if (sweep->frontier[i] != vertex)
            sweep->frontier[kept++] = sweep->frontier[i];
    sweep->width = kept;
    sweep->finished[vertex] = true;
    // Each additional vertex on the frontier about triples the number of states.
    sweep->cost += pow(3, sweep->width);
}

// Starts from `start` and always finishes the vertex that brings in the fewest new ones; of equals, the oldest on the frontier.
static void sweep_greedily(struct sweep *sweep, int start, int *order)
{
    int vertices = sweep->graph->vertices, untouched = 0;
    sweep_init(sweep);
    finish(sweep, order[0] = start);
    for (int i = 1; i < vertices && sweep->cost < INFINITY; i++) {
        int best = -1, fewest = vertices + 1;
        for (int k = 0; k < sweep->width; k++) {
            int count = newcomers(sweep, sweep->frontier[k], fewest);
            if (count < fewest) {
                fewest = count;
                best = sweep->frontier[k];
            }
        }
        for (; best < 0; untouched++) // the rest is not connected to the frontier
            best = sweep->finished[untouched] ? -1 : untouched;
        finish(sweep, order[i] = best);
    }
}

static void sweep_as_numbered(struct sweep *sweep, int *order)
{
    sweep_init(sweep);
    for (int v = 0; v < sweep->graph->vertices; v++) {
        order[v] = v;
        if (sweep->cost < INFINITY)
            finish(sweep, v);
    }
}

// Leaves the cheapest sweep in `best`.
static void try_sweeps(struct sweep *sweep, int *best, int *order)
{
    enum { STARTS_MAX = 48 };
    int vertices = sweep->graph->vertices, starts = vertices < STARTS_MAX ? vertices : STARTS_MAX;
    sweep_as_numbered(sweep, best);
    double cost = sweep->cost;
    for (int i = 0; i < starts; i++) {
        sweep_greedily(sweep, (int)((long)i * vertices / starts), order);
        if (sweep->cost < cost) {
            cost = sweep->cost;
            memcpy(best, order, (size_t)vertices * sizeof *best);
        }
    }
}

int *circuits_order(const struct circuit_graph *graph)
{
    size_t vertices = (size_t)graph->vertices;
    struct sweep sweep = {.graph = graph};
    int *best = memory_try(NULL, vertices, sizeof *best);
    int *order = memory_try(NULL, vertices, sizeof *order);
    sweep.entered = memory_try(NULL, vertices, sizeof *sweep.entered);
    sweep.finished = memory_try(NULL, vertices, sizeof *sweep.finished);
    if (best && order && sweep.entered && sweep.finished) {
        try_sweeps(&sweep, best, order);
    } else {
        free(best);
        best = NULL;
    }
    free(order);
    free(sweep.entered);
    free(sweep.finished);
    return best;
}
