// SPDX-License-Identifier: GPL-3.0-or-later
// Tries the methods in order of cost: theorems, a short search, layers of states, tiles, flows, a long search.
#include "tours/search/find.h"

#include "base/memory.h"
#include "tours/search/cycle_cover.h"
#include "tours/search/narrow.h"
#include "tours/search/theorem.h"
#include "tours/search/tiling.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHORT_CELLS = 2000,   // the largest board on which the short search is worthwhile
    SHORT_NODES = 500,    // decisions of the short search
    NARROW_FRONTIER = 11, // enough for four ranks and a knight, and an open end
    NARROW_STATES = 1 << 25,
    NARROW_BYTES = 96, // at most, for each of these states, including the spare room of its lists
    JOIN_SHAKES = 400, // shakes while joining a cover; fewer on large boards
    FLOW_COVERS = 8,   // covers tried
    LONG_CELLS = 20000 // the largest board on which the long search makes sense
};

static enum search_end try_search(const struct find_request *request, uint64_t nodes_max, int *tour,
                                  struct buffer *how)
{
    uint64_t nodes;
    const struct tour_search_request search = {.graph = request->graph,
                                               .constraint = &request->constraint,
                                               .nodes = nodes_max,
                                               .goes_on = request->goes_on,
                                               .context = request->context};
    enum search_end end = search_run(&search, tour, &nodes);
    if (end == SEARCH_FOUND)
        buffer_addf(how, "found by search (%llu decisions)", (unsigned long long)nodes);
    if (end == SEARCH_NONE)
        buffer_addf(how,
                    nodes ? "the exact search is complete (%llu decisions)"
                          : "squares with only two leaps need leaps that exclude one another",
                    (unsigned long long)nodes);
    return end;
}

static enum search_end try_narrow(const struct find_request *request, int *tour, struct buffer *how)
{
    uint64_t states;
    uint64_t most = request->memory ? request->memory / NARROW_BYTES : NARROW_STATES;
    const struct narrow_request narrow = {request->graph,   &request->constraint,
                                          NARROW_FRONTIER,  most < NARROW_STATES ? most : NARROW_STATES,
                                          request->goes_on, request->context};
    enum search_end end = narrow_run(&narrow, tour, &states);
    if (end == SEARCH_FOUND)
        buffer_addf(how, "found by layers of states (%llu of them)", (unsigned long long)states);
    if (end == SEARCH_NONE)
        buffer_addf(how, "all states of partial tours were examined (%llu of them)",
                    (unsigned long long)states);
    return end;
}

// Joins the pieces of the cover and writes the tour.
static bool join(const struct find_request *request, struct cycle_cover *cover, struct random *random,
                 int *tour)
{
    int shakes = request->graph->vertices > 100000 ? JOIN_SHAKES / 10 : JOIN_SHAKES;
    if (!cycle_cover_join(cover, random, shakes))
        return false;
    cycle_cover_tour(cover, &request->constraint, tour);
    return true;
}

static enum search_end try_tiles(const struct find_request *request, int *tour, struct buffer *how)
{
    const struct tour_graph *graph = request->graph;
    bool odd = graph->width % 2 && graph->height % 2;
    if (!theorem_is_knights_rectangle(request->board, request->leaper) || odd != request->constraint.open ||
        request->constraint.from >= 0 || request->constraint.to >= 0)
        return SEARCH_GAVE_UP;
    struct random random = {request->seed};
    struct cycle_cover cover;
    if (!cycle_cover_init(&cover, graph))
        return SEARCH_NO_MEMORY;
    cover.goes_on = request->goes_on;
    cover.context = request->context;
    enum search_end end = SEARCH_GAVE_UP;
    if (tiling_cover(&cover) && join(request, &cover, &random, tour)) {
        end = SEARCH_FOUND;
        buffer_add(how, "found by division into tiles");
    } else if (cover.failed) {
        end = SEARCH_NO_MEMORY;
    }
    cycle_cover_clear(&cover);
    return end;
}

