// SPDX-License-Identifier: GPL-3.0-or-later
// Theorems that exclude symmetric tours without counting.
#include "tours/symmetry/classes.h"

#include "tours/board/quotient.h"

// The facts about a symmetry that the theorems use.
struct facts {
    int cells, order;     // of the group that the symmetry generates
    int fixed, turned;    // cells that it fixes; leaps that it reverses
    bool coloured, swaps; // whether every leap changes the colour; whether the symmetry does
};

static struct facts facts_about(const struct tour_graph *graph, int symmetry)
{
    struct facts facts = {.cells = graph->vertices};
    facts.order = symmetry == SYMMETRY_TURN_LEFT || symmetry == SYMMETRY_TURN_RIGHT ? 4 : 2;
    facts.coloured = graph->connected && graph->side;
    facts.swaps = facts.coloured && graph->side[tour_graph_image(graph, symmetry, 0)] != graph->side[0];
    for (int v = 0; v < graph->vertices; v++) {
        int image = tour_graph_image(graph, symmetry, v);
        facts.fixed += image == v;
        facts.turned += v < image && tour_graph_image(graph, symmetry, image) == v &&
                        tour_graph_adjacent(graph, v, image);
    }
    return facts;
}

// Whether the symmetry cannot shift a closed tour along itself; if so, appends the reason.
static bool no_shift(const struct facts *facts, struct buffer *reason)
{
    int leaps = facts->cells / facts->order;
    if (facts->fixed) {
        buffer_add(reason, "a shift fixes no cell");
        return true;
    }
    if (!facts->coloured || facts->swaps == (leaps % 2 != 0))
        return false;
    buffer_addf(reason, "it %s colours, but a shift by %d leaps %s them",
                facts->swaps ? "exchanges" : "keeps", leaps, facts->swaps ? "keeps" : "exchanges");
    return true;
}

// Whether the symmetry cannot reverse a tour. Under a reversal, a closed tour turns back at two places, an open one at one.
static bool no_reversal(const struct facts *facts, bool open, struct buffer *reason)
{
    int places = open ? 1 : 2;
    if (facts->order > 2)
        buffer_add(reason, "a quarter turn cannot reverse a tour");
    else if (facts->fixed > places)
        buffer_addf(reason, "a reversal fixes at most %d %s, not %d", places, places > 1 ? "cells" : "cell",
                    facts->fixed);
    else if (facts->fixed + facts->turned < places)
        buffer_addf(reason, "to reverse a tour it would have to map %s leap to itself",
                    facts->turned ? "another" : "some");
    else
        return false;
    return true;
}

static bool symmetry_excluded(const struct tour_graph *graph, int symmetry, bool open, struct buffer *reason)
{
    struct facts facts = facts_about(graph, symmetry);
    if (open)
        return no_reversal(&facts, open, reason);
    if (!no_shift(&facts, reason))
        return false;
    buffer_add(reason, "; ");
    return no_reversal(&facts, open, reason);
}

bool class_excluded(const struct tour_graph *graph, uint8_t group, bool open, struct buffer *reason)
{
    struct quotient quotient;
    size_t before = reason->length;
    bool excluded = false;
    if (!quotient_init(&quotient, graph, group)) {
        buffer_fail_with(reason, &(struct buffer){.failed = true});
        return false;
    }
    for (int i = 1; i < quotient.order && !excluded; i++) {
        if (quotient.order > 2)
            buffer_addf(reason, "%s: ", tour_symmetry_name(quotient.symmetry[i]));
        excluded = symmetry_excluded(graph, quotient.symmetry[i], open, reason);
        if (!excluded)
            buffer_truncate(reason, before);
    }
    if (!excluded && open && quotient.order > 2) {
        buffer_add(reason, "an open tour has only two ends, so at most one symmetry");
        excluded = true;
    }
    quotient_clear(&quotient);
    return excluded;
}
