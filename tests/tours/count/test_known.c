// SPDX-License-Identifier: GPL-3.0-or-later
// The table of known numbers: those that can be counted quickly are counted again.
#include "tours/count/known.h"

#include "support/tours.h"
#include "tours/count/count.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// Counts a row again; false when that takes too long for a test.
static bool again(const struct known_count *row, bool turned, struct count_result *result)
{
    if (row->width * row->height > (row->open ? 36 : 60) && row->width > 5)
        return false;
    char board[24];
    struct tour_scene scene;
    struct cycle_graph cycles;
    struct error err = {.message = ""};
    const struct tour_constraint ends = {row->open, -1, -1};
    snprintf(board, sizeof board, "%dx%d", turned ? row->height : row->width,
             turned ? row->width : row->height);
    tour_scene_init(&scene, board, "N");
    assert_ptr_equal(known_find(&scene.board, &scene.leaper, row->open), row);
    assert_true(cycle_graph_init(&cycles, &scene.graph, &ends, &err));
    struct count_request request = {.graph = &scene.graph, .cycles = &cycles, .threads = 2};
    if (!count_tours(&request, result, &err))
        fail_msg("%s: %s", board, err.message);
    cycle_graph_clear(&cycles);
    tour_scene_clear(&scene);
    return true;
}

static void test_numbers_are_right(void **state)
{
    (void)state;
    size_t count, counted = 0;
    const struct known_count *rows = known_counts(&count);
    for (size_t i = 0; i < count; i++) {
        struct count_result result;
        assert_true(rows[i].methods != 0);
        if (!again(&rows[i], i % 2 == 0, &result))
            continue;
        if (strcmp(result.count, rows[i].count) != 0)
            fail_msg("%dx%d: %s", rows[i].width, rows[i].height, result.count);
        count_result_clear(&result);
        counted++;
    }
    assert_true(counted > count / 2);
}

static void test_rows_are_all_different(void **state)
{
    (void)state;
    size_t count;
    const struct known_count *rows = known_counts(&count);
    for (size_t i = 0; i < count; i++) {
        assert_true(rows[i].width <= rows[i].height);
        for (size_t k = 0; k < i; k++)
            assert_false(rows[k].width == rows[i].width && rows[k].height == rows[i].height &&
                         rows[k].open == rows[i].open);
    }
}

static void test_only_whole_rectangles_and_knights(void **state)
{
    (void)state;
    static const struct {
        const char *board, *leaper;
        bool open, known;
    } cases[] = {
        {"8x8", "N", false, true},
        {"8x8", "2,1", false, true},
        {"8x8", "NZ", false, false},
        {"8x8", "1,3", false, false},
        {"8x8", "N", true, true},
        {"5x5", "N", false, false},
        {"7*/8/8/8/8/8/8/8", "N", false, false},
        {"10x8", "N", false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tour_scene scene;
        tour_scene_init(&scene, cases[i].board, cases[i].leaper);
        assert_true((known_find(&scene.board, &scene.leaper, cases[i].open) != NULL) == cases[i].known);
        tour_scene_clear(&scene);
    }
}

static void test_sources_name_their_commands(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct buffer text;
    buffer_init(&text);
    tour_scene_init(&scene, "8x8", "N");
    known_write_source(known_find(&scene.board, &scene.leaper, false), &text);
    assert_string_equal(
        buffer_text(&text),
        "B. D. McKay 1997, OEIS A001230; counted again by this program: by meet in the middle "
        "('leaper tours count --method meet 8x8') and by McKay's half-tours ('leaper tours mckay 8x8')");
    buffer_clear(&text);
    tour_scene_clear(&scene);
    tour_scene_init(&scene, "6x6", "N");
    known_write_source(known_find(&scene.board, &scene.leaper, false), &text);
    assert_string_equal(
        buffer_text(&text),
        "OEIS A001230; counted again by this program: by meet in the middle ('leaper tours count --method meet "
        "6x6'), edge by edge ('leaper tours count --method plain 6x6') and by McKay's half-tours ('leaper tours "
        "mckay 6x6')");
    buffer_clear(&text);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_right),
        cmocka_unit_test(test_rows_are_all_different),
        cmocka_unit_test(test_only_whole_rectangles_and_knights),
        cmocka_unit_test(test_sources_name_their_commands),
    };
    return cmocka_run_group_tests_name("known", tests, NULL, NULL);
}
