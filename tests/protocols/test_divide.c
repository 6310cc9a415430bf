// SPDX-License-Identifier: GPL-3.0-or-later
// Dividing agrees with perft, is in order, and can be stopped.
#include "protocols/divide.h"

#include "games/games.h"
#include "notation/fen.h"
#include "position/moves/perft.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct reports {
    unsigned count, stop_after;
    uint64_t sum;
    char last[32];
};

static void report(void *context, const char *turn, uint64_t nodes)
{
    struct reports *reports = context;
    assert_true(strcmp(reports->last, turn) < 0);
    snprintf(reports->last, sizeof reports->last, "%s", turn);
    reports->count++;
    reports->sum += nodes;
}

static bool stopped(void *context)
{
    const struct reports *reports = context;
    return reports->stop_after && reports->count >= reports->stop_after;
}

static struct variant *open_position(struct position *pos, const char *game, const char *fen)
{
    struct error err;
    struct variant *variant = variant_new(game_find(game, NULL), NULL, &err);
    assert_non_null(variant);
    assert_true(fen_read(pos, variant, fen, &err));
    return variant;
}

static void check(const char *game, const char *fen, int depth, unsigned turns, uint64_t expected)
{
    struct position pos;
    struct variant *variant = open_position(&pos, game, fen);
    struct reports reports = {0};
    struct divide divide = {&pos, depth, report, stopped, &reports};
    uint64_t nodes;
    assert_true(divide_run(&divide, &nodes));
    assert_int_equal(nodes, expected);
    assert_int_equal(nodes, position_perft(&pos, depth));
    assert_int_equal(reports.count, turns);
    if (depth)
        assert_int_equal(reports.sum, nodes);
    variant_free(variant);
}

static void test_counts(void **state)
{
    (void)state;
    check("chess", "startpos", 0, 0, 1);
    check("chess", "startpos", 1, 20, 20);
    check("chess", "startpos", 3, 20, 8902);
    check("fuel", "startpos", 2, 20, 400);
    check("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 48, 97862);
    // Deep enough for a level above those that are counted in one go.
    check("chess", "7k/8/8/8/8/p7/P7/K7 w - - 0 1", 6, 1, 1260);
}

static void test_nothing_to_play(void **state)
{
    (void)state;
    check("chess", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", 1, 0, 0);
    check("chess", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", 9, 0, 0);
}

static void test_stopping(void **state)
{
    struct position pos;
    struct variant *variant = open_position(&pos, "chess", "startpos");
    struct reports reports = {.stop_after = 3};
    struct divide divide = {&pos, 3, report, stopped, &reports};
    uint64_t nodes;
    (void)state;
    assert_false(divide_run(&divide, &nodes));
    assert_int_equal(reports.count, 3);
    // What was counted when it stopped is one first turn more than was reported.
    assert_true(nodes > reports.sum);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_nothing_to_play),
        cmocka_unit_test(test_stopping),
    };
    return cmocka_run_group_tests_name("divide", tests, NULL, NULL);
}
