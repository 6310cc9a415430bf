// SPDX-License-Identifier: GPL-3.0-or-later
// Extends a walk to every neighbour not yet visited, and keeps the walks that are tours.
#include "reference/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

struct walk {
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
static bool counts(const struct walk *walk)
{
    int first = walk->tour[0], last = walk->tour[walk->graph->vertices - 1];
    const struct tour_constraint *constraint = walk->constraint;
    if (!constraint->open)
        return walk->graph->vertices > 2 && walk->tour[1] < last &&
               tour_graph_adjacent(walk->graph, last, first);
    if (constraint->from < 0 && constraint->to < 0)
        return first <= last;
    return (constraint->from < 0 || first == constraint->from) &&
           (constraint->to < 0 || last == constraint->to);
}

static void visit(struct walk *walk, int depth, int vertex)
{
    const struct tour_graph *graph = walk->graph;
    walk->tour[depth] = vertex;
    if (depth + 1 == graph->vertices) {
        if (counts(walk)) {
            walk->count++;
            walk->stopped = walk->found && !walk->found(walk->context, walk->tour);
        }
        return;
    }
    walk->visited[vertex] = true;
    for (int i = graph->first[vertex]; i < graph->first[vertex + 1] && !walk->stopped; i++)
        if (!walk->visited[graph->neighbours[i]])
            visit(walk, depth + 1, graph->neighbours[i]);
    walk->visited[vertex] = false;
}

uint64_t reference_tours(const struct tour_graph *graph, const struct tour_constraint *constraint,
                         tour_found found, void *context)
{
    size_t size = (size_t)graph->vertices;
    struct walk walk = {.graph = graph, .constraint = constraint, .found = found, .context = context};
    walk.tour = calloc(size + 1, sizeof *walk.tour);
    walk.visited = calloc(size + 1, sizeof *walk.visited);
    assert_true(walk.tour && walk.visited);
    int starts = constraint->open && constraint->from < 0 ? graph->vertices : 1;
    for (int i = 0; i < starts && !walk.stopped; i++)
        visit(&walk, 0, constraint->from >= 0 ? constraint->from : i);
    free(walk.tour);
    free(walk.visited);
    return walk.count;
}
