// SPDX-License-Identifier: GPL-3.0-or-later
// Counts invariant tours by Hamiltonian cycles of graphs made of quotients.
#include "tours/symmetry/symmetric.h"

#include "base/memory.h"
#include "tours/board/quotient.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A graph for circuits_count() while it is put together: each edge is listed in both directions.
struct half_edge {
    int from;
    struct circuit_edge edge;
};

struct builder {
    int vertices;
    size_t count, capacity;
    struct half_edge *halves;
    int joined[2];
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
    if (builder->count + 2 > builder->capacity) {
        builder->capacity = builder->capacity ? 2 * builder->capacity : 256;
        builder->halves = memory_resize(builder->halves, builder->capacity, sizeof *builder->halves);
    }
    int minus = odd ? -1 : 1;
    builder->halves[builder->count++] = (struct half_edge){a, {b, 1, minus}};
    builder->halves[builder->count++] = (struct half_edge){b, {a, 1, minus}};
}

// The orbits and the leaps between them.
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
    return x->from != y->from ? x->from - y->from : x->edge.to - y->edge.to;
}

// Parallel edges become one. The builder is empty afterwards.
static void builder_finish(struct builder *builder, struct circuit_graph *graph)
{
    size_t next = 0;
    int edges = 0;
    if (builder->count)
        qsort(builder->halves, builder->count, sizeof *builder->halves, compare_halves);
    graph->vertices = builder->vertices;
    graph->first = memory_resize(NULL, (size_t)builder->vertices + 1, sizeof *graph->first);
    graph->edges = memory_resize(NULL, builder->count + 1, sizeof *graph->edges);
    memcpy(graph->joined, builder->joined, sizeof graph->joined);
    for (int v = 0; v < builder->vertices; v++) {
        graph->first[v] = edges;
        for (; next < builder->count && builder->halves[next].from == v; next++) {
            const struct circuit_edge *edge = &builder->halves[next].edge;
            if (edges > graph->first[v] && graph->edges[edges - 1].to == edge->to) {
                graph->edges[edges - 1].plus += edge->plus;
                graph->edges[edges - 1].minus += edge->minus;
            } else {
                graph->edges[edges++] = *edge;
            }
        }
    }
    graph->first[builder->vertices] = edges;
    free(builder->halves);
    *builder = (struct builder){0};
}

static void keep_largest(struct circuit_result *all, const struct circuit_result *one)
{
    all->states += one->states;
    all->most = one->most > all->most ? one->most : all->most;
    all->memory = one->memory > all->memory ? one->memory : all->memory;
}

// Counts the Hamiltonian cycles of what was built.
static bool count_cycles(const struct counting *counting, struct builder *builder, bool signs, mpz_t plus,
                         mpz_t minus)
{
    struct circuit_graph graph;
    struct circuit_result result;
    builder_finish(builder, &graph);
    struct circuit_request request = {&graph, signs, counting->request->memory, counting->request->progress,
                                      counting->request->context};
    bool counted = circuits_count(&request, plus, minus, &result, counting->err);
    if (counted)
        keep_largest(counting->result, &result);
    free(graph.first);
    free(graph.edges);
    return counted;
}

// ---- Tours that are shifted along themselves

// The two orbits' leaps of either kind: a circuit of two leaps needs one of each.
static void count_two_orbits(const struct quotient *quotient, mpz_t shifted)
{
    unsigned long kinds[2] = {0, 0};
    for (int i = 0; i < quotient->links_count; i++)
        kinds[quotient->links[i].odd]++;
    mpz_set_ui(shifted, kinds[0] * kinds[1]);
}

// One orbit: the circuit of the leaps to the next cell of a turn.
static void count_one_orbit(const struct quotient *quotient, mpz_t shifted)
{
    unsigned long steps = 0;
    for (int i = 0; i < quotient->loops_count; i++)
        steps += !quotient_is_involution(quotient, quotient->loops[i].element);
    mpz_set_ui(shifted, steps);
}

// Hamiltonian cycles of the quotient along which the odd leaps are odd in number: only these lead on to the
// next sheet each time round. Their number is half of (all, less those counted with the sign of their
// oddness).
static bool count_shifted(const struct counting *counting, mpz_t shifted)
{
    const struct quotient *quotient = counting->quotient;
    mpz_set_ui(shifted, 0);
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
    mpz_t minus;
    mpz_init(minus);
    bool counted = count_cycles(counting, &builder, true, shifted, minus);
    mpz_sub(shifted, shifted, minus);
    assert(!counted || mpz_even_p(shifted));
    mpz_tdiv_q_2exp(shifted, shifted, 1);
    mpz_clear(minus);
    return counted;
}

