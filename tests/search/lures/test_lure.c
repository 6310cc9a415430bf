// SPDX-License-Identifier: GPL-3.0-or-later
// Where whoever is mated wins, the engine tempts the enemy to give mate.
#include "position/fen.h"
#include "position/variant.h"
#include "search/lures/snare.h"
#include "support/contest.h"
#include "support/effort.h"
#include "variants/games.h"

#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Under sanitizers it is enough that such games are played, and not lost.
#ifdef EFFORT_SANITIZED
enum { PAIRS = 1, HALF_POINTS_MIN = 2 };
#else
// The engine takes nine tenths of the points; so few games may bring less.
enum { PAIRS = 4, HALF_POINTS_MIN = 12 };
#endif

struct desk {
    struct variant *variant;
    struct valuation *valuation;
};

static int set_up(void **state)
{
    struct desk *desk = calloc(1, sizeof *desk);
    *state = desk;
    desk->variant = variant_new(game_find("misere", NULL), NULL, NULL);
    desk->valuation = malloc(sizeof *desk->valuation);
    if (!desk->variant || !desk->valuation)
        return -1;
    valuation_init(desk->valuation, desk->variant, false);
    return 0;
}

static int tear_down(void **state)
{
    struct desk *desk = *state;
    variant_free(desk->variant);
    free(desk->valuation);
    free(desk);
    return 0;
}

static int worth(const struct desk *desk, const char *fen)
{
    struct position pos;
    assert_true(fen_read(&pos, desk->variant, fen, NULL));
    return snare_worth(desk->valuation, &pos);
}

static void test_ends(void **state)
{
    const struct desk *desk = *state;
    assert_int_equal(worth(desk, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), SNARE_WON);
    assert_int_equal(worth(desk, "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), SNARE_DRAWN);
}

static void test_what_helps_to_be_mated(void **state)
{
    const struct desk *desk = *state;
    // Each time the kings and the men are the same. White can mate on the back rank, or cannot.
    assert_true(worth(desk, "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1") >
                worth(desk, "6k1/5pp1/7p/8/8/8/8/R5K1 b - - 0 1"));
    // Here the rook has no way to that rank yet.
    assert_true(worth(desk, "6k1/5ppp/8/8/8/1P6/PRP5/1N4K1 b - - 0 1") >
                worth(desk, "6k1/5pp1/7p/8/8/1P6/PRP5/1N4K1 b - - 0 1"));
    // Nobody is mated without men.
    assert_true(worth(desk, "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1") >
                worth(desk, "6k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"));
    // The lone king is mated at the edge, in front of the other.
    assert_true(worth(desk, "3k4/8/3K4/8/8/8/8/7R b - - 0 1") > worth(desk, "8/8/8/3k4/8/8/8/K6R b - - 0 1"));
}

// Fixed nodes and seeds make the games the same everywhere. Without lures the engine wins about two in five, and with them nearly all.
static void test_random_movers_are_tempted(void **state)
{
    (void)state;
    enum { NODES = 400 };
    const struct contest contest = {PLAYER_RANDOM, PAIRS, NODES};
    assert_true(contest_points(game_find("misere", NULL), &contest) >= HALF_POINTS_MIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_helps_to_be_mated, set_up, tear_down),
        cmocka_unit_test(test_random_movers_are_tempted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
