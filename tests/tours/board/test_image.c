// SPDX-License-Identifier: GPL-3.0-or-later
// Images of tours under symmetries, and the classes that they make.
#include "tours/board/image.h"

#include "support/tours.h"
#include "tours/search/listing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct classes {
    const struct tour_graph *graph;
    bool open;
    int count;        // tours that are the least of their class
    uint64_t members; // sum over these of the sizes
    int symmetric;    // tours with any symmetry
};

static bool classify(void *context, const int *tour)
{
    struct classes *classes = context;
    int least[64], again[64];
    uint8_t fixed = tour_canonical(classes->graph, classes->open, tour, least);
    int own = 0, all = 0;
    for (int s = 0; s < SYMMETRIES; s++) {
        own += fixed >> s & 1;
        all += classes->graph->symmetries >> s & 1;
        // An image is in the same class.
        if (classes->graph->symmetries >> s & 1) {
            int image[64];
            tour_image(classes->graph, classes->open, s, tour, image);
            tour_canonical(classes->graph, classes->open, image, again);
            assert_memory_equal(least, again, (size_t)classes->graph->vertices * sizeof *least);
        }
    }
    assert_true(fixed & 1);
    classes->symmetric += own > 1;
    if (memcmp(least, tour, (size_t)classes->graph->vertices * sizeof *least) == 0) {
        classes->count++;
        classes->members += (uint64_t)(all / own);
    }
    return true;
}

// The classes have together as many members as there are tours.
static void test_classes(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        bool open;
        int count;
    } cases[] = {{"5x6", false, 3}, {"6x6", false, 1245}, {"5x5", true, 112}, {"3x10", false, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tour_scene scene;
        tour_scene_init(&scene, cases[i].board, "N");
        struct tour_constraint constraint = {cases[i].open, -1, -1};
        struct classes classes = {&scene.graph, cases[i].open, 0, 0, 0};
        uint64_t tours = listing_run(&scene.graph, &constraint, classify, NULL, &classes);
        assert_int_equal(classes.members, tours);
        if (classes.count != cases[i].count)
            fail_msg("%s: %d classes", cases[i].board, classes.count);
        tour_scene_clear(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
