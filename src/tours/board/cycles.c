// SPDX-License-Identifier: GPL-3.0-or-later
// Reduces the problems of closed and open tours to that of Hamiltonian cycles.
#include "tours/board/cycles.h"

#include "base/memory.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    struct cycle_graph *cycles;
    const struct tour_graph *graph;
    int from, to;          // as in struct tour_constraint
    int u, w;              // -1 where there is none
    const uint8_t *colour; // [vertices of graph] alternating along leaps; NULL: none do
    int excess;            // cells of colour 1 minus cells of colour 0
    int ends_on;           // the colour of the free ends, -1: either
};

// Whether w is joined to this cell.
static bool ends_at(const struct builder *builder, int v)
{
    if (builder->to >= 0)
        return v == builder->from || v == builder->to;
    return v != builder->from && (builder->ends_on < 0 || builder->colour[v] == builder->ends_on);
}

// Colours alternate along a path. If one colour has one cell more, both ends have that colour; if both have equally many
// cells, the ends have different colours.
static void find_colours(struct builder *builder)
{
    const struct tour_graph *graph = builder->graph;
    const uint8_t *colour = graph->side;
    // In a graph of several components the colours of each could be swapped, and symmetries might not preserve the
    // colour of the ends.
    if (!graph->connected || !colour)
        return;
    builder->colour = colour;
    for (int v = 0; v < graph->vertices; v++)
        builder->excess += colour[v] ? 1 : -1;
    if (abs(builder->excess) == 1)
        builder->ends_on = builder->excess > 0;
    else if (!builder->excess && builder->from >= 0)
        builder->ends_on = !colour[builder->from];
}

static int add(struct cycle_graph *cycles, int at, int neighbour)
{
    cycles->neighbours[at] = neighbour;
    return at + 1;
}

// Writes the neighbours of one vertex in ascending order from index `at`; returns the index after them.
static int list_vertex(const struct builder *builder, int v, int at)
{
    struct cycle_graph *cycles = builder->cycles;
    const struct tour_graph *graph = builder->graph;
    if (v < graph->vertices) {
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++)
            at = add(cycles, at, graph->neighbours[i]);
        if (builder->u >= 0 && v == builder->from)
            at = add(cycles, at, builder->u);
        if (builder->w >= 0 && ends_at(builder, v))
            at = add(cycles, at, builder->w);
    } else if (v == builder->u) {
        at = add(cycles, at, builder->from);
        at = add(cycles, at, builder->w);
    } else {
        for (int cell = 0; cell < graph->vertices; cell++)
            if (ends_at(builder, cell))
                at = add(cycles, at, cell);
        if (builder->u >= 0)
            at = add(cycles, at, builder->u);
    }
    return at;
}

static bool keeps_ends(const struct builder *builder, int symmetry)
{
    if (builder->from < 0)
        return true;
    int from = tour_graph_image(builder->graph, symmetry, builder->from);
    if (builder->to < 0)
        return from == builder->from;
    int to = tour_graph_image(builder->graph, symmetry, builder->to);
    return (from == builder->from && to == builder->to) || (from == builder->to && to == builder->from);
}

bool cycle_graph_init(struct cycle_graph *cycles, const struct tour_graph *graph,
                      const struct tour_constraint *ends, struct error *err)
{
    *cycles = (struct cycle_graph){.cells = graph->vertices, .vertices = graph->vertices};
    struct builder builder = {cycles, graph, ends->from, ends->to, -1, -1, NULL, 0, -1};
    if (builder.from < 0) {
        builder.from = builder.to;
        builder.to = -1;
    }
    cycles->directed_once = builder.from >= 0;
    cycles->trivial = ends->open && graph->vertices == 1;
    if (builder.from >= 0 && builder.from == builder.to && !cycles->trivial)
        return error_set(err, ERROR_PARAMETER, "to", "an open tour cannot end where it begins; use --closed");
    if (ends->open && builder.from >= 0 && builder.to < 0)
        builder.u = cycles->vertices++;
    if (ends->open)
        builder.w = cycles->vertices++;
    find_colours(&builder);
    bool colours = ends->open && builder.from < 0 && builder.colour && !builder.excess;
    if (colours)
        cycles->colour = memory_try(NULL, (size_t)graph->vertices, 1);
    cycles->first = memory_try(NULL, (size_t)cycles->vertices + 1, sizeof *cycles->first);
    cycles->neighbours = memory_try(NULL, (size_t)graph->edges * 2 + (size_t)graph->vertices * 2 + 8,
                                    sizeof *cycles->neighbours);
    if (!cycles->first || !cycles->neighbours || (colours && !cycles->colour)) {
        cycle_graph_clear(cycles);
        return error_no_memory(err);
    }
    if (colours)
        memcpy(cycles->colour, graph->side, (size_t)graph->vertices);
    cycles->first[0] = 0;
    for (int v = 0; v < cycles->vertices; v++)
        cycles->first[v + 1] = list_vertex(&builder, v, cycles->first[v]);
    cycles->edges = cycles->first[cycles->vertices] / 2;
    for (int s = 0; s < SYMMETRIES; s++)
        if (graph->symmetries >> s & 1 && keeps_ends(&builder, s))
            cycles->symmetries |= (uint8_t)(1 << s);
    return true;
}

void cycle_graph_clear(struct cycle_graph *cycles)
{
    free(cycles->first);
    free(cycles->neighbours);
    free(cycles->colour);
    *cycles = (struct cycle_graph){0};
}

unsigned cycle_graph_bound(const struct cycle_graph *cycles)
{
    double bits = 0;
    for (int v = 0; v < cycles->vertices; v++) {
        int degree = cycles->first[v + 1] - cycles->first[v];
        if (degree < 2)
            return 1;
        bits += lgamma(degree + 1.0) / degree / log(2.0);
    }
    // One bit less for the two directions, two bits more for rounding errors.
    return (unsigned)ceil(bits) + 1;
}

uint64_t cycle_graph_fingerprint(const struct cycle_graph *cycles)
{
    uint64_t hash = random_mix((uint64_t)cycles->vertices);
    for (int v = 0; v < cycles->vertices; v++)
        for (int i = cycles->first[v]; i < cycles->first[v + 1]; i++)
            hash = random_mix(hash ^ ((uint64_t)v << 32 | (uint64_t)(unsigned)cycles->neighbours[i]));
    return hash;
}
