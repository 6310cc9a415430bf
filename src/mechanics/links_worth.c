// SPDX-License-Identifier: GPL-3.0-or-later
// The search's evaluation of links: how many each side lacks for a path.
#include "mechanics/links.h"

enum {
    MISSING = 90, // centipawns for each link that is certainly missing
    LINK = 6,     // for each that exists
};

// A matching: the links chosen so far, no two from the same piece and no two to the same piece.
struct matching {
    int8_t before[PROTECTION_MAX]; // the piece whose link to this one is chosen, or -1
};

// Chooses a link for `from`, changing those of others if need be (Kuhn's augmenting paths). `tried` are the pieces
// that this search has visited.
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

// A lower bound on the links that the side still needs for a path: the links of a path form a matching, since no two
// leave or enter the same piece. Cycles are not excluded.
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

// A captured piece no longer needs a link, so capturing it may well help its owner.
static int nearness(const struct position *pos, enum color color)
{
    struct protection_graph graph;
    int links = 0;
    protection_find(pos, color, &graph);
    for (unsigned i = 0; i < graph.count; i++)
        links += __builtin_popcount(graph.to[i]);
    return LINK * links - MISSING * (int)missing_links(&graph);
}

int links_assess(const struct part *part, const struct position *pos)
{
    (void)part;
    return nearness(pos, WHITE) - nearness(pos, BLACK);
}
