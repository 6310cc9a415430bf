// SPDX-License-Identifier: GPL-3.0-or-later
// Finds cycle covers of bipartite graphs as maximum flows.
//
// Every vertex of side 0 sends two units of flow (an end of the path sends one), every vertex of side 1 receives two (or one), and
// every edge carries at most one unit. All units can flow if and only if there is a cover (Dinic 1970, Hopcroft and Karp 1973).
#include "tours/search/cycle_cover.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool cycle_cover_init(struct cycle_cover *cover, const struct tour_graph *graph)
{
    size_t size = 2 * (size_t)graph->vertices * sizeof *cover->next;
    *cover = (struct cycle_cover){.graph = graph, .next = memory_try(NULL, size, 1)};
    if (cover->next)
        memset(cover->next, -1, size);
    return cover->next != NULL;
}

void cycle_cover_clear(struct cycle_cover *cover)
{
    free(cover->next);
}

void cycle_cover_link(struct cycle_cover *cover, int a, int b)
{
    cover->next[2 * a + (cover->next[2 * a] >= 0)] = b;
    cover->next[2 * b + (cover->next[2 * b] >= 0)] = a;
}

bool cycle_cover_goes_on(struct cycle_cover *cover)
{
    if (!cover->stopped && cover->goes_on && !cover->goes_on(cover->context))
        cover->stopped = true;
    return !cover->stopped;
}

struct flow {
    const struct tour_graph *graph;
    const uint8_t *side;
    int *need;     // [vertices] units still to send or to receive
    uint8_t *used; // [2 * edges] by index in `neighbours`, set in both directions
    int *level;    // [vertices] distance from a vertex of side 0 that still has to send; -1: unreachable
    int *at;       // [vertices] the index of the neighbour to try next
    int *queue;    // [vertices]; also the path of the depth-first search
};

// The index of the reverse of the edge at an index.
static int twin(const struct tour_graph *graph, int vertex, int place)
{
    int u = graph->neighbours[place], i = graph->first[u];
    while (graph->neighbours[i] != vertex)
        i++;
    return i;
}

static void carry(struct flow *flow, int vertex, int place, uint8_t used)
{
    flow->used[place] = used;
    flow->used[twin(flow->graph, vertex, place)] = used;
}

// Whether flow may be pushed along the edge at an index: forward from side 0 if it is unused, back from side 1 if it is used.
static bool passes(const struct flow *flow, int vertex, int place)
{
    return flow->side[flow->graph->neighbours[place]] != flow->side[vertex] &&
           flow->used[place] == flow->side[vertex];
}

// Finds an initial flow greedily. Each vertex starts at a random neighbour.
static void flow_greedy(struct flow *flow, struct random *random)
{
    const struct tour_graph *graph = flow->graph;
    for (int v = 0; v < graph->vertices; v++) {
        int degree = tour_graph_degree(graph, v);
        if (flow->side[v] != 0 || degree == 0)
            continue;
        int turn = (int)random_below(random, (uint32_t)degree);
        for (int i = 0; i < degree && flow->need[v] > 0; i++) {
            int place = graph->first[v] + (i + turn) % degree, u = graph->neighbours[place];
            if (!passes(flow, v, place) || flow->need[u] == 0)
                continue;
            carry(flow, v, place, 1);
            flow->need[v]--;
            flow->need[u]--;
        }
    }
}

// Layers the vertices by distance. True when it reaches a vertex that still has to receive flow.
static bool flow_layer(struct flow *flow)
{
    const struct tour_graph *graph = flow->graph;
    int count = 0;
    bool reached = false;
    for (int v = 0; v < graph->vertices; v++) {
        flow->at[v] = graph->first[v];
        flow->level[v] = flow->side[v] == 0 && flow->need[v] > 0 ? 0 : -1;
        if (flow->level[v] == 0)
            flow->queue[count++] = v;
    }
    for (int head = 0; head < count; head++) {
        int v = flow->queue[head];
        reached |= flow->side[v] == 1 && flow->need[v] > 0;
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++) {
            int u = graph->neighbours[i];
            if (flow->level[u] >= 0 || !passes(flow, v, i))
                continue;
            flow->level[u] = flow->level[v] + 1;
            flow->queue[count++] = u;
        }
    }
    return reached;
}

