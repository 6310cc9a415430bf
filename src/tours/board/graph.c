// SPDX-License-Identifier: GPL-3.0-or-later
// Builds leaper graphs and finds their symmetries.
#include "tours/board/graph.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool number_vertices(struct tour_graph *graph, const struct tour_board *board, const int *order)
{
    size_t locations = (size_t)board->width * (size_t)board->height;
    graph->cell = memory_try(NULL, (size_t)board->cells, sizeof *graph->cell);
    graph->vertex = memory_try(NULL, locations, sizeof *graph->vertex);
    if (!graph->cell || !graph->vertex)
        return false;
    memset(graph->vertex, -1, locations * sizeof *graph->vertex);
    if (order) {
        memcpy(graph->cell, order, (size_t)board->cells * sizeof *graph->cell);
    } else {
        int next = 0;
        for (int cell = 0; cell < (int)locations; cell++)
            if (board->exists[cell])
                graph->cell[next++] = cell;
    }
    for (int v = 0; v < board->cells; v++) {
        assert(board->exists[graph->cell[v]] && graph->vertex[graph->cell[v]] == -1);
        graph->vertex[graph->cell[v]] = v;
    }
    return true;
}

// The vertex that a leap leads to, or -1.
static int target(const struct tour_graph *graph, int vertex, struct tour_leap leap)
{
    int x = graph->cell[vertex] % graph->width + leap.dx, y = graph->cell[vertex] / graph->width + leap.dy;
    if (x < 0 || x >= graph->width || y < 0 || y >= graph->height)
        return -1;
    return graph->vertex[y * graph->width + x];
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static bool list_neighbours(struct tour_graph *graph, const struct leaper *leaper)
{
    int total = 0;
    graph->first = memory_try(NULL, (size_t)graph->vertices + 1, sizeof *graph->first);
    if (!graph->first)
        return false;
    for (int v = 0; v < graph->vertices; v++) {
        graph->first[v] = total;
        for (int i = 0; i < leaper->count; i++)
            total += target(graph, v, leaper->leaps[i]) >= 0;
    }
    graph->first[graph->vertices] = total;
    graph->edges = total / 2;
    graph->neighbours = memory_try(NULL, (size_t)total + 1, sizeof *graph->neighbours);
    if (!graph->neighbours)
        return false;
    for (int v = 0, next = 0; v < graph->vertices; v++) {
        for (int i = 0; i < leaper->count; i++) {
            int to = target(graph, v, leaper->leaps[i]);
            if (to >= 0)
                graph->neighbours[next++] = to;
        }
        qsort(graph->neighbours + graph->first[v], (size_t)tour_graph_degree(graph, v),
              sizeof *graph->neighbours, compare_ints);
    }
    return true;
}

// Breadth-first search from one vertex of each component, which goes to side 0.
static bool find_sides(struct tour_graph *graph)
{
    enum { UNSEEN = 2 };
    int *queue = memory_try(NULL, (size_t)graph->vertices, sizeof *queue), components = 0;
    uint8_t *side = memory_try(NULL, (size_t)graph->vertices, 1);
    bool bipartite = true;
    if (!queue || !side) {
        free(queue);
        free(side);
        return false;
    }
    memset(side, UNSEEN, (size_t)graph->vertices);
    for (int start = 0; start < graph->vertices; start++) {
        int count = 0;
        if (side[start] != UNSEEN)
            continue;
        components++;
        side[start] = 0;
        queue[count++] = start;
        for (int head = 0; head < count; head++)
            for (int i = graph->first[queue[head]]; i < graph->first[queue[head] + 1]; i++) {
                int u = graph->neighbours[i];
                if (side[u] == UNSEEN) {
                    side[u] = !side[queue[head]];
                    queue[count++] = u;
                }
                bipartite = bipartite && side[u] != side[queue[head]];
            }
    }
    free(queue);
    graph->connected = components == 1;
    if (bipartite)
        graph->side = side;
    else
        free(side);
    return true;
}

int tour_cell_image(int width, int height, int symmetry, int cell)
{
    int x = cell % width, y = cell / width;
    if (symmetry & SYMMETRY_DIAGONAL) {
        int swap = x;
        x = y;
        y = swap;
        swap = width;
        width = height;
        height = swap;
    }
    if (symmetry & SYMMETRY_LEFT_RIGHT)
        x = width - 1 - x;
    if (symmetry & SYMMETRY_TOP_BOTTOM)
        y = height - 1 - y;
    return y * width + x;
}

static bool keeps_leaps(const struct leaper *leaper, int symmetry)
{
    for (int i = 0; i < leaper->count; i++) {
        int dx = leaper->leaps[i].dx, dy = leaper->leaps[i].dy;
        int x = symmetry & SYMMETRY_DIAGONAL ? dy : dx, y = symmetry & SYMMETRY_DIAGONAL ? dx : dy;
        if (!leaper_has(leaper, symmetry & SYMMETRY_LEFT_RIGHT ? -x : x,
                        symmetry & SYMMETRY_TOP_BOTTOM ? -y : y))
            return false;
    }
    return true;
}

static bool keeps_cells(const struct tour_graph *graph, int symmetry)
{
    if (symmetry & SYMMETRY_DIAGONAL && graph->width != graph->height)
        return false;
    for (int v = 0; v < graph->vertices; v++)
        if (graph->vertex[tour_cell_image(graph->width, graph->height, symmetry, graph->cell[v])] < 0)
            return false;
    return true;
}

bool tour_graph_init(struct tour_graph *graph, const struct tour_board *board, const struct leaper *leaper,
                     const int *order, struct error *err)
{
    *graph = (struct tour_graph){.width = board->width, .height = board->height, .vertices = board->cells};
    if (!number_vertices(graph, board, order) || !list_neighbours(graph, leaper) || !find_sides(graph)) {
        tour_graph_clear(graph);
        return error_no_memory(err);
    }
    for (int s = 0; s < SYMMETRIES; s++)
        if (keeps_leaps(leaper, s) && keeps_cells(graph, s))
            graph->symmetries |= (uint8_t)(1 << s);
    if (graph->edges || graph->vertices == 1)
        return true;
    tour_graph_clear(graph);
    return error_set(err, ERROR_PARAMETER, "leaper", "this piece cannot move anywhere on this board");
}

void tour_graph_clear(struct tour_graph *graph)
{
    free(graph->cell);
    free(graph->vertex);
    free(graph->first);
    free(graph->neighbours);
    free(graph->side);
    *graph = (struct tour_graph){0};
}

bool tour_graph_adjacent(const struct tour_graph *graph, int a, int b)
{
    return bsearch(&b, graph->neighbours + graph->first[a], (size_t)tour_graph_degree(graph, a),
                   sizeof *graph->neighbours, compare_ints);
}

int tour_graph_image(const struct tour_graph *graph, int symmetry, int vertex)
{
    assert(graph->symmetries >> symmetry & 1);
    return graph->vertex[tour_cell_image(graph->width, graph->height, symmetry, graph->cell[vertex])];
}

const char *tour_symmetry_name(int symmetry)
{
    static const char *const names[SYMMETRIES] = {
        "none",     "left-right",        "top-bottom",         "half-turn",
        "diagonal", "quarter-turn-left", "quarter-turn-right", "antidiagonal"};
    return names[symmetry];
}
