// SPDX-License-Identifier: GPL-3.0-or-later
// A frontier search that remembers how it came to each state.
//
// A state has one byte for each vertex of the frontier: FREE when no edge has been chosen at it, DONE when two have,
// else it ends a path of chosen edges, and the byte is the frontier's index of the path's other end.
#include "tours/search/narrow.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/search/partial.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FREE = 255, DONE = 254, FRONTIER_MOST = 64, NEIGHBOURS_MOST = FRONTIER_MOST };

struct came {
    int parent;   // index of the state in the layer before
    int edges[2]; // chosen at the vertex of that layer, -1: none
};

struct layer {
    struct came *came;
    size_t count, capacity;
};

struct narrow {
    struct links links;
    int *order;                         // the vertices as they are worked off
    int *rank;                          // its inverse
    int frontier[FRONTIER_MOST], width; // of the current layer
    int slot[FRONTIER_MOST];            // after this layer: the index in the next frontier, -1 for the vertex
    int ahead[NEIGHBOURS_MOST], ahead_edge[NEIGHBOURS_MOST], ahead_count; // indices of the later neighbours
    uint8_t *keys, *next_keys; // of the states in this layer and the next
    size_t next_capacity;      // of next_keys, in bytes
    uint32_t *table;           // of the next layer: index + 1 by hash
    size_t table_size;
    struct layer *layers; // [vertices + 1]
    uint64_t total, total_max;
    bool (*goes_on)(void *context);
    void *context;
};

// Cells along the longer side, extra vertices last.
static void find_order(struct narrow *narrow, const struct tour_graph *graph)
{
    int n = narrow->links.vertices, count = 0;
    bool wide = graph->width > graph->height;
    for (int i = 0; i < graph->width * graph->height; i++) {
        int cell = wide ? i % graph->height * graph->width + i / graph->height : i;
        if (graph->vertex[cell] >= 0)
            narrow->order[count++] = graph->vertex[cell];
    }
    while (count < n) {
        narrow->order[count] = count;
        count++;
    }
    for (int i = 0; i < n; i++)
        narrow->rank[narrow->order[i]] = i;
}

static int index_of(const struct narrow *narrow, int vertex)
{
    for (int i = 0; i < narrow->width; i++)
        if (narrow->frontier[i] == vertex)
            return i;
    return -1;
}

// Widens the frontier by the vertex of layer k and its later neighbours. False when it grows too wide.
static bool widen(struct narrow *narrow, int k, int frontier_max)
{
    const struct links *links = &narrow->links;
    int v = narrow->order[k];
    narrow->ahead_count = 0;
    if (index_of(narrow, v) < 0)
        narrow->frontier[narrow->width++] = v;
    for (int i = links->first[v]; i < links->first[v + 1]; i++) {
        int u = links->neighbour[i];
        if (narrow->rank[u] < k)
            continue;
        if (index_of(narrow, u) < 0) {
            if (narrow->width >= frontier_max + 1)
                return false;
            narrow->frontier[narrow->width++] = u;
        }
        narrow->ahead[narrow->ahead_count] = index_of(narrow, u);
        narrow->ahead_edge[narrow->ahead_count++] = links->edge[i];
    }
    return true;
}

// Whether the widest frontier stays within bounds; an extra vertex next to all cells counts once.
static bool is_narrow(struct narrow *narrow, int frontier_max)
{
    for (int k = 0; k < narrow->links.vertices; k++) {
        if (!widen(narrow, k, frontier_max))
            return false;
        narrow->frontier[index_of(narrow, narrow->order[k])] = narrow->frontier[narrow->width - 1];
        narrow->width--;
    }
    assert(narrow->width == 0);
    return true;
}

static uint64_t hash(const uint8_t *key, int width)
{
    uint64_t value = (uint64_t)width;
    for (int i = 0; i < width; i++)
        value = (value ^ key[i]) * UINT64_C(0x100000001b3) + (value >> 29);
    return random_mix(value);
}

