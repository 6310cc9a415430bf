// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses and drops edges, draws conclusions, and undoes all of this.
#include "tours/search/partial.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- The links ----

static void add_edge(struct links *links, int a, int b)
{
    links->ends[2 * links->edges] = a;
    links->ends[2 * links->edges + 1] = b;
    links->edges++;
}

static void list_edges(struct links *links, const struct tour_graph *graph,
                       const struct tour_constraint *constraint)
{
    int n = graph->vertices, end = constraint->from >= 0 ? constraint->from : constraint->to;
    for (int v = 0; v < n; v++)
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++)
            if (graph->neighbours[i] > v)
                add_edge(links, v, graph->neighbours[i]);
    if (!constraint->open)
        return;
    if (constraint->from >= 0 && constraint->to >= 0) {
        add_edge(links, constraint->from, n);
        add_edge(links, constraint->to, n);
    } else {
        for (int v = 0; v < n; v++)
            if (v != end)
                add_edge(links, v, n);
    }
    if ((constraint->from >= 0) != (constraint->to >= 0)) {
        add_edge(links, end, n + 1);
        add_edge(links, n, n + 1);
    }
}

bool links_init(struct links *links, const struct tour_graph *graph, const struct tour_constraint *constraint)
{
    int n = graph->vertices;
    bool one_end = (constraint->from >= 0) != (constraint->to >= 0);
    *links = (struct links){.graph = graph,
                            .cells = n,
                            .vertices = n + (!constraint->open ? 0
                                             : one_end         ? 2
                                                               : 1)};
    size_t edges = (size_t)graph->edges + (size_t)n + 2;
    links->ends = memory_try(NULL, 2 * edges, sizeof *links->ends);
    links->first = memory_try(NULL, (size_t)links->vertices + 2, sizeof *links->first);
    links->neighbour = memory_try(NULL, 2 * edges, sizeof *links->neighbour);
    links->edge = memory_try(NULL, 2 * edges, sizeof *links->edge);
    if (!links->ends || !links->first || !links->neighbour || !links->edge) {
        links_clear(links);
        return false;
    }
    list_edges(links, graph, constraint);
    // Degrees are counted two places ahead, so that filling in the neighbours moves each start to its own place.
    memset(links->first, 0, ((size_t)links->vertices + 2) * sizeof *links->first);
    for (int i = 0; i < 2 * links->edges; i++)
        links->first[links->ends[i] + 2]++;
    for (int v = 1; v <= links->vertices; v++)
        links->first[v + 1] += links->first[v];
    for (int i = 0; i < 2 * links->edges; i++) {
        int slot = links->first[links->ends[i] + 1]++;
        links->neighbour[slot] = links->ends[i ^ 1];
        links->edge[slot] = i / 2;
    }
    return true;
}

void links_clear(struct links *links)
{
    free(links->first);
    free(links->neighbour);
    free(links->edge);
    free(links->ends);
    *links = (struct links){0};
}

// ---- The state ----

bool partial_init(struct partial *partial, const struct links *links)
{
    size_t n = (size_t)links->vertices, m = (size_t)links->edges;
    *partial = (struct partial){.links = links};
    partial->state = memory_try(NULL, m, 1);
    partial->used = memory_try(NULL, n, 1);
    partial->queued = memory_try(NULL, n, 1);
    partial->left = memory_try(NULL, n, sizeof *partial->left);
    partial->mate = memory_try(NULL, n, sizeof *partial->mate);
    partial->queue = memory_try(NULL, n, sizeof *partial->queue);
    partial->trail = memory_try(NULL, 3 * m, sizeof *partial->trail);
    if (!partial->state || !partial->used || !partial->queued || !partial->left || !partial->mate ||
        !partial->queue || !partial->trail) {
        partial_clear(partial);
        return false;
    }
    memset(partial->state, EDGE_UNKNOWN, m);
    memset(partial->used, 0, n);
    memset(partial->queued, 1, n);
    partial->queue_count = links->vertices;
    for (int v = 0; v < links->vertices; v++) {
        partial->left[v] = links->first[v + 1] - links->first[v];
        partial->mate[v] = v;
        partial->queue[v] = v;
    }
    return true;
}

size_t partial_bytes(const struct links *links)
{
    return sizeof(struct partial) + (size_t)links->edges * (1 + 3 * sizeof(int)) +
           (size_t)links->vertices * (2 + 3 * sizeof(int));
}