// ---- Tours that are run through backwards

// What turns a tour round at an end of its path: one class of conjugate elements for each end.
struct turning {
    uint8_t elements; // bits
    int fixed;        // how many orbits these keep in place
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

// Joins a vertex to the orbits in which a leap is turned round; answers how many such leaps there are.
static void add_caps(struct builder *builder, const struct quotient *quotient, const struct turning *turning,
                     int vertex)
{
    for (int i = 0; i < quotient->loops_count; i++)
        if (turns_at(turning, quotient->loops[i].element))
            add_edge(builder, vertex, quotient->loops[i].orbit, false);
}

// The vertex at which the path begins or ends: the fixed orbit, or a new vertex for all leaps that are
// turned round.
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

// Adds the Hamiltonian paths of the quotient that end at a turning of one sort and at one of another.
static bool count_between(const struct counting *counting, const struct turning *one,
                          const struct turning *other, mpz_t reversed)
{
    const struct quotient *quotient = counting->quotient;
    if (one->fixed > 1 || other->fixed > 1 || one->fixed + other->fixed != fixed_orbits(quotient))
        return true;
    struct builder builder = builder_begin(quotient);
    builder.joined[0] = add_end(&builder, quotient, one);
    builder.joined[1] = add_end(&builder, quotient, other);
    if (builder.vertices == 2) { // two fixed orbits and nothing between them
        mpz_add_ui(reversed, reversed, (unsigned long)quotient->links_count);
        free(builder.halves);
        return true;
    }
    mpz_t paths, minus;
    mpz_inits(paths, minus, NULL);
    bool counted = count_cycles(counting, &builder, false, paths, minus);
    mpz_add(reversed, reversed, paths);
    mpz_clears(paths, minus, NULL);
    return counted;
}

// Both ends are turned by the one reflection: two fixed cells, or a fixed cell and a leap, or two leaps.
static bool count_one_reflection(const struct counting *counting, mpz_t reversed)
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
    mpz_t minus;
    mpz_init(minus);
    bool counted = count_cycles(counting, &builder, false, reversed, minus);
    mpz_clear(minus);
    return counted;
}

// Closed tours: the group acts on the tour as on a polygon, and two neighbouring axes of the polygon
// generate it.
static bool count_reversed_closed(const struct counting *counting, mpz_t reversed)
{
    const struct quotient *quotient = counting->quotient;
    if (quotient->order == 2)
        return count_one_reflection(counting, reversed);
    if (quotient->cyclic)
        return true;
    if (quotient->order == 8 && counting->request->graph->vertices == 4) {
        // Four cells on mirrors: the tour turns back at a cell and in the middle of the next leap.
        const struct tour_graph *graph = counting->request->graph;
        bool square = tour_graph_adjacent(graph, 0, tour_graph_image(graph, SYMMETRY_TURN_LEFT, 0));
        mpz_set_ui(reversed, square ? 1 : 0);
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

// Open tours: one end of the path is where the tour turns, the other is free.
static bool count_reversed_open(const struct counting *counting, mpz_t reversed)
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
    mpz_t minus;
    mpz_init(minus);
    bool counted = count_cycles(counting, &builder, false, reversed, minus);
    mpz_clear(minus);
    return counted;
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

bool symmetric_count(const struct symmetric_request *request, mpz_t shifted, mpz_t reversed,
                     struct circuit_result *result, struct error *err)
{
    struct quotient quotient;
    struct counting counting = {request, &quotient, result, err};
    *result = (struct circuit_result){0};
    mpz_set_ui(shifted, 0);
    mpz_set_ui(reversed, 0);
    if (!request->open && request->graph->vertices < 3)
        return true;
    if (!quotient_init(&quotient, request->graph, request->group))
        return error_no_memory(err);
    assert(quotient.order > 1);
    bool counted =
        count_shifted(&counting, shifted) && (request->open ? count_reversed_open(&counting, reversed)
                                                            : count_reversed_closed(&counting, reversed));
    quotient_clear(&quotient);
    return counted;
}
