// SPDX-License-Identifier: GPL-3.0-or-later
// Checks lists of vertices, and brings tours into canonical form.
#include "tours/board/tour.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static enum tour_fault check_steps(const struct tour_graph *graph, const int *tour, int count, bool *visited,
                                   int *step)
{
    for (*step = 0; *step < count; ++*step) {
        if (visited[tour[*step]])
            return TOUR_AGAIN;
        visited[tour[*step]] = true;
        if (*step > 0 && !tour_graph_adjacent(graph, tour[*step - 1], tour[*step]))
            return TOUR_NO_LEAP;
    }
    return TOUR_FINE;
}

enum tour_fault tour_check(const struct tour_graph *graph, const struct tour_constraint *constraint,
                           const int *tour, int count, int *step)
{
    int at;
    size_t size = (size_t)graph->vertices;
    bool *visited = memory_try(NULL, size, sizeof *visited);
    if (!visited)
        return TOUR_NO_MEMORY;
    memset(visited, 0, size * sizeof *visited);
    enum tour_fault fault = check_steps(graph, tour, count, visited, &at);
    free(visited);
    if (fault == TOUR_FINE && (count < graph->vertices || (!constraint->open && count < 3)))
        fault = TOUR_TOO_SHORT;
    if (fault == TOUR_FINE && !constraint->open && !tour_graph_adjacent(graph, tour[count - 1], tour[0]))
        fault = TOUR_NO_RETURN;
    if (fault == TOUR_FINE && constraint->from >= 0 && tour[0] != constraint->from) {
        fault = TOUR_WRONG_END;
        at = 0;
    } else if (fault == TOUR_FINE && constraint->to >= 0 && tour[count - 1] != constraint->to) {
        fault = TOUR_WRONG_END;
        at = count - 1;
    }
    if (step)
        *step = at;
    return fault;
}

static void reverse(int *list, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        int kept = list[i];
        list[i] = list[j];
        list[j] = kept;
    }
}

void tour_normalize(const struct tour_graph *graph, const struct tour_constraint *constraint, int *tour)
{
    int count = graph->vertices, start = 0;
    if (constraint->open) {
        bool backward = constraint->from >= 0 ? tour[0] != constraint->from
                        : constraint->to >= 0 ? tour[count - 1] != constraint->to
                                              : tour[0] > tour[count - 1];
        if (backward)
            reverse(tour, count);
        return;
    }
    while (tour[start] != 0)
        start++;
    // Three reversals rotate a list by `start` places.
    reverse(tour, start);
    reverse(tour + start, count - start);
    reverse(tour, count);
    if (tour[1] > tour[count - 1])
        reverse(tour + 1, count - 1);
}
