// SPDX-License-Identifier: GPL-3.0-or-later
// Draws uniformly random tours: sets of circuits until one is a single circuit, or single circuits from a strip.
#include "tours/sample/sampler.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct tour_sampler {
    const struct tour_graph *graph;
    struct tour_constraint constraint;
    int vertices;          // the cells, and an extra vertex if an end is free
    struct factor *factor; // NULL: there is a strip, or the tour of one cell
    struct strip *strip;   // used instead where too few sets of circuits are tours
    uint64_t *count;       // [factor_limbs()] the number of sets of circuits
    int limbs;
    uint64_t mask; // the bits that the highest limb of a rank may have
};

// ---- The graph

// If both ends of an open tour are given, they demand one edge each. Otherwise there is an extra vertex, adjacent to the cells where the
// tour may end; it demands one edge for each free end.
static int free_ends(const struct tour_constraint *constraint)
{
    return constraint->open ? (constraint->from < 0) + (constraint->to < 0) : 0;
}

static bool may_end(const struct tour_constraint *constraint, int vertex)
{
    return vertex != constraint->from && vertex != constraint->to;
}

static void factor_graph_clear(struct factor_graph *whole)
{
    free(whole->first);
    free(whole->neighbours);
    free(whole->demand);
}

static bool factor_graph_init(struct factor_graph *whole, const struct tour_graph *graph,
                              const struct tour_constraint *constraint)
{
    int cells = graph->vertices, ends = free_ends(constraint), next = 0;
    whole->cells = cells;
    whole->vertices = cells + (ends > 0);
    whole->first = memory_try(NULL, (size_t)cells + 2, sizeof *whole->first);
    whole->neighbours =
        memory_try(NULL, 2 * ((size_t)graph->edges + (size_t)cells), sizeof *whole->neighbours);
    whole->demand = memory_try(NULL, (size_t)cells + 1, 1);
    if (!whole->first || !whole->neighbours || !whole->demand) {
        factor_graph_clear(whole);
        return false;
    }
    memset(whole->demand, 2, (size_t)cells);
    for (int v = 0; v < cells; v++) {
        whole->first[v] = next;
        for (int e = graph->first[v]; e < graph->first[v + 1]; e++)
            whole->neighbours[next++] = graph->neighbours[e];
        if (ends > 0 && may_end(constraint, v))
            whole->neighbours[next++] = cells;
    }
    whole->first[cells] = next;
    for (int v = 0; ends > 0 && v < cells; v++)
        if (may_end(constraint, v))
            whole->neighbours[next++] = v;
    whole->first[whole->vertices] = next;
    whole->demand[cells] = (uint8_t)ends;
    if (constraint->from >= 0)
        whole->demand[constraint->from] = 1;
    if (constraint->to >= 0)
        whole->demand[constraint->to] = 1;
    return true;
}

// The vertices rank by rank, or file by file. NULL when there is no memory.
static int *sweep(const struct tour_graph *graph, bool by_files)
{
    int *order = memory_try(NULL, (size_t)graph->vertices, sizeof *order), next = 0;
    int outer = by_files ? graph->width : graph->height, inner = by_files ? graph->height : graph->width;
    for (int i = 0; order && i < outer; i++)
        for (int j = 0; j < inner; j++) {
            int v = graph->vertex[by_files ? j * graph->width + i : i * graph->width + j];
            if (v >= 0)
                order[next++] = v;
        }
    assert(!order || next == graph->vertices);
    return order;
}

// Describes the same graph for vertex_step.h. Two vertices that demand only one edge each are the ends of a path from the start.
static void circuit_graph_init(struct circuit_graph *circuits, const struct factor_graph *whole)
{
    int ends = 0;
    *circuits = (struct circuit_graph){
        .vertices = whole->vertices, .first = whole->first, .to = whole->neighbours, .joined = {-1, -1}};
    for (int v = 0; v < whole->vertices; v++)
        if (whole->demand[v] == 1)
            circuits->joined[ends++] = v;
    assert(ends == 0 || ends == 2);
}

static bool make_factor(struct tour_sampler *sampler, struct factor_budget *budget, struct error *err)
{
    struct factor_graph whole;
    if (!factor_graph_init(&whole, sampler->graph, &sampler->constraint))
        return error_no_memory(err);
    int *by_ranks = sweep(sampler->graph, false), *by_files = sweep(sampler->graph, true);
    sampler->vertices = whole.vertices;
    if (by_ranks && by_files)
        sampler->factor = factor_new(&whole, by_ranks, by_files, budget, err);
    else
        error_no_memory(err);
    free(by_ranks);
    free(by_files);
    factor_graph_clear(&whole);
    return sampler->factor != NULL;
}

