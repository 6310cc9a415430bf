// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the cut of a sweep and writes the steps of the tables of degrees.
#include "tours/sample/factor_plan.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum side { NOWHERE, IN_A, IN_S, IN_B };

// A slot of a vertex that has none: not reached yet, or finished.
enum { UNSEEN = -1, FINISHED = -2 };

// ---- Where to cut

// Marks the sides when the first `a` vertices of the order make A; answers the size of S.
static int divide(const struct factor_graph *graph, const int *order, int a, uint8_t *side)
{
    int separator = 0;
    memset(side, IN_B, (size_t)graph->vertices);
    for (int v = graph->cells; v < graph->vertices; v++, separator++)
        side[v] = IN_S;
    for (int i = 0; i < a; i++)
        side[order[i]] = IN_A;
    for (int i = 0; i < a; i++)
        for (int e = graph->first[order[i]]; e < graph->first[order[i] + 1]; e++) {
            int w = graph->neighbours[e];
            separator += side[w] == IN_B;
            if (side[w] == IN_B)
                side[w] = IN_S;
        }
    return separator;
}

// About 2.3 states a vertex of the frontier: not all 3, since degrees have a fixed parity and few extremes.
static double states_of(int frontier)
{
    return pow(2.3, frontier);
}

// The states of finishing one side in the order given by `from`, `to` and `by`.
static double side_cost(const struct factor_graph *graph, const int *order, const uint8_t *side,
                        enum side which, int by, uint8_t *seen)
{
    double cost = 0;
    int frontier = 0;
    memset(seen, 0, (size_t)graph->vertices);
    for (int k = 0; k < graph->cells; k++) {
        int v = order[by > 0 ? k : graph->cells - 1 - k];
        if (side[v] != which)
            continue;
        frontier -= seen[v];
        seen[v] = 1;
        for (int e = graph->first[v]; e < graph->first[v + 1]; e++) {
            frontier += !seen[graph->neighbours[e]];
            seen[graph->neighbours[e]] = 1;
        }
        if (frontier >= FACTOR_SLOTS_MAX)
            return INFINITY;
        cost += states_of(frontier);
    }
    return cost;
}

static double cut_cost(const struct factor_graph *graph, const int *order, int a, uint8_t *side,
                       uint8_t *seen)
{
    int separator = divide(graph, order, a, side);
    if (separator >= FACTOR_SLOTS_MAX)
        return INFINITY;
    // Of the two sides the dearer counts: the model knows frontiers only, and unequal sides reach the worst
    // of them.
    double ahead = side_cost(graph, order, side, IN_A, 1, seen);
    double back = side_cost(graph, order, side, IN_B, -1, seen);
    return 2 * (ahead > back ? ahead : back) + separator * states_of(separator);
}

// The cheapest cut near the one that makes both sides equally large.
static int best_cut(const struct factor_graph *graph, const int *order, double *cost)
{
    uint8_t *side = memory_resize(NULL, (size_t)graph->vertices, 1);
    uint8_t *seen = memory_resize(NULL, (size_t)graph->vertices, 1);
    int low = 0, high = graph->cells;
    while (low < high) {
        int a = low + (high - low) / 2, separator = divide(graph, order, a, side);
        if (a < graph->vertices - separator - a)
            low = a + 1;
        else
            high = a;
    }
    int best = low;
    *cost = INFINITY;
    for (int a = low > FACTOR_SLOTS_MAX ? low - FACTOR_SLOTS_MAX : 0;
         a <= low + FACTOR_SLOTS_MAX && a <= graph->cells; a++) {
        double here = cut_cost(graph, order, a, side, seen);
        if (here < *cost) {
            *cost = here;
            best = a;
        }
    }
    free(side);
    free(seen);
    return best;
}

double factor_plan_cost(const struct factor_graph *graph, const int *order)
{
    double cost;
    best_cut(graph, order, &cost);
    return cost;
}

// ---- Steps

// A table's steps while they are written.
struct writer {
    const struct factor_graph *graph;
    struct factor_table *table;
    int *slot;     // [vertices] or UNSEEN, FINISHED
    uint32_t used; // a bit a slot
};

// The key's part for a degree of the vertex in a slot.
static uint64_t digit(int slot, int degree)
{
    return (uint64_t)degree << (2 * slot);
}

