// SPDX-License-Identifier: GPL-3.0-or-later
// Counts invariant tours as Hamiltonian cycles of graphs made from quotients.
#include "tours/symmetry/symmetric.h"

#include "base/memory.h"
#include "base/vector.h"
#include "tours/board/quotient.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A graph for circuits_count() under construction; each edge is listed in both directions.
struct half_edge {
    int from, to;
    struct circuit_weight weight;
};

struct builder {
    int vertices;
    struct VECTOR_OF(struct half_edge) halves;
    int joined[2];
    bool failed; // memory ran out: the graph is incomplete
};

struct counting {
    const struct symmetric_request *request;
    const struct quotient *quotient;
    struct circuit_result *result;
    struct error *err;
};

// ---- Building graphs

static void add_edge(struct builder *builder, int a, int b, bool odd)
{
    struct circuit_weight weight = {1, odd ? -1 : 1};
    if (!vector_push(&builder->halves, (struct half_edge){a, b, weight}) ||
        !vector_push(&builder->halves, (struct half_edge){b, a, weight}))
        builder->failed = true;
}

// Begins with the orbits and the leaps between them.
static struct builder builder_begin(const struct quotient *quotient)
{
    struct builder builder = {.vertices = quotient->orbits, .joined = {-1, -1}};
    for (int i = 0; i < quotient->links_count; i++)
        add_edge(&builder, quotient->links[i].from, quotient->links[i].to, quotient->links[i].odd);
    return builder;
}

