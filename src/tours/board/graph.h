// SPDX-License-Identifier: GPL-3.0-or-later
// The graph of a leaper on a board: cells are vertices, leaps are edges.
#ifndef LEAPER_TOURS_GRAPH_H
#define LEAPER_TOURS_GRAPH_H

#include "tours/board/board.h"
#include "tours/board/leaper.h"

#include <stdbool.h>
#include <stdint.h>

// The symmetries of the square, by their effect on (x, y) with the origin in the middle of the board:
// bit 0 swaps left and right, bit 1 top and bottom; bit 2 first swaps x and y.
enum {
    SYMMETRY_NONE = 0,
    SYMMETRY_LEFT_RIGHT = 1,
    SYMMETRY_TOP_BOTTOM = 2,
    SYMMETRY_HALF_TURN = 3,
    SYMMETRY_DIAGONAL = 4,
    SYMMETRY_TURN_LEFT = 5,
    SYMMETRY_TURN_RIGHT = 6,
    SYMMETRY_ANTIDIAGONAL = 7,
    SYMMETRIES = 8
};

// Vertices are numbered from 0 in an order that the caller chooses. The graph is constant once built.
struct tour_graph {
    int width, height; // of the board
    int vertices, edges;
    int *cell;          // [vertices] the cell of a vertex
    int *vertex;        // [width * height] the vertex of a cell, -1 for holes
    int *first;         // [vertices + 1] the index of a vertex's first neighbour in `neighbours`
    int *neighbours;    // [2 * edges] ascending for each vertex
    uint8_t symmetries; // bit s is set when symmetry s maps cells to cells and leaps to leaps
    bool connected;     // every vertex can be reached from every other
    uint8_t *
        side; // [vertices] 0 or 1 if the graph is bipartite, such that edges join different sides; otherwise NULL
};

// Builds the graph. `order` lists the board's cells in the order of their vertices; NULL: in the order of their numbers. The
// board is not needed afterwards. Fails with ERROR_PARAMETER at "leaper" when the board has more than one cell and the piece
// cannot move between any two, and with ERROR_SYSTEM without memory. Free it with tour_graph_clear(); after a failure there
// is nothing to free.
bool tour_graph_init(struct tour_graph *graph, const struct tour_board *board, const struct leaper *leaper,
                     const int *order, struct error *err);
void tour_graph_clear(struct tour_graph *graph);

static inline int tour_graph_degree(const struct tour_graph *graph, int vertex)
{
    return graph->first[vertex + 1] - graph->first[vertex];
}

// Whether an edge joins two vertices (binary search).
bool tour_graph_adjacent(const struct tour_graph *graph, int a, int b);

// The image of a vertex under one of the graph's symmetries.
int tour_graph_image(const struct tour_graph *graph, int symmetry, int vertex);

// The image of a cell of a width×height board under a symmetry; when bit 2 of the symmetry is set, the image lies on the board
// with the two sides exchanged.
int tour_cell_image(int width, int height, int symmetry, int cell);

// The name, as printed and as used in JSON: "none", "left-right", "half-turn", … Static storage.
const char *tour_symmetry_name(int symmetry);

#endif
