// SPDX-License-Identifier: GPL-3.0-or-later
// A frontier search that remembers how it reached each state.
#include "tours/search/narrow.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/vector.h"
#include "tours/frontier/vertex_step.h"
#include "tours/search/partial.h"

#include <stdlib.h>
#include <string.h>

struct origin {
    int parent;   // index of its predecessor in the layer before
    int edges[2]; // chosen at the vertex of that layer; -1: none
};

// Keys are the mates of all slots. Packing them would save memory only in two layers, and would take longer than everything else.
enum { KEY_WORDS = CIRCUIT_SLOTS_MAX / sizeof(uint64_t) };

struct key {
    uint64_t words[KEY_WORDS];
};

struct layer VECTOR_OF(struct origin);
struct keys VECTOR_OF(struct key);

struct narrow {
    const struct narrow_request *request;
    struct links links;
    struct circuit_graph graph; // the same graph; its arrays belong to `links`
    int *order;                 // the vertices in the order in which they are finished
    struct circuit_planner planner;
    struct keys keys, next_keys; // of the states in this layer and the next
    uint32_t *table;             // a hash table of the next layer: index + 1
    size_t table_size;           // a power of two
    struct layer *layers;        // [vertices + 1]
    uint64_t total;
    // The step in progress:
    struct layer *next;
    int parent;
    enum search_end end; // why it ended early
};

// Orders the cells across the shorter side, with the extra vertices last.
static void find_order(struct narrow *narrow)
{
    const struct tour_graph *graph = narrow->request->graph;
    int n = narrow->links.vertices, count = 0;
    bool wide = graph->width > graph->height;
    for (int i = 0; i < graph->width * graph->height; i++) {
        int cell = wide ? i % graph->height * graph->width + i / graph->height : i;
        if (graph->vertex[cell] >= 0)
            narrow->order[count++] = graph->vertex[cell];
    }
    for (; count < n; count++)
        narrow->order[count] = count;
}

// Checks that the frontier stays within bounds.
static enum search_end check_width(struct narrow *narrow)
{
    struct circuit_step step;
    bool is_narrow = true;
    if (!circuit_planner_init(&narrow->planner, &narrow->graph, narrow->order))
        return SEARCH_NO_MEMORY;
    for (int k = 0; is_narrow && k < narrow->links.vertices; k++)
        is_narrow =
            circuit_planner_next(&narrow->planner, &step) && step.width <= narrow->request->frontier_max + 1;
    circuit_planner_clear(&narrow->planner);
    return is_narrow ? SEARCH_FOUND : SEARCH_GAVE_UP;
}

static uint32_t *table_find(const struct narrow *narrow, const struct key *key)
{
    uint64_t hash = 0;
    for (int i = 0; i < KEY_WORDS; i++)
        hash = random_mix(hash ^ key->words[i]);
    size_t at = hash & (narrow->table_size - 1);
    while (narrow->table[at] &&
           memcmp(&narrow->next_keys.items[narrow->table[at] - 1], key, sizeof *key) != 0)
        at = (at + 1) & (narrow->table_size - 1);
    return &narrow->table[at];
}

// Replaces the table by an empty one. False when there is no memory.
static bool table_reset(struct narrow *narrow, size_t size)
{
    uint32_t *table = memory_try(narrow->table, size, sizeof *table);
    if (!table)
        return false;
    narrow->table = memset(table, 0, size * sizeof *table);
    narrow->table_size = size;
    return true;
}

static bool table_grow(struct narrow *narrow)
{
    if (!table_reset(narrow, 2 * narrow->table_size))
        return false;
    for (size_t i = 0; i < narrow->next_keys.count; i++)
        *table_find(narrow, &narrow->next_keys.items[i]) = (uint32_t)i + 1;
    return true;
}

// Keeps a state of the next layer unless it is there already. A closed cycle needs no special treatment: its state, in which no
// path ends and no vertex lacks edges, has one continuation in every later layer.
static bool keep(void *context, const struct circuit_arrival *arrival)
{
    struct narrow *narrow = context;
    const struct circuit_step *step = arrival->step;
    struct origin origin = {narrow->parent, {-1, -1}};
    struct key key;
    memcpy(key.words, arrival->state.mate, sizeof key.words);
    uint32_t *place = table_find(narrow, &key);
    if (*place)
        return true;
    narrow->end = SEARCH_GAVE_UP;
    if (narrow->total++ == narrow->request->states_max)
        return false;
    for (int i = 0; i < 2 && arrival->taken[i] >= 0; i++)
        origin.edges[i] = narrow->links.edge[step->edge[arrival->taken[i]]];
    narrow->end = SEARCH_NO_MEMORY;
    if (!vector_push(&narrow->next_keys, key) || !vector_push(narrow->next, origin))
        return false;
    *place = (uint32_t)narrow->next->count;
    return 2 * narrow->next->count <= narrow->table_size || table_grow(narrow);
}

