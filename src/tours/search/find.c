// SPDX-License-Identifier: GPL-3.0-or-later
// Tries what is cheap and certain before what is dear: theorems, short search, layers, tiles, flows, long search.
#include "tours/search/find.h"

#include "base/memory.h"
#include "tours/search/cycle_cover.h"
#include "tours/search/narrow.h"
#include "tours/search/theorem.h"
#include "tours/search/tiling.h"

#include <assert.h>
#include <stdlib.h>

enum {
    SHORT_CELLS = 2000,   // boards on which the short search is worth it
    SHORT_NODES = 500,    // its decisions
    NARROW_FRONTIER = 11, // four ranks of a knight, and an open end
    NARROW_STATES = 1 << 25,
    NARROW_BYTES = 96, // that one of these states takes at most, with the room that its lists have to spare
    JOIN_SHAKES = 400, // tries to join a cover; fewer on large boards
    FLOW_COVERS = 8,   // covers tried
    LONG_CELLS = 20000 // boards on which the long search makes sense
};

static enum search_end try_search(const struct find_request *request, uint64_t nodes_max, int *tour,
                                  struct buffer *how)
{
    uint64_t nodes;
    enum search_end end = search_run(request->graph, &request->constraint, nodes_max, request->goes_on,
                                     request->context, tour, &nodes);
    if (end == SEARCH_FOUND)
        buffer_addf(how, "found by search (%llu decisions)", (unsigned long long)nodes);
    if (end == SEARCH_NONE)
        buffer_addf(how,
                    nodes ? "exact search was finished (%llu decisions)"
                          : "the leaps that squares with two of them need exclude one another",
                    (unsigned long long)nodes);
    return end;
}

static enum search_end try_narrow(const struct find_request *request, int *tour, struct buffer *how)
{
    uint64_t states;
    uint64_t most = request->memory ? request->memory / NARROW_BYTES : NARROW_STATES;
    enum search_end end = narrow_run(request->graph, &request->constraint, NARROW_FRONTIER,
                                     most < NARROW_STATES ? most : NARROW_STATES, request->goes_on,
                                     request->context, tour, &states);
    if (end == SEARCH_FOUND)
        buffer_addf(how, "found by layers of states (%llu of them)", (unsigned long long)states);
    if (end == SEARCH_NONE)
        buffer_addf(how, "all states of partial tours were followed (%llu of them)",
                    (unsigned long long)states);
    return end;
}

// Joins the cover and reads off the tour.
static bool join(const struct find_request *request, struct cycle_cover *cover, struct random *random,
                 int *tour)
{
    int shakes = request->graph->vertices > 100000 ? JOIN_SHAKES / 10 : JOIN_SHAKES;
    if (!cycle_cover_join(cover, random, shakes))
        return false;
    cycle_cover_tour(cover, &request->constraint, tour);
    return true;
}

static bool try_tiles(const struct find_request *request, int *tour, struct buffer *how)
{
    const struct tour_graph *graph = request->graph;
    bool odd = graph->width % 2 && graph->height % 2, found;
    if (!theorem_is_knights_rectangle(request->board, request->leaper) || odd != request->constraint.open ||
        request->constraint.from >= 0 || request->constraint.to >= 0)
        return false;
    struct random random = {request->seed};
    struct cycle_cover cover;
    cycle_cover_init(&cover, graph);
    cover.goes_on = request->goes_on;
    cover.context = request->context;
    found = tiling_cover(&cover) && join(request, &cover, &random, tour);
    cycle_cover_clear(&cover);
    if (found)
        buffer_add(how, "found by division into tiles");
    return found;
}

// A vertex of a side, at random, other than `not`; -1 when there is none.
static int choose_end(const uint8_t *side, int vertices, int wanted, int not, struct random *random)
{
    int begin = (int)random_below(random, (uint32_t)vertices);
    for (int i = 0; i < vertices; i++) {
        int v = (begin + i) % vertices;
        if (side[v] == wanted && v != not )
            return v;
    }
    return -1;
}

// Chooses the ends that were left open so that the colours fit.
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