static int compare_halves(const void *a, const void *b)
{
    const struct half_edge *x = a, *y = b;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

static void graph_clear(struct circuit_graph *graph)
{
    free(graph->first);
    free(graph->to);
    free(graph->weights);
}

// Merges parallel edges and makes the graph. The builder is empty afterwards. False when memory runs out; then there is nothing
// to clear.
static bool builder_finish(struct builder *builder, struct circuit_graph *graph)
{
    const size_t count = builder->halves.count;
    size_t next = 0;
    *graph = (struct circuit_graph){
        .vertices = builder->vertices,
        .first = memory_try(NULL, (size_t)builder->vertices + 1, sizeof *graph->first),
        .to = memory_try(NULL, count, sizeof *graph->to),
        .weights = memory_try(NULL, count, sizeof *graph->weights),
        .joined = {builder->joined[0], builder->joined[1]},
    };
    bool room = !builder->failed && graph->first && graph->to && graph->weights;
    if (room && count)
        qsort(builder->halves.items, count, sizeof *builder->halves.items, compare_halves);
    for (int v = 0, edges = 0; room && v <= builder->vertices; v++) {
        graph->first[v] = edges;
        for (; next < count && builder->halves.items[next].from == v; next++) {
            const struct half_edge *half = &builder->halves.items[next];
            if (edges > graph->first[v] && graph->to[edges - 1] == half->to) {
                graph->weights[edges - 1].plus += half->weight.plus;
                graph->weights[edges - 1].minus += half->weight.minus;
            } else {
                graph->to[edges] = half->to;
                graph->weights[edges++] = half->weight;
            }
        }
    }
    vector_clear(&builder->halves);
    if (!room)
        graph_clear(graph);
    return room;
}

// Counts the Hamiltonian cycles of the graph: all of them and, unless `odd` is NULL, those with an odd number of odd leaps.
static bool count_cycles(const struct counting *counting, struct builder *builder, struct natural *all,
                         struct natural *odd)
{
    struct circuit_graph graph;
    struct circuit_result result;
    if (!builder_finish(builder, &graph))
        return error_no_memory(counting->err);
    struct circuit_request request = {&graph, counting->request->memory, counting->request->progress,
                                      counting->request->context};
    bool counted = circuits_count(&request, all, odd, &result, counting->err);
    if (counted)
        circuit_result_add(counting->result, &result);
    graph_clear(&graph);
    return counted;
}

// ---- Tours that are shifted along themselves

// Two orbits: the circuit uses two leaps between them, which must be one even and one odd.
static void count_two_orbits(const struct quotient *quotient, struct natural *shifted)
{
    uint64_t kinds[2] = {0, 0};
    for (int i = 0; i < quotient->links_count; i++)
        kinds[quotient->links[i].odd]++;
    natural_set(shifted, kinds[0] * kinds[1]);
}

// One orbit: the tour uses one orbit of leaps, each of which leads from a cell to its image under a rotation.
static void count_one_orbit(const struct quotient *quotient, struct natural *shifted)
{
    uint64_t steps = 0;
    for (int i = 0; i < quotient->loops_count; i++)
        steps += !quotient_is_involution(quotient, quotient->loops[i].element);
    natural_set(shifted, steps);
}

// Counts the Hamiltonian cycles of the quotient that have an odd number of odd leaps: only these lift to a single cycle.
static bool count_shifted(const struct counting *counting, struct natural *shifted)
{
    const struct quotient *quotient = counting->quotient;
    bool free_action = true;
    for (int i = 0; i < quotient->orbits; i++)
        free_action = free_action && quotient->size[i] == quotient->order;
    if (!quotient->cyclic || !free_action || counting->request->open)
        return true;
    if (quotient->orbits == 1)
        count_one_orbit(quotient, shifted);
    else if (quotient->orbits == 2)
        count_two_orbits(quotient, shifted);
    if (quotient->orbits <= 2)
        return true;
    struct builder builder = builder_begin(quotient);
    struct natural all = {0};
    bool counted = count_cycles(counting, &builder, &all, shifted);
    natural_clear(&all);
    return counted;
}

// ---- Tours that are reversed

// The conjugate elements, any of which may turn a tour back at one end of its path.
struct turning {
    uint8_t elements; // bits
    int fixed;        // how many orbits have a cell that they fix
    int orbit;        // the last of them
};

static bool turns_at(const struct turning *turning, int element)
{
    return turning->elements >> element & 1;
}

static struct turning turning_of(const struct quotient *quotient, uint8_t elements)
{
    struct turning turning = {elements, 0, -1};
    for (int i = 0; i < quotient->orbits; i++)
        if (2 * quotient->size[i] == quotient->order && turns_at(&turning, quotient->keeper[i])) {
            turning.fixed++;
            turning.orbit = i;
        }
    return turning;
}

// Joins a vertex to the orbits in which one of the elements reverses a leap.
static void add_caps(struct builder *builder, const struct quotient *quotient, const struct turning *turning,
                     int vertex)
{
    for (int i = 0; i < quotient->loops_count; i++)
        if (turns_at(turning, quotient->loops[i].element))
            add_edge(builder, vertex, quotient->loops[i].orbit, false);
}

// Returns the vertex at which the path begins or ends: the fixed orbit, or a new vertex that stands for all reversed leaps.
static int add_end(struct builder *builder, const struct quotient *quotient, const struct turning *turning)
{
    if (turning->fixed)
        return turning->orbit;
    add_caps(builder, quotient, turning, builder->vertices);
    return builder->vertices++;
}

static int fixed_orbits(const struct quotient *quotient)
{
    int fixed = 0;
    for (int i = 0; i < quotient->orbits; i++)
        fixed += quotient->size[i] < quotient->order;
    return fixed;
}

// Adds the number of Hamiltonian paths of the quotient that turn back by `one` at one end and by the
// other turning at the other end.
static bool count_between(const struct counting *counting, const struct turning *one,
                          const struct turning *other, struct natural *reversed)
{
    const struct quotient *quotient = counting->quotient;
    if (one->fixed > 1 || other->fixed > 1 || one->fixed + other->fixed != fixed_orbits(quotient))
        return true;
    struct builder builder = builder_begin(quotient);
    builder.joined[0] = add_end(&builder, quotient, one);
    builder.joined[1] = add_end(&builder, quotient, other);
    if (builder.vertices == 2) { // the two fixed orbits are the only ones
        natural_multiply_add(reversed, 1, (uint64_t)quotient->links_count);
        vector_clear(&builder.halves);
        return true;
    }
    struct natural paths = {0};
    bool counted = count_cycles(counting, &builder, &paths, NULL);
    natural_add(reversed, &paths);
    natural_clear(&paths);
    return counted;
}

// The only reflection turns the tour back at both ends: at two fixed cells, at a fixed cell and a leap, or at two leaps.
static bool count_one_reflection(const struct counting *counting, struct natural *reversed)
{
    const struct quotient *quotient = counting->quotient;
    struct turning turning = turning_of(quotient, 1 << 1);
    if (turning.fixed > 2)
        return true;
    struct builder builder = builder_begin(quotient);
    if (turning.fixed == 0) {
        add_caps(&builder, quotient, &turning, builder.vertices++);
    } else {
        builder.joined[0] = turning.orbit;
        struct turning rest = {turning.elements, turning.fixed - 1, -1};
        for (int i = 0; i < turning.orbit; i++)
            if (quotient->size[i] == 1)
                rest.orbit = i;
        builder.joined[1] = add_end(&builder, quotient, &rest);
    }
    return count_cycles(counting, &builder, reversed, NULL);
}

// Closed tours: the group acts on the tour as on a polygon, and is generated by the reflections in two neighbouring axes.
static bool count_reversed_closed(const struct counting *counting, struct natural *reversed)
{
    const struct quotient *quotient = counting->quotient;
    if (quotient->order == 2)
        return count_one_reflection(counting, reversed);
    if (quotient->cyclic)
        return true;
    if (quotient->order == 8 && counting->request->graph->vertices == 4) {
        // All four cells are on mirrors: the tour turns back at a cell and in the middle of the next leap.
        const struct tour_graph *graph = counting->request->graph;
        bool square = tour_graph_adjacent(graph, 0, tour_graph_image(graph, SYMMETRY_TURN_LEFT, 0));
        natural_set(reversed, square);
        return true;
    }
    if (quotient->order == 8) { // a mirror along the ranks or files, and one along a diagonal
        uint8_t axes = 0, diagonals = 0;
        for (int i = 1; i < 8; i++) {
            int symmetry = quotient->symmetry[i];
            axes |= (uint8_t)((symmetry == SYMMETRY_LEFT_RIGHT || symmetry == SYMMETRY_TOP_BOTTOM) << i);
            diagonals |= (uint8_t)((symmetry == SYMMETRY_DIAGONAL || symmetry == SYMMETRY_ANTIDIAGONAL) << i);
        }
        struct turning axis = turning_of(quotient, axes), diagonal = turning_of(quotient, diagonals);
        return count_between(counting, &axis, &diagonal, reversed);
    }
    for (int i = 1; i < 4; i++) { // the i-th element shifts the tour by half its length
        struct turning one = turning_of(quotient, (uint8_t)(1 << (i % 3 + 1)));
        struct turning other = turning_of(quotient, (uint8_t)(1 << ((i + 1) % 3 + 1)));
        if (!count_between(counting, &one, &other, reversed))
            return false;
    }
    return true;
}

// Open tours: at one end of the path the tour turns back, the other end is free.
static bool count_reversed_open(const struct counting *counting, struct natural *reversed)
{
    const struct quotient *quotient = counting->quotient;
    struct turning turning = turning_of(quotient, 1 << 1);
    if (quotient->order > 2 || turning.fixed > 1)
        return true;
    struct builder builder = builder_begin(quotient);
    builder.joined[0] = add_end(&builder, quotient, &turning);
    builder.joined[1] = builder.vertices++;
    for (int i = 0; i < quotient->orbits; i++)
        if (i != builder.joined[0])
            add_edge(&builder, builder.joined[1], i, false);
    return count_cycles(counting, &builder, reversed, NULL);
}

// ---- The whole

bool symmetric_is_trivial(const struct tour_graph *graph, uint8_t group)
{
    for (int s = 1; s < SYMMETRIES; s++)
        for (int v = 0; v < graph->vertices && group >> s & 1; v++)
            if (tour_graph_image(graph, s, v) != v)
                return false;
    return true;
}

bool symmetric_count(const struct symmetric_request *request, struct natural *shifted,
                     struct natural *reversed, struct circuit_result *result, struct error *err)
{
    struct quotient quotient;
    struct counting counting = {request, &quotient, result, err};
    *result = (struct circuit_result){0};
    natural_set(shifted, 0);
    natural_set(reversed, 0);
    if (!request->open && request->graph->vertices < 3)
        return true;
    if (!quotient_init(&quotient, request->graph, request->group))
        return error_no_memory(err);
    assert(quotient.order > 1);
    bool counted =
        count_shifted(&counting, shifted) && (request->open ? count_reversed_open(&counting, reversed)
                                                            : count_reversed_closed(&counting, reversed));
    quotient_clear(&quotient);
    return counted && ((!shifted->failed && !reversed->failed) || error_no_memory(err));
}
