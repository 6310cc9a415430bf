// SPDX-License-Identifier: GPL-3.0-or-later
// A candidate for a plan: which rows of the board form the separator S, and which half each edge inside S belongs to.
// tours/mitm/plan/plan.h explains the terms.
//
// Rows run across the long axis of the board and columns along it, whichever way the board is turned.
#ifndef LEAPER_TOURS_MITM_CUT_H
#define LEAPER_TOURS_MITM_CUT_H

#include "tours/mitm/plan/plan.h"

enum { MITM_BELOW = 0, MITM_ABOVE = 1, MITM_MIDDLE = 2 };

struct mitm_cut {
    const struct tour_graph *graph;
    const struct cycle_graph *cycles;
    int axis; // 0: rows are the board's ranks; 1: rows are its files
    int rows, columns;
    int first, span;  // rows first … first+span-1 are S
    int flip, mirror; // the symmetries of the board that reverse the order of rows, of columns
    int *side;        // [vertices] MITM_BELOW, MITM_ABOVE or MITM_MIDDLE
    int *key;         // [vertices] position in key order; -1 outside S
    int *half_of; // [2 * edges] the half that an edge inside S belongs to, by its position in `neighbours`
    bool symmetric, mirrored;
    int *column_order; // order of vertices within a row, and of S: from both ends inward, or from one end
    bool no_memory;    // an allocation failed while the cut was computed
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

// The vertex at a row and a column, or -1.
static inline int mitm_cut_vertex(const struct mitm_cut *cut, int row, int column)
{
    return cut->graph
        ->vertex[cut->axis ? column * cut->graph->width + row : row * cut->graph->width + column];
}

static inline bool mitm_cut_is_cell(const struct mitm_cut *cut, int v)
{
    return v < cut->cycles->cells;
}

static inline int mitm_cut_image(const struct mitm_cut *cut, int symmetry, int v)
{
    return mitm_cut_is_cell(cut, v) ? tour_graph_image(cut->graph, symmetry, v) : v;
}

// The longest leap along the axis, in rows.
int mitm_cut_longest_leap(const struct mitm_cut *cut);

// Finds the side of every vertex and the key order of S. False when a half is empty or S is too large.
bool mitm_cut_place(struct mitm_cut *cut, struct mitm_plan *plan);

// The position in `neighbours` of the edge from a to b, which must exist.
int mitm_cut_edge(const struct mitm_cut *cut, int a, int b);

// Divides the edges inside S between the halves. False when the requested symmetries do not allow it.
bool mitm_cut_divide(struct mitm_cut *cut, const struct mitm_plan *plan);

#endif
