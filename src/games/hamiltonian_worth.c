// SPDX-License-Identifier: GPL-3.0-or-later
// What the search is told about Hamiltonian Chess: how many links each side lacks for a path.
#include "games/hamiltonian.h"

enum {
    MISSING = 90, // centipawns for a link that is lacking at least
    LINK = 6,     // for one that exists
};

// What a search for the most links of a path has chosen: no two lead to one piece, no two from one.
struct matching {
    int8_t before[PROTECTION_MAX]; // the piece from which a link to this one is chosen, or -1
};

// Finds a chosen link for `from`, moving those of others if need be (H. Kuhn's augmenting paths). `tried` are the
// pieces that this search has been to.
static bool augment(const struct protection_graph *graph, unsigned from, unsigned *tried,
                    struct matching *matching)
{
    unsigned open;
    while ((open = graph->to[from] & ~*tried) != 0) {
        unsigned to = (unsigned)__builtin_ctz(open);
        *tried |= 1U << to;
        if (matching->before[to] < 0 || augment(graph, (unsigned)matching->before[to], tried, matching)) {
            matching->before[to] = (int8_t)from;
            return true;
        }
    }
    return false;
}

// How many links more the side needs for a path, at least: each piece of a path but the last has a link from it, each
// but the first one to it, and no two share one. What forms circles instead of a path is not seen.
static unsigned missing_links(const struct protection_graph *graph)
{
    struct matching matching;
    unsigned chosen = 0;
    for (unsigned i = 0; i < PROTECTION_MAX; i++)
        matching.before[i] = -1;
    for (unsigned i = 0; i < graph->count; i++) {
        unsigned tried = 0;
        chosen += augment(graph, i, &tried, &matching);
    }
    return chosen + 1 < graph->count ? graph->count - 1 - chosen : 0;
}

// A captured piece needs no link any more: taking it may well help its owner.
static int nearness(const struct position *pos, enum color color)
{
    struct protection_graph graph;
    int links = 0;
    protection_find(pos, color, &graph);
    for (unsigned i = 0; i < graph.count; i++)
        links += __builtin_popcount(graph.to[i]);
    return LINK * links - MISSING * (int)missing_links(&graph);
}

int hamiltonian_assess(const struct position *pos)
{
    return nearness(pos, WHITE) - nearness(pos, BLACK);
}
