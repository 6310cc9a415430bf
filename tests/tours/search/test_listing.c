// SPDX-License-Identifier: GPL-3.0-or-later
// The listing gives the same tours in the same order as the reference, whatever board, piece and ends.
#include "tours/search/listing.h"

#include "reference/tours.h"

#include "base/random.h"
#include "support/tours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// A number that depends on every tour and on their order.
struct digest {
    int vertices;
    uint64_t value, limit, count;
};

static bool add(void *context, const int *tour)
{
    struct digest *digest = context;
    for (int i = 0; i < digest->vertices; i++)
        digest->value = random_mix(digest->value ^ (uint64_t)tour[i]);
    return ++digest->count != digest->limit;
}

static void compare(const struct tour_scene *scene, const struct tour_constraint *constraint)
{
    struct digest reference = {.vertices = scene->graph.vertices}, listing = reference;
    uint64_t expected = reference_tours(&scene->graph, constraint, add, &reference);
    assert_int_equal(listing_run(&scene->graph, constraint, add, NULL, &listing), expected);
    assert_true(listing.value == reference.value);
}

static void test_same_as_reference(void **state)
{
    (void)state;
    static const char *const scenes[][2] = {
        {"5x5", "N"},         {"3x8", "N"},      {"4x5", "N"},   {"3x3", "K"},
        {"3/1*1/3", "N"},     {"1x1", "N"},      {"1x2", "1,0"}, {"4/4/3*/3*", "NZ"},
        {"*3*/5/5/*3*", "N"}, {"4/2*1/4", "NC"}, {"2x9", "W+N"},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct tour_scene scene;
        tour_scene_init(&scene, scenes[i][0], scenes[i][1]);
        int last = scene.graph.vertices - 1;
        compare(&scene, &(struct tour_constraint){false, -1, -1});
        compare(&scene, &(struct tour_constraint){true, last / 2, -1});
        compare(&scene, &(struct tour_constraint){true, -1, last / 3});
        compare(&scene, &(struct tour_constraint){true, 0, last});
        if (last < 26)
            compare(&scene, &(struct tour_constraint){true, -1, -1});
        tour_scene_clear(&scene);
    }
}

static void test_six_by_six(void **state)
{
    (void)state;
    struct tour_scene scene;
    tour_scene_init(&scene, "6x6", "N");
    assert_int_equal(listing_run(&scene.graph, &(struct tour_constraint){false, -1, -1}, NULL, NULL, NULL),
                     9862);
    struct digest digest = {.vertices = 36, .limit = 10};
    assert_int_equal(listing_run(&scene.graph, &(struct tour_constraint){false, -1, -1}, add, NULL, &digest),
                     10);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_reference),
        cmocka_unit_test(test_six_by_six),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
