// SPDX-License-Identifier: GPL-3.0-or-later
// Classes and exact symmetries agree with brute force over all tours, and with published numbers.
#include "tours/symmetry/classes.h"

#include "base/memory.h"
#include "support/tours.h"
#include "tours/search/listing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Sums over all tours, by the group of symmetries that each has.
struct survey {
    const struct tour_graph *graph;
    struct tour_constraint constraint;
    int *image;
    uint64_t tours, directed_fixed; // pairs of a tour with a direction and a symmetry that keeps both
    uint64_t having[256];
};

static bool note(void *context, const int *tour)
{
    struct survey *survey = context;
    int count = survey->graph->vertices;
    uint8_t group = 0;
    for (int s = 0; s < SYMMETRIES; s++) {
        if (!(survey->graph->symmetries >> s & 1))
            continue;
        for (int i = 0; i < count; i++)
            survey->image[i] = tour_graph_image(survey->graph, s, tour[i]);
        int start = 0;
        while (survey->image[start] != tour[0])
            start++;
        bool keeps = true;
        for (int i = 0; i < count; i++)
            keeps = keeps && survey->image[(start + i) % count] == tour[i];
        if (keeps && (!survey->constraint.open || start == 0))
            survey->directed_fixed += count > 1 ? 2 : 1;
        tour_normalize(survey->graph, &survey->constraint, survey->image);
        if (!memcmp(survey->image, tour, (size_t)count * sizeof *tour))
            group |= (uint8_t)(1 << s);
    }
    survey->tours++;
    survey->having[group]++;
    return true;
}

static void expect_number(const char *what, const struct natural *number, uint64_t expected)
{
    uint64_t got = number->count ? number->limbs[0] : 0;
    if (number->failed || number->count > 1 || got != expected)
        fail_msg("%s: %lu, not %lu", what, (unsigned long)got, (unsigned long)expected);
}

static void check(const char *board, const char *leaper, bool open, bool quick)
{
    struct tour_scene scene;
    struct tour_classes classes;
    tour_scene_init(&scene, board, leaper);
    struct survey survey = {.graph = &scene.graph, .constraint = {open, -1, -1}};
    survey.image = memory_resize(NULL, (size_t)scene.graph.vertices, sizeof *survey.image);
    listing_run(&scene.graph, &survey.constraint, note, NULL, &survey);
    struct natural tours = {0};
    natural_set(&tours, survey.tours);
    struct classes_request request = {.graph = &scene.graph, .open = open, .quick = quick, .memory = 1 << 28};
    assert_true(tour_classes_count(&request, &tours, &classes, NULL));
    uint64_t pairs = 0, symmetric = 0;
    for (int group = 1; group < 256; group++) {
        pairs += survey.having[group] * (uint64_t)__builtin_popcount((unsigned)group);
        symmetric += group > 1 ? survey.having[group] : 0;
    }
    uint64_t order = (uint64_t)__builtin_popcount(scene.graph.symmetries);
    assert_int_equal(classes.order, order);
    expect_number("classes", &classes.classes, pairs / order);
    expect_number("with direction", &classes.directed_classes, survey.directed_fixed / order);
    expect_number("symmetric", &classes.symmetric, symmetric);
    for (int i = 0; i < classes.rows_count; i++) {
        const struct class_row *row = &classes.rows[i];
        expect_number(class_group_name(row->group), &row->exact, survey.having[row->group]);
        assert_true(row->counted || (quick && row->excluded));
        assert_true(!row->excluded || *buffer_text(&row->reason));
    }
    tour_classes_clear(&classes);
    natural_clear(&tours);
    free(survey.image);
    tour_scene_clear(&scene);
}

static void test_same_as_brute(void **state)
{
    (void)state;
    static const struct {
        const char *board, *leaper;
        bool open;
    } examples[] = {
        {"5x6", "N", false},       {"6x6", "N", false},         {"3x10", "N", false},
        {"5x5", "N", true},        {"3x8", "N", true},          {"4x4", "K", false},
        {"3x3", "K", true},        {"3x3", "K", false},         {"4x4", "WN", false},
        {"1x5", "WD", false},      {"1x5", "WD", true},         {"1x1", "N", true},
        {"1x1", "N", false},       {"2x1", "W", true},          {"2x2", "K", false},
        {"2x2", "K", true},        {"3/1*1/3", "N", false},     {"*3*/5/5/*3*", "N", true},
        {"*3/4/4/3*", "K", false}, {"**1/*1*/1**", "F", true},  {"1**1/4/4/1**1", "K", false},
        {"*2/3/2*", "K", true},    {"1*1/*1*/1*1", "FD", true}, {"4/1**1/1**1/4", "W", false},
        {"4x4", "N", false},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        for (int quick = 0; quick <= 1; quick++)
            check(examples[i].board, examples[i].leaper, examples[i].open, quick);
}

// B. D. McKay's number of classes on 8×8 (TR-CS-97-03), from his number of tours.
static void test_eight_by_eight(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct tour_classes classes;
    struct natural tours = {0};
    tour_scene_init(&scene, "8x8", "N");
    assert_true(natural_set_text(&tours, "13267364410532"));
    struct classes_request request = {.graph = &scene.graph, .memory = 1 << 28};
    assert_true(tour_classes_count(&request, &tours, &classes, NULL));
    expect_number("classes", &classes.classes, 1658420855433);
    expect_number("symmetric classes", &classes.symmetric_classes, 608233);
    tour_classes_clear(&classes);
    natural_clear(&tours);
    tour_scene_clear(&scene);
}

static void test_names(void **state)
{
    (void)state;
    uint8_t group = 0;
    assert_true(class_group_find("both-axes", &group));
    assert_int_equal(group, GROUP_BOTH_AXES);
    assert_string_equal(class_group_name(GROUP_QUARTER_TURNS), "quarter-turns");
    assert_false(class_group_find("", &group));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_brute),
        cmocka_unit_test(test_eight_by_eight),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
