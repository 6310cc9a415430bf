// SPDX-License-Identifier: GPL-3.0-or-later
// Draws uniformly random tours by drawing sets of circuits until one is a single circuit, or from a strip.
#include "tours/sample/sampler.h"

#include "base/memory.h"
#include "tours/sample/strip.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct tour_sampler {
    const struct tour_graph *graph;
    struct tour_constraint constraint;
    int vertices;          // of the graph that is taken apart: one more than cells when ends are free
    struct factor *factor; // NULL: there is a strip, or the tour of one cell
    struct strip *strip;   // where sets of circuits are too seldom tours
    mp_limb_t *count;      // [factor_limbs()] sets of circuits
    int limbs;
    mp_limb_t mask; // the bits that the highest limb of a rank may have
};

// ---- What is taken apart

// An open tour with both ends given: they want one edge each. Otherwise a vertex is added that stands for
// no cell and is joined to the cells where an open tour may end: it wants an edge for each end that is
// free.
static int free_ends(const struct tour_constraint *constraint)
{
    return constraint->open ? (constraint->from < 0) + (constraint->to < 0) : 0;
}

static bool may_end(const struct tour_constraint *constraint, int vertex)
{
    return vertex != constraint->from && vertex != constraint->to;
}

static void factor_graph_init(struct factor_graph *whole, const struct tour_graph *graph,
                              const struct tour_constraint *constraint)
{
    int cells = graph->vertices, ends = free_ends(constraint), next = 0;
    whole->cells = cells;
    whole->vertices = cells + (ends > 0);
    whole->first = memory_resize(NULL, (size_t)cells + 2, sizeof *whole->first);
    whole->neighbours =
        memory_resize(NULL, 2 * ((size_t)graph->edges + (size_t)cells), sizeof *whole->neighbours);
    whole->demand = memory_resize(NULL, (size_t)cells + 1, 1);
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
}

static void factor_graph_clear(struct factor_graph *whole)
{
    free(whole->first);
    free(whole->neighbours);
    free(whole->demand);
}

// Lists the vertices rank by rank, or file by file.
static int *sweep(const struct tour_graph *graph, bool by_files)
{
    int *order = memory_resize(NULL, (size_t)graph->vertices, sizeof *order), next = 0;
    int outer = by_files ? graph->width : graph->height, inner = by_files ? graph->height : graph->width;
    for (int i = 0; i < outer; i++)
        for (int j = 0; j < inner; j++) {
            int v = graph->vertex[by_files ? j * graph->width + i : i * graph->width + j];
            if (v >= 0)
                order[next++] = v;
        }
    assert(next == graph->vertices);
    return order;
}

// Describes the same graph for vertex_step.h. Two vertices that need only one edge each are the ends of a path from the start.
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

