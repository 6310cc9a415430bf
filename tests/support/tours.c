// SPDX-License-Identifier: GPL-3.0-or-later
// Boards, leapers and graphs for tests.
#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void tour_scene_init(struct tour_scene *scene, const char *board, const char *leaper)
{
    struct error err;
    if (!tour_board_read(&scene->board, board, &err) || !leaper_read(&scene->leaper, leaper, &err) ||
        !tour_graph_init(&scene->graph, &scene->board, &scene->leaper, NULL, &err))
        fail_msg("%s on %s: %s: %s", leaper, board, err.at, err.message);
}

void tour_scene_clear(struct tour_scene *scene)
{
    tour_graph_clear(&scene->graph);
    tour_board_clear(&scene->board);
}

int tour_scene_vertex(const struct tour_scene *scene, const char *name)
{
    struct error err;
    int cell = 0;
    if (!tour_board_cell_read(&scene->board, name, &cell, "", &err))
        fail_msg("%s: %s", name, err.message);
    return scene->graph.vertex[cell];
}

struct tour_wish tour_scene_open(const struct tour_scene *scene, const char *from, const char *to)
{
    return (struct tour_wish){true, *from ? tour_scene_vertex(scene, from) : -1,
                              *to ? tour_scene_vertex(scene, to) : -1};
}
