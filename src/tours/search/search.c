// SPDX-License-Identifier: GPL-3.0-or-later
// Depth-first search over decisions about edges.
#include "tours/search/search.h"

#include "base/memory.h"
#include "tours/search/partial.h"

#include <stdlib.h>

// Decisions between two calls of `goes_on`.
enum { ASK_EVERY = 64 };

// A decision that can be changed: the edge chosen last. Edges tried before it have been dropped.
struct decision {
    int mark; // length of the trail before it
    int edge;
};

struct search {
    const struct tour_search_request *request;
    struct partial partial;
    struct decision *stack;
    int depth;
    int *scratch;
    uint64_t nodes, steps; // decisions; decisions and retreats
    bool stopped;
};

static bool goes_on(struct search *search)
{
    const struct tour_search_request *request = search->request;
    if (++search->steps % ASK_EVERY == 0 && request->goes_on && !request->goes_on(request->context))
        search->stopped = true;
    return !search->stopped;
}

// The unknown edge at the branching vertex to the neighbour with the fewest edges left.
static int best_edge(const struct partial *partial)
{
    const struct links *links = partial->links;
    int vertex = partial_branch(partial), best = -1, best_left = 0;
    for (int i = links->first[vertex]; i < links->first[vertex + 1]; i++) {
        int left = partial->left[links->neighbour[i]] - 2 * partial->used[links->neighbour[i]];
        if (partial->state[links->edge[i]] == EDGE_UNKNOWN && (best < 0 || left < best_left)) {
            best = links->edge[i];
            best_left = left;
        }
    }
    return best;
}

// Backtracks to the last decision that can still be changed and drops its edge. False when there is none, or when the
// search must stop.
static bool retreat(struct search *search)
{
    while (search->depth > 0 && goes_on(search)) {
        struct decision *decision = &search->stack[--search->depth];
        partial_undo(&search->partial, decision->mark);
        if (partial_drop(&search->partial, decision->edge) && partial_settle(&search->partial) &&
            partial_connected(&search->partial, search->scratch))
            return true;
    }
    return false;
}

static enum search_end descend(struct search *search)
{
    struct partial *partial = &search->partial;
    bool alive = partial_settle(partial) && partial_connected(partial, search->scratch);
    for (;;) {
        if (!alive && !retreat(search))
            return search->stopped ? SEARCH_GAVE_UP : SEARCH_NONE;
        if (partial_complete(partial))
            return SEARCH_FOUND;
        if (search->nodes == search->request->nodes || !goes_on(search))
            return SEARCH_GAVE_UP;
        search->nodes++;
        struct decision *decision = &search->stack[search->depth++];
        *decision = (struct decision){partial->trail_count, best_edge(partial)};
        alive = partial_choose(partial, decision->edge) && partial_settle(partial) &&
                partial_connected(partial, search->scratch);
    }
}

enum search_end search_run(const struct tour_search_request *request, int *tour, uint64_t *nodes)
{
    struct search search = {.request = request};
    struct links links;
    enum search_end end = SEARCH_NO_MEMORY;
    if (nodes)
        *nodes = 0;
    if (!links_init(&links, request->graph, request->constraint))
        return end;
    search.stack = memory_try(NULL, (size_t)links.edges, sizeof *search.stack);
    search.scratch = memory_try(NULL, 4 * (size_t)links.vertices, sizeof *search.scratch);
    if (search.stack && search.scratch && partial_init(&search.partial, &links)) {
        end = descend(&search);
        if (end == SEARCH_FOUND)
            partial_tour(&search.partial, request->graph, request->constraint, tour);
        partial_clear(&search.partial);
    }
    if (nodes)
        *nodes = search.nodes;
    free(search.stack);
    free(search.scratch);
    links_clear(&links);
    return end;
}
