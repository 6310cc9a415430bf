// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the order in which vertices are finished: the frontier decides how many states there are.
#include "tours/circuits.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A sweep while it is planned. `entered` is 0 before a vertex belongs to the frontier, then the time of its
// entry.
struct sweep {
    const struct circuit_graph *graph;
    int *entered;
    bool *finished;
    int frontier, time;
    double cost;
};

static void sweep_init(struct sweep *sweep)
{
    size_t vertices = (size_t)sweep->graph->vertices;
    memset(sweep->entered, 0, vertices * sizeof *sweep->entered);
    memset(sweep->finished, 0, vertices * sizeof *sweep->finished);
    sweep->frontier = sweep->time = 0;
    sweep->cost = 0;
    for (int i = 0; i < 2 && sweep->graph->joined[0] >= 0; i++) {
        sweep->entered[sweep->graph->joined[i]] = ++sweep->time;
        sweep->frontier++;
    }
}

// How many vertices would enter the frontier if this one were finished.
static int newcomers(const struct sweep *sweep, int vertex)
{
    int count = 0;
    for (int e = sweep->graph->first[vertex]; e < sweep->graph->first[vertex + 1]; e++)
        count += !sweep->entered[sweep->graph->edges[e].to] && !sweep->finished[sweep->graph->edges[e].to];
    return count;
}

static void finish(struct sweep *sweep, int vertex)
{
    for (int e = sweep->graph->first[vertex]; e < sweep->graph->first[vertex + 1]; e++) {
        int to = sweep->graph->edges[e].to;
        if (sweep->entered[to] || sweep->finished[to])
            continue;
        sweep->entered[to] = ++sweep->time;
        sweep->frontier++;
    }
    sweep->frontier -= sweep->entered[vertex] != 0;
    sweep->finished[vertex] = true;
    // Each vertex more makes about three times as many states.
    sweep->cost += pow(3, sweep->frontier);
}

// From `start` on, finishes what brings the fewest new vertices, the oldest of the frontier first.
static void sweep_greedily(struct sweep *sweep, int start, int *order)
{
    int vertices = sweep->graph->vertices;
    sweep_init(sweep);
    finish(sweep, order[0] = start);
    for (int i = 1; i < vertices; i++) {
        int best = -1, fewest = vertices + 1;
        for (int v = 0; v < vertices; v++) {
            if (sweep->finished[v] || (sweep->frontier > 0 && !sweep->entered[v]))
                continue;
            int count = newcomers(sweep, v);
            if (count < fewest || (count == fewest && sweep->entered[v] < sweep->entered[best])) {
                fewest = count;
                best = v;
            }
        }
        finish(sweep, order[i] = best);
    }
}

int *circuits_order(const struct circuit_graph *graph)
{
    enum { STARTS_MAX = 48 };
    size_t vertices = (size_t)graph->vertices;
    struct sweep sweep = {.graph = graph};
    int *best = memory_resize(NULL, vertices, sizeof *best);
    int *order = memory_resize(NULL, vertices, sizeof *order);
    sweep.entered = memory_resize(NULL, vertices, sizeof *sweep.entered);
    sweep.finished = memory_resize(NULL, vertices, sizeof *sweep.finished);
    double cost = INFINITY;
    int starts = graph->vertices < STARTS_MAX ? graph->vertices : STARTS_MAX;
    for (int i = -1; i < starts; i++) {
        if (i < 0) { // as they are numbered
            sweep_init(&sweep);
            for (int v = 0; v < graph->vertices; v++)
                finish(&sweep, order[v] = v);
        } else {
            sweep_greedily(&sweep, (int)((long)i * graph->vertices / starts), order);
        }
        if (sweep.cost < cost || i < 0) {
            cost = sweep.cost;
            memcpy(best, order, vertices * sizeof *best);
        }
    }
    free(order);
    free(sweep.entered);
    free(sweep.finished);
    return best;
}
