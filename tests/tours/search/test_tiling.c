// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles cover every rectangle with sides from 5 on, and join to one tour.
#include "tours/search/tiling.h"

#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void test_every_rectangle(void **state)
{
    (void)state;
    for (int width = 3; width < 24; width++)
        for (int height = 4; height < 28; height++) {
            struct tour_scene scene;
            struct cycle_cover cover;
            struct random random = {1};
            char size[16];
            int tour[24 * 28];
            struct tour_constraint constraint = {width % 2 && height % 2, -1, -1};
            snprintf(size, sizeof size, "%dx%d", width, height);
            tour_scene_init(&scene, size, "N");
            cycle_cover_init(&cover, &scene.graph);
            bool tiled = tiling_cover(&cover);
            assert_int_equal(tiled, width > 4 && height > 4);
            if (tiled) {
                if (!cycle_cover_join(&cover, &random, 50))
                    fail_msg("%s", size);
                cycle_cover_tour(&cover, &constraint, tour);
                assert_int_equal(tour_check(&scene.graph, &constraint, tour, width * height, NULL),
                                 TOUR_FINE);
            }
            cycle_cover_clear(&cover);
            tour_scene_clear(&scene);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_rectangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