static void rehash(struct narrow *narrow, const struct layer *layer, int width)
{
    narrow->table_size *= 2;
    narrow->table = memory_resize(narrow->table, narrow->table_size, sizeof *narrow->table);
    memset(narrow->table, 0, narrow->table_size * sizeof *narrow->table);
    for (size_t i = 0; i < layer->count; i++) {
        size_t at = hash(narrow->next_keys + i * (size_t)width, width) & (narrow->table_size - 1);
        while (narrow->table[at])
            at = (at + 1) & (narrow->table_size - 1);
        narrow->table[at] = (uint32_t)i + 1;
    }
}

// Keeps a state of the next layer unless it is known. False when there are too many.
static bool keep(struct narrow *narrow, struct layer *layer, const uint8_t *key, int width, struct came came)
{
    size_t at = hash(key, width) & (narrow->table_size - 1);
    for (; narrow->table[at]; at = (at + 1) & (narrow->table_size - 1))
        if (!memcmp(narrow->next_keys + (narrow->table[at] - 1) * (size_t)width, key, (size_t)width))
            return true;
    if (narrow->total++ == narrow->total_max)
        return false;
    if (layer->count == layer->capacity) {
        layer->capacity = layer->capacity ? 2 * layer->capacity : 64;
        layer->came = memory_resize(layer->came, layer->capacity, sizeof *layer->came);
    }
    if ((layer->count + 1) * (size_t)width > narrow->next_capacity) {
        narrow->next_capacity = 2 * (layer->count + 1) * (size_t)width;
        narrow->next_keys = memory_resize(narrow->next_keys, narrow->next_capacity, 1);
    }
    if (width > 0)
        memcpy(narrow->next_keys + layer->count * (size_t)width, key, (size_t)width);
    layer->came[layer->count++] = came;
    narrow->table[at] = (uint32_t)layer->count;
    if (2 * layer->count > narrow->table_size)
        rehash(narrow, layer, width);
    return true;
}

// Chooses the edge between two vertices of the frontier in a state. False when it cannot be: a vertex would
// have a third, or a cycle would close before everything is done. `last` says that no vertex is outside the frontier.
static bool link_up(uint8_t *state, int width, int a, int b, bool last)
{
    if (state[a] == DONE || state[b] == DONE)
        return false;
    if (state[a] == b) {
        for (int i = 0; i < width; i++)
            if (i != a && i != b && state[i] != DONE)
                return false;
        state[a] = state[b] = DONE;
        return last;
    }
    int end_a = state[a] == FREE ? a : state[a], end_b = state[b] == FREE ? b : state[b];
    if (end_a != a)
        state[a] = DONE;
    if (end_b != b)
        state[b] = DONE;
    state[end_a] = (uint8_t)end_b;
    state[end_b] = (uint8_t)end_a;
    return true;
}

// Keeps what the state becomes when the vertex at index `own` is finished by the given edges.
static bool finish(struct narrow *narrow, struct layer *layer, const uint8_t *state, int own, bool last,
                   const int *picks, struct came came)
{
    uint8_t work[FRONTIER_MOST], key[FRONTIER_MOST];
    memcpy(work, state, (size_t)narrow->width);
    for (int i = 0; i < 2; i++) {
        if (picks[i] < 0)
            continue;
        came.edges[i] = narrow->ahead_edge[picks[i]];
        if (!link_up(work, narrow->width, own, narrow->ahead[picks[i]], last))
            return true;
    }
    if (work[own] != DONE)
        return true;
    for (int i = 0; i < narrow->width; i++)
        if (narrow->slot[i] >= 0)
            key[narrow->slot[i]] = work[i] < FRONTIER_MOST ? (uint8_t)narrow->slot[work[i]] : work[i];
    return keep(narrow, layer, key, narrow->width - 1, came);
}

// All ways to finish the layer's vertex in one state.
static bool expand(struct narrow *narrow, struct layer *layer, const uint8_t *state, int own, bool last,
                   int parent)
{
    struct came came = {parent, {-1, -1}};
    int count = narrow->ahead_count;
    if (state[own] == DONE)
        return finish(narrow, layer, state, own, last, (int[]){-1, -1}, came);
    for (int i = 0; i < count; i++) {
        if (state[own] != FREE) {
            if (!finish(narrow, layer, state, own, last, (int[]){i, -1}, came))
                return false;
            continue;
        }
        for (int j = i + 1; j < count; j++)
            if (!finish(narrow, layer, state, own, last, (int[]){i, j}, came))
                return false;
    }
    return true;
}

