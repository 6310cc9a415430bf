// SPDX-License-Identifier: GPL-3.0-or-later
// Counts are those known from the literature, and the methods agree with each other.
#include "tours/count.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct sample {
    const char *board, *piece, *from, *to;
    bool open;
    const char *count, *directed;
};

static void count(const struct sample *sample, enum count_method method, struct count_result *result)
{
    struct tour_board board;
    struct leaper leaper;
    struct tour_graph graph;
    struct cycle_graph cycles;
    struct tour_ends ends = {sample->open, -1, -1};
    struct error err = {.message = ""};
    assert_true(tour_board_read(&board, sample->board, NULL) && leaper_read(&leaper, sample->piece, NULL));
    assert_true(tour_graph_init(&graph, &board, &leaper, NULL, NULL));
    int cell;
    if (sample->from && tour_board_cell_read(&board, sample->from, &cell, "from", NULL))
        ends.from = graph.vertex[cell];
    if (sample->to && tour_board_cell_read(&board, sample->to, &cell, "to", NULL))
        ends.to = graph.vertex[cell];
    assert_true(cycle_graph_init(&cycles, &graph, &ends, NULL));
    struct count_request request = {.graph = &graph, .cycles = &cycles, .method = method, .threads = 2};
    if (!count_tours(&request, result, &err))
        fail_msg("%s: %s", sample->board, err.message);
    cycle_graph_clear(&cycles);
    tour_graph_clear(&graph);
    tour_board_clear(&board);
}

static void test_known_counts(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {"5x6", "N", NULL, NULL, false, "8", "16"},    {"3x10", "N", NULL, NULL, false, "16", "32"},
        {"10x3", "N", NULL, NULL, false, "16", "32"},  {"3x14", "N", NULL, NULL, false, "1536", "3072"},
        {"5x5", "N", NULL, NULL, true, "864", "1728"}, {"5x5", "N", "a1", NULL, true, "304", "304"},
        {"5x5", "N", NULL, "a1", true, "304", "304"},  {"4x7", "N", NULL, NULL, true, "6378", "12756"},
        {"4x3", "N", NULL, NULL, true, "8", "16"},     {"1x1", "N", NULL, NULL, true, "1", "1"},
        {"1x1", "N", NULL, NULL, false, "0", "0"},     {"2x1", "W", NULL, NULL, true, "1", "2"},
        {"2x1", "W", NULL, NULL, false, "0", "0"},     {"3x3", "N", NULL, NULL, false, "0", "0"},
        {"2x2", "W", NULL, NULL, false, "1", "2"},     {"8/7*/7*", "N", NULL, NULL, false, "4", "8"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct count_result result;
        count(&samples[i], COUNT_PLAIN, &result);
        assert_string_equal(result.count, samples[i].count);
        assert_string_equal(result.directed, samples[i].directed);
        count_result_clear(&result);
    }
}

// Boards with holes, odd sides and other pieces: both methods find the same.
static void test_methods_agree(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {.board = "5x8", .piece = "N"},
        {.board = "4x8", .piece = "N", .open = true},
        {.board = "4x6", .piece = "N", .open = true, .from = "a1"},
        {.board = "4x6", .piece = "N", .open = true, .from = "c3"},
        {.board = "4x6", .piece = "N", .open = true, .from = "d6"},
        {.board = "4x6", .piece = "N", .open = true, .from = "a1", .to = "b1"},
        {.board = "5x5", .piece = "N", .open = true, .from = "c3", .to = "e5"},
        {.board = "5/5/2*2/5/5", .piece = "N", .open = true},
        {.board = "5/5/5/5/3**", .piece = "N", .open = true},
        {.board = "6/6/6/1*4/6/5*", .piece = "N"},
        {.board = "*4*/6/6/6/6/*4*", .piece = "N"},
        {.board = "3**3/8/8/8/3**3", .piece = "N"},
        {.board = "6x6", .piece = "W"},
        {.board = "7x4", .piece = "W", .open = true},
        {.board = "4x4", .piece = "K"},
        {.board = "4x4", .piece = "WA", .open = true},
        {.board = "3x6", .piece = "NC"},
        {.board = "4x5", .piece = "NZ"},
        {.board = "3x6", .piece = "NZ", .open = true},
        {.board = "3x9", .piece = "C", .open = true},
        {.board = "3x7", .piece = "1,4+W"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct count_result plain, meet;
        count(&samples[i], COUNT_PLAIN, &plain);
        count(&samples[i], COUNT_MEET, &meet);
        print_message("%s %s: %s\n", samples[i].board, samples[i].piece, meet.count);
        assert_string_equal(meet.count, plain.count);
        assert_string_equal(meet.directed, plain.directed);
        count_result_clear(&plain);
        count_result_clear(&meet);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_counts),
        cmocka_unit_test(test_methods_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
