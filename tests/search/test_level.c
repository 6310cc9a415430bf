// SPDX-License-Identifier: GPL-3.0-or-later
// Levels: their names; weak ones make human mistakes, strong ones do not.
#include "search/ladder.h"

#include "support/thought.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_names(void **state)
{
    (void)state;
    static const char *const keys[LEVELS] = {"beginner", "learner", "novice", "casual", "amateur",
                                             "club",     "strong",  "expert", "master", "full"};
    struct error err;
    for (int i = 0; i < LEVELS; i++) {
        assert_string_equal(levels[i].key, keys[i]);
        assert_ptr_equal(level_find(keys[i], &err), &levels[i]);
        assert_true(strlen(levels[i].words) > 10);
    }
    assert_ptr_equal(level_find("Club", &err), &levels[5]);
    assert_null(level_find("grandmaster", &err));
    assert_int_equal(err.code, ERROR_PARAMETER);
    assert_string_equal(err.at, "level");
    assert_non_null(strstr(err.message, "beginner"));
}

enum { TRIES = 40 };

static struct search_result ask(struct thought *thought, const struct level *level, uint64_t seed)
{
    struct search_request request = {.position = &thought->position,
                                     .handicap = ladder_level(thought->position.variant->game, level),
                                     .seed = seed,
                                     .limits.nodes = 20000};
    struct search_result result;
    engine_clear(thought->engine);
    engine_search(thought->engine, &request, &result);
    return result;
}

// How many of TRIES seeds lead to the action.
static int count(struct thought *thought, const struct level *level, move wanted)
{
    int found = 0;
    for (uint64_t seed = 0; seed < TRIES; seed++) {
        struct search_result result = ask(thought, level, seed);
        assert_true(position_is_legal(&thought->position, result.best));
        found += result.best == wanted;
    }
    return found;
}

static void test_weak_levels_overlook_what_strong_ones_see(void **state)
{
    (void)state;
    struct thought thought;
    thought_init(&thought, "chess", "", "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 1");
    move takes_queen = move_make(MOVE_NORMAL, square_at(2, 0), square_at(6, 4), 0);
    int beginner = count(&thought, &levels[0], takes_queen), club = count(&thought, &levels[5], takes_queen);
    assert_in_range(beginner, TRIES / 4, TRIES - 3);
    assert_true(club > beginner);
    assert_int_equal(count(&thought, &levels[LEVEL_FULL], takes_queen), TRIES);
    thought_clear(&thought);
}

static void test_a_seed_repeats_itself(void **state)
{
    (void)state;
    struct thought thought;
    thought_init(&thought, "fuel", "", NULL);
    bool differs = false;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct search_result first = ask(&thought, &levels[1], seed),
                             second = ask(&thought, &levels[1], seed);
        assert_int_equal(first.best, second.best);
        assert_int_equal(first.nodes, second.nodes);
        differs = differs || first.best != ask(&thought, &levels[1], seed + 1).best;
    }
    assert_true(differs);
    thought_clear(&thought);
}

static void test_one_legal_move_is_never_overlooked(void **state)
{
    (void)state;
    struct thought thought;
    thought_init(&thought, "chess", "", "k7/8/1K6/8/8/8/8/7R b - - 0 1");
    move only = move_make(MOVE_NORMAL, square_at(0, 7), square_at(1, 7), 0);
    for (int level = 0; level < LEVELS; level++)
        for (uint64_t seed = 0; seed < 10; seed++)
            assert_int_equal(ask(&thought, &levels[level], seed).best, only);
    thought_clear(&thought);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_weak_levels_overlook_what_strong_ones_see),
        cmocka_unit_test(test_a_seed_repeats_itself),
        cmocka_unit_test(test_one_legal_move_is_never_overlooked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
