// SPDX-License-Identifier: GPL-3.0-or-later
// Divides a rectangle into tiles and copies a tour of the right size into each.
#include "tours/search/tiling.h"

#include "base/memory.h"
#include "tours/search/search.h"

#include <assert.h>
#include <stdlib.h>

enum { TILE_LEAST = 5, TILE_MOST = 10 };

// A tour of a tile of one size: its cells in order, numbered within the tile.
struct tile {
    int *tour;
    int count;
};

// The length of the next part of a side with `rest` cells left. All parts are even, except the first of an odd side.
static int part(int rest)
{
    if (rest % 2 != 0)
        return rest <= TILE_MOST ? rest : TILE_LEAST;
    return rest <= TILE_MOST ? rest : TILE_LEAST + 1;
}

// Finds a tour of the tile, which exists by the theorems of Schwenk and of Cull and De Curtins. False when there is no memory.
static bool make_tile(struct tile *tile, int width, int height)
{
    struct tour_board board;
    struct tour_graph graph;
    struct leaper knight;
    const struct tour_constraint constraint = {width % 2 && height % 2, -1, -1};
    const struct tour_search_request request = {
        .graph = &graph, .constraint = &constraint, .nodes = UINT64_MAX, .goes_on = NULL};
    bool read = leaper_read(&knight, "N", NULL);
    assert(read);
    (void)read;
    *tile = (struct tile){.count = width * height};
    if (!tour_board_init(&board, width, height))
        return false;
    if (tour_graph_init(&graph, &board, &knight, NULL, NULL)) {
        enum search_end end = SEARCH_NO_MEMORY;
        tile->tour = memory_try(NULL, (size_t)tile->count, sizeof *tile->tour);
        if (tile->tour)
            end = search_run(&request, tile->tour, NULL);
        assert(end == SEARCH_FOUND || end == SEARCH_NO_MEMORY);
        if (end != SEARCH_FOUND) {
            free(tile->tour);
            tile->tour = NULL;
        }
        tour_graph_clear(&graph);
    }
    tour_board_clear(&board);
    return tile->tour != NULL;
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
    for (int y = 0, height; y < graph->height && !cover->failed; y += height) {
        height = part(graph->height - y);
        for (int x = 0, width; x < graph->width && !cover->failed; x += width) {
            width = part(graph->width - x);
            struct tile *tile = &tiles[width][height];
            if (tile->tour || make_tile(tile, width, height))
                place_tile(cover, tile, x, y, width);
            else
                cover->failed = true;
        }
    }
    for (int w = 0; w <= TILE_MOST; w++)
        for (int h = 0; h <= TILE_MOST; h++)
            free(tiles[w][h].tour);
    return !cover->failed;
}
