// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a rectangle into tiles and copies a tour of its size into each.
#include "tours/search/tiling.h"

#include "base/memory.h"
#include "tours/search/search.h"

#include <assert.h>
#include <stdlib.h>

enum { TILE_LEAST = 5, TILE_MOST = 10 };

// A tour of one size of tile: its cells in order, numbered within the tile.
struct tile {
    int *tour;
    int count;
};

// The next part of a side with `rest` cells left: even ones, but for the first of an odd side.
static int part(int rest)
{
    if (rest % 2 != 0)
        return rest <= TILE_MOST ? rest : TILE_LEAST;
    return rest <= TILE_MOST ? rest : TILE_LEAST + 1;
}

// A tour of the tile, which exists by the theorems of Schwenk, and of Cull and De Curtins.
static struct tile make_tile(int width, int height)
{
    struct tour_board board;
    struct tour_graph graph;
    struct leaper knight;
    struct tour_constraint constraint = {width % 2 && height % 2, -1, -1};
    struct tile tile = {.count = width * height};
    bool fine = leaper_read(&knight, "N", NULL);
    assert(fine);
    tour_board_init(&board, width, height);
    fine = tour_graph_init(&graph, &board, &knight, NULL, NULL);
    assert(fine);
    tile.tour = memory_resize(NULL, (size_t)tile.count, sizeof *tile.tour);
    enum search_end end = search_run(&graph, &constraint, UINT64_MAX, NULL, NULL, tile.tour, NULL);
    assert(end == SEARCH_FOUND);
    (void)fine;
    (void)end;
    tour_graph_clear(&graph);
    tour_board_clear(&board);
    return tile;
}

static void place_tile(struct cycle_cover *cover, const struct tile *tile, int x, int y, int width)
{
    const struct tour_graph *graph = cover->graph;
    bool closed = tile->count % 2 == 0;
    for (int i = 0; i < tile->count - !closed; i++) {
        int a = tile->tour[i], b = tile->tour[(i + 1) % tile->count];
        cycle_cover_link(cover, graph->vertex[(y + a / width) * graph->width + x + a % width],
                         graph->vertex[(y + b / width) * graph->width + x + b % width]);
    }
}

bool tiling_cover(struct cycle_cover *cover)
{
    const struct tour_graph *graph = cover->graph;
    struct tile tiles[TILE_MOST + 1][TILE_MOST + 1] = {{{0}}};
    if (graph->width < TILE_LEAST || graph->height < TILE_LEAST)
        return false;
    for (int y = 0, height; y < graph->height; y += height) {
        height = part(graph->height - y);
        for (int x = 0, width; x < graph->width; x += width) {
            width = part(graph->width - x);
            struct tile *tile = &tiles[width][height];
            if (!tile->tour)
                *tile = make_tile(width, height);
            place_tile(cover, tile, x, y, width);
        }
    }
    for (int w = 0; w <= TILE_MOST; w++)
        for (int h = 0; h <= TILE_MOST; h++)
            free(tiles[w][h].tour);
    return true;
}