void partial_clear(struct partial *partial)
{
    free(partial->state);
    free(partial->used);
    free(partial->queued);
    free(partial->left);
    free(partial->mate);
    free(partial->queue);
    free(partial->trail);
    *partial = (struct partial){0};
}

void partial_copy(struct partial *copy, const struct partial *partial)
{
    size_t n = (size_t)partial->links->vertices;
    assert(copy->links == partial->links && partial->queue_count == 0);
    memcpy(copy->state, partial->state, (size_t)partial->links->edges);
    memcpy(copy->used, partial->used, n);
    memcpy(copy->left, partial->left, n * sizeof *copy->left);
    memcpy(copy->mate, partial->mate, n * sizeof *copy->mate);
    memset(copy->queued, 0, n);
    copy->total = partial->total;
    copy->queue_count = 0;
    copy->trail_count = 0;
}

static void enqueue(struct partial *partial, int vertex)
{
    if (partial->queued[vertex])
        return;
    partial->queued[vertex] = 1;
    partial->queue[partial->queue_count++] = vertex;
}

static void note(struct partial *partial, int edge, int mate_a, int mate_b)
{
    // An edge is decided at most once before it is undone, so the trail has room.
    int *entry = partial->trail + 3 * partial->trail_count++;
    entry[0] = edge;
    entry[1] = mate_a;
    entry[2] = mate_b;
}

bool partial_drop(struct partial *partial, int edge)
{
    assert(partial->state[edge] == EDGE_UNKNOWN);
    const int *ends = partial->links->ends + 2 * edge;
    partial->state[edge] = EDGE_DROPPED;
    note(partial, edge, -1, -1);
    for (int i = 0; i < 2; i++)
        if (--partial->left[ends[i]] == 2)
            enqueue(partial, ends[i]);
    return partial->left[ends[0]] > 1 && partial->left[ends[1]] > 1;
}

// The unknown edge between two vertices, or -1.
static int unknown_edge(const struct partial *partial, int a, int b)
{
    const struct links *links = partial->links;
    if (links->first[a + 1] - links->first[a] > links->first[b + 1] - links->first[b]) {
        int kept = a;
        a = b;
        b = kept;
    }
    for (int i = links->first[a]; i < links->first[a + 1]; i++)
        if (links->neighbour[i] == b && partial->state[links->edge[i]] == EDGE_UNKNOWN)
            return links->edge[i];
    return -1;
}

bool partial_choose(struct partial *partial, int edge)
{
    assert(partial->state[edge] == EDGE_UNKNOWN);
    const int *ends = partial->links->ends + 2 * edge;
    int a = ends[0], b = ends[1], mate_a = partial->mate[a], mate_b = partial->mate[b];
    int last = partial->links->vertices - 1;
    if (partial->used[a] == 2 || partial->used[b] == 2 || (mate_a == b && partial->total != last))
        return false;
    partial->state[edge] = EDGE_CHOSEN;
    note(partial, edge, mate_a, mate_b);
    partial->total++;
    for (int i = 0; i < 2; i++)
        if (++partial->used[ends[i]] == 2)
            enqueue(partial, ends[i]);
    if (mate_a == b)
        return true;
    partial->mate[mate_a] = mate_b;
    partial->mate[mate_b] = mate_a;
    int closing = partial->total == last ? -1 : unknown_edge(partial, mate_a, mate_b);
    return closing < 0 || partial_drop(partial, closing);
}

// Applies the rules to one vertex: drops the edges that it cannot use, and chooses those that it must.
static bool conclude(struct partial *partial, int vertex)
{
    const struct links *links = partial->links;
    bool full = partial->used[vertex] == 2;
    if (partial->left[vertex] < 2)
        return false;
    if ((!full && partial->left[vertex] > 2) || (full && partial->left[vertex] == 2))
        return true;
    for (int i = links->first[vertex]; i < links->first[vertex + 1]; i++) {
        int edge = links->edge[i];
        if (partial->state[edge] != EDGE_UNKNOWN)
            continue;
        if (full ? !partial_drop(partial, edge) : !partial_choose(partial, edge))
            return false;
    }
    return true;
}

bool partial_settle(struct partial *partial)
{
    bool alive = true;
    while (partial->queue_count > 0) {
        int vertex = partial->queue[--partial->queue_count];
        partial->queued[vertex] = 0;
        alive = alive && conclude(partial, vertex);
    }
    return alive;
}

