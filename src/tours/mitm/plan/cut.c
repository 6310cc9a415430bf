// SPDX-License-Identifier: GPL-3.0-or-later
// Places vertices in the halves and the separator, and assigns the edges inside the separator to a half.
#include "tours/mitm/plan/cut.h"

#include <assert.h>
#include <stdlib.h>

// ---- Vertices ----

int mitm_cut_longest_leap(const struct mitm_cut *cut)
{
    int longest = 0;
    for (int v = 0; v < cut->graph->vertices; v++)
        for (int i = cut->graph->first[v]; i < cut->graph->first[v + 1]; i++) {
            int length = abs(mitm_cut_row(cut, v) - mitm_cut_row(cut, cut->graph->neighbours[i]));
            longest = length > longest ? length : longest;
        }
    return longest;
}

bool mitm_cut_place(struct mitm_cut *cut, struct mitm_plan *plan)
{
    int count[3] = {0, 0, 0};
    const struct cycle_graph *cycles = cut->cycles;
    for (int v = 0; v < cycles->vertices; v++) {
        int row = mitm_cut_is_cell(cut, v) ? mitm_cut_row(cut, v) : cut->first;
        cut->side[v] = row < cut->first               ? MITM_BELOW
                       : row < cut->first + cut->span ? MITM_MIDDLE
                                                      : MITM_ABOVE;
        cut->key[v] = -1;
    }
    // The vertex u added for a given end is on the same side as the cell of that end, unless that cell is in S.
    for (int v = cycles->cells; v < cycles->vertices - 1; v++) {
        int from = cycles->neighbours[cycles->first[v]];
        cut->side[v] = cut->side[from] == MITM_ABOVE ? MITM_ABOVE : MITM_BELOW;
    }
    for (int v = 0; v < cycles->vertices; v++)
        count[cut->side[v]]++;
    plan->cells = count[MITM_MIDDLE];
    if (!count[MITM_BELOW] || !count[MITM_ABOVE] || !count[MITM_MIDDLE] ||
        count[MITM_MIDDLE] > MITM_SLOTS_MAX - 2)
        return false;
    int next = 0;
    for (int i = 0; i < cut->columns; i++)
        for (int row = cut->first; row < cut->first + cut->span; row++) {
            int v = mitm_cut_vertex(cut, row, cut->column_order[i]);
            if (v >= 0)
                plan->vertex[next++] = v;
        }
    plan->has_w = cycles->vertices > cycles->cells;
    if (plan->has_w)
        plan->vertex[next++] = cycles->vertices - 1;
    for (int i = 0; i < next; i++)
        cut->key[plan->vertex[i]] = i;
    return true;
}

// ---- Edges inside S ----

int mitm_cut_edge(const struct mitm_cut *cut, int a, int b)
{
    for (int i = cut->cycles->first[a]; i < cut->cycles->first[a + 1]; i++)
        if (cut->cycles->neighbours[i] == b)
            return i;
    assert(0 && "an image of an edge is an edge");
    return -1;
}

// Assigns an edge to a half. False if it already belongs to the other one.
static bool assign(struct mitm_cut *cut, int a, int b, int half)
{
    int there = mitm_cut_edge(cut, a, b), back = mitm_cut_edge(cut, b, a);
    if (cut->half_of[there] >= 0 && cut->half_of[there] != half)
        return false;
    cut->half_of[there] = cut->half_of[back] = half;
    return true;
}

// The half that gets an edge inside S if symmetry leaves a choice. For the knight, assigning two crossing edges differently can
// double the number of states; docs/tours.md has the measurements on which this rule is based.
static int preferred_half(const struct mitm_cut *cut, int a, int b)
{
    if (!mitm_cut_is_cell(cut, b))
        return 2 * (mitm_cut_row(cut, a) - cut->first) < cut->span ? MITM_BELOW : MITM_ABOVE;
    int low = mitm_cut_row(cut, a) <= mitm_cut_row(cut, b) ? a : b, high = low == a ? b : a;
    bool outward = (2 * mitm_cut_column(cut, low) + 1 < cut->columns) ==
                   (mitm_cut_column(cut, low) > mitm_cut_column(cut, high));
    return outward ? MITM_ABOVE : MITM_BELOW;
}

bool mitm_cut_divide(struct mitm_cut *cut, const struct mitm_plan *plan)
{
    for (int i = 0; i < 2 * cut->cycles->edges; i++)
        cut->half_of[i] = -1;
    for (int k = 0; k < plan->cells; k++) {
        int a = plan->vertex[k];
        for (int i = cut->cycles->first[a]; i < cut->cycles->first[a + 1]; i++) {
            int b = cut->cycles->neighbours[i];
            if (cut->key[b] < cut->key[a] || cut->half_of[i] >= 0)
                continue;
            int half = preferred_half(cut, a, b);
            int ma = cut->mirrored ? mitm_cut_image(cut, cut->mirror, a) : a,
                mb = cut->mirrored ? mitm_cut_image(cut, cut->mirror, b) : b;
            if (!assign(cut, a, b, half) || !assign(cut, ma, mb, half))
                return false;
            if (cut->symmetric && (!assign(cut, mitm_cut_image(cut, cut->flip, a),
                                           mitm_cut_image(cut, cut->flip, b), 1 - half) ||
                                   !assign(cut, mitm_cut_image(cut, cut->flip, ma),
                                           mitm_cut_image(cut, cut->flip, mb), 1 - half)))
                return false;
        }
    }
    return true;
}