// A random vertex on the wanted side, other than `taken`; -1 when there is none.
static int choose_end(const uint8_t *side, int vertices, int wanted, int taken, struct random *random)
{
    int begin = (int)random_below(random, (uint32_t)vertices);
    for (int i = 0; i < vertices; i++) {
        int v = (begin + i) % vertices;
        if (side[v] == wanted && v != taken)
            return v;
    }
    return -1;
}

// Chooses the free ends so that the colours fit.
static bool choose_ends(const struct find_request *request, const uint8_t *side, struct random *random,
                        int ends[2])
{
    int n = request->graph->vertices, excess = 0;
    ends[0] = request->constraint.from;
    ends[1] = request->constraint.to;
    for (int v = 0; v < n; v++)
        excess += side[v] ? 1 : -1;
    if (!request->constraint.open)
        return excess == 0;
    int known = ends[0] >= 0 ? ends[0] : ends[1];
    int first = known >= 0 ? side[known] : excess ? excess > 0 : 0;
    for (int i = 0; i < 2; i++)
        if (ends[i] < 0)
            ends[i] = choose_end(side, n, (ends[!i] < 0 || excess) ? first : !first, ends[!i], random);
    return ends[0] >= 0 && ends[1] >= 0;
}

// Three colourings, by file and rank, for graphs that are not bipartite. Flows ignore the leaps within a colour.
static void colour(const struct tour_graph *graph, int way, uint8_t *side)
{
    for (int v = 0; v < graph->vertices; v++) {
        int x = graph->cell[v] % graph->width, y = graph->cell[v] / graph->width;
        side[v] = (uint8_t)((way == 0 ? x + y : way == 1 ? x : y) & 1);
    }
}

static void explain_few(const int few[3], struct buffer *how)
{
    buffer_addf(
        how,
        "no set of leaps gives every square the leaps that it needs: %d squares of one colour need %d, but only %d "
        "are possible (the marriage theorem)",
        few[0], few[1], few[2]);
}

// Finds a flow and joins its cycles. If `proves`, the absence of a flow proves that there is no tour either.
static enum search_end try_cover(const struct find_request *request, const struct cycle_cover_request *flow,
                                 bool proves, int *tour, struct buffer *how)
{
    struct cycle_cover cover;
    int few[3];
    enum search_end end = SEARCH_GAVE_UP;
    if (!cycle_cover_init(&cover, request->graph))
        return SEARCH_NO_MEMORY;
    cover.goes_on = request->goes_on;
    cover.context = request->context;
    if (!cycle_cover_find(&cover, flow, few)) {
        if (proves && !cover.stopped && !cover.failed) {
            end = SEARCH_NONE;
            explain_few(few, how);
        }
    } else if (join(request, &cover, flow->random, tour)) {
        end = SEARCH_FOUND;
        buffer_add(how, "found by a flow whose cycles were joined");
    }
    if (cover.failed)
        end = SEARCH_NO_MEMORY;
    cycle_cover_clear(&cover);
    return end;
}

static enum search_end try_flow(const struct find_request *request, int *tour, struct buffer *how)
{
    const struct tour_graph *graph = request->graph;
    const struct tour_constraint *constraint = &request->constraint;
    struct random random = {random_mix(request->seed)};
    bool fixed = !constraint->open || (constraint->from >= 0 && constraint->to >= 0);
    uint8_t *own = graph->side ? NULL : memory_try(NULL, (size_t)graph->vertices, 1);
    const uint8_t *side = graph->side ? graph->side : own;
    enum search_end end = side ? SEARCH_GAVE_UP : SEARCH_NO_MEMORY;
    for (int i = 0; i < FLOW_COVERS && end == SEARCH_GAVE_UP; i++) {
        int ends[2];
        if (own)
            colour(graph, i % 3, own);
        if ((request->goes_on && !request->goes_on(request->context)) ||
            !choose_ends(request, side, &random, ends))
            continue;
        const struct cycle_cover_request flow = {
            .side = side, .from = ends[0], .to = ends[1], .random = &random};
        end = try_cover(request, &flow, !own && fixed, tour, how);
    }
    free(own);
    return end;
}

