// SPDX-License-Identifier: GPL-3.0-or-later
// Memory runs out at every possible moment while tours are found, listed, drawn at random, estimated, written, read, checked and
// pictured: each call reports it or succeeds, in all threads, and nothing leaks.
#include "support/exhaustion.h"
#include "tours/board/cycles.h"
#include "tours/board/image.h"
#include "tours/board/quotient.h"
#include "tours/draw/draw.h"
#include "tours/estimate/estimate.h"
#include "tours/estimate/plot.h"
#include "tours/sample/backbite.h"
#include "tours/sample/sampler.h"
#include "tours/search/find.h"
#include "tours/search/listing.h"
#include "tours/search/narrow.h"
#include "tours/text/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { CELLS_MAX = 2500 };

struct ground {
    struct tour_board board;
    struct leaper leaper;
    struct tour_graph graph;
};

// False, with nothing to clear, when there was no memory.
static bool ground_init(struct ground *ground, const char *board, const char *leaper)
{
    struct error err = {.code = ERROR_NONE};
    assert_true(leaper_read(&ground->leaper, leaper, NULL));
    if (!tour_board_read(&ground->board, board, &err)) {
        exhaustion_check(&err);
        return false;
    }
    if (tour_graph_init(&ground->graph, &ground->board, &ground->leaper, NULL, &err)) {
        assert_true(ground->graph.vertices <= CELLS_MAX);
        return true;
    }
    exhaustion_check(&err);
    tour_board_clear(&ground->board);
    return false;
}

static void ground_clear(struct ground *ground)
{
    tour_graph_clear(&ground->graph);
    tour_board_clear(&ground->board);
}

static void reduce(const char *board, struct tour_constraint constraint)
{
    struct ground ground;
    struct cycle_graph cycles;
    struct quotient quotient;
    struct error err = {.code = ERROR_NONE};
    if (!ground_init(&ground, board, "N"))
        return;
    if (cycle_graph_init(&cycles, &ground.graph, &constraint, &err))
        cycle_graph_clear(&cycles);
    else
        exhaustion_check(&err);
    if (quotient_init(&quotient, &ground.graph, ground.graph.symmetries))
        quotient_clear(&quotient);
    else
        assert_true(exhaustion_has_struck());
    ground_clear(&ground);
}

static void graphs(void)
{
    reduce("5x6", (struct tour_constraint){false, -1, -1});
    reduce("4x4", (struct tour_constraint){true, -1, -1});
    reduce("4/4/3*", (struct tour_constraint){true, 2, -1});
}

// ---- Search ----

static void find(const char *board, const char *leaper, struct tour_constraint constraint,
                 enum search_end expected)
{
    static int tour[CELLS_MAX];
    struct ground ground;
    struct buffer how;
    if (!ground_init(&ground, board, leaper))
        return;
    buffer_init(&how);
    const struct find_request request = {.board = &ground.board,
                                         .leaper = &ground.leaper,
                                         .graph = &ground.graph,
                                         .constraint = constraint,
                                         .seed = 1,
                                         .nodes = 100000};
    enum search_end end = find_run(&request, tour, &how);
    if (end == SEARCH_NO_MEMORY)
        assert_true(exhaustion_has_struck());
    else
        assert_int_equal(end, expected);
    buffer_clear(&how);
    ground_clear(&ground);
}

static const struct tour_constraint closed = {false, -1, -1}, open = {true, -1, -1};

static void find_by_search(void)
{
    find("5x6", "N", closed, SEARCH_FOUND);
    find("4x4", "N", open, SEARCH_NONE);
}

static void find_by_theorem(void)
{
    find("4x9", "N", closed, SEARCH_NONE);
    find("**2/**2/2**/2**", "K", closed, SEARCH_NONE);
}

static void find_by_layers(void)
{
    find("4x10", "N", (struct tour_constraint){true, 0, 1}, SEARCH_NONE);
}

static void find_by_tiles(void)
{
    find("45x46", "N", closed, SEARCH_FOUND);
    find("45x46", "N", open, SEARCH_FOUND); // a closed one cut open
}

