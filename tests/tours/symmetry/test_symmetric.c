// SPDX-License-Identifier: GPL-3.0-or-later
// Tours invariant under every group of symmetries, counted on quotients, are as many as brute force finds.
#include "tours/symmetry/symmetric.h"

#include "base/memory.h"
#include "support/tours.h"
#include "tours/search/listing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const uint8_t groups[] = {
    GROUP_HALF_TURN,     GROUP_LEFT_RIGHT, GROUP_TOP_BOTTOM,     GROUP_DIAGONAL, GROUP_ANTIDIAGONAL,
    GROUP_QUARTER_TURNS, GROUP_BOTH_AXES,  GROUP_BOTH_DIAGONALS, GROUP_WHOLE,
};
enum { GROUPS = sizeof groups };

// What a symmetry does to a tour: it maps it to another tour, shifts it along itself, or reverses it.
enum effect { MOVED, SHIFTED, REVERSED };

struct survey {
    const struct tour_graph *graph;
    bool open;
    int *place;
    uint64_t shifted[GROUPS], reversed[GROUPS];
};

static enum effect effect_of(const struct survey *survey, int symmetry, const int *tour)
{
    int count = survey->graph->vertices, forward = 0, backward = 0, steps = survey->open ? count - 1 : count;
    for (int i = 0; i < steps; i++) {
        int from = survey->place[tour_graph_image(survey->graph, symmetry, tour[i])];
        int to = survey->place[tour_graph_image(survey->graph, symmetry, tour[(i + 1) % count])];
        forward += to == from + 1 || (!survey->open && from == count - 1 && to == 0);
        backward += from == to + 1 || (!survey->open && to == count - 1 && from == 0);
    }
    return forward == steps ? SHIFTED : backward == steps ? REVERSED : MOVED;
}

static bool note(void *context, const int *tour)
{
    struct survey *survey = context;
    enum effect effects[SYMMETRIES];
    for (int i = 0; i < survey->graph->vertices; i++)
        survey->place[tour[i]] = i;
    for (int s = 0; s < SYMMETRIES; s++)
        if (survey->graph->symmetries >> s & 1)
            effects[s] = effect_of(survey, s, tour);
    for (int g = 0; g < GROUPS; g++) {
        int seen[3] = {0};
        if (groups[g] & ~survey->graph->symmetries)
            continue;
        for (int s = 0; s < SYMMETRIES; s++)
            if (groups[g] >> s & 1)
                seen[effects[s]]++;
        survey->shifted[g] += !seen[MOVED] && !seen[REVERSED];
        survey->reversed[g] += !seen[MOVED] && seen[REVERSED];
    }
    return true;
}

static void check(const char *board, const char *leaper, bool open)
{
    struct tour_scene scene;
    tour_scene_init(&scene, board, leaper);
    struct survey survey = {.graph = &scene.graph, .open = open};
    survey.place = memory_resize(NULL, (size_t)scene.graph.vertices, sizeof *survey.place);
    listing_run(&scene.graph, &(struct tour_constraint){open, -1, -1}, note, NULL, &survey);
    struct natural shifted = {0}, reversed = {0};
    for (int g = 0; g < GROUPS; g++) {
        if (groups[g] & ~scene.graph.symmetries || symmetric_is_trivial(&scene.graph, groups[g]))
            continue;
        struct symmetric_request request = {
            .graph = &scene.graph, .group = groups[g], .open = open, .memory = 1 << 28};
        struct circuit_result result;
        assert_true(symmetric_count(&request, &shifted, &reversed, &result, NULL));
        double got[2] = {natural_double(&shifted), natural_double(&reversed)};
        if (got[0] != (double)survey.shifted[g] || got[1] != (double)survey.reversed[g])
            fail_msg("%s on %s, %s, group %d: %.0f + %.0f, not %lu + %lu", leaper, board,
                     open ? "open" : "closed", groups[g], got[0], got[1], (unsigned long)survey.shifted[g],
                     (unsigned long)survey.reversed[g]);
    }
    natural_clear(&shifted);
    natural_clear(&reversed);
    free(survey.place);
    tour_scene_clear(&scene);
}

static void test_rectangles(void **state)
{
    (void)state;
    check("5x6", "N", false);
    check("6x5", "N", false);
    check("6x6", "N", false);
    check("3x10", "N", false);
    check("10x3", "N", false);
    check("3x12", "N", false);
    check("4x5", "N", true);
    check("5x5", "N", true);
    check("3x8", "N", true);
    check("3x10", "N", true);
    check("4x6", "N", true);
}