// If at least one end is free, a closed tour that is cut at the other end, or anywhere, is a valid open tour.
static enum search_end try_closed(const struct find_request *request, int *tour, struct buffer *how)
{
    struct find_request closed = *request;
    const struct tour_constraint *constraint = &request->constraint;
    int n = request->graph->vertices, end = constraint->from >= 0 ? constraint->from : constraint->to;
    if (!constraint->open || (constraint->from >= 0 && constraint->to >= 0) || n < 3)
        return SEARCH_GAVE_UP;
    struct buffer ignored;
    size_t before = how->length;
    buffer_init(&ignored);
    closed.constraint = (struct tour_constraint){false, -1, -1};
    bool hopeless =
        theorem_forbids(request->board, request->leaper, request->graph, &closed.constraint, &ignored);
    enum search_end tried = ignored.failed ? SEARCH_NO_MEMORY : SEARCH_GAVE_UP;
    buffer_clear(&ignored);
    if (hopeless || tried == SEARCH_NO_MEMORY)
        return tried;
    tried = try_tiles(&closed, tour, how);
    if (tried == SEARCH_GAVE_UP)
        tried = try_flow(&closed, tour, how);
    if (tried != SEARCH_FOUND) {
        // The absence of closed tours proves nothing here.
        buffer_truncate(how, before);
        return tried == SEARCH_NO_MEMORY ? tried : SEARCH_GAVE_UP;
    }
    int *turned = memory_try(NULL, (size_t)n, sizeof *turned), at = 0;
    if (!turned)
        return SEARCH_NO_MEMORY;
    while (end >= 0 && tour[at] != end)
        at++;
    for (int i = 0; i < n; i++)
        turned[i] = tour[(at + i) % n];
    memcpy(tour, turned, (size_t)n * sizeof *tour);
    free(turned);
    buffer_add(how, ", a closed tour cut open");
    return SEARCH_FOUND;
}

static enum search_end find(const struct find_request *request, int *tour, struct buffer *how)
{
    const struct tour_graph *graph = request->graph;
    if (theorem_forbids(request->board, request->leaper, graph, &request->constraint, how))
        return SEARCH_NONE;
    if (graph->vertices == 1) {
        tour[0] = 0;
        buffer_add(how, "one square is a tour by itself");
        return SEARCH_FOUND;
    }
    enum search_end end = SEARCH_GAVE_UP;
    if (graph->vertices <= SHORT_CELLS)
        end = try_search(request, SHORT_NODES, tour, how);
    if (end == SEARCH_GAVE_UP)
        end = try_narrow(request, tour, how);
    if (end == SEARCH_GAVE_UP)
        end = try_tiles(request, tour, how);
    if (end == SEARCH_GAVE_UP)
        end = try_closed(request, tour, how);
    if (end == SEARCH_GAVE_UP)
        end = try_flow(request, tour, how);
    if (end == SEARCH_GAVE_UP && graph->vertices <= LONG_CELLS)
        end = try_search(request, request->nodes, tour, how);
    if (end == SEARCH_GAVE_UP)
        buffer_add(how, "neither a tour nor a proof that there is none was found within the limits");
    return end;
}

enum search_end find_run(const struct find_request *request, int *tour, struct buffer *how)
{
    enum search_end end = find(request, tour, how);
    if (how->failed)
        return SEARCH_NO_MEMORY;
    if (end == SEARCH_FOUND) {
        tour_normalize(request->graph, &request->constraint, tour);
        enum tour_fault fault =
            tour_check(request->graph, &request->constraint, tour, request->graph->vertices, NULL);
        if (fault == TOUR_NO_MEMORY)
            return SEARCH_NO_MEMORY;
        // A fault would be a bug in this program. Even then the caller must not take the result for a tour.
        assert(fault == TOUR_FINE);
        if (fault != TOUR_FINE)
            end = SEARCH_GAVE_UP;
    }
    return end;
}