// Sends one unit of flow from a vertex along the layers.
static bool flow_push(struct flow *flow, int start)
{
    const struct tour_graph *graph = flow->graph;
    int depth = 0;
    flow->queue[0] = start;
    while (depth >= 0) {
        int v = flow->queue[depth];
        if (flow->side[v] == 1 && flow->need[v] > 0)
            break;
        while (flow->at[v] < graph->first[v + 1] &&
               (flow->level[graph->neighbours[flow->at[v]]] != flow->level[v] + 1 ||
                !passes(flow, v, flow->at[v])))
            flow->at[v]++;
        if (flow->at[v] < graph->first[v + 1])
            flow->queue[++depth] = graph->neighbours[flow->at[v]];
        else if (depth-- > 0)
            flow->at[flow->queue[depth]]++;
    }
    if (depth < 0)
        return false;
    flow->need[start]--;
    flow->need[flow->queue[depth]]--;
    for (int i = 0; i < depth; i++) {
        int v = flow->queue[i];
        carry(flow, v, flow->at[v], flow->side[v] == 0);
    }
    return true;
}

// Fills in what the last layering proves, which reached no vertex that could receive.
static void flow_explain(const struct flow *flow, const uint8_t *demand, int few[3])
{
    const struct tour_graph *graph = flow->graph;
    few[0] = few[1] = few[2] = 0;
    for (int v = 0; v < graph->vertices; v++) {
        if (flow->side[v] != 0 || flow->level[v] < 0)
            continue;
        few[0]++;
        few[1] += demand[v];
        few[2] += demand[v] - flow->need[v];
    }
}

static bool flow_init(struct flow *flow, const struct tour_graph *graph, const uint8_t *side)
{
    size_t n = (size_t)graph->vertices, m = 2 * (size_t)graph->edges + 1;
    *flow = (struct flow){.graph = graph, .side = side};
    flow->need = memory_try(NULL, n, sizeof *flow->need);
    flow->level = memory_try(NULL, n, sizeof *flow->level);
    flow->at = memory_try(NULL, n, sizeof *flow->at);
    flow->queue = memory_try(NULL, n, sizeof *flow->queue);
    flow->used = memory_try(NULL, m, 1);
    if (!flow->need || !flow->level || !flow->at || !flow->queue || !flow->used)
        return false;
    memset(flow->used, 0, m);
    return true;
}

static void flow_clear(struct flow *flow)
{
    free(flow->need);
    free(flow->level);
    free(flow->at);
    free(flow->queue);
    free(flow->used);
}

bool cycle_cover_find(struct cycle_cover *cover, const struct cycle_cover_request *request, int few[3])
{
    enum { ASK_EVERY = 1 << 12 };
    const struct tour_graph *graph = cover->graph;
    const uint8_t *side = request->side;
    struct flow flow;
    uint8_t *demand = memory_try(NULL, (size_t)graph->vertices, 1);
    if (!flow_init(&flow, graph, side) || !demand) {
        cover->failed = true;
        flow_clear(&flow);
        free(demand);
        return false;
    }
    for (int v = 0; v < graph->vertices; v++)
        flow.need[v] = demand[v] = v == request->from || v == request->to ? 1 : 2;
    flow_greedy(&flow, request->random);
    while (cycle_cover_goes_on(cover) && flow_layer(&flow))
        for (int v = 0; v < graph->vertices && (v % ASK_EVERY || cycle_cover_goes_on(cover)); v++)
            while (side[v] == 0 && flow.need[v] > 0 && flow_push(&flow, v))
                continue;
    int missing = 0;
    for (int v = 0; v < graph->vertices; v++)
        missing += flow.need[v];
    if (missing && few && !cover->stopped)
        flow_explain(&flow, demand, few);
    for (int v = 0; v < graph->vertices && !missing; v++)
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++)
            if (side[v] == 0 && flow.used[i])
                cycle_cover_link(cover, v, graph->neighbours[i]);
    flow_clear(&flow);
    free(demand);
    return !missing;
}

void cycle_cover_tour(const struct cycle_cover *cover, const struct tour_constraint *constraint, int *tour)
{
    int n = cover->graph->vertices, start = constraint->open ? -1 : 0, before = -1;
    for (int v = 0; v < n && start < 0; v++)
        if (cover->next[2 * v + 1] < 0)
            start = v;
    for (int i = 0, vertex = start; i < n; i++) {
        const int *next = cover->next + 2 * vertex;
        tour[i] = vertex;
        int on = next[0] == before ? next[1] : next[0];
        before = vertex;
        vertex = on;
    }
    tour_normalize(cover->graph, constraint, tour);
}
