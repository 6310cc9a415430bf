// SPDX-License-Identifier: GPL-3.0-or-later
// Boards are read, written back, and refused with the place of what is wrong.
#include "tours/board/board.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void round_trip(const char *text, const char *written, int width, int height, int cells)
{
    struct tour_board board;
    struct buffer out;
    buffer_init(&out);
    assert_true(tour_board_read(&board, text, NULL));
    assert_int_equal(board.width, width);
    assert_int_equal(board.height, height);
    assert_int_equal(board.cells, cells);
    tour_board_write(&board, &out);
    assert_string_equal(buffer_text(&out), written);
    buffer_clear(&out);
    tour_board_clear(&board);
}

static void test_round_trips(void **state)
{
    (void)state;
    round_trip("8x8", "8x8", 8, 8, 64);
    round_trip("8X8", "8x8", 8, 8, 64);
    round_trip("10\xc3\x97"
               "8",
               "10x8", 10, 8, 80);
    round_trip("1000x1", "1000x1", 1000, 1, 1000);
    round_trip("5/5/5/3**", "5/5/5/3**", 5, 4, 18);
    round_trip("5/5/5", "5x3", 5, 3, 15);
    round_trip("*10*/**8**", "*10*/**8**", 12, 2, 18);
    round_trip("1", "1x1", 1, 1, 1);
}

static void test_top_rank_comes_first(void **state)
{
    (void)state;
    struct tour_board board;
    assert_true(tour_board_read(&board, "3/2*", NULL));
    assert_false(board.exists[2]);
    assert_true(board.exists[5]);
    tour_board_remove(&board, 5);
    assert_int_equal(board.cells, 4);
    tour_board_clear(&board);
}

static void refused(const char *text, const char *at)
{
    struct tour_board board;
    struct error err;
    assert_false(tour_board_read(&board, text, &err));
    assert_string_equal(err.at, at);
    assert_int_equal(err.code, ERROR_PARAMETER);
}

static void test_refusals(void **state)
{
    (void)state;
    refused("", "board[0]");
    refused("8x", "board[2]");
    refused("0x8", "board[1]");
    refused("8x1001", "board[2]");
    refused("8\xc3\x97", "board[3]");
    refused("8\xc3\x98"
            "8",
            "board[1]");
    refused("8x8x8", "board[3]");
    refused("-1x8", "board[0]");
    refused("5/4", "board[2]");
    refused("5/", "board[2]");
    refused("5//5", "board[2]");
    refused("5/5?", "board[3]");
    refused("***", "board[0]");
    refused("500 501", "board[3]");
    refused("500*500", "board[4]");
    refused("3/x", "board[2]");
    refused("0/0", "board[0]");
}

static void test_cell_names(void **state)
{
    (void)state;
    struct tour_board board;
    char name[TOUR_CELL_NAME_SIZE];
    int cell;
    tour_board_init(&board, 1000, 1000);
    for (int i = 0; i < 1000 * 1000; i += 977) {
        tour_board_cell_name(&board, i, name);
        assert_true(tour_board_cell_read(&board, name, &cell, "from", NULL));
        assert_int_equal(cell, i);
    }
    static const struct {
        int file, rank;
        const char *name;
    } named[] = {{0, 0, "a1"},    {25, 9, "z10"},   {26, 0, "aa1"},
                 {701, 2, "zz3"}, {702, 2, "aaa3"}, {999, 999, "all1000"}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        tour_board_cell_name(&board, named[i].rank * 1000 + named[i].file, name);
        assert_string_equal(name, named[i].name);
    }
    tour_board_clear(&board);
}

static void test_cells_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "a", "1", "a0", "i1", "a9", "c1", "a1x", "aaaa1", "a-1"};
    struct tour_board board;
    struct error err;
    int cell;
    assert_true(tour_board_read(&board, "8/8/8/8/8/8/8/2*5", NULL));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(tour_board_cell_read(&board, bad[i], &cell, "from", &err));
        assert_string_equal(err.at, "from");
    }
    assert_true(tour_board_cell_read(&board, "H8", &cell, "from", &err));
    assert_int_equal(cell, 63);
    tour_board_clear(&board);
}

static void test_equal_boards(void **state)
{
    (void)state;
    static const char *const texts[] = {"3x4", "4x3", "3/3/3/3", "3/3/3/2*", "3/3/3/*2"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            struct tour_board a, b;
            assert_true(tour_board_read(&a, texts[i], NULL));
            assert_true(tour_board_read(&b, texts[j], NULL));
            // Only a size and a full placement are the same board in two forms.
            assert_int_equal(tour_board_equal(&a, &b), i == j || (i + j == 2 && i != 1));
            tour_board_clear(&a);
            tour_board_clear(&b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),   cmocka_unit_test(test_top_rank_comes_first),
        cmocka_unit_test(test_refusals),      cmocka_unit_test(test_cell_names),
        cmocka_unit_test(test_cells_refused), cmocka_unit_test(test_equal_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
