// SPDX-License-Identifier: GPL-3.0-or-later
// Perft: the suites of tests/data, and what holds by definition.

#include "notation/fen.h"
#include "position/moves/perft.h"
#include "support/effort.h"
#include "support/scene.h"
#include "support/suite.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Counts above this are left to faster builds.
static const uint64_t most_turns = EFFORT_DIVISOR == 1 ? UINT64_C(200000000) : UINT64_C(100000);

static void check_entry(const struct suite *suite, const struct suite_entry *entry)
{
    static struct position pos;
    struct error err;
    struct variant *variant = scene_variant(entry->game, entry->parameters);
    if (!fen_read(&pos, variant, entry->fen, &err))
        fail_msg("%s:%d: %s, %s", suite->name, suite->line, err.at, err.message);
    uint64_t hash = pos.state.hash;
    for (int i = 0; i < entry->count; i++) {
        if (entry->turns[i] > most_turns)
            continue;
        uint64_t turns = position_perft(&pos, entry->depth[i]);
        if (turns != entry->turns[i])
            fail_msg("%s:%d: %s\ndepth %d has %" PRIu64 " turns, not %" PRIu64, suite->name, suite->line,
                     entry->fen, entry->depth[i], entry->turns[i], turns);
    }
    assert_true(pos.state.hash == hash);
    variant_free(variant);
}

// `least` positions must be there, so that an emptied file does not pass.
static void check_suite(const char *name, int least)
{
    struct suite suite;
    struct suite_entry entry;
    int entries = 0;
    suite_open(&suite, name);
    for (; suite_next(&suite, &entry); entries++)
        check_entry(&suite, &entry);
    suite_close(&suite);
    assert_true(entries >= least);
}

static void test_chess(void **state)
{
    (void)state;
    check_suite("chess.perft", 40);
}

static void test_armies(void **state)
{
    (void)state;
    check_suite("armies.perft", 80);
}

static void test_fuel(void **state)
{
    (void)state;
    check_suite("fuel.perft", 40);
}

static void test_squares(void **state)
{
    (void)state;
    check_suite("squares.perft", 50);
}

static void test_hnefa(void **state)
{
    (void)state;
    check_suite("hnefa.perft", 15);
}

static void test_hamiltonian(void **state)
{
    (void)state;
    check_suite("hamiltonian.perft", 8);
}

static void test_depth_zero(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "chess", "", NULL);
    assert_int_equal(position_perft(&scene.position, 0), 1);
    scene_clear(&scene);
}

// A game that is over has no successors, but repetition and the 50-move rule end no line.
static void test_endings(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "chess", "", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    scene_outcome(&scene, "black", "checkmate");
    assert_int_equal(position_perft(&scene.position, 1), 0);
    assert_int_equal(position_perft(&scene.position, 3), 0);
    scene_clear(&scene);
    scene_init(&scene, "chess", "", "k7/8/8/8/8/8/8/K6R w - - 120 90");
    scene_outcome(&scene, "draw", "fifty");
    assert_int_equal(position_perft(&scene.position, 1), 16);
    scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess),      cmocka_unit_test(test_armies),  cmocka_unit_test(test_fuel),
        cmocka_unit_test(test_squares),    cmocka_unit_test(test_hnefa),   cmocka_unit_test(test_hamiltonian),
        cmocka_unit_test(test_depth_zero), cmocka_unit_test(test_endings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
