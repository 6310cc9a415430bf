// SPDX-License-Identifier: GPL-3.0-or-later
// Depth-first search over decisions about edges.
#include "tours/search/search.h"

#include "base/memory.h"
#include "tours/search/partial.h"

#include <stdlib.h>

// How often `goes_on` is asked, in decisions.
enum { ASK_EVERY = 64 };

// One open decision: the edges of its vertex that were unknown, in the order in which they are tried. Trying
// one means choosing it, after those tried before were dropped.
struct decision {
    int mark; // of the trail, before it
    int edge; // tried last
};

struct search {
    struct partial partial;
    struct decision *stack;
    int depth;
    int *scratch;
    uint64_t nodes, asked; // decisions; decisions and ways back
    bool (*goes_on)(void *context);
    void *context;
    bool stopped;
};

static bool is_wanted(struct search *search)
{
    if (++search->asked % ASK_EVERY == 0 && search->goes_on && !search->goes_on(search->context))
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

// Goes back to the last decision that can still be changed: the edge chosen there is dropped for good. False also when the search
// is to stop.
static bool retreat(struct search *search)
{
    while (search->depth > 0 && is_wanted(search)) {
        struct decision *decision = &search->stack[--search->depth];
        partial_undo(&search->partial, decision->mark);
        if (partial_drop(&search->partial, decision->edge) && partial_settle(&search->partial) &&
            partial_connected(&search->partial, search->scratch))
            return true;
    }
    return false;
}

static enum search_end descend(struct search *search, uint64_t nodes_max)
{
    struct partial *partial = &search->partial;
    bool alive = partial_settle(partial) && partial_connected(partial, search->scratch);
    for (;;) {
        if (!alive && !retreat(search))
            return search->stopped ? SEARCH_GAVE_UP : SEARCH_NONE;
        if (partial_complete(partial))
            return SEARCH_FOUND;
        if (search->nodes == nodes_max || !is_wanted(search))
            return SEARCH_GAVE_UP;
        search->nodes++;
        struct decision *decision = &search->stack[search->depth++];
        *decision = (struct decision){partial->trail_count, best_edge(partial)};
        alive = partial_choose(partial, decision->edge) && partial_settle(partial) &&
                partial_connected(partial, search->scratch);
    }
}

enum search_end search_run(const struct tour_graph *graph, const struct tour_constraint *constraint,
                           uint64_t nodes_max, bool (*goes_on)(void *context), void *context, int *tour,
                           uint64_t *nodes)
{
    struct search search = {.goes_on = goes_on, .context = context};
    struct links links;
    links_init(&links, graph, constraint);
    partial_init(&search.partial, &links);
    search.stack = memory_resize(NULL, (size_t)links.edges, sizeof *search.stack);
    search.scratch = memory_resize(NULL, 4 * (size_t)links.vertices, sizeof *search.scratch);
    enum search_end end = descend(&search, nodes_max);
    if (end == SEARCH_FOUND)
        partial_tour(&search.partial, graph, constraint, tour);
    if (nodes)
        *nodes = search.nodes;
    free(search.stack);
    free(search.scratch);
    partial_clear(&search.partial);
    links_clear(&links);
    return end;
}