static void find_by_flow(void)
{
    find("46x45", "N", (struct tour_constraint){true, 0, 45}, SEARCH_FOUND);
    find("45x46", "N+K", closed, SEARCH_FOUND); // without sides of its own
}

// A tour found by layers, and traced back through them.
static void trace_back(void)
{
    int tour[CELLS_MAX];
    struct ground ground;
    if (!ground_init(&ground, "3x10", "N"))
        return;
    const struct narrow_request request = {
        .graph = &ground.graph, .constraint = &closed, .frontier_max = 11, .states_max = 100000};
    enum search_end end = narrow_run(&request, tour, NULL);
    enum tour_fault fault =
        end == SEARCH_FOUND ? tour_check(&ground.graph, &closed, tour, 30, NULL) : TOUR_NO_MEMORY;
    if (end == SEARCH_NO_MEMORY || fault == TOUR_NO_MEMORY)
        assert_true(exhaustion_has_struck());
    else
        assert_int_equal(fault, TOUR_FINE);
    assert_true(end == SEARCH_FOUND || end == SEARCH_NO_MEMORY);
    ground_clear(&ground);
}

// ---- Lists and texts ----

struct list {
    struct ground ground;
    struct buffer text;
    enum tour_format format;
    int count;
};

static bool write_tour(void *context, const int *tour)
{
    struct list *list = context;
    const struct tour_subject subject = {&list->ground.board, &list->ground.graph, "N", false};
    int least[CELLS_MAX];
    tour_write(&subject, list->format, tour, &list->text);
    if (!tour_canonical(&list->ground.graph, false, tour, least))
        assert_true(exhaustion_has_struck());
    return ++list->count < 3;
}

static void read_back(const struct list *list)
{
    struct tour_reader reader;
    struct error err = {.code = ERROR_NONE};
    tour_reader_init(&reader, buffer_text(&list->text), list->text.length);
    for (bool goes_on = true; goes_on;) {
        struct tour_record record;
        enum tour_reading reading = tour_reader_next(&reader, NULL, &record, &err);
        goes_on = reading == TOUR_READ;
        if (reading == TOUR_READ_ERROR)
            exhaustion_check(&err);
        if (reading != TOUR_READ)
            continue;
        enum tour_fault fault = tour_check(&list->ground.graph, &closed, record.cells, record.count, NULL);
        if (fault == TOUR_NO_MEMORY)
            assert_true(exhaustion_has_struck());
        else
            assert_int_equal(fault, TOUR_FINE);
        tour_record_clear(&record);
    }
    tour_reader_clear(&reader);
}

static void list_and_check(enum tour_format format)
{
    struct list list = {.format = format};
    if (!ground_init(&list.ground, "5x6", "N"))
        return;
    const struct tour_subject subject = {&list.ground.board, &list.ground.graph, "N", false};
    buffer_init(&list.text);
    tour_write_head(&subject, format, &list.text);
    uint64_t count = listing_run(&list.ground.graph, &closed, write_tour, NULL, &list);
    if (count == TOURS_NO_MEMORY || list.text.failed) {
        assert_true(exhaustion_has_struck());
    } else {
        assert_int_equal(count, 3);
        read_back(&list);
    }
    buffer_clear(&list.text);
    ground_clear(&list.ground);
}

static void texts(void)
{
    list_and_check(TOUR_GRID);
    list_and_check(TOUR_SQUARES);
    list_and_check(TOUR_JSON);
}

// ---- Samples ----

static void sample(const char *board, const char *leaper, struct tour_constraint constraint, bool direct)
{
    int tour[CELLS_MAX];
    struct ground ground;
    struct tour_draw draw;
    struct error err = {.code = ERROR_NONE};
    struct factor_budget budget = {.limit = UINT64_C(1) << 30};
    if (!ground_init(&ground, board, leaper))
        return;
    struct tour_sampler *sampler = tour_sampler_new(&ground.graph, &constraint, &budget, &err);
    if (!sampler) {
        exhaustion_check(&err);
    } else {
        assert_int_equal(tour_sampler_is_direct(sampler), direct);
        if (tour_draw_init(&draw, sampler, 1)) {
            if (!tour_draw_next(&draw, 100000, tour))
                assert_true(exhaustion_has_struck());
            tour_draw_clear(&draw);
        } else {
            assert_true(exhaustion_has_struck());
        }
    }
    tour_sampler_free(sampler);
    ground_clear(&ground);
}

