// SPDX-License-Identifier: GPL-3.0-or-later
// Sheets contain the requested drawings, in every style.
#include "tours/draw/draw.h"

#include "support/tours.h"
#include "tours/search/listing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct sample {
    const struct tour_graph *graph;
    int cells[64];
};

static bool keep(void *context, const int *tour)
{
    struct sample *sample = context;
    for (int i = 0; i < sample->graph->vertices; i++)
        sample->cells[i] = sample->graph->cell[tour[i]];
    return false;
}

static void sample_init(struct sample *sample, struct tour_scene *scene, const char *board, bool open)
{
    tour_scene_init(scene, board, "N");
    sample->graph = &scene->graph;
    assert_int_equal(listing_run(&scene->graph, &(struct tour_constraint){open, -1, -1}, keep, NULL, sample),
                     1);
}

static int count_shapes(const struct picture *picture, enum shape_kind kind)
{
    int count = 0;
    for (size_t i = 0; i < picture->shapes.count; i++)
        count += picture->shapes.items[i].kind == kind;
    return count;
}

static void test_styles(void **state)
{
    (void)state;
    for (int open = 0; open < 2; open++) {
        struct tour_scene scene;
        struct sample sample;
        sample_init(&sample, &scene, "6x6", open);
        struct drawn_tour tour = {sample.cells, !open, NULL};
        for (int style = 0; style < DRAW_STYLES; style++) {
            struct picture picture;
            struct draw_options options = {.style = (enum draw_style)style, .cell = 10};
            draw_sheet(&picture, &scene.board, &tour, 1, &options);
            assert_true(picture.width == 72 && picture.height == 72);
            assert_int_equal(count_shapes(&picture, SHAPE_RECTANGLE), 1 + 36);
            assert_int_equal(count_shapes(&picture, SHAPE_TEXT), style == DRAW_NUMBERED ? 36 : 0);
            // 24 pieces of border; one line, or a step and its edge for each step.
            assert_int_equal(count_shapes(&picture, SHAPE_PATH),
                             24 + (style == DRAW_COLOURED ? 2 * (open ? 35 : 36) : 1));
            picture_clear(&picture);
        }
        tour_scene_clear(&scene);
    }
}

// Every square is in one path of its half; a path that turns back to the other half ends.
static void test_halves(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct sample sample;
    sample_init(&sample, &scene, "6x6", false);
    int crossings = 0;
    for (int i = 0; i < 36; i++)
        crossings += (sample.cells[i] < 18) != (sample.cells[(i + 1) % 36] < 18);
    struct drawn_tour tour = {sample.cells, true, NULL};
    int squares[4], lines[4];
    for (int half = DRAW_LOWER; half <= DRAW_BOTH; half++) {
        struct picture picture;
        struct draw_options options = {.half = (enum draw_half)half, .cell = 10};
        draw_sheet(&picture, &scene.board, &tour, 1, &options);
        squares[half] = count_shapes(&picture, SHAPE_RECTANGLE) - 1;
        lines[half] = 0;
        for (size_t i = 0; i < picture.shapes.count; i++)
            lines[half] += picture.shapes.items[i].kind == SHAPE_PATH &&
                           fabs(picture.shapes.items[i].ink.width - 0.85) < 1e-9;
        picture_clear(&picture);
    }
    assert_int_equal(squares[DRAW_LOWER], 18);
    assert_int_equal(squares[DRAW_UPPER], 18);
    assert_int_equal(squares[DRAW_BOTH], 36);
    assert_int_equal(lines[DRAW_LOWER], crossings / 2);
    assert_int_equal(lines[DRAW_UPPER], crossings / 2);
    assert_int_equal(lines[DRAW_BOTH], crossings);
    tour_scene_clear(&scene);
}

static void test_sheet_of_several(void **state)
{
    (void)state;
    struct tour_scene scene;
    struct sample sample;
    struct picture picture;
    sample_init(&sample, &scene, "3/1*1/3", false);
    struct drawn_tour tours[5];
    for (int i = 0; i < 5; i++)
        tours[i] = (struct drawn_tour){sample.cells, true, "caption"};
    struct draw_options options = {.cell = 10, .columns = 2, .names = true, .title = "title"};
    draw_sheet(&picture, &scene.board, tours, 5, &options);
    assert_int_equal(count_shapes(&picture, SHAPE_RECTANGLE), 1 + 5 * 8);
    assert_int_equal(count_shapes(&picture, SHAPE_TEXT), 1 + 5 * (1 + 6));
    assert_string_equal(picture.title, "title");
    for (size_t i = 0; i < picture.shapes.count; i++)
        assert_true(picture.shapes.items[i].x >= 0 && picture.shapes.items[i].x <= picture.width &&
                    picture.shapes.items[i].y >= 0 && picture.shapes.items[i].y <= picture.height);
    picture_clear(&picture);
    tour_scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_styles),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_sheet_of_several),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
