// SPDX-License-Identifier: GPL-3.0-or-later
// Matches: the better player wins, the counts add up, and a seed repeats the match.
#include "lab/match.h"

#include "support/scene.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static struct match_score play(const char *game, const char *parameters, struct player first,
                               struct player second, unsigned pairs)
{
    struct variant *variant = scene_variant(game, parameters);
    struct match match = {.variant = variant,
                          .players = {first, second},
                          .pairs = pairs,
                          .opening = 4,
                          .longest = 300,
                          .seed = 9};
    struct match_score score;
    assert_true(match_play(&match, NULL, NULL, &score, NULL));
    assert_int_equal(score.wins + score.draws + score.losses, 2 * pairs);
    unsigned half_points = 0;
    for (unsigned i = 0; i < 5; i++)
        half_points += i * score.pairs.count[i];
    assert_int_equal(half_points, 2 * score.wins + score.draws);
    variant_free(variant);
    return score;
}

static const struct player at_random = {.kind = PLAYER_RANDOM}, greedy = {.kind = PLAYER_GREEDY},
                           engine = {.kind = PLAYER_ENGINE, .nodes = 300};

static void test_the_better_wins(void **state)
{
    (void)state;
    assert_true(play("chess", "", engine, at_random, 3).wins >= 5);
    assert_true(play("fuel", "fuel=10", engine, greedy, 3).wins >= 5);
    assert_true(play("fuel", "fuel=3", at_random, engine, 3).losses >= 5);
}

static void test_a_seed_repeats(void **state)
{
    (void)state;
    struct match_score first = play("fuel", "fuel=2", greedy, at_random, 20);
    struct match_score second = play("fuel", "fuel=2", greedy, at_random, 20);
    assert_memory_equal(&first, &second, sizeof first);
    assert_int_equal(first.draws, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_better_wins),
        cmocka_unit_test(test_a_seed_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