static bool take_apart(struct tour_sampler *sampler, struct factor_budget *budget, struct error *err)
{
    struct factor_graph whole;
    factor_graph_init(&whole, sampler->graph, &sampler->constraint);
    int *by_ranks = sweep(sampler->graph, false), *by_files = sweep(sampler->graph, true);
    sampler->vertices = whole.vertices;
    sampler->factor = factor_new(&whole, by_ranks, by_files, budget, err);
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

void tour_sampler_choices(const struct tour_sampler *sampler, mpz_t choices)
{
    mpz_set_ui(choices, 1);
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

void tour_draw_init(struct tour_draw *draw, const struct tour_sampler *sampler, uint64_t seed)
{
    *draw = (struct tour_draw){.sampler = sampler};
    tour_draw_stream(draw, seed, 0);
    draw->work = memory_resize(NULL, 3 * (size_t)sampler->limbs, sizeof *draw->work);
    draw->links = memory_resize(NULL, 2 * ((size_t)sampler->graph->vertices + 1), sizeof *draw->links);
}

void tour_draw_stream(struct tour_draw *draw, uint64_t seed, uint64_t stream)
{
    draw->random.state = random_mix(random_mix(seed) + stream);
}

void tour_draw_clear(struct tour_draw *draw)
{
    free(draw->work);
    free(draw->links);
    draw->work = NULL;
    draw->links = NULL;
}

// A rank uniform below the count: numbers of as many bits, until one is small enough.
static void draw_rank(struct tour_draw *draw)
{
    const struct tour_sampler *sampler = draw->sampler;
    do {
        for (int i = 0; i < sampler->limbs; i++)
            draw->work[i] = random_next(&draw->random);
        draw->work[sampler->limbs - 1] &= sampler->mask;
    } while (mpn_cmp(draw->work, sampler->count, sampler->limbs) >= 0);
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

// Draws edges. False when a draw has to be thrown away.
static bool draw_links(struct tour_draw *draw)
{
    const struct tour_sampler *sampler = draw->sampler;
    if (sampler->strip)
        return strip_draw(sampler->strip, &draw->random, link_edge, draw);
    draw_rank(draw);
    factor_unrank(sampler->factor, draw->work, link_edge, draw);
    return true;
}

// Walks along the links from `start` and writes the cells met; answers how many vertices it met before the
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
    // A walk begins at a given end, or else at the vertex that was added, so that the cells come in order.
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

// Notes how many sets of circuits there are. False when there is none.
static bool note_count(struct tour_sampler *sampler)
{
    mpz_t count;
    mpz_init(count);
    factor_count(sampler->factor, count);
    sampler->limbs = factor_limbs(sampler->factor);
    sampler->count = memory_resize(NULL, (size_t)sampler->limbs, sizeof *sampler->count);
    memset(sampler->count, 0, (size_t)sampler->limbs * sizeof *sampler->count);
    mpz_export(sampler->count, NULL, -1, sizeof *sampler->count, 0, 0, count);
    bool any = mpz_sgn(count) > 0;
    mpz_clear(count);
    if (any)
        sampler->mask = UINT64_MAX >> __builtin_clzll(sampler->count[sampler->limbs - 1]);
    return any;
}

// Whether sets of circuits are so seldom tours that other tables are worth their while. Always the same
// answer for the same tables.
static bool tours_are_seldom(const struct tour_sampler *sampler)
{
    enum { TRIES = 2000, ENOUGH = 2 };
    struct tour_draw draw;
    int *tour = memory_resize(NULL, (size_t)sampler->graph->vertices, sizeof *tour);
    tour_draw_init(&draw, sampler, 0);
    while (draw.tries < TRIES && draw.tours < ENOUGH)
        tour_draw_next(&draw, TRIES - draw.tries, tour);
    bool seldom = draw.tours < ENOUGH;
    tour_draw_clear(&draw);
    free(tour);
    return seldom;
}

// Changes to tables of single circuits, where they are not too large. False with ERROR_BUSY or ERROR_SYSTEM, or with
// ERROR_NOT_FOUND when they show that there is no tour.
static bool take_strip(struct tour_sampler *sampler, struct factor_budget *budget, struct error *err)
{
    // Making larger ones would take longer than drawing often does.
    const uint64_t most = UINT64_C(1) << 27;
    struct factor_budget part = *budget;
    struct factor_graph whole;
    struct circuit_graph circuits;
    struct error reason;
    mpz_t size;
    if (part.limit > part.used + most)
        part.limit = part.used + most;
    factor_graph_init(&whole, sampler->graph, &sampler->constraint);
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
    mpz_init(size);
    strip_size(sampler->strip, size);
    bool any = mpz_sgn(size) > 0;
    mpz_clear(size);
    return any || error_set(err, ERROR_NOT_FOUND, "board",
                            "There is no such tour: all states of partial tours were followed.");
}

struct tour_sampler *tour_sampler_new(const struct tour_graph *graph,
                                      const struct tour_constraint *constraint, struct factor_budget *budget,
                                      struct error *err)
{
    struct tour_sampler *sampler = memory_resize(NULL, 1, sizeof *sampler);
    *sampler = (struct tour_sampler){.graph = graph, .constraint = *constraint, .limbs = 1, .mask = 1};
    if (constraint->open && graph->vertices == 1)
        return sampler;
    bool fine = true;
    if (graph->vertices < (constraint->open ? 2 : 3)) // two cells joined twice are no closed tour
        fine = error_set(err, ERROR_NOT_FOUND, "board", "A closed tour needs three cells.");
    fine = fine && take_apart(sampler, budget, err);
    if (fine && !note_count(sampler))
        fine =
            error_set(err, ERROR_NOT_FOUND, "board",
                      "There is no such tour: the cells cannot even be shared out among several circuits.");
    if (fine && tours_are_seldom(sampler))
        fine = take_strip(sampler, budget, err);
    if (fine)
        return sampler;
    tour_sampler_free(sampler);
    return NULL;
}
