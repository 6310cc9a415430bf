// SPDX-License-Identifier: GPL-3.0-or-later
// A few games of the contest in every variant: the engine does not lose to a random mover.
#include "support/contest.h"
#include "variants/games.h"

#include "position/game.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_a_pair_of_games_in_each_variant(void **state)
{
    (void)state;
    const struct contest contest = {PLAYER_RANDOM, 1, 400};
    for (const struct game *const *game = games_all(); *game; game++)
        if (contest_points(*game, &contest) < 2)
            fail_msg("%s: the engine has lost to a random mover", (*game)->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pair_of_games_in_each_variant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