void tour_sampler_free(struct tour_sampler *sampler)
{
    if (!sampler)
        return;
    factor_free(sampler->factor);
    strip_free(sampler->strip);
    free(sampler->count);
    free(sampler);
}

void tour_sampler_choices(const struct tour_sampler *sampler, struct natural *choices)
{
    natural_set(choices, 1);
    if (sampler->factor)
        factor_count(sampler->factor, choices);
    if (sampler->strip)
        strip_size(sampler->strip, choices);
}

bool tour_sampler_is_direct(const struct tour_sampler *sampler)
{
    return !sampler->factor;
}

// ---- Draws

bool tour_draw_init(struct tour_draw *draw, const struct tour_sampler *sampler, uint64_t seed)
{
    *draw = (struct tour_draw){.sampler = sampler};
    tour_draw_stream(draw, seed, 0);
    bool room = !sampler->strip || strip_draw_init(&draw->strip, sampler->strip);
    if (!sampler->strip)
        draw->work = memory_try(NULL, 2 * (size_t)sampler->limbs, sizeof *draw->work);
    draw->links = memory_try(NULL, 2 * ((size_t)sampler->graph->vertices + 1), sizeof *draw->links);
    if (room && (sampler->strip || draw->work) && draw->links)
        return true;
    tour_draw_clear(draw);
    return false;
}

void tour_draw_stream(struct tour_draw *draw, uint64_t seed, uint64_t stream)
{
    draw->random.state = random_mix(random_mix(seed) + stream);
}

void tour_draw_clear(struct tour_draw *draw)
{
    strip_draw_clear(&draw->strip);
    free(draw->work);
    free(draw->links);
    draw->work = NULL;
    draw->links = NULL;
}

// A uniform rank below the count: draws numbers of as many bits until one is small enough.
static void draw_rank(struct tour_draw *draw)
{
    const struct tour_sampler *sampler = draw->sampler;
    do {
        for (int i = 0; i < sampler->limbs; i++)
            draw->work[i] = random_next(&draw->random);
        draw->work[sampler->limbs - 1] &= sampler->mask;
    } while (limbs_compare(draw->work, sampler->count, sampler->limbs) >= 0);
}

static void link_one(int *links, int from, int to)
{
    links[2 * from + (links[2 * from] >= 0)] = to;
}

static void link_edge(void *context, int a, int b)
{
    struct tour_draw *draw = context;
    link_one(draw->links, a, b);
    link_one(draw->links, b, a);
}

// Draws edges. False when the draw has to be discarded.
static bool draw_links(struct tour_draw *draw)
{
    const struct tour_sampler *sampler = draw->sampler;
    if (sampler->strip)
        return strip_draw_next(&draw->strip, &draw->random, link_edge, draw);
    draw_rank(draw);
    factor_unrank(sampler->factor, draw->work, link_edge, draw);
    return true;
}

// Walks along the links from `start` and writes the cells visited. Returns the number of vertices visited before the
// path ended or came back to its start.
static int walk(const struct tour_draw *draw, int start, int *tour)
{
    const int *links = draw->links;
    int cells = draw->sampler->graph->vertices, met = 0, written = 0;
    for (int before = -1, at = start; at >= 0 && (at != start || met == 0); met++) {
        if (at < cells)
            tour[written++] = at;
        int next = links[2 * at] == before ? links[2 * at + 1] : links[2 * at];
        before = at;
        at = next;
    }
    return met;
}

bool tour_draw_next(struct tour_draw *draw, uint64_t tries, int *tour)
{
    const struct tour_sampler *sampler = draw->sampler;
    const struct tour_constraint *constraint = &sampler->constraint;
    // A walk begins at a given end, otherwise at the extra vertex, so that the cells come in order.
    int start = constraint->from >= 0 ? constraint->from
                : constraint->to >= 0 ? constraint->to
                                      : sampler->vertices - 1;
    for (uint64_t left = tries; tries == 0 || left > 0; left--) {
        draw->tries++;
        if (sampler->factor || sampler->strip) {
            memset(draw->links, -1, 2 * (size_t)sampler->vertices * sizeof *draw->links);
            if (!draw_links(draw) || walk(draw, start, tour) < sampler->vertices)
                continue;
        } else {
            tour[0] = 0;
        }
        draw->tours++;
        tour_normalize(sampler->graph, constraint, tour);
        return true;
    }
    return false;
}