// Both kinds of tours, or only closed ones where there are too many open ones for brute force.
struct example {
    const char *board, *leaper;
    bool closed_only;
};

static void check_all(const struct example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check(examples[i].board, examples[i].leaper, false);
        if (!examples[i].closed_only)
            check(examples[i].board, examples[i].leaper, true);
    }
}

static void test_other_leapers(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"3x3", "K", false},   {"4x4", "K", true},   {"4x4", "W", false},  {"6x6", "W", true},
        {"4x4", "WN", true},   {"3x4", "WN", false}, {"3x4", "K", false},  {"4x4", "NF", true},
        {"2x6", "W+N", false}, {"2x2", "K", false},  {"2x2", "W", false},  {"1x5", "WD", false},
        {"6x1", "WD", false},  {"3x3", "WD", false}, {"4x3", "FD", false}, {"1x2", "W", false},
        {"1x3", "WD", false},  {"2x1", "W", false},  {"4x4", "NZ", false}, {"3x5", "FDW", true},
        {"1x1", "N", false},
    };
    check_all(examples, sizeof examples / sizeof *examples);
}

// Holes that leave every subgroup of symmetries, cells on mirrors, and very few cells.
static void test_holes(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"3/1*1/3", "N", false},
        {"3/1*1/3", "K", false},
        {"*3*/5/5/*3*", "N", false},
        {"*2*/4/4/*2*", "NK", true},
        {"*2*/4/4/*2*", "N", false},
        {"*2/3/2*", "K", false},
        {"*3/4/4/3*", "N", false},
        {"*3/4/4/3*", "K", true},
        {"3*/4/4/*3", "NW", true},
        {"**1/*1*/1**", "F", false},
        {"1*1/*1*/1*1", "FD", false},
        {"1*1/3/1*1", "WF", false},
        {"*1*/1*1/*1*", "F", false},
        {"2/2/2", "K", false},
        {"4/1**1/1**1/4", "WN", true},
        {"1**1/4/4/1**1", "K", false},
        {"*4/5/2*2/5/4*", "N", false},
        {"1***1/*3*/*3*/*3*/1***1", "FW", true},
        {"*2*/1**1/1**1/*2*", "NF", false},
    };
    check_all(examples, sizeof examples / sizeof *examples);
}

static void expect(const char *board, uint8_t group, const char *shifted)
{
    struct tour_scene scene;
    struct circuit_result result;
    struct natural all[2] = {{0}};
    tour_scene_init(&scene, board, "N");
    struct symmetric_request request = {.graph = &scene.graph, .group = group, .memory = 1 << 28};
    assert_true(symmetric_count(&request, &all[0], &all[1], &result, NULL));
    char *text = natural_text(&all[0]);
    assert_string_equal(text, shifted);
    assert_true(natural_is_zero(&all[1]));
    free(text);
    natural_clear(&all[0]);
    natural_clear(&all[1]);
    tour_scene_clear(&scene);
}

// McKay's 608,233 classes of four tours each on 8×8; five classes of two tours on 6×6 and T. W. Marlow's
// 415,902 on 10×10 with quarter turns (G. P. Jelliss, Knight's Tour Notes). And a board whose numbers need
// two limbs.
static void test_known_numbers(void **state)
{
    (void)state;
    expect("8x8", GROUP_HALF_TURN, "2432932");
    expect("6x6", GROUP_QUARTER_TURNS, "10");
    expect("8x8", GROUP_QUARTER_TURNS, "0");
    expect("10x10", GROUP_QUARTER_TURNS, "831804");
}

static void test_memory_is_bounded(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct circuit_result result;
    struct error err;
    struct natural shifted = {0}, reversed = {0};
    tour_scene_init(&scene, "8x8", "N");
    struct symmetric_request request = {.graph = &scene.graph, .group = GROUP_HALF_TURN, .memory = 1 << 20};
    assert_false(symmetric_count(&request, &shifted, &reversed, &result, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    tour_scene_clear(&scene);
    tour_scene_init(&scene, "80x80", "N");
    request = (struct symmetric_request){.graph = &scene.graph, .group = GROUP_HALF_TURN, .memory = 1 << 28};
    assert_false(symmetric_count(&request, &shifted, &reversed, &result, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    tour_scene_clear(&scene);
    natural_clear(&shifted);
    natural_clear(&reversed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_other_leapers),
        cmocka_unit_test(test_holes),
        cmocka_unit_test(test_known_numbers),
        cmocka_unit_test(test_memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
