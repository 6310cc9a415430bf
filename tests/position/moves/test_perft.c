// SPDX-License-Identifier: GPL-3.0-or-later
// Perft: the suites of tests/data, and what holds by definition.

#include "position/fen.h"
#include "position/moves/perft.h"
#include "support/perft_suite.h"
#include "support/scene.h"

#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_chess(void **state)
{
    (void)state;
    perft_suite_check("chess.perft", 40);
}

static void test_armies(void **state)
{
    (void)state;
    perft_suite_check("armies.perft", 80);
}

static void test_fuel(void **state)
{
    (void)state;
    perft_suite_check("fuel.perft", 40);
}

static void test_squares(void **state)
{
    (void)state;
    perft_suite_check("squares.perft", 50);
}

static void test_hnefa(void **state)
{
    (void)state;
    perft_suite_check("hnefa.perft", 15);
}

static void test_hamiltonian(void **state)
{
    (void)state;
    perft_suite_check("hamiltonian.perft", 8);
}

static void test_variants(void **state)
{
    (void)state;
    perft_suite_check("variants.perft", 80);
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

// ---- With a watch ----

static bool count_calls(void *context, uint64_t nodes)
{
    unsigned *left = context;
    (void)nodes;
    return *left && --*left;
}

// A walk as deep as it can be asked for.
static void *walk_deep(void *given)
{
    const struct position *pos = given;
    unsigned calls = 300;
    uint64_t nodes = 0;
    const struct perft_watch watch = {count_calls, &calls};
    return !position_perft_watched(pos, 64, &watch, &nodes) && nodes ? given : NULL;
}

// Programs that use the library count in threads of theirs, whose stacks may be smaller than the 8 MiB that are usual.
static void test_depth_needs_no_large_stack(void **state)
{
    (void)state;
    static const char *const games[] = {"chess", "amazons", "moving-squares", "duck"};
    pthread_attr_t attributes;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, 2 << 20), 0);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct variant *variant = scene_variant(games[i], "");
        struct position pos;
        struct error err;
        pthread_t thread;
        void *stopped;
        assert_true(fen_read(&pos, variant, "startpos", &err));
        assert_int_equal(pthread_create(&thread, &attributes, walk_deep, &pos), 0);
        assert_int_equal(pthread_join(thread, &stopped), 0);
        assert_ptr_equal(stopped, &pos);
        variant_free(variant);
    }
    pthread_attr_destroy(&attributes);
}

// A count that is watched is the same, also where its last levels are counted turn by turn.
static void test_watched(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int depth;
    } rows[] = {{"chess", 4},         {"fuel", 4},           {"amazons", 1}, {"hamiltonian", 3},
                {"hans38-postal", 2}, {"moving-squares", 1}, {"duck", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct variant *variant = scene_variant(rows[i].game, "");
        struct position pos;
        struct error err;
        unsigned calls = UINT_MAX;
        uint64_t nodes = 0;
        const struct perft_watch watch = {count_calls, &calls};
        assert_true(fen_read(&pos, variant, "startpos", &err));
        assert_true(position_perft_watched(&pos, rows[i].depth, &watch, &nodes));
        assert_int_equal(nodes, position_perft(&pos, rows[i].depth));
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess),    cmocka_unit_test(test_armies),
        cmocka_unit_test(test_fuel),     cmocka_unit_test(test_squares),
        cmocka_unit_test(test_hnefa),    cmocka_unit_test(test_hamiltonian),
        cmocka_unit_test(test_variants), cmocka_unit_test(test_depth_zero),
        cmocka_unit_test(test_endings),  cmocka_unit_test(test_depth_needs_no_large_stack),
        cmocka_unit_test(test_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
