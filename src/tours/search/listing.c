// SPDX-License-Identifier: GPL-3.0-or-later
// Depth-first search in the order of the neighbours, with a count of the usable edges ("ways") left at every vertex.
//
// The ways of an unvisited vertex lead to its unvisited neighbours, to the head of the walk if that is a neighbour, and in a closed
// tour to the start if that is a neighbour. A vertex needs two ways; the end of an open tour needs one. Leaving a vertex takes one
// way from each of its unvisited neighbours except the next vertex of the walk, so only these neighbours are checked.
#include "tours/search/listing.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct listing {
    const struct tour_graph *graph;
    const struct tour_constraint *constraint;
    tour_found found;
    bool (*goes_on)(void *context);
    void *context;
    int *tour;     // [vertices]
    int *next;     // [vertices] for each depth, the index in `neighbours` of the vertex to try next
    int *ways;     // [vertices]
    int *weak;     // [vertices] for each depth, how many vertices had a single way left after the step to it
    bool *visited; // [vertices]
    uint64_t count, steps;
    bool stopped;
};

// Whether an unvisited vertex may have only one way: in an open tour the end may, which is any vertex or a given one.
static bool may_be_weak(const struct listing *listing, int vertex)
{
    return listing->constraint->open && (listing->constraint->to < 0 || listing->constraint->to == vertex);
}

// Takes the way to `left` from its unvisited neighbours other than `vertex`. False when the walk
// cannot become a tour; the ways are taken in any case.
static bool take_ways(struct listing *listing, int left, int vertex, int depth)
{
    const struct tour_graph *graph = listing->graph;
    bool alive = true;
    listing->weak[depth] = depth > 0 ? listing->weak[depth - 1] : 0;
    // The next vertex may have been counted as weak. It is visited now, so it no longer counts.
    if (listing->ways[vertex] < 2 && listing->weak[depth] > 0)
        listing->weak[depth]--;
    if (left == listing->tour[0] && !listing->constraint->open)
        return true; // the way to the start remains, for the return
    for (int i = graph->first[left]; i < graph->first[left + 1]; i++) {
        int u = graph->neighbours[i];
        if (listing->visited[u] || u == vertex)
            continue;
        int ways = --listing->ways[u];
        if (ways == 1)
            listing->weak[depth]++;
        if (ways < 1 || (ways == 1 && !may_be_weak(listing, u)))
            alive = false;
    }
    return alive && listing->weak[depth] <= 1;
}

static void give_ways_back(struct listing *listing, int left, int vertex)
{
    const struct tour_graph *graph = listing->graph;
    if (left == listing->tour[0] && !listing->constraint->open)
        return;
    for (int i = graph->first[left]; i < graph->first[left + 1]; i++) {
        int u = graph->neighbours[i];
        if (!listing->visited[u] && u != vertex)
            listing->ways[u]++;
    }
}

static void report(struct listing *listing)
{
    const struct tour_constraint *constraint = listing->constraint;
    int first = listing->tour[0], last = listing->tour[listing->graph->vertices - 1];
    if (!constraint->open && (listing->graph->vertices < 3 || listing->tour[1] > last ||
                              !tour_graph_adjacent(listing->graph, last, first)))
        return;
    if (constraint->open && constraint->from < 0 && constraint->to < 0 && first > last)
        return;
    if (constraint->to >= 0 && last != constraint->to)
        return;
    listing->count++;
    listing->stopped = listing->found && !listing->found(listing->context, listing->tour);
}

// Whether only an end has fewer than two ways at the start; counts the weak vertices.
static bool is_hopeful(struct listing *listing, int start)
{
    bool alive = true;
    listing->weak[0] = 0;
    for (int v = 0; v < listing->graph->vertices; v++) {
        int ways = listing->ways[v];
        if (v == start || ways > 1)
            continue;
        listing->weak[0]++;
        alive = alive && ways == 1 && may_be_weak(listing, v);
    }
    return alive && listing->weak[0] <= 1;
}

// Goes through all walks from one start.
static void walk_from(struct listing *listing, int start)
{
    enum { ASK_EVERY = 1 << 12 };
    const struct tour_graph *graph = listing->graph;
    int depth = 0;
    listing->tour[0] = start;
    listing->next[0] = graph->first[start];
    if (graph->vertices == 1)
        report(listing);
    if (graph->vertices == 1 || !is_hopeful(listing, start))
        return;
    listing->visited[start] = true;
    while (depth >= 0) {
        if (++listing->steps % ASK_EVERY == 0 && listing->goes_on && !listing->goes_on(listing->context))
            listing->stopped = true;
        int head = listing->tour[depth];
        if (listing->next[depth] == graph->first[head + 1] || listing->stopped) {
            listing->visited[head] = false;
            if (depth-- > 0)
                give_ways_back(listing, listing->tour[depth], head);
            continue;
        }
        int vertex = graph->neighbours[listing->next[depth]++];
        if (listing->visited[vertex])
            continue;
        if (take_ways(listing, head, vertex, depth + 1)) {
            listing->visited[vertex] = true;
            listing->tour[++depth] = vertex;
            listing->next[depth] = graph->first[vertex];
            if (depth + 1 == graph->vertices)
                report(listing);
        } else {
            give_ways_back(listing, head, vertex);
        }
    }
}

uint64_t listing_run(const struct tour_graph *graph, const struct tour_constraint *constraint,
                     tour_found found, bool (*goes_on)(void *context), void *context)
{
    size_t size = (size_t)graph->vertices;
    struct listing listing = {
        .graph = graph, .constraint = constraint, .found = found, .goes_on = goes_on, .context = context};
    listing.tour = memory_try(NULL, size, sizeof *listing.tour);
    listing.next = memory_try(NULL, size, sizeof *listing.next);
    listing.ways = memory_try(NULL, size, sizeof *listing.ways);
    listing.weak = memory_try(NULL, size, sizeof *listing.weak);
    listing.visited = memory_try(NULL, size, sizeof *listing.visited);
    bool room = listing.tour && listing.next && listing.ways && listing.weak && listing.visited;
    if (room)
        memset(listing.visited, 0, size * sizeof *listing.visited);
    for (int v = 0; room && v < graph->vertices; v++)
        listing.ways[v] = tour_graph_degree(graph, v);
    int starts = constraint->open && constraint->from < 0 ? graph->vertices : 1;
    for (int i = 0; room && i < starts && !listing.stopped; i++)
        walk_from(&listing, constraint->from >= 0 ? constraint->from : i);
    free(listing.tour);
    free(listing.next);
    free(listing.ways);
    free(listing.weak);
    free(listing.visited);
    return room ? listing.count : TOURS_NO_MEMORY;
}