// Gives a slot to a vertex seen for the first time; answers false when all are taken. Vertices that want
// one edge only come with degree 1, so that everybody is finished with degree 2.
static bool enter(struct writer *writer, int vertex, uint64_t *delta)
{
    int slot = 0;
    while (writer->used >> slot & 1)
        slot++;
    if (slot >= FACTOR_SLOTS_MAX)
        return false;
    writer->used |= UINT32_C(1) << slot;
    writer->slot[vertex] = slot;
    *delta += digit(slot, 2 - writer->graph->demand[vertex]);
    return true;
}

static struct factor_choice *add_choice(struct factor_step *step, const struct factor_choice *choice)
{
    step->choices = memory_resize(step->choices, (size_t)step->count + 1, sizeof *step->choices);
    step->choices[step->count] = *choice;
    return &step->choices[step->count++];
}

// Extends a choice by an edge to a neighbour, who must be seen; `entered` has the slots that were empty
// before the step.
static void take_edge(const struct writer *writer, struct factor_choice *choice, int neighbour,
                      uint32_t entered)
{
    int slot = writer->slot[neighbour];
    if (!(entered >> slot & 1))
        choice->mask |= digit(slot, 2);
    choice->delta += digit(slot, 1);
    choice->neighbours[choice->edges++] = neighbour;
}

// Adds to `base` all ways to take `edges` of the neighbours.
static void add_subsets(const struct writer *writer, struct factor_step *step,
                        const struct factor_choice *base, int edges, const int *neighbours, int count,
                        uint32_t entered)
{
    if (edges == 0) {
        add_choice(step, base);
        return;
    }
    for (int i = 0; i < count; i++) {
        struct factor_choice choice = *base;
        take_edge(writer, &choice, neighbours[i], entered);
        add_subsets(writer, step, &choice, edges - 1, neighbours + i + 1, count - i - 1, entered);
    }
}

// Lists the choices of a step at `vertex` with the given neighbours. When it is finished by the step, its
// degree must become 2 and its slot is free afterwards.
static bool write_step(struct writer *writer, int vertex, const int *neighbours, int count, bool finish)
{
    struct factor_table *table = writer->table;
    struct factor_step *step = &table->steps[table->steps_count++];
    uint32_t before = writer->used;
    uint64_t entering = 0;
    *step = (struct factor_step){.vertex = vertex, .count = 0, .choices = NULL};
    bool fresh = writer->slot[vertex] == UNSEEN;
    int least = fresh ? 2 - writer->graph->demand[vertex] : 0;
    if (fresh && !finish && !enter(writer, vertex, &entering))
        return false;
    for (int i = 0; i < count; i++)
        if (writer->slot[neighbours[i]] == UNSEEN && !enter(writer, neighbours[i], &entering))
            return false;
    uint32_t entered = writer->used & ~before;
    int slot = writer->slot[vertex];
    for (int degree = least; degree <= (fresh ? least : 2); degree++)
        for (int edges = finish ? 2 - degree : 0; degree + edges <= 2; edges++) {
            struct factor_choice base = {.delta = entering};
            if (!fresh) {
                base.mask = digit(slot, 3);
                base.value = digit(slot, degree);
            }
            base.delta += finish ? (fresh ? 0 : -digit(slot, degree)) : digit(slot, edges);
            add_subsets(writer, step, &base, edges, neighbours, count, entered);
        }
    if (finish && !fresh)
        writer->used &= ~(UINT32_C(1) << slot);
    if (finish)
        writer->slot[vertex] = FINISHED;
    return true;
}

// Finishes the vertices of one side in sweeping order or against it, each with all its edges to vertices
// that are not finished yet. Neighbours are taken in the direction of the sweep, so that the tables of a
// board that a half-turn maps to itself have the very same steps.
static bool write_side(struct writer *writer, const int *order, const uint8_t *side, enum side which, int by)
{
    const struct factor_graph *graph = writer->graph;
    int *neighbours = memory_resize(NULL, (size_t)graph->vertices, sizeof *neighbours);
    int *place = memory_resize(NULL, (size_t)graph->vertices, sizeof *place);
    bool fits = true;
    for (int k = 0; k < graph->cells; k++)
        place[order[k]] = by * k;
    for (int v = graph->cells; v < graph->vertices; v++)
        place[v] = v;
    for (int k = 0; fits && k < graph->cells; k++) {
        int v = order[by > 0 ? k : graph->cells - 1 - k], count = 0;
        if (side[v] != which)
            continue;
        for (int e = graph->first[v]; e < graph->first[v + 1]; e++) {
            int w = graph->neighbours[e], i = count;
            if (writer->slot[w] == FINISHED)
                continue;
            for (count++; i > 0 && place[neighbours[i - 1]] > place[w]; i--)
                neighbours[i] = neighbours[i - 1];
            neighbours[i] = w;
        }
        fits = write_step(writer, v, neighbours, count, true);
    }
    free(neighbours);
    free(place);
    return fits;
}

