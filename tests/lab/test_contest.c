// SPDX-License-Identifier: GPL-3.0-or-later
// The engine understands the variants that the program brings along: it takes at least 98 of 100 points from random movers and from
// players who only look for captures. All variants would take hours, so these are our own and a sample of the others.
#include "support/contest.h"
#include "support/effort.h"
#include "variants/games.h"

#include "position/game.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Under sanitizers a pair of games each must do, and test_contest_short.c plays those against random movers: the games of an
// optimized build have shown who is the stronger player.
#ifdef EFFORT_SANITIZED
enum { PAIRS = 1, HALF_POINTS_MIN = 3 };
#else
enum { PAIRS = 50, HALF_POINTS_MIN = 196 };
#endif
enum { NODES = 400 };

// Where the opponent must help, or games are long and often drawn, it is enough not to fall behind.
static const char *const drawish[] = {"hans38-neutral", "misere", NULL};

static const char *const sample[] = {"losalamos",  "grand",  "chigorin", "knightmate", "kingofthehill",
                                     "crazyhouse", "makruk", "misere",   NULL};

enum { OWN = 10 }; // games at the beginning of the list

static bool is_listed(const char *const names[], const char *name)
{
    for (unsigned i = 0; names[i]; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static unsigned least_half_points(const char *name)
{
    return is_listed(drawish, name) ? HALF_POINTS_MIN / 2 : HALF_POINTS_MIN;
}

static void compete(enum player_kind opponent, const char *name)
{
    const struct contest contest = {opponent, PAIRS, NODES};
    unsigned failures = 0;
    const struct game *const *games = games_all();
    for (const struct game *const *game = games; *game; game++) {
        if (game - games >= OWN && !is_listed(sample, (*game)->name))
            continue;
        unsigned half_points = contest_points(*game, &contest);
        print_message("%-24s %5.1f of %d points against the %s player\n", (*game)->name, half_points / 2.0,
                      2 * PAIRS, name);
        failures += half_points < least_half_points((*game)->name);
    }
    assert_int_equal(failures, 0);
}

#ifndef EFFORT_SANITIZED
static void test_random(void **state)
{
    (void)state;
    compete(PLAYER_RANDOM, "random");
}
#endif

static void test_greedy(void **state)
{
    (void)state;
    compete(PLAYER_GREEDY, "greedy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifndef EFFORT_SANITIZED
        cmocka_unit_test(test_random),
#endif
        cmocka_unit_test(test_greedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
