// SPDX-License-Identifier: GPL-3.0-or-later
// A tour is found, or its absence proved, on every board small enough to know and on large ones.
#include "tours/search/find.h"

#include "base/random.h"
#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static enum search_end find(const struct tour_scene *scene, const struct tour_constraint *constraint,
                            int *tour)
{
    struct find_request request = {.board = &scene->board,
                                   .leaper = &scene->leaper,
                                   .graph = &scene->graph,
                                   .constraint = *constraint,
                                   .seed = 1,
                                   .nodes = 1000000};
    struct buffer how;
    buffer_init(&how);
    enum search_end end = find_run(&request, tour, &how);
    assert_true(how.length > 0);
    buffer_clear(&how);
    return end;
}

// Agrees with brute force about whether there is a tour, and what it finds is one.
static void test_same_as_brute(void **state)
{
    (void)state;
    tour_scenes_compare(51, find);
}

// Schwenk's theorem, checked: closed knight's tours of all rectangles up to 14 by 14.
static void test_schwenk(void **state)
{
    (void)state;
    for (int m = 1; m <= 14; m++)
        for (int n = m; n <= 14; n++) {
            struct tour_scene scene;
            char size[16];
            int tour[196];
            if (m * n < 3 || (m < 3 && n < 3) || m < 2)
                continue;
            snprintf(size, sizeof size, "%dx%d", m % 2 ? m : n, m % 2 ? n : m);
            tour_scene_init(&scene, size, "N");
            bool exists = !(m % 2 && n % 2) && m > 2 && m != 4 && !(m == 3 && (n == 4 || n == 6 || n == 8));
            if (find(&scene, &(struct tour_constraint){false, -1, -1}, tour) !=
                (exists ? SEARCH_FOUND : SEARCH_NONE))
                fail_msg("%s", size);
            // Open ones: Cull and De Curtins, and exact search for narrow boards.
            exists = (m > 4 || (m == 4 && n > 4) || (m == 3 && n != 3 && n != 5 && n != 6));
            if (find(&scene, &(struct tour_constraint){true, -1, -1}, tour) !=
                (exists ? SEARCH_FOUND : SEARCH_NONE))
                fail_msg("%s open", size);
            tour_scene_clear(&scene);
        }
}

// On a full board, any two squares whose colours fit are ends of an open tour, from some size on.
static void test_any_two_ends(void **state)
{
    (void)state;
    struct tour_scene scene;
    int tour[144];
    struct random random = {3};
    tour_scene_init(&scene, "12x12", "N");
    for (int i = 0; i < 40; i++) {
        int from = (int)random_below(&random, 144), to = (int)random_below(&random, 144);
        bool fits = (from % 12 + from / 12 + to % 12 + to / 12) % 2 == 1;
        assert_int_equal(find(&scene, &(struct tour_constraint){true, from, to == from ? -1 : to}, tour),
                         fits || to == from ? SEARCH_FOUND : SEARCH_NONE);
    }
    tour_scene_clear(&scene);
}

static void test_large_boards(void **state)
{
    (void)state;
    static const char *const boards[][2] = {
        {"200x150", "N"}, {"121x99", "N"}, {"100x100", "2,3"}, {"60x60", "1,4"}};
    for (size_t i = 0; i < 4; i++) {
        struct tour_scene scene;
        tour_scene_init(&scene, boards[i][0], boards[i][1]);
        int *tour = malloc((size_t)scene.graph.vertices * sizeof *tour);
        bool open = scene.graph.vertices % 2;
        assert_int_equal(find(&scene, &(struct tour_constraint){open, -1, -1}, tour), SEARCH_FOUND);
        assert_int_equal(find(&scene, &(struct tour_constraint){true, 0, -1}, tour), SEARCH_FOUND);
        free(tour);
        tour_scene_clear(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_brute),
        cmocka_unit_test(test_schwenk),
        cmocka_unit_test(test_any_two_ends),
        cmocka_unit_test(test_large_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