static void sample_sets(void)
{
    sample("5x6", "N", closed, false);
    sample("4x5", "N", open, false);
}

static void sample_circuits(void)
{
    sample("2x22", "W", closed, true);
}

static void walk(void)
{
    static const int ring[] = {0, 5, 6, 1, 4, 3, 2, 7};
    int tour[8];
    struct ground ground;
    struct random random = {1};
    if (!ground_init(&ground, "3/1*1/3", "N"))
        return;
    const struct backbite_request request = {.graph = &ground.graph, .steps = 100};
    memcpy(tour, ring, sizeof tour);
    tour_normalize(&ground.graph, &closed, tour);
    if (!backbite_run(&request, &random, tour))
        assert_true(exhaustion_has_struck());
    ground_clear(&ground);
}

// ---- Pictures ----

static void estimate_and_plot(void)
{
    static struct estimate_course course;
    struct ground ground;
    struct estimate result;
    struct error err = {.code = ERROR_NONE};
    if (!ground_init(&ground, "5x6", "N"))
        return;
    const struct estimate_request request = {.graph = &ground.graph,
                                             .constraint = {false, -1, -1},
                                             .seed = 1,
                                             .probes = 40,
                                             .population = 2,
                                             .threads = 3,
                                             .z = 2};
    if (estimate_run(&request, &result, &course, &err)) {
        struct picture picture;
        struct buffer text;
        buffer_init(&text);
        plot_course(&picture, &course, "a title", NAN);
        picture_write_svg(&picture, &text);
        if (text.failed)
            assert_true(exhaustion_has_struck());
        else
            assert_non_null(strstr(buffer_text(&text), "</svg>"));
        picture_clear(&picture);
        buffer_clear(&text);
    } else {
        exhaustion_check(&err);
    }
    ground_clear(&ground);
}

static void draw(void)
{
    static const int cells[] = {0, 5, 6, 1, 8, 3, 2, 7};
    static const struct draw_options options[] = {
        {.style = DRAW_LINE, .cell = 40, .names = true, .title = "a title"},
        {.style = DRAW_NUMBERED, .cell = 40},
        {.style = DRAW_COLOURED, .cell = 40},
        {.half = DRAW_BOTH, .cell = 40},
    };
    struct error err = {.code = ERROR_NONE};
    struct tour_board board;
    if (!tour_board_read(&board, "3/1*1/3", &err)) {
        exhaustion_check(&err);
        return;
    }
    const struct drawn_tour tour = {.cells = cells, .closed = true, .caption = "a caption"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        struct picture picture;
        struct buffer text;
        buffer_init(&text);
        draw_sheet(&picture, &board, &tour, 1, &options[i]);
        picture_write_svg(&picture, &text);
        if (text.failed)
            assert_true(exhaustion_has_struck());
        else
            assert_non_null(strstr(buffer_text(&text), "</svg>"));
        picture_clear(&picture);
        buffer_clear(&text);
    }
    tour_board_clear(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EXHAUSTION_TEST(graphs),
        EXHAUSTION_TEST(find_by_search),
        EXHAUSTION_TEST(find_by_theorem),
        EXHAUSTION_TEST(find_by_layers),
        EXHAUSTION_TEST(trace_back),
        EXHAUSTION_TEST(find_by_tiles),
        EXHAUSTION_TEST(find_by_flow),
        EXHAUSTION_TEST(texts),
        EXHAUSTION_TEST(sample_sets),
        EXHAUSTION_TEST(sample_circuits),
        EXHAUSTION_TEST(walk),
        EXHAUSTION_TEST(estimate_and_plot),
        EXHAUSTION_TEST(draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
