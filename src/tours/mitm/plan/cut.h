// SPDX-License-Identifier: GPL-3.0-or-later
// A way to cut a board into two halves and a separator, while it is being worked out (tours/mitm/plan/plan.h says what for).
#ifndef LEAPER_TOURS_MITM_CUT_H
#define LEAPER_TOURS_MITM_CUT_H

#include "tours/mitm/plan/plan.h"

enum { MITM_BELOW = 0, MITM_ABOVE = 1, MITM_MIDDLE = 2 };

// A way to cut, while it is being worked out.
struct mitm_cut {
    const struct tour_graph *graph;
    const struct cycle_graph *cycles;
    int axis;          // 0: layers are ranks, 1: files
    int layers, files; // in that sense
    int first, span;   // layers first … first+span-1 are S
    int flip, mirror;  // symmetries of the board that turn the long axis, and the other one
    int *side;         // [vertices]
    int *key;          // [vertices] place in key order, or -1
    int *half_of; // [2 * edges] of an edge inside S, at its place in `neighbours`: the half it belongs to
    bool symmetric, mirrored;
    int *files_in_order; // of vertices within a layer, and of S: from both ends inward, or from one end
};

static inline int mitm_cut_row(const struct mitm_cut *cut, int v)
{
    int cell = cut->graph->cell[v];
    return cut->axis ? cell % cut->graph->width : cell / cut->graph->width;
}

static inline int mitm_cut_column(const struct mitm_cut *cut, int v)
{
    int cell = cut->graph->cell[v];
    return cut->axis ? cell / cut->graph->width : cell % cut->graph->width;
}

// The vertex at a place, or -1.
static inline int mitm_cut_vertex(const struct mitm_cut *cut, int layer, int file)
{
    return cut->graph
        ->vertex[cut->axis ? file * cut->graph->width + layer : layer * cut->graph->width + file];
}

static inline bool mitm_cut_is_cell(const struct mitm_cut *cut, int v)
{
    return v < cut->cycles->cells;
}

static inline int mitm_cut_image(const struct mitm_cut *cut, int symmetry, int v)
{
    return mitm_cut_is_cell(cut, v) ? tour_graph_image(cut->graph, symmetry, v) : v;
}

// The longest leap along the axis, in layers.
int mitm_cut_longest_leap(const struct mitm_cut *cut);

// Finds the sides of all vertices and the key order of S. False when a half is empty or S is too large.
bool mitm_cut_place(struct mitm_cut *cut, struct mitm_plan *plan);

// The place in `neighbours` of the edge from a to b, which there must be.
int mitm_cut_edge(const struct mitm_cut *cut, int a, int b);

// Divides the edges inside S. False when the symmetries that were hoped for do not allow it.
bool mitm_cut_divide(struct mitm_cut *cut, const struct mitm_plan *plan);

#endif
