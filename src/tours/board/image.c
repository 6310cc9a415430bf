// SPDX-License-Identifier: GPL-3.0-or-later
// Rotating and reflecting tours.
#include "tours/board/image.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void tour_image(const struct tour_graph *graph, bool open, int symmetry, const int *tour, int *image)
{
    const struct tour_constraint constraint = {open, -1, -1};
    for (int i = 0; i < graph->vertices; i++)
        image[i] = tour_graph_image(graph, symmetry, tour[i]);
    tour_normalize(graph, &constraint, image);
}

static int compare(const int *a, const int *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

uint8_t tour_canonical(const struct tour_graph *graph, bool open, const int *tour, int *least)
{
    size_t size = (size_t)graph->vertices;
    int *own = memory_try(NULL, size, sizeof *own), *image = memory_try(NULL, size, sizeof *image);
    uint8_t fixed = 0;
    if (!own || !image) {
        free(own);
        free(image);
        return 0;
    }
    tour_image(graph, open, SYMMETRY_NONE, tour, own);
    memcpy(least, own, size * sizeof *least);
    for (int s = 0; s < SYMMETRIES; s++) {
        if (!(graph->symmetries >> s & 1))
            continue;
        tour_image(graph, open, s, tour, image);
        if (compare(image, own, graph->vertices) == 0)
            fixed |= (uint8_t)(1u << s);
        if (compare(image, least, graph->vertices) < 0)
            memcpy(least, image, size * sizeof *least);
    }
    free(own);
    free(image);
    return fixed;
}