// Goes from the states before the k-th vertex to those after it. False, with the reason in `end`, when it cannot.
static bool advance(struct narrow *narrow, int k)
{
    enum { ASK_EVERY = 1 << 10, SMALLEST = 512 };
    const struct narrow_request *request = narrow->request;
    struct circuit_step step;
    circuit_planner_next(&narrow->planner, &step);
    narrow->next = &narrow->layers[k + 1];
    narrow->next_keys.count = 0;
    narrow->end = SEARCH_NO_MEMORY;
    if (!table_reset(narrow, SMALLEST))
        return false;
    for (size_t i = 0; i < narrow->keys.count; i++) {
        struct circuit_state state;
        narrow->end = SEARCH_GAVE_UP;
        if (i % ASK_EVERY == 0 && request->goes_on && !request->goes_on(request->context))
            return false;
        narrow->parent = (int)i;
        memcpy(state.mate, narrow->keys.items[i].words, sizeof narrow->keys.items[i].words);
        state.mate[CIRCUIT_SLOT_EXTRA] = CIRCUIT_SLOT_EXTRA;
        if (!circuit_step_follow(&step, &state, keep, narrow))
            return false;
    }
    struct keys kept = narrow->keys;
    narrow->keys = narrow->next_keys;
    narrow->next_keys = kept;
    return true;
}

static enum search_end run_layers(struct narrow *narrow)
{
    int n = narrow->links.vertices;
    struct circuit_state start;
    struct key key;
    enum search_end end = check_width(narrow);
    if (end != SEARCH_FOUND)
        return end;
    circuit_state_start(&start, &narrow->graph);
    memcpy(key.words, start.mate, sizeof key.words);
    if (!circuit_planner_init(&narrow->planner, &narrow->graph, narrow->order) ||
        !vector_push(&narrow->keys, key))
        return SEARCH_NO_MEMORY;
    for (int k = 0; k < n; k++)
        if (!advance(narrow, k))
            return narrow->end;
        else if (narrow->layers[k + 1].count == 0)
            return SEARCH_NONE;
    return SEARCH_FOUND;
}

// Collects the edges on the way to the last state, and writes the tour that they form.
static enum search_end retrace(const struct narrow *narrow, int *tour)
{
    struct partial partial;
    size_t at = 0;
    if (!partial_init(&partial, &narrow->links))
        return SEARCH_NO_MEMORY;
    for (int k = narrow->links.vertices; k > 0; k--) {
        const struct origin *origin = &narrow->layers[k].items[at];
        for (int i = 0; i < 2; i++)
            if (origin->edges[i] >= 0)
                partial_choose(&partial, origin->edges[i]);
        at = (size_t)origin->parent;
    }
    partial_tour(&partial, narrow->request->graph, narrow->request->constraint, tour);
    partial_clear(&partial);
    return SEARCH_FOUND;
}

enum search_end narrow_run(const struct narrow_request *request, int *tour, uint64_t *states)
{
    struct narrow narrow = {.request = request};
    enum search_end end = SEARCH_NO_MEMORY;
    if (!links_init(&narrow.links, request->graph, request->constraint))
        return end;
    size_t n = (size_t)narrow.links.vertices;
    narrow.graph = (struct circuit_graph){.vertices = narrow.links.vertices,
                                          .first = narrow.links.first,
                                          .to = narrow.links.neighbour,
                                          .joined = {-1, -1}};
    narrow.order = memory_try(NULL, n, sizeof *narrow.order);
    narrow.layers = memory_try(NULL, n + 1, sizeof *narrow.layers);
    if (narrow.layers)
        memset(narrow.layers, 0, (n + 1) * sizeof *narrow.layers);
    if (narrow.order && narrow.layers) {
        find_order(&narrow);
        end = run_layers(&narrow);
        if (end == SEARCH_FOUND)
            end = retrace(&narrow, tour);
    }
    if (states)
        *states = narrow.total;
    for (size_t k = 0; narrow.layers && k <= n; k++)
        vector_clear(&narrow.layers[k]);
    free(narrow.layers);
    vector_clear(&narrow.keys);
    vector_clear(&narrow.next_keys);
    circuit_planner_clear(&narrow.planner);
    free(narrow.table);
    free(narrow.order);
    links_clear(&narrow.links);
    return end;
}
