// SPDX-License-Identifier: GPL-3.0-or-later
// A walk from tour to tour stays among tours, repeats with its seed, and comes everywhere on small boards about equally often.
#include "tours/sample/backbite.h"

#include "base/memory.h"
#include "reference/tours.h"
#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct census {
    int vertices, count;
    int *tours; // in lexicographic order
    int *visits;
};

static bool note(void *context, const int *tour)
{
    struct census *census = context;
    size_t width = (size_t)census->vertices, count = (size_t)census->count++;
    census->tours = memory_resize(census->tours, (count + 1) * width, sizeof *tour);
    memcpy(census->tours + count * width, tour, width * sizeof *tour);
    return true;
}

static int find(const struct census *census, const int *tour)
{
    int low = 0, high = census->count, width = census->vertices;
    while (low < high) {
        int middle = (low + high) / 2, i = 0;
        const int *other = census->tours + (size_t)middle * (size_t)width;
        while (i < width && other[i] == tour[i])
            i++;
        if (i == width)
            return middle;
        if (other[i] < tour[i])
            low = middle + 1;
        else
            high = middle;
    }
    fail_msg("a tour that is not in the list");
    return 0;
}

// Walks `walks` times and demands that every tour was met, none more than `most` times.
static void visit_all(const char *board, const char *leaper, bool open, int tours, int walks, uint64_t steps,
                      int most)
{
    struct tour_scene scene;
    struct tour_constraint constraint = {open, -1, -1};
    struct random random = {7};
    tour_scene_init(&scene, board, leaper);
    struct census census = {.vertices = scene.graph.vertices};
    struct backbite_request request = {.graph = &scene.graph, .open = open, .steps = steps};
    reference_tours(&scene.graph, &constraint, note, &census);
    assert_int_equal(census.count, tours);
    census.visits = memory_resize(NULL, (size_t)tours, sizeof *census.visits);
    memset(census.visits, 0, (size_t)tours * sizeof *census.visits);
    int *tour = memory_resize(NULL, (size_t)census.vertices, sizeof *tour);
    memcpy(tour, census.tours, (size_t)census.vertices * sizeof *tour);
    for (int i = 0; i < walks; i++) {
        assert_true(backbite_run(&request, &random, tour));
        census.visits[find(&census, tour)]++;
    }
    for (int i = 0; i < tours; i++)
        if (census.visits[i] == 0 || census.visits[i] > most)
            fail_msg("%s: tour %d was met %d times", board, i, census.visits[i]);
    free(tour);
    free(census.visits);
    free(census.tours);
    tour_scene_clear(&scene);
}

// Thirty times each on average; the limits are far outside what a fair walk does.
static void test_every_tour_is_met(void **state)
{
    (void)state;
    visit_all("5x5", "N", true, 864, 864 * 30, 500, 90);
    visit_all("4x6", "1,0", false, 37, 37 * 30, 300, 90);
}

static void test_large_boards_and_their_seeds(void **state)
{
    (void)state;
    static const struct {
        const char *board, *leaper;
        bool open;
    } boards[] = {{"10x10", "K", false}, {"9x9", "K", true}, {"8x3", "1,0", true}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct tour_scene scene;
        struct tour_constraint constraint = {boards[i].open, -1, -1};
        tour_scene_init(&scene, boards[i].board, boards[i].leaper);
        int n = scene.graph.vertices, width = scene.board.width, tours[3][100], first[100];
        // To and fro by ranks; on an even number of them the first file leads back, if it was left out before.
        for (int rank = 0, at = constraint.open ? 0 : scene.board.height; rank < scene.board.height; rank++)
            for (int file = 0; file < width - !constraint.open; file++, at++)
                first[at] = rank * width + (rank % 2 ? width - 1 - file : file + !constraint.open);
        for (int rank = 0; !constraint.open && rank < scene.board.height; rank++)
            first[rank] = (scene.board.height - 1 - rank) * width;
        tour_normalize(&scene.graph, &constraint, first);
        assert_int_equal(tour_check(&scene.graph, &constraint, first, n, NULL), TOUR_FINE);
        struct backbite_request request = {.graph = &scene.graph, .open = constraint.open, .steps = 20000};
        for (int k = 0; k < 3; k++) {
            struct random random = {k == 2 ? 1 : 0};
            memcpy(tours[k], first, (size_t)n * sizeof *first);
            assert_true(backbite_run(&request, &random, tours[k]));
            assert_int_equal(tour_check(&scene.graph, &constraint, tours[k], n, NULL), TOUR_FINE);
        }
        assert_memory_equal(tours[0], tours[1], (size_t)n * sizeof *first);
        assert_true(memcmp(tours[0], tours[2], (size_t)n * sizeof *first) != 0);
        assert_true(memcmp(tours[0], first, (size_t)n * sizeof *first) != 0);
        tour_scene_clear(&scene);
    }
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void test_it_stops_when_told(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct random random = {0};
    int tour[] = {0, 1, 3, 2}, before[] = {0, 1, 3, 2};
    tour_scene_init(&scene, "2x2", "1,0");
    struct backbite_request request = {.graph = &scene.graph, .steps = 100, .goes_on = never};
    assert_false(backbite_run(&request, &random, tour));
    assert_memory_equal(tour, before, sizeof tour);
    request.goes_on = NULL;
    assert_true(backbite_run(&request, &random, tour));
    assert_memory_equal(tour, before, sizeof tour);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_tour_is_met),
        cmocka_unit_test(test_large_boards_and_their_seeds),
        cmocka_unit_test(test_it_stops_when_told),
    };
    return cmocka_run_group_tests_name("backbite", tests, NULL, NULL);
}
