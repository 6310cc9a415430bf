// SPDX-License-Identifier: GPL-3.0-or-later
// Boards, leapers and graphs for tests.
#include "support/tours.h"

#include "reference/tours.h"

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

struct tour_constraint tour_scene_open(const struct tour_scene *scene, const char *from, const char *to)
{
    return (struct tour_constraint){true, *from ? tour_scene_vertex(scene, from) : -1,
                                    *to ? tour_scene_vertex(scene, to) : -1};
}

void tour_scene_random(struct tour_scene *scene, struct tour_constraint *constraint, struct random *random)
{
    static const char *const leapers[] = {"N", "N", "NC", "NZ", "W", "K", "N+2,0", "1,0+1,3"};
    for (;;) {
        int width = 3 + (int)random_below(random, 3), height = 3 + (int)random_below(random, 3);
        int holes = width * height - 8 - (int)random_below(random, 12);
        tour_board_init(&scene->board, width, height);
        while (holes > 0 || scene->board.cells > 20) {
            int cell = (int)random_below(random, (uint32_t)(width * height));
            if (scene->board.exists[cell]) {
                tour_board_remove(&scene->board, cell);
                holes--;
            }
        }
        assert_true(leaper_read(&scene->leaper, leapers[random_below(random, 8)], NULL));
        if (tour_graph_init(&scene->graph, &scene->board, &scene->leaper, NULL, NULL))
            break;
        tour_board_clear(&scene->board);
    }
    uint32_t n = (uint32_t)scene->graph.vertices;
    uint32_t kind = random_below(random, 5);
    *constraint = (struct tour_constraint){kind > 1, -1, -1};
    if (kind > 2)
        constraint->from = (int)random_below(random, n - 1);
    if (kind == 4)
        constraint->to = constraint->from + 1 + (int)random_below(random, n - 1 - (uint32_t)constraint->from);
}

static bool stop(void *context, const int *tour)
{
    (void)context;
    (void)tour;
    return false;
}

void tour_scenes_compare(uint64_t seed,
                         enum search_end (*solve)(const struct tour_scene *scene,
                                                  const struct tour_constraint *constraint, int *tour))
{
    struct random random = {seed};
    int found = 0, none = 0;
    for (int i = 0; i < 400; i++) {
        struct tour_scene scene;
        struct tour_constraint constraint;
        int tour[20];
        tour_scene_random(&scene, &constraint, &random);
        bool exists = reference_tours(&scene.graph, &constraint, stop, NULL) > 0;
        assert_int_equal(solve(&scene, &constraint, tour), exists ? SEARCH_FOUND : SEARCH_NONE);
        if (exists)
            assert_int_equal(tour_check(&scene.graph, &constraint, tour, scene.graph.vertices, NULL),
                             TOUR_FINE);
        found += exists;
        none += !exists;
        tour_scene_clear(&scene);
    }
    assert_true(found > 50 && none > 50);
}

uint64_t tours_random_signature(struct random *random, int slots, int pairs)
{
    uint64_t signature = 0;
    for (int slot = 0, ones = 2 * pairs; slot < slots; slot++) {
        bool is_end = random_below(random, (uint32_t)(slots - slot)) < (uint32_t)ones;
        signature |= (uint64_t)(is_end ? 1 : 2 * random_below(random, 2)) << (2 * slot);
        ones -= is_end;
    }
    return signature;
}
