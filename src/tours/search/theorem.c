// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments from degrees, connectivity and colours, and Schwenk's theorem.
#include "tours/search/theorem.h"

#include "base/memory.h"
#include "tours/search/partial.h"

#include <stdlib.h>
#include <string.h>

struct proof {
    const struct tour_board *board;
    const struct tour_graph *graph;
    const struct tour_constraint *constraint;
    struct buffer *reason;
};

bool theorem_is_knights_rectangle(const struct tour_board *board, const struct leaper *leaper)
{
    struct leaper knight;
    return board->cells == board->width * board->height && leaper_read(&knight, "N", NULL) &&
           leaper->count == knight.count &&
           memcmp(leaper->leaps, knight.leaps, (size_t)knight.count * sizeof *knight.leaps) == 0;
}

static void name_of(const struct proof *proof, int vertex, char name[TOUR_CELL_NAME_SIZE])
{
    tour_board_cell_name(proof->board, proof->graph->cell[vertex], name);
}

// Every square needs two leaps, the end of an open tour one.
static bool degrees_forbid(const struct proof *proof)
{
    const struct tour_constraint *constraint = proof->constraint;
    int lonely[3], count = 0, spare = !constraint->open ? 0 : (constraint->from < 0) + (constraint->to < 0);
    for (int v = 0; v < proof->graph->vertices && count < 3; v++) {
        int degree = tour_graph_degree(proof->graph, v);
        bool end = v == constraint->from || v == constraint->to;
        if (degree == 0) {
            char name[TOUR_CELL_NAME_SIZE];
            name_of(proof, v, name);
            buffer_addf(proof->reason, "no leap leads to or from %s", name);
            return true;
        }
        if (degree == 1 && !end)
            lonely[count++] = v;
        if (count <= spare)
            continue;
        char names[3][TOUR_CELL_NAME_SIZE] = {"", "", ""};
        for (int i = 0; i < count; i++)
            name_of(proof, lonely[i], names[i]);
        buffer_addf(
            proof->reason,
            "only one leap leads to %s%s%s%s%s, but every square except the ends of an open tour needs two",
            names[0],
            count > 2   ? ", "
            : count > 1 ? " and "
                        : "",
            count > 1 ? names[1] : "", count > 2 ? " and " : "", count > 2 ? names[2] : "");
        return true;
    }
    return false;
}

static bool connection_forbids(const struct proof *proof)
{
    if (!proof->graph->connected) {
        buffer_add(proof->reason, "the board falls into parts that no leap connects");
        return true;
    }
    struct links links = {0};
    struct partial partial = {0};
    bool room = links_init(&links, proof->graph, proof->constraint) && partial_init(&partial, &links);
    int *scratch = room ? memory_try(NULL, 4 * (size_t)links.vertices, sizeof *scratch) : NULL;
    bool cut = scratch && !partial_connected(&partial, scratch);
    if (!scratch)
        buffer_fail_with(proof->reason, &(struct buffer){.failed = true});
    free(scratch);
    partial_clear(&partial);
    links_clear(&links);
    if (cut)
        buffer_add(proof->reason,
                   "without a certain square the board falls into more parts than a tour could visit");
    return cut;
}

// If the graph has two colours, every leap changes the colour, so the colours of a tour alternate.
static bool colours_forbid(const struct proof *proof)
{
    const struct tour_graph *graph = proof->graph;
    const struct tour_constraint *constraint = proof->constraint;
    int count[2] = {0, 0}, end = constraint->from >= 0 ? constraint->from : constraint->to;
    const uint8_t *side = graph->side;
    bool coloured = side != NULL;
    for (int v = 0; v < graph->vertices && coloured; v++)
        count[side[v]]++;
    int more = count[1] > count[0], excess = count[more] - count[!more];
    bool forbids = coloured && excess > constraint->open;
    if (forbids) {
        buffer_addf(
            proof->reason,
            "every leap goes from one colour to the other, but there are %d squares of one and %d of the other",
            count[more], count[!more]);
    } else if (coloured && end >= 0 && excess == 1 &&
               (side[end] != more || (constraint->to >= 0 && side[constraint->to] != more))) {
        buffer_add(proof->reason,
                   "the colours of a tour alternate, so on this board it begins and ends on the colour "
                   "with one square more");
        forbids = true;
    } else if (coloured && constraint->from >= 0 && constraint->to >= 0 && excess == 0 &&
               side[constraint->from] == side[constraint->to]) {
        buffer_add(proof->reason,
                   "the colours of a tour alternate, so on this board it ends on the other colour");
        forbids = true;
    }
    return forbids;
}

static bool schwenk_forbids(const struct proof *proof)
{
    int m = proof->board->width, n = proof->board->height;
    if (m > n) {
        int kept = m;
        m = n;
        n = kept;
    }
    const char *because = m % 2 && n % 2                           ? "both sides are odd"
                          : m == 1 || m == 2 || m == 4             ? "a side is 1, 2 or 4"
                          : m == 3 && (n == 4 || n == 6 || n == 8) ? "it is 3 by 4, 6 or 8"
                                                                   : NULL;
    if (because)
        buffer_addf(proof->reason,
                    "Schwenk's theorem (1991): no closed knight's tour of this rectangle, because %s",
                    because);
    return because != NULL;
}

bool theorem_forbids(const struct tour_board *board, const struct leaper *leaper,
                     const struct tour_graph *graph, const struct tour_constraint *constraint,
                     struct buffer *reason)
{
    struct proof proof = {board, graph, constraint, reason};
    if (!constraint->open && graph->vertices < 3) {
        buffer_add(reason, "a closed tour needs at least three squares");
        return true;
    }
    if (graph->vertices == 1)
        return false;
    if (!constraint->open && theorem_is_knights_rectangle(board, leaper) && schwenk_forbids(&proof))
        return true;
    return degrees_forbid(&proof) || connection_forbids(&proof) || colours_forbid(&proof);
}

const char *theorem_promises(const struct tour_board *board, const struct leaper *leaper,
                             const struct tour_constraint *constraint)
{
    if (!theorem_is_knights_rectangle(board, leaper) || constraint->from >= 0 || constraint->to >= 0)
        return NULL;
    if (!constraint->open)
        return "Schwenk's theorem (1991)";
    if (board->width >= 5 && board->height >= 5)
        return "the theorem of Cull and De Curtins (1978)";
    return NULL;
}
