// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses where to cut a sweep, and writes the steps of the tables of degrees.
#include "tours/sample/factor_plan.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum side { NOWHERE, IN_A, IN_S, IN_B };

// In place of the slot of a vertex that has none: not reached yet, or finished.
enum { UNSEEN = -1, FINISHED = -2 };

// The vertices of one side in the order in which their table finishes them.
struct sweep {
    const struct factor_graph *graph;
    const int *order;    // [cells]
    const uint8_t *side; // [vertices] enum side
    enum side which;
    int by; // 1: in that order, -1: against it
};

// ---- Where to cut

// Marks the sides when A is the first `a` vertices of the order. Returns the size of S.
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

// About 2.3 states per vertex of the frontier: not 3, because the parity of degrees is fixed and extremes are rare.
static double states_of(int frontier)
{
    return pow(2.3, frontier);
}

// The number of states that finishing one side takes, roughly.
static double side_cost(const struct sweep *sweep, uint8_t *seen)
{
    const struct factor_graph *graph = sweep->graph;
    double cost = 0;
    int frontier = 0;
    memset(seen, 0, (size_t)graph->vertices);
    for (int k = 0; k < graph->cells; k++) {
        int v = sweep->order[sweep->by > 0 ? k : graph->cells - 1 - k];
        if (sweep->side[v] != sweep->which)
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
    // The more expensive side counts: the model knows only frontiers, and unequal sides reach the worst
    // of them.
    double ahead = side_cost(&(struct sweep){graph, order, side, IN_A, 1}, seen);
    double back = side_cost(&(struct sweep){graph, order, side, IN_B, -1}, seen);
    return 2 * (ahead > back ? ahead : back) + separator * states_of(separator);
}

// Finds the cheapest cut near the one that makes both sides equally large. -1 when there is no memory.
static int best_cut(const struct factor_graph *graph, const int *order, double *cost)
{
    uint8_t *side = memory_try(NULL, (size_t)graph->vertices, 1);
    uint8_t *seen = memory_try(NULL, (size_t)graph->vertices, 1);
    int low = 0, high = graph->cells;
    if (!side || !seen) {
        free(side);
        free(seen);
        return -1;
    }
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

bool factor_plan_cost(const struct factor_graph *graph, const int *order, double *cost)
{
    return best_cut(graph, order, cost) >= 0;
}

// ---- Steps

// The steps of a table while they are being written.
struct writer {
    const struct factor_graph *graph;
    struct factor_table *table;
    int *slot;     // [vertices] or UNSEEN, FINISHED
    uint32_t used; // one bit per slot
    bool failed;   // there was no memory
};

// The part of a key for a degree of the vertex in a slot.
static uint64_t digit(int slot, int degree)
{
    return (uint64_t)degree << (2 * slot);
}

// Gives a slot to a vertex seen for the first time. False when all are taken. Vertices that demand only
// one edge start with degree 1, so that every vertex is finished with degree 2.
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

// What the choices of a step have in common.
struct choosing {
    struct writer *writer;
    struct factor_step *step;
    const int *neighbours; // [count], all of them seen
    int count;
    uint32_t entered; // the slots that were empty before the step
};

// Adds all ways to extend `base` by `edges` of the neighbours from the one with the index `first` on.
static void add_subsets(const struct choosing *choosing, const struct factor_choice *base, int edges,
                        int first)
{
    if (edges == 0) {
        if (!vector_push(&choosing->step->choices, *base))
            choosing->writer->failed = true;
        return;
    }
    for (int i = first; i < choosing->count; i++) {
        struct factor_choice choice = *base;
        int slot = choosing->writer->slot[choosing->neighbours[i]];
        if (!(choosing->entered >> slot & 1))
            choice.mask |= digit(slot, 2);
        choice.delta += digit(slot, 1);
        choice.neighbours[choice.edges++] = choosing->neighbours[i];
        add_subsets(choosing, &choice, edges - 1, i + 1);
    }
}

// Lists the choices of a step at `vertex` with the given neighbours. If the step finishes the vertex, its
// degree must become 2 and its slot is free afterwards. False when there are not enough slots.
static bool write_step(struct writer *writer, int vertex, const int *neighbours, int count, bool finish)
{
    struct factor_table *table = writer->table;
    struct factor_step *step = &table->steps[table->steps_count++];
    uint32_t before = writer->used;
    uint64_t entering = 0;
    *step = (struct factor_step){.vertex = vertex};
    bool fresh = writer->slot[vertex] == UNSEEN;
    int least = fresh ? 2 - writer->graph->demand[vertex] : 0;
    if (fresh && !finish && !enter(writer, vertex, &entering))
        return false;
    for (int i = 0; i < count; i++)
        if (writer->slot[neighbours[i]] == UNSEEN && !enter(writer, neighbours[i], &entering))
            return false;
    const struct choosing choosing = {writer, step, neighbours, count, writer->used & ~before};
    int slot = writer->slot[vertex];
    for (int degree = least; degree <= (fresh ? least : 2); degree++)
        for (int edges = finish ? 2 - degree : 0; degree + edges <= 2; edges++) {
            struct factor_choice base = {.delta = entering};
            if (!fresh) {
                base.mask = digit(slot, 3);
                base.value = digit(slot, degree);
            }
            base.delta += finish ? (fresh ? 0 : -digit(slot, degree)) : digit(slot, edges);
            add_subsets(&choosing, &base, edges, 0);
        }
    if (finish && !fresh)
        writer->used &= ~(UINT32_C(1) << slot);
    if (finish)
        writer->slot[vertex] = FINISHED;
    return true;
}

// Finishes the vertices of one side, each with all its edges to vertices
// that are not finished yet. Neighbours are taken in the direction of the sweep, so that both tables of a
// board that a half-turn maps to itself have the same steps.
static bool write_side(struct writer *writer, const struct sweep *sweep)
{
    const struct factor_graph *graph = writer->graph;
    int *neighbours = memory_try(NULL, (size_t)graph->vertices, sizeof *neighbours);
    int *place = memory_try(NULL, (size_t)graph->vertices, sizeof *place);
    bool fits = neighbours && place;
    writer->failed |= !fits;
    for (int k = 0; fits && k < graph->cells; k++)
        place[sweep->order[k]] = sweep->by * k;
    for (int v = graph->cells; fits && v < graph->vertices; v++)
        place[v] = v;
    for (int k = 0; fits && k < graph->cells; k++) {
        int v = sweep->order[sweep->by > 0 ? k : graph->cells - 1 - k], count = 0;
        if (sweep->side[v] != sweep->which)
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

// The distance of a member from the middle of its half of the separator, which on a board is one or several ranks or
// files.
static int remoteness(int i, int cells)
{
    int half = cells / 2;
    return half > 1 ? abs(2 * (i % half) - (half - 1)) : 0;
}

// Whether an edge between the i-th and the j-th member, i < j, belongs to the forward table; the first `cells` members are
// not auxiliary. The assignment decides the number of states. Of the 64 ways to divide the twelve edges between
// two ranks of the 8×8 board such that a half-turn exchanges the shares, this one leads to the fewest states: 2.0
// million, compared with 2.7 million when all leaps to one side go together.
static bool is_forward(int i, int j, int cells)
{
    if (j >= cells)
        return 2 * i < cells;
    int from = remoteness(i, cells), to = remoteness(j, cells);
    return from == to ? i + j < cells : from > to;
}

// Assigns the edges within the separator. The backward table takes the members in reverse order.
static bool write_separator(struct writer *writer, const int *members, int count, bool forward)
{
    const struct factor_graph *graph = writer->graph;
    int *neighbours = memory_try(NULL, (size_t)count + 1, sizeof *neighbours);
    int cells = 0;
    bool fits = neighbours != NULL;
    writer->failed |= !fits;
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

static bool writer_init(struct writer *writer, const struct factor_graph *graph, struct factor_table *table)
{
    size_t steps = (size_t)graph->vertices;
    *writer = (struct writer){.graph = graph, .table = table};
    *table = (struct factor_table){.steps = memory_try(NULL, steps + 1, sizeof *table->steps),
                                   .levels = memory_try(NULL, steps + 1, sizeof *table->levels)};
    writer->slot = memory_try(NULL, steps, sizeof *writer->slot);
    for (int v = 0; writer->slot && v < graph->vertices; v++)
        writer->slot[v] = UNSEEN;
    if (table->levels)
        memset(table->levels, 0, (steps + 1) * sizeof *table->levels);
    return writer->slot && table->steps && table->levels;
}

bool factor_plan_make(struct factor_plan *plan, const struct factor_graph *graph, const int *order,
                      struct factor_tables *tables, struct error *err)
{
    struct writer ahead, back;
    *plan = (struct factor_plan){0};
    int a = best_cut(graph, order, &plan->cost);
    uint8_t *side = memory_try(NULL, (size_t)graph->vertices, 1);
    int *members = memory_try(NULL, (size_t)graph->vertices, sizeof *members);
    bool room = writer_init(&ahead, graph, &tables->forward);
    room &= writer_init(&back, graph, &tables->backward);
    room = room && a >= 0 && side && members;
    bool fits = room && plan->cost < INFINITY;
    if (room)
        divide(graph, order, a, side);
    for (int i = 0; room && i < graph->vertices; i++) {
        int v = i < graph->cells ? order[i] : i;
        if (side[v] == IN_S)
            members[plan->separator++] = v;
    }
    fits = fits && write_side(&ahead, &(struct sweep){graph, order, side, IN_A, 1}) &&
           write_side(&back, &(struct sweep){graph, order, side, IN_B, -1}) &&
           write_separator(&ahead, members, plan->separator, true) &&
           write_separator(&back, members, plan->separator, false);
    if (fits)
        plan->meetings = memory_try(NULL, (size_t)plan->separator + 1, sizeof *plan->meetings);
    room = room && !ahead.failed && !back.failed && (!fits || plan->meetings);
    for (int i = 0; room && fits && i < plan->separator; i++)
        plan->meetings[i] =
            (struct factor_meeting){members[i], ahead.slot[members[i]], back.slot[members[i]]};
    free(side);
    free(members);
    free(ahead.slot);
    free(back.slot);
    if (!room)
        return error_no_memory(err);
    return fits ||
           error_set(err, ERROR_TOO_LARGE, "board",
                     "the board is too wide: it has a frontier of more than %d cells", FACTOR_SLOTS_MAX);
}

void factor_plan_clear(struct factor_plan *plan)
{
    free(plan->meetings);
    *plan = (struct factor_plan){0};
}
