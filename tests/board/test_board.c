// SPDX-License-Identifier: GPL-3.0-or-later
// How far directions reach on boards of every size.

#include "board/board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool inside(int width, int height, int file, int rank)
{
    return file >= 0 && file < width && rank >= 0 && rank < height;
}

static void check_size(int width, int height)
{
    static struct board board;
    board_init(&board, width, height);
    assert_int_equal(board.width, width);
    assert_int_equal(board.height, height);
    assert_int_equal(set_count(&board.locations), width * height);
    for (square s = 0; s < GRID_SQUARES; s++) {
        int file = square_file(s), rank = square_rank(s);
        assert_int_equal(set_has(&board.locations, s), inside(width, height, file, rank));
        for (direction d = 0; d < DIRECTIONS; d++) {
            int dx = direction_step[d].dx, dy = direction_step[d].dy, reach = board.reach[s][d];
            if (!inside(width, height, file, rank)) {
                assert_int_equal(reach, 0);
                continue;
            }
            assert_true(inside(width, height, file + reach * dx, rank + reach * dy));
            assert_false(inside(width, height, file + (reach + 1) * dx, rank + (reach + 1) * dy));
        }
    }
}

static void test_every_size(void **state)
{
    (void)state;
    for (int size = 1; size <= GRID_SIDE; size++) {
        check_size(size, size);
        check_size(GRID_SIDE, size);
        check_size(size, 5);
    }
}

// Walls end every ride that would go over them, and nothing rides from them.
static void test_walls(void **state)
{
    (void)state;
    static struct board board;
    struct set walls = {{0}};
    board_init(&board, 8, 8);
    set_add(&walls, square_at(3, 3));
    set_add(&walls, square_at(0, 5));
    board_remove(&board, &walls);
    assert_int_equal(set_count(&board.locations), 62);
    assert_false(set_has(&board.locations, square_at(3, 3)));
    assert_int_equal(board.reach[square_at(3, 0)][direction_of(0, 1)], 2);
    assert_int_equal(board.reach[square_at(0, 0)][direction_of(1, 1)], 2);
    assert_int_equal(board.reach[square_at(3, 4)][direction_of(0, -1)], 0);
    assert_int_equal(board.reach[square_at(3, 4)][direction_of(0, 1)], 3);
    // A leap lands beside a wall, whatever lies below its way, but not on one.
    assert_int_equal(board.reach[square_at(2, 2)][direction_of(2, 1)], 2);
    assert_int_equal(board.reach[square_at(1, 2)][direction_of(2, 1)], 0);
    for (direction d = 0; d < DIRECTIONS; d++)
        assert_int_equal(board.reach[square_at(3, 3)][d], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_size), cmocka_unit_test(test_walls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