// How far a member stands from the middle of its half of the separator, which on a board is one rank or
// file or several.
static int remoteness(int i, int cells)
{
    int half = cells / 2;
    return half > 1 ? abs(2 * (i % half) - (half - 1)) : 0;
}

// To which table an edge between the i-th and the j-th member belongs, i < j, of whom the first `cells` are
// not auxiliary. This decides how many states there are. Of the 64 ways to share the twelve edges between
// two ranks of the 8×8 board such that a half-turn exchanges the shares, this one leads to the fewest: 2.0
// million, where leaps to one side lead to 2.7.
static bool is_forward(int i, int j, int cells)
{
    if (j >= cells)
        return 2 * i < cells;
    int from = remoteness(i, cells), to = remoteness(j, cells);
    return from == to ? i + j < cells : from > to;
}

// Deals out the edges inside the separator; the backward table goes through the members from the last.
static bool write_separator(struct writer *writer, const int *members, int count, bool forward)
{
    const struct factor_graph *graph = writer->graph;
    int *neighbours = memory_resize(NULL, (size_t)count + 1, sizeof *neighbours);
    int cells = 0;
    bool fits = true;
    while (cells < count && members[cells] < graph->cells)
        cells++;
    for (int k = 0; fits && k < cells; k++) {
        int i = forward ? k : cells - 1 - k, found = 0;
        for (int l = k + 1; l < count; l++) {
            int j = forward || l >= cells ? l : cells - 1 - l;
            bool share = i < j ? is_forward(i, j, cells) : is_forward(j, i, cells);
            for (int e = graph->first[members[i]]; e < graph->first[members[i] + 1]; e++)
                if (share == forward && graph->neighbours[e] == members[j])
                    neighbours[found++] = members[j];
        }
        if (found)
            fits = write_step(writer, members[i], neighbours, found, false);
    }
    free(neighbours);
    return fits;
}

static void writer_init(struct writer *writer, const struct factor_graph *graph, struct factor_table *table)
{
    size_t steps = (size_t)graph->vertices;
    *writer = (struct writer){.graph = graph, .table = table, .used = 0};
    writer->slot = memory_resize(NULL, steps, sizeof *writer->slot);
    for (int v = 0; v < graph->vertices; v++)
        writer->slot[v] = UNSEEN;
    table->steps_count = 0;
    table->steps = memory_resize(NULL, steps + 1, sizeof *table->steps);
    table->levels = memory_resize(NULL, steps + 1, sizeof *table->levels);
    memset(table->levels, 0, (steps + 1) * sizeof *table->levels);
}

bool factor_plan_make(struct factor_plan *plan, const struct factor_graph *graph, const int *order,
                      struct factor_table *forward, struct factor_table *backward, struct error *err)
{
    struct writer ahead, back;
    *plan = (struct factor_plan){0};
    int a = best_cut(graph, order, &plan->cost);
    writer_init(&ahead, graph, forward);
    writer_init(&back, graph, backward);
    uint8_t *side = memory_resize(NULL, (size_t)graph->vertices, 1);
    int *members = memory_resize(NULL, (size_t)graph->vertices, sizeof *members);
    divide(graph, order, a, side);
    for (int i = 0; i < graph->vertices; i++) {
        int v = i < graph->cells ? order[i] : i;
        if (side[v] == IN_S)
            members[plan->separator++] = v;
    }
    bool fits = plan->cost < INFINITY && write_side(&ahead, order, side, IN_A, 1) &&
                write_side(&back, order, side, IN_B, -1) &&
                write_separator(&ahead, members, plan->separator, true) &&
                write_separator(&back, members, plan->separator, false);
    plan->meetings = memory_resize(NULL, (size_t)plan->separator + 1, sizeof *plan->meetings);
    for (int i = 0; i < plan->separator; i++)
        plan->meetings[i] =
            (struct factor_meeting){members[i], ahead.slot[members[i]], back.slot[members[i]]};
    free(side);
    free(members);
    free(ahead.slot);
    free(back.slot);
    return fits ||
           error_set(err, ERROR_TOO_LARGE, "board",
                     "The board is too wide: a frontier of it has more than %d cells.", FACTOR_SLOTS_MAX);
}

void factor_plan_clear(struct factor_plan *plan)
{
    free(plan->meetings);
    *plan = (struct factor_plan){0};
}
