// SPDX-License-Identifier: GPL-3.0-or-later
// The table of links: attacks as the reference has them, lines that are open both ways, orbits that fill the board.
#include "lab/link_board.h"

#include "base/random.h"
#include "reference/links.h"
#include "support/effort.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_attacks_are_the_references(void **state)
{
    (void)state;
    struct random random = {7};
    struct link_board board;
    for (unsigned round = 0; round < 4000 / EFFORT_DIVISOR; round++) {
        unsigned size = 2 + random_below(&random, 7);
        struct ref_links links = {.size = (int)size, .count = 2};
        uint64_t occupied = random_next(&random);
        occupied &= random_next(&random);
        link_board_init(&board, size);
        enum link_kind kind = random_below(&random, LINK_KINDS);
        unsigned from = random_below(&random, board.squares), to = random_below(&random, board.squares);
        if (from == to)
            continue;
        links.letter[0] = "KQRBN"[kind];
        for (unsigned i = 0; i < 2; i++) {
            unsigned square = i ? to : from;
            links.file[i] = (int)(square % size);
            links.rank[i] = (int)(square / size);
        }
        for (unsigned square = 0; square < board.squares; square++)
            links.taken[square / size][square % size] = occupied >> square & 1;
        assert_int_equal(link_board_attacks(&board, kind, from, to, occupied),
                         ref_links_attacks(&links, 0, 1));
        assert_int_equal(board.distance[from][to], ref_links_distance(&links, 0, 1));
        assert_true(board.between[from][to] == board.between[to][from]);
    }
}

static void test_the_farthest_come_first(void **state)
{
    (void)state;
    struct link_board board;
    link_board_init(&board, 8);
    for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
        for (unsigned from = 0; from < 64; from++)
            for (unsigned i = 1; i < board.reach[kind][from].count; i++)
                assert_true(board.distance[from][board.reach[kind][from].to[i - 1]] >=
                            board.distance[from][board.reach[kind][from].to[i]]);
    assert_int_equal(board.reach[LINK_QUEEN][27].count, 27);
    assert_int_equal(board.reach[LINK_ROOK][27].count, 14);
    assert_int_equal(board.reach[LINK_KNIGHT][0].count, 2);
    assert_int_equal(board.reach[LINK_KING][0].count, 3);
}

static void test_orbits_fill_the_board(void **state)
{
    (void)state;
    static const unsigned orbits[] = {0, 0, 1, 3, 3, 6, 6, 10, 10};
    struct link_board board;
    for (unsigned size = 2; size <= 8; size++) {
        unsigned sum = 0, count = 0;
        link_board_init(&board, size);
        for (unsigned square = 0; square < board.squares; square++) {
            sum += board.orbit[square];
            count += board.orbit[square] > 0;
        }
        assert_int_equal(sum, size * size);
        assert_int_equal(count, orbits[size]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attacks_are_the_references),
        cmocka_unit_test(test_the_farthest_come_first),
        cmocka_unit_test(test_orbits_fill_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