void partial_undo(struct partial *partial, int mark)
{
    while (partial->queue_count > 0)
        partial->queued[partial->queue[--partial->queue_count]] = 0;
    while (partial->trail_count > mark) {
        const int *entry = partial->trail + 3 * --partial->trail_count;
        const int *ends = partial->links->ends + 2 * entry[0];
        if (partial->state[entry[0]] == EDGE_DROPPED) {
            partial->left[ends[0]]++;
            partial->left[ends[1]]++;
        } else {
            partial->total--;
            partial->used[ends[0]]--;
            partial->used[ends[1]]--;
            partial->mate[entry[1]] = ends[0];
            partial->mate[entry[2]] = ends[1];
            partial->mate[ends[0]] = entry[1];
            partial->mate[ends[1]] = entry[2];
        }
        partial->state[entry[0]] = EDGE_UNKNOWN;
    }
}

// ---- Connection ----

bool partial_connected(const struct partial *partial, int *scratch)
{
    const struct links *links = partial->links;
    int n = links->vertices, reached = 1, top = 0, root_children = 0;
    int *depth = scratch, *low = scratch + n, *next = scratch + 2 * n, *stack = scratch + 3 * n;
    for (int v = 0; v < n; v++)
        depth[v] = 0;
    depth[0] = low[0] = 1;
    next[0] = links->first[0];
    stack[0] = 0;
    while (top >= 0) {
        int v = stack[top];
        if (next[v] == links->first[v + 1]) {
            if (top-- == 0)
                break;
            int parent = stack[top];
            // No vertex below v has an edge to a vertex above its parent, and the parent is not the root: it is a cut vertex.
            if (top > 0 && low[v] >= depth[parent])
                return false;
            low[parent] = low[v] < low[parent] ? low[v] : low[parent];
            continue;
        }
        int i = next[v]++, u = links->neighbour[i];
        if (partial->state[links->edge[i]] == EDGE_DROPPED)
            continue;
        if (depth[u]) {
            low[v] = depth[u] < low[v] ? depth[u] : low[v];
            continue;
        }
        depth[u] = low[u] = depth[v] + 1;
        next[u] = links->first[u];
        stack[++top] = u;
        reached++;
        root_children += v == 0;
    }
    return reached == n && root_children == 1;
}

// ---- Branching ----

int partial_branch(const struct partial *partial)
{
    int best = -1, best_key = 0;
    for (int v = 0; v < partial->links->vertices; v++) {
        int unknown = partial->left[v] - partial->used[v];
        if (unknown == 0)
            continue;
        int key = 2 * unknown + (partial->used[v] == 0 ? 1000000 : 0);
        if (best < 0 || key < best_key) {
            best = v;
            best_key = key;
        }
    }
    return best;
}

int partial_option(const struct partial *partial, int vertex, int option)
{
    const struct links *links = partial->links;
    int unknown = partial->left[vertex] - partial->used[vertex];
    if (partial->used[vertex] == 0)
        unknown--;
    if (option >= unknown)
        return -1;
    for (int i = links->first[vertex];; i++)
        if (partial->state[links->edge[i]] == EDGE_UNKNOWN && option-- == 0)
            return links->edge[i];
}

bool partial_take(struct partial *partial, int vertex, int option)
{
    const struct links *links = partial->links;
    int chosen = partial_option(partial, vertex, option);
    if (partial->used[vertex] == 0)
        for (int i = links->first[vertex]; links->edge[i] != chosen; i++)
            if (partial->state[links->edge[i]] == EDGE_UNKNOWN && !partial_drop(partial, links->edge[i]))
                return false;
    return partial_choose(partial, chosen) && partial_settle(partial);
}

void partial_tour(const struct partial *partial, const struct tour_graph *graph,
                  const struct tour_constraint *constraint, int *tour)
{
    const struct links *links = partial->links;
    int start = links->vertices > links->cells ? links->cells : 0, before = -1, vertex = start, count = 0;
    assert(partial_complete(partial));
    do {
        if (vertex < links->cells)
            tour[count++] = vertex;
        int next = -1;
        for (int i = links->first[vertex]; next < 0; i++)
            if (partial->state[links->edge[i]] == EDGE_CHOSEN && links->neighbour[i] != before)
                next = links->neighbour[i];
        before = vertex;
        vertex = next;
    } while (vertex != start);
    tour_normalize(graph, constraint, tour);
}
