// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a leaper graph into two halves for McKay's method.
#include "tours/mckay/mckay_ground.h"

#include <string.h>

// Refuses boards and pieces that the method cannot handle.
static bool check(const struct tour_graph *graph, struct error *err)
{
    if (graph->height % 2 || graph->height < 4)
        return error_set(err, ERROR_PARAMETER, "board",
                         "McKay's method cuts the board between two ranks: the height "
                         "must be even and at least 4, not %d",
                         graph->height);
    if (!(graph->symmetries >> SYMMETRY_TOP_BOTTOM & 1))
        return error_set(err, ERROR_PARAMETER, "board",
                         "McKay's method needs an upper half that is the mirror image of the lower one");
    if (graph->width > MCKAY_WIDTH_MAX)
        return error_set(err, ERROR_TOO_LARGE, "board",
                         "a half with %d files has too many path structures (at most "
                         "%d files); rotate the board",
                         graph->width, (int)MCKAY_WIDTH_MAX);
    if (graph->vertices > 2 * MCKAY_HALF_MAX)
        return error_set(err, ERROR_TOO_LARGE, "board",
                         "a half of %d cells has too many half-tours (at most %d cells)", graph->vertices / 2,
                         (int)MCKAY_HALF_MAX);
    for (int v = 0; v < graph->vertices; v++)
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++)
            if (graph->cell[graph->neighbours[i]] / graph->width > graph->cell[v] / graph->width + 2)
                return error_set(err, ERROR_PARAMETER, "leaper",
                                 "McKay's method is for pieces that leap at most two ranks");
    return true;
}

static void add_step(struct mckay_ground *ground, int low, int high)
{
    enum mckay_kind kind = low >= ground->width ? STEP_3_5 : high >= 3 * ground->width ? STEP_4_6 : STEP_4_5;
    ground->steps[kind][ground->step_count[kind]++] = (struct mckay_step){(uint8_t)low, (uint8_t)high};
}

// The node at a file (already mirrored) and a rank of the board, or -1 where there is none.
static int node_at(const struct mckay_ground *ground, int file, int rank)
{
    int from_middle = rank < ground->ranks ? ground->ranks - 1 - rank : rank - ground->ranks;
    if (from_middle > 1)
        return -1;
    return (rank < ground->ranks ? 0 : 2 * ground->width) + from_middle * ground->width + file;
}

bool mckay_ground_init(struct mckay_ground *ground, const struct tour_graph *graph, bool mirrored,
                       struct error *err)
{
    if (!check(graph, err))
        return false;
    *ground = (struct mckay_ground){.width = graph->width, .ranks = graph->height / 2, .codes = 1};
    ground->left_right = graph->symmetries >> SYMMETRY_LEFT_RIGHT & 1;
    ground->half_turn = graph->symmetries >> SYMMETRY_HALF_TURN & 1;
    ground->cells = graph->vertices / 2;
    for (int i = 0; i < graph->width; i++)
        ground->codes *= 3;
    int number[MCKAY_HALF_MAX], cells = 0; // number[v]: the cell of vertex v; vertex[]: its inverse
    int vertex[MCKAY_HALF_MAX] = {0};
    for (int i = 0; i < 2 * graph->width; i++)
        ground->cell_of[i] = -1;
    for (int rank = 0; rank < ground->ranks; rank++)
        for (int file = 0; file < graph->width; file++) {
            int v = graph->vertex[rank * graph->width + (mirrored ? graph->width - 1 - file : file)];
            if (v < 0)
                continue;
            number[v] = cells;
            vertex[cells] = v;
            ground->node_of[cells] = node_at(ground, file, rank);
            if (ground->node_of[cells] >= 0)
                ground->cell_of[ground->node_of[cells]] = cells;
            cells++;
        }
    for (int c = 0; c < cells; c++) {
        int crossing = 0;
        for (int i = graph->first[vertex[c]]; i < graph->first[vertex[c] + 1]; i++) {
            int other = graph->neighbours[i], cell = graph->cell[other];
            if (other >= cells) {
                int file = cell % graph->width;
                add_step(ground, ground->node_of[c],
                         node_at(ground, mirrored ? graph->width - 1 - file : file, cell / graph->width));
                crossing++;
            } else if (number[other] > c) {
                ground->forward[c][ground->forward_count[c]++] = (uint8_t)number[other];
            }
        }
        ground->least[c] = crossing < 2 ? 2 - crossing : 0;
    }
    return true;
}

uint32_t mckay_code_mirror(const struct mckay_ground *ground, uint32_t code)
{
    uint32_t mirror = 0;
    for (int i = 0; i < ground->width; i++, code /= 3)
        mirror = 3 * mirror + code % 3;
    return mirror;
}

int32_t mckay_code_add(const struct mckay_ground *ground, uint32_t a, uint32_t b)
{
    uint32_t x = a, y = b;
    for (int i = 0; i < ground->width; i++, x /= 3, y /= 3)
        if (x % 3 + y % 3 > 2)
            return -1;
    return (int32_t)(a + b);
}

int32_t mckay_code_subtract(const struct mckay_ground *ground, uint32_t a, uint32_t b)
{
    uint32_t x = a, y = b;
    for (int i = 0; i < ground->width; i++, x /= 3, y /= 3)
        if (x % 3 < y % 3)
            return -1;
    return (int32_t)(a - b);
}
