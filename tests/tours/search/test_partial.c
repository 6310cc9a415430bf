// SPDX-License-Identifier: GPL-3.0-or-later
// Conclusions about edges never lose a tour, and undoing brings everything back.
#include "tours/search/partial.h"

#include "base/random.h"
#include "reference/tours.h"
#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint64_t count_completions(struct partial *partial)
{
    if (partial_complete(partial))
        return 1;
    uint64_t count = 0;
    int vertex = partial_branch(partial);
    for (int option = 0; partial_option(partial, vertex, option) >= 0; option++) {
        int mark = partial->trail_count;
        if (partial_take(partial, vertex, option))
            count += count_completions(partial);
        partial_undo(partial, mark);
    }
    return count;
}

// The options at each vertex exclude one another and leave out nothing: all tours are found, each once.
static void test_options_cover_all_tours(void **state)
{
    (void)state;
    struct random random = {11};
    uint64_t total = 0;
    for (int i = 0; i < 300; i++) {
        struct tour_scene scene;
        struct tour_constraint constraint;
        struct links links;
        struct partial partial;
        tour_scene_random(&scene, &constraint, &random);
        uint64_t expected = reference_tours(&scene.graph, &constraint, NULL, NULL);
        links_init(&links, &scene.graph, &constraint);
        partial_init(&partial, &links);
        uint64_t count = partial_settle(&partial) ? count_completions(&partial) : 0;
        assert_int_equal(count, expected);
        total += count;
        partial_clear(&partial);
        links_clear(&links);
        tour_scene_clear(&scene);
    }
    assert_true(total > 10000);
}

static void test_undo_restores(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct links links;
    struct partial partial, copy;
    struct tour_constraint constraint = {true, 3, -1};
    struct random random = {5};
    tour_scene_init(&scene, "6x6", "N");
    links_init(&links, &scene.graph, &constraint);
    assert_int_equal(links.vertices, 38);
    partial_init(&partial, &links);
    partial_init(&copy, &links);
    assert_true(partial_settle(&partial));
    for (int i = 0; i < 200; i++) {
        partial_copy(&copy, &partial);
        int mark = partial.trail_count;
        for (bool alive = true; alive && !partial_complete(&partial);) {
            int vertex = partial_branch(&partial), options = 0;
            while (partial_option(&partial, vertex, options) >= 0)
                options++;
            if (options == 0) {
                fail_msg("vertex %d has nothing to choose from", vertex);
                return;
            }
            alive = partial_take(&partial, vertex, (int)random_below(&random, (uint32_t)options));
        }
        partial_undo(&partial, mark);
        assert_memory_equal(copy.state, partial.state, (size_t)links.edges);
        assert_memory_equal(copy.used, partial.used, (size_t)links.vertices);
        assert_memory_equal(copy.left, partial.left, (size_t)links.vertices * sizeof *copy.left);
        for (int v = 0; v < links.vertices; v++)
            assert_true(partial.used[v] == 2 || copy.mate[v] == partial.mate[v]);
        assert_int_equal(copy.total, partial.total);
    }
    partial_clear(&partial);
    partial_clear(&copy);
    links_clear(&links);
    tour_scene_clear(&scene);
}

static void test_cut_vertices(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        bool connected;
    } cases[] = {
        {"3x1", false}, {"2x2", true}, {"3/3/3", true}, {"2**/2*1/4", false}, {"2**/3*/*3/**2", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tour_scene scene;
        struct links links;
        struct partial partial;
        int scratch[64];
        tour_scene_init(&scene, cases[i].board, "W");
        links_init(&links, &scene.graph, &(struct tour_constraint){false, -1, -1});
        partial_init(&partial, &links);
        if (partial_connected(&partial, scratch) != cases[i].connected)
            fail_msg("%s", cases[i].board);
        partial_clear(&partial);
        links_clear(&links);
        tour_scene_clear(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_cover_all_tours),
        cmocka_unit_test(test_undo_restores),
        cmocka_unit_test(test_cut_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
