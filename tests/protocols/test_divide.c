// SPDX-License-Identifier: GPL-3.0-or-later
// Dividing agrees with perft, is in order, and can be stopped.
#include "protocols/divide.h"

#include "position/fen.h"
#include "position/moves/perft.h"
#include "support/texted.h"
#include "variants/games.h"

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
    struct divide divide = {&pos, depth, report, stopped, &reports, coordinate_write_turn};
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
    struct divide divide = {&pos, 3, report, stopped, &reports, coordinate_write_turn};
    uint64_t nodes;
    (void)state;
    assert_false(divide_run(&divide, &nodes));
    assert_int_equal(reports.count, 3);
    // What was counted when it stopped is one first turn more than was reported.
    assert_true(nodes > reports.sum);
    variant_free(variant);
}

// One position with millions of turns, each of up to three actions.
static const char millions[] =
    "[millions:chess]\nmaxRank = 16\nmaxFile = 16\nsquareActions = afterBoth\n"
    "squareReserve = infinite\ncastling = false\n"
    "startFen = rnbqkbnrrnbqqbnr/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/*7*7/"
    "*7*7/*7*7/*7*7/*7*7/RNBQKBNRRNBQQBNR w - - 0 1\n";

static bool soon(void *context)
{
    unsigned *asked = context;
    return ++*asked == 2;
}

// A single position does not have to be counted to its end, whether its turns are reported or not.
static void test_stopping_in_one_position(void **state)
{
    struct position pos;
    struct variant *variant = texted_new("millions", millions);
    struct error err;
    unsigned asked = 0;
    uint64_t nodes;
    (void)state;
    assert_true(fen_read(&pos, variant, "startpos", &err));
    for (int depth = 1; depth <= 2; depth++) {
        struct divide divide = {&pos, depth, NULL, soon, &asked, coordinate_write_turn};
        asked = 0;
        assert_false(divide_run(&divide, &nodes));
        assert_in_range(nodes, 0, 300000);
        assert_int_equal(asked, 2);
        divide.report = report;
        asked = 0;
        assert_false(divide_run(&divide, &nodes));
        assert_int_equal(nodes, 0);
        assert_int_equal(asked, 2);
    }
    variant_free(variant);
}

// Turns of several actions are counted alike with a watch, which goes through them action by action, and without.
static void test_watched(void **state)
{
    static const struct {
        const char *game, *fen;
    } positions[] = {
        {"chess", "startpos"},
        {"hans38", "startpos"},
        {"moving-squares", "startpos"},
        {"duck", "startpos"},
        {"hamiltonian", "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4 w - - 0 1"},
        {"fuel", "startpos"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct position pos;
        struct variant *variant = open_position(&pos, positions[i].game, positions[i].fen);
        struct divide divide = {&pos, 1, NULL, NULL, NULL, coordinate_write_turn};
        uint64_t nodes;
        for (; divide.depth <= 2; divide.depth++) {
            if (divide.depth == 2 && position_perft(&pos, 1) > 500)
                break;
            assert_true(divide_run(&divide, &nodes));
            assert_int_equal(nodes, position_perft(&pos, divide.depth));
        }
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),   cmocka_unit_test(test_nothing_to_play),
        cmocka_unit_test(test_stopping), cmocka_unit_test(test_stopping_in_one_position),
        cmocka_unit_test(test_watched),
    };
    return cmocka_run_group_tests_name("divide", tests, NULL, NULL);
}