// From the states before vertex k to those after it. False when there are too many, or nobody wants them any more.
static bool advance(struct narrow *narrow, int k, int frontier_max)
{
    enum { ASK_EVERY = 1 << 10 };
    int before = narrow->width, v = narrow->order[k];
    widen(narrow, k, frontier_max);
    int own = index_of(narrow, v);
    bool last = k + narrow->width == narrow->links.vertices;
    for (int i = 0; i < narrow->width; i++)
        narrow->slot[i] = i == own ? -1 : i - (i > own);
    struct layer *now = &narrow->layers[k], *next = &narrow->layers[k + 1];
    narrow->table_size = 512;
    narrow->table = memory_resize(narrow->table, narrow->table_size, sizeof *narrow->table);
    memset(narrow->table, 0, narrow->table_size * sizeof *narrow->table);
    for (size_t i = 0; i < now->count; i++) {
        if (i % ASK_EVERY == 0 && narrow->goes_on && !narrow->goes_on(narrow->context))
            return false;
        uint8_t state[FRONTIER_MOST];
        memset(state, FREE, sizeof state);
        if (before > 0)
            memcpy(state, narrow->keys + i * (size_t)before, (size_t)before);
        if (!expand(narrow, next, state, own, last, (int)i))
            return false;
    }
    memmove(narrow->frontier + own, narrow->frontier + own + 1,
            (size_t)(narrow->width - own - 1) * sizeof *narrow->frontier);
    narrow->width--;
    uint8_t *kept = narrow->keys;
    narrow->keys = narrow->next_keys;
    narrow->next_keys = kept;
    narrow->next_capacity = 0;
    return true;
}

static enum search_end run_layers(struct narrow *narrow, int frontier_max)
{
    int n = narrow->links.vertices;
    if (!is_narrow(narrow, frontier_max))
        return SEARCH_GAVE_UP;
    narrow->layers[0].came = memory_resize(NULL, 1, sizeof *narrow->layers[0].came);
    narrow->layers[0].count = 1;
    for (int k = 0; k < n; k++)
        if (!advance(narrow, k, frontier_max))
            return SEARCH_GAVE_UP;
        else if (narrow->layers[k + 1].count == 0)
            return SEARCH_NONE;
    return SEARCH_FOUND;
}

// Chooses in an empty partial tour the edges on the way to the last state.
static void retrace(const struct narrow *narrow, struct partial *partial)
{
    size_t at = 0;
    for (int k = narrow->links.vertices; k > 0; k--) {
        const struct came *came = &narrow->layers[k].came[at];
        for (int i = 0; i < 2; i++)
            if (came->edges[i] >= 0)
                partial_choose(partial, came->edges[i]);
        at = (size_t)came->parent;
    }
}

enum search_end narrow_run(const struct tour_graph *graph, const struct tour_constraint *constraint,
                           int frontier_max, uint64_t states_max, bool (*goes_on)(void *context),
                           void *context, int *tour, uint64_t *states)
{
    assert(frontier_max < FRONTIER_MOST);
    struct narrow narrow = {.total_max = states_max, .goes_on = goes_on, .context = context};
    links_init(&narrow.links, graph, constraint);
    size_t n = (size_t)narrow.links.vertices;
    narrow.order = memory_resize(NULL, n, sizeof *narrow.order);
    narrow.rank = memory_resize(NULL, n, sizeof *narrow.rank);
    narrow.layers =
        memset(memory_resize(NULL, n + 1, sizeof *narrow.layers), 0, (n + 1) * sizeof *narrow.layers);
    find_order(&narrow, graph);
    enum search_end end = run_layers(&narrow, frontier_max);
    if (end == SEARCH_FOUND) {
        struct partial partial;
        partial_init(&partial, &narrow.links);
        retrace(&narrow, &partial);
        partial_tour(&partial, graph, constraint, tour);
        partial_clear(&partial);
    }
    if (states)
        *states = narrow.total;
    for (size_t k = 0; k <= n; k++)
        free(narrow.layers[k].came);
    free(narrow.layers);
    free(narrow.keys);
    free(narrow.next_keys);
    free(narrow.table);
    free(narrow.order);
    free(narrow.rank);
    links_clear(&narrow.links);
    return end;
}