// ---- Making a sampler

// Stores how many sets of circuits there are. Fails with ERROR_NOT_FOUND when there are none.
static bool store_count(struct tour_sampler *sampler, struct error *err)
{
    struct natural count = {0};
    factor_count(sampler->factor, &count);
    sampler->limbs = factor_limbs(sampler->factor);
    sampler->count = memory_try(NULL, (size_t)sampler->limbs, sizeof *sampler->count);
    if (sampler->count)
        natural_store(&count, sampler->count, (size_t)sampler->limbs);
    bool any = !natural_is_zero(&count), failed = count.failed;
    natural_clear(&count);
    if (failed || !sampler->count)
        return error_no_memory(err);
    if (!any)
        return error_set(err, ERROR_NOT_FOUND, "board",
                         "there is no such tour: the cells cannot even be divided among several circuits");
    sampler->mask = UINT64_MAX >> __builtin_clzll(sampler->count[sampler->limbs - 1]);
    return true;
}

// Finds out whether so few sets of circuits are tours that tables of single circuits pay off. The same tables always give the same
// answer. False when there is no memory.
static bool find_rarity(const struct tour_sampler *sampler, bool *rare)
{
    enum { TRIES = 2000, ENOUGH = 2 };
    struct tour_draw draw;
    int *tour = memory_try(NULL, (size_t)sampler->graph->vertices, sizeof *tour);
    bool room = tour && tour_draw_init(&draw, sampler, 0);
    if (room) {
        while (draw.tries < TRIES && draw.tours < ENOUGH)
            tour_draw_next(&draw, TRIES - draw.tries, tour);
        *rare = draw.tours < ENOUGH;
        tour_draw_clear(&draw);
    }
    free(tour);
    return room;
}

// Replaces the tables by those of single circuits, unless these are too large. Fails with ERROR_BUSY or ERROR_SYSTEM, or with
// ERROR_NOT_FOUND when the tables show that there is no tour.
static bool switch_to_strip(struct tour_sampler *sampler, struct factor_budget *budget, struct error *err)
{
    // Larger tables would take longer to make than they save.
    const uint64_t most = UINT64_C(1) << 27;
    struct factor_budget part = *budget;
    struct factor_graph whole;
    struct circuit_graph circuits;
    struct error reason = {.code = ERROR_NONE};
    struct natural size = {0};
    if (part.limit > part.used + most)
        part.limit = part.used + most;
    if (!factor_graph_init(&whole, sampler->graph, &sampler->constraint))
        return error_no_memory(err);
    circuit_graph_init(&circuits, &whole);
    sampler->strip = strip_new(&circuits, &part, &reason);
    factor_graph_clear(&whole);
    if (!sampler->strip) {
        if (reason.code != ERROR_TOO_LARGE && err)
            *err = reason;
        return reason.code == ERROR_TOO_LARGE;
    }
    factor_free(sampler->factor);
    sampler->factor = NULL;
    strip_size(sampler->strip, &size);
    bool any = !natural_is_zero(&size), failed = size.failed;
    natural_clear(&size);
    if (failed)
        return error_no_memory(err);
    return any || error_set(err, ERROR_NOT_FOUND, "board",
                            "there is no such tour: all states of partial tours were examined");
}

struct tour_sampler *tour_sampler_new(const struct tour_graph *graph,
                                      const struct tour_constraint *constraint, struct factor_budget *budget,
                                      struct error *err)
{
    struct tour_sampler *sampler = memory_try(NULL, 1, sizeof *sampler);
    bool rare = false;
    if (!sampler) {
        error_no_memory(err);
        return NULL;
    }
    *sampler = (struct tour_sampler){.graph = graph, .constraint = *constraint, .limbs = 1, .mask = 1};
    if (constraint->open && graph->vertices == 1)
        return sampler;
    bool fine = true;
    if (graph->vertices < (constraint->open ? 2 : 3)) // two cells joined twice are no closed tour
        fine = error_set(err, ERROR_NOT_FOUND, "board", "a closed tour needs three cells");
    fine = fine && make_factor(sampler, budget, err) && store_count(sampler, err) &&
           (find_rarity(sampler, &rare) || error_no_memory(err));
    if (fine && rare)
        fine = switch_to_strip(sampler, budget, err);
    if (fine)
        return sampler;
    tour_sampler_free(sampler);
    return NULL;
}
