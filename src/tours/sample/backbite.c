// SPDX-License-Identifier: GPL-3.0-or-later
// The random walk from tour to tour.
#include "tours/sample/backbite.h"

#include "base/memory.h"

#include <stdlib.h>

enum { PATIENCE = 100, ASK_EVERY = 4096 };

struct path {
    const struct tour_graph *graph;
    int count, slots; // the number of vertices; the largest degree
    int *vertex;      // [count] in the order of the path
    int *place;       // [count] the index of each vertex in `vertex`
};

static void put(struct path *path, int place, int vertex)
{
    path->vertex[place] = vertex;
    path->place[vertex] = place;
}

static void reverse(struct path *path, int from, int to)
{
    for (; from < to; from++, to--) {
        int vertex = path->vertex[from];
        put(path, from, path->vertex[to]);
        put(path, to, vertex);
    }
}

// A closed tour is cut at `shift`, so that the first edge to be left out is a random one.
static bool path_init(struct path *path, const struct tour_graph *graph, const int *tour, int shift)
{
    int count = graph->vertices;
    *path = (struct path){.graph = graph, .count = count};
    path->vertex = memory_try(NULL, (size_t)count, sizeof *path->vertex);
    path->place = memory_try(NULL, (size_t)count, sizeof *path->place);
    if (!path->vertex || !path->place)
        return false;
    for (int i = 0; i < count; i++) {
        put(path, i, tour[(i + shift) % count]);
        if (tour_graph_degree(graph, i) > path->slots)
            path->slots = tour_graph_degree(graph, i);
    }
    return true;
}

static void path_clear(struct path *path)
{
    free(path->vertex);
    free(path->place);
}

static void step(struct path *path, struct random *random)
{
    const struct tour_graph *graph = path->graph;
    bool last = random_next(random) & 1;
    int end = path->vertex[last ? path->count - 1 : 0];
    int slot = (int)random_below(random, (uint32_t)path->slots);
    if (slot >= tour_graph_degree(graph, end))
        return;
    // The neighbour of the end on the path changes nothing: there is nothing to reverse.
    int place = path->place[graph->neighbours[graph->first[end] + slot]];
    if (last)
        reverse(path, place + 1, path->count - 1);
    else
        reverse(path, 0, place - 1);
}

static bool may_end(const struct path *path, bool open)
{
    return open || tour_graph_adjacent(path->graph, path->vertex[0], path->vertex[path->count - 1]);
}

// Writes the image of the path under a random symmetry of the board.
static void take(const struct path *path, struct random *random, int *tour)
{
    int symmetries[SYMMETRIES] = {0}, count = 1; // SYMMETRY_NONE is the first
    for (int s = 1; s < SYMMETRIES; s++)
        if (path->graph->symmetries >> s & 1)
            symmetries[count++] = s;
    int symmetry = symmetries[random_below(random, (uint32_t)count)];
    for (int i = 0; i < path->count; i++)
        tour[i] = tour_graph_image(path->graph, symmetry, path->vertex[i]);
}

bool backbite_run(const struct backbite_request *request, struct random *random, int *tour)
{
    const struct tour_graph *graph = request->graph;
    const struct tour_constraint constraint = {request->open, -1, -1};
    int count = graph->vertices;
    bool arrived = false;
    if (count < 3)
        return false;
    struct path path;
    bool room = path_init(&path, graph, tour, request->open ? 0 : (int)random_below(random, (uint32_t)count));
    for (uint64_t steps = 0; room && steps <= PATIENCE * request->steps && !arrived; steps++) {
        if (steps % ASK_EVERY == 0 && request->goes_on && !request->goes_on(request->context))
            break;
        step(&path, random);
        arrived = steps >= request->steps && may_end(&path, request->open);
    }
    if (arrived) {
        take(&path, random, tour);
        tour_normalize(graph, &constraint, tour);
    }
    path_clear(&path);
    return arrived;
}
