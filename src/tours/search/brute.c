// SPDX-License-Identifier: GPL-3.0-or-later
// Extends a walk to every neighbour not yet visited, and keeps the walks that are tours.
#include "tours/search/brute.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct brute {
    const struct tour_graph *graph;
    const struct tour_constraint *constraint;
    tour_found found;
    void *context;
    int *tour;
    bool *visited;
    uint64_t count;
    bool stopped;
};

// Whether the walk over all vertices is a tour that meets the constraint, in canonical form.
static bool counts(const struct brute *brute)
{
    int first = brute->tour[0], last = brute->tour[brute->graph->vertices - 1];
    const struct tour_constraint *constraint = brute->constraint;
    if (!constraint->open)
        return brute->graph->vertices > 2 && brute->tour[1] < last &&
               tour_graph_adjacent(brute->graph, last, first);
    if (constraint->from < 0 && constraint->to < 0)
        return first <= last;
    return (constraint->from < 0 || first == constraint->from) &&
           (constraint->to < 0 || last == constraint->to);
}

static void visit(struct brute *brute, int depth, int vertex)
{
    const struct tour_graph *graph = brute->graph;
    brute->tour[depth] = vertex;
    if (depth + 1 == graph->vertices) {
        if (counts(brute)) {
            brute->count++;
            brute->stopped = brute->found && !brute->found(brute->context, brute->tour);
        }
        return;
    }
    brute->visited[vertex] = true;
    for (int i = graph->first[vertex]; i < graph->first[vertex + 1] && !brute->stopped; i++)
        if (!brute->visited[graph->neighbours[i]])
            visit(brute, depth + 1, graph->neighbours[i]);
    brute->visited[vertex] = false;
}

uint64_t brute_run(const struct tour_graph *graph, const struct tour_constraint *constraint, tour_found found,
                   void *context)
{
    size_t size = (size_t)graph->vertices;
    struct brute brute = {.graph = graph, .constraint = constraint, .found = found, .context = context};
    brute.tour = memory_try(NULL, size, sizeof *brute.tour);
    brute.visited = memory_try(NULL, size, sizeof *brute.visited);
    bool room = brute.tour && brute.visited;
    if (room)
        memset(brute.visited, 0, size * sizeof *brute.visited);
    int starts = constraint->open && constraint->from < 0 ? graph->vertices : 1;
    for (int i = 0; room && i < starts && !brute.stopped; i++)
        visit(&brute, 0, constraint->from >= 0 ? constraint->from : i);
    free(brute.tour);
    free(brute.visited);
    return room ? brute.count : TOURS_NO_MEMORY;
}
