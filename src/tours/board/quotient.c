// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the orbits of a group of symmetries.
#include "tours/board/quotient.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool quotient_is_involution(const struct quotient *quotient, int element)
{
    int symmetry = quotient->symmetry[element];
    return symmetry != SYMMETRY_TURN_LEFT && symmetry != SYMMETRY_TURN_RIGHT;
}

static bool same_permutation(const struct tour_graph *graph, int a, int b)
{
    for (int v = 0; v < graph->vertices; v++)
        if (tour_graph_image(graph, a, v) != tour_graph_image(graph, b, v))
            return false;
    return true;
}

static void list_elements(struct quotient *quotient, const struct tour_graph *graph, uint8_t group)
{
    bool turns = false;
    quotient->order = 0;
    for (int s = 0; s < SYMMETRIES; s++) {
        bool known = !(group >> s & 1);
        for (int i = 0; i < quotient->order && !known; i++)
            known = same_permutation(graph, s, quotient->symmetry[i]);
        if (known)
            continue;
        quotient->symmetry[quotient->order++] = s;
        turns |= s == SYMMETRY_TURN_LEFT;
    }
    quotient->cyclic = quotient->order <= 2 || (turns && quotient->order == 4);
}

static bool list_orbits(struct quotient *quotient, const struct tour_graph *graph)
{
    size_t vertices = (size_t)graph->vertices;
    quotient->orbits = 0;
    quotient->size = memory_try(NULL, vertices, sizeof *quotient->size);
    quotient->keeper = memory_try(NULL, vertices, sizeof *quotient->keeper);
    quotient->orbit = memory_try(NULL, vertices, sizeof *quotient->orbit);
    quotient->element = memory_try(NULL, vertices, sizeof *quotient->element);
    if (!quotient->size || !quotient->keeper || !quotient->orbit || !quotient->element)
        return false;
    memset(quotient->orbit, -1, vertices * sizeof *quotient->orbit);
    for (int v = 0; v < graph->vertices; v++) {
        if (quotient->orbit[v] >= 0)
            continue;
        int orbit = quotient->orbits++;
        quotient->size[orbit] = 0;
        quotient->keeper[orbit] = -1;
        for (int i = 0; i < quotient->order; i++) {
            int image = tour_graph_image(graph, quotient->symmetry[i], v);
            if (quotient->orbit[image] < 0) {
                quotient->orbit[image] = orbit;
                quotient->element[image] = i;
                quotient->size[orbit]++;
            } else if (image == v) {
                quotient->keeper[orbit] = i;
            }
        }
    }
    return true;
}

// Whether the leap is the first of its images, ordered by their pairs of ends.
static bool is_first(const struct quotient *quotient, const struct tour_graph *graph, int a, int b)
{
    for (int i = 1; i < quotient->order; i++) {
        int c = tour_graph_image(graph, quotient->symmetry[i], a);
        int d = tour_graph_image(graph, quotient->symmetry[i], b);
        int low = c < d ? c : d, high = c < d ? d : c;
        if (low < a || (low == a && high < b))
            return false;
    }
    return true;
}

// An element that maps one vertex to another of the same orbit.
static int leading(const struct quotient *quotient, const struct tour_graph *graph, int from, int to)
{
    int i = 0;
    while (tour_graph_image(graph, quotient->symmetry[i], from) != to)
        i++;
    return i;
}

// Whether the element is an odd power of the generator of a cyclic group.
static bool is_odd(const struct quotient *quotient, int element)
{
    if (quotient->order == 2)
        return element == 1;
    return !quotient_is_involution(quotient, element);
}

static void add_leap(struct quotient *quotient, const struct tour_graph *graph, int a, int b)
{
    int from = quotient->orbit[a], to = quotient->orbit[b];
    if (from != to) {
        bool odd = quotient->cyclic &&
                   is_odd(quotient, quotient->element[a]) != is_odd(quotient, quotient->element[b]);
        quotient->links[quotient->links_count++] =
            (struct quotient_link){from < to ? from : to, from < to ? to : from, odd};
    } else if (quotient->size[from] == quotient->order) {
        quotient->loops[quotient->loops_count++] =
            (struct quotient_loop){from, leading(quotient, graph, a, b)};
    }
}

bool quotient_init(struct quotient *quotient, const struct tour_graph *graph, uint8_t group)
{
    size_t most = (size_t)graph->edges + 1;
    *quotient = (struct quotient){.links = memory_try(NULL, most, sizeof *quotient->links),
                                  .loops = memory_try(NULL, most, sizeof *quotient->loops)};
    list_elements(quotient, graph, group);
    if (!quotient->links || !quotient->loops || !list_orbits(quotient, graph)) {
        quotient_clear(quotient);
        return false;
    }
    for (int a = 0; a < graph->vertices; a++)
        for (int e = graph->first[a]; e < graph->first[a + 1]; e++)
            if (a < graph->neighbours[e] && is_first(quotient, graph, a, graph->neighbours[e]))
                add_leap(quotient, graph, a, graph->neighbours[e]);
    return true;
}

void quotient_clear(struct quotient *quotient)
{
    free(quotient->size);
    free(quotient->keeper);
    free(quotient->orbit);
    free(quotient->element);
    free(quotient->links);
    free(quotient->loops);
}