// Which colouring of the cells: by the graph itself, or by file and rank; the latter ignore some of the leaps.
static bool colour(const struct find_request *request, int way, uint8_t *side)
{
    const struct tour_graph *graph = request->graph;
    if (way == 0)
        return theorem_sides(graph, side);
    for (int v = 0; v < graph->vertices; v++) {
        int x = graph->cell[v] % graph->width, y = graph->cell[v] / graph->width;
        side[v] = (uint8_t)((way == 1 ? x + y : way == 2 ? x : y) & 1);
    }
    return true;
}

static void explain_few(const int few[3], struct buffer *how)
{
    buffer_addf(
        how,
        "no set of leaps gives every square its steps: %d squares of one colour need %d, only %d can be had "
        "(the marriage theorem)",
        few[0], few[1], few[2]);
}

static enum search_end try_flow(const struct find_request *request, int *tour, struct buffer *how)
{
    const struct tour_graph *graph = request->graph;
    const struct tour_constraint *constraint = &request->constraint;
    struct random random = {random_mix(request->seed)};
    uint8_t *side = memory_resize(NULL, (size_t)graph->vertices, 1);
    enum search_end end = SEARCH_GAVE_UP;
    bool certain = colour(request, 0, side),
         fixed = !constraint->open || (constraint->from >= 0 && constraint->to >= 0);
    for (int i = 0; i < FLOW_COVERS && end == SEARCH_GAVE_UP; i++) {
        struct cycle_cover cover;
        int ends[2], few[3];
        if (!certain)
            colour(request, i % 3 + 1, side);
        if ((request->goes_on && !request->goes_on(request->context)) ||
            !choose_ends(request, side, &random, ends))
            continue;
        cycle_cover_init(&cover, graph);
        cover.goes_on = request->goes_on;
        cover.context = request->context;
        if (!cycle_cover_find(&cover, side, ends[0], ends[1], &random, few)) {
            if (certain && fixed && !cover.stopped) {
                end = SEARCH_NONE;
                explain_few(few, how);
            }
        } else if (join(request, &cover, &random, tour)) {
            end = SEARCH_FOUND;
            buffer_add(how, "found by a flow and joining of its cycles");
        }
        cycle_cover_clear(&cover);
    }
    free(side);
    return end;
}

// Where both ends are left open, or one is, a closed tour cut anywhere, or there, is a good open one.
static enum search_end try_closed(const struct find_request *request, int *tour, struct buffer *how)
{
    struct find_request closed = *request;
    const struct tour_constraint *constraint = &request->constraint;
    int n = request->graph->vertices, end = constraint->from >= 0 ? constraint->from : constraint->to;
    if (!constraint->open || (constraint->from >= 0 && constraint->to >= 0) || n < 3)
        return SEARCH_GAVE_UP;
    struct buffer none;
    buffer_init(&none);
    closed.constraint = (struct tour_constraint){false, -1, -1};
    bool hopeless =
        theorem_forbids(request->board, request->leaper, request->graph, &closed.constraint, &none);
    buffer_clear(&none);
    if (hopeless || (!try_tiles(&closed, tour, how) && try_flow(&closed, tour, how) != SEARCH_FOUND))
        return SEARCH_GAVE_UP;
    int *turned = memory_resize(NULL, (size_t)n, sizeof *turned), at = 0;
    while (end >= 0 && tour[at] != end)
        at++;
    for (int i = 0; i < n; i++)
        turned[i] = tour[(at + i) % n];
    for (int i = 0; i < n; i++)
        tour[i] = turned[i];
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
    if (end == SEARCH_GAVE_UP && try_tiles(request, tour, how))
        end = SEARCH_FOUND;
    if (end == SEARCH_GAVE_UP)
        end = try_closed(request, tour, how);
    if (end == SEARCH_GAVE_UP)
        buffer_reset(how);
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
    if (end == SEARCH_FOUND) {
        tour_normalize(request->graph, &request->constraint, tour);
        enum tour_fault fault =
            tour_check(request->graph, &request->constraint, tour, request->graph->vertices, NULL);
        // A fault would be ours; even then whoever asked must not see it as a tour.
        assert(fault == TOUR_FINE);
        if (fault != TOUR_FINE)
            end = SEARCH_GAVE_UP;
    }
    return end;
}
