// SPDX-License-Identifier: GPL-3.0-or-later
// Levels and ratings of every game: each level is stronger than the one below it by what a step should be.
#include "position/game.h"
#include "search/handicap.h"
#include "search/ladder.h"
#include "variants/embedded.h"
#include "variants/games.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_less_handicap_is_never_weaker(void **state)
{
    (void)state;
    struct handicap last = handicap_effect(HANDICAP_MAX), none = handicap_effect(0);
    assert_true(last.nodes >= 1 && last.oversight < OVERSIGHT_ALL);
    for (unsigned handicap = HANDICAP_MAX; handicap-- > 1;) {
        struct handicap effect = handicap_effect(handicap);
        assert_true(effect.nodes >= last.nodes && effect.blur <= last.blur &&
                    effect.oversight <= last.oversight);
        last = effect;
    }
    assert_true(!none.nodes && !none.blur && !none.oversight);
    // Overlooking does not begin all at once.
    assert_true(handicap_effect(9).oversight > 0 && handicap_effect(9).oversight < OVERSIGHT_ALL / 200);
    struct handicap more = handicap_effect(HANDICAP_MAX + 1), most = handicap_effect(HANDICAP_MAX);
    assert_true(more.nodes == most.nodes && more.blur == most.blur && more.oversight == most.oversight);
}

static void test_levels_climb_in_every_game(void **state)
{
    (void)state;
    for (int i = 0; games_all()[i]; i++) {
        const struct game *game = games_all()[i];
        unsigned last = HANDICAP_MAX + 1;
        for (int level = 0; level < LEVELS; level++) {
            unsigned handicap = ladder_level(game, &levels[level]);
            assert_true(handicap < last);
            last = handicap;
        }
        assert_int_equal(last, 0);
        assert_int_equal(ladder_level(game, NULL), 0);
    }
}

// The rating from which the engine plays at least with this handicap.
static unsigned rating_of(const struct game *game, unsigned handicap)
{
    unsigned rating = LADDER_RATING_MIN;
    while (ladder_rating(game, rating) > handicap)
        rating++;
    return rating;
}

static void test_ratings_climb_in_steps_that_players_feel(void **state)
{
    (void)state;
    // 54 % and 85 % of the points, in Elo; docs/engine.md has the games in which steps are as small as that.
    enum { STEP_LEAST = 28, STEP_MOST = 302 };
    for (int i = 0; games_all()[i]; i++) {
        const struct game *game = games_all()[i];
        assert_int_equal(ladder_rating(game, LADDER_RATING_MIN), ladder_level(game, &levels[0]));
        assert_int_equal(ladder_rating(game, 0), ladder_level(game, &levels[0]));
        assert_int_equal(ladder_rating(game, LADDER_RATING_MAX), 0);
        unsigned last = HANDICAP_MAX;
        for (unsigned rating = LADDER_RATING_MIN; rating <= LADDER_RATING_MAX; rating++) {
            unsigned handicap = ladder_rating(game, rating);
            assert_true(handicap <= last);
            last = handicap;
        }
        // The weakest level stands for all lower ratings, so its own is not known from outside.
        for (int level = 2; level < LEVELS; level++) {
            unsigned step = rating_of(game, ladder_level(game, &levels[level])) -
                            rating_of(game, ladder_level(game, &levels[level - 1]));
            assert_in_range(step, STEP_LEAST, STEP_MOST);
        }
    }
}

static void test_the_texts_of_all_levels_are_read(void **state)
{
    (void)state;
    struct ladder ladder;
    struct error err;
    assert_string_equal(embedded_levels[0].name, "levels/variants.txt");
    for (const struct embedded_text *own = embedded_levels; own->name; own++)
        assert_true(ladder_read(&ladder, own->text, &err));
}

static void test_damaged_texts_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "handicaps 9 8 7 6 5 4 3 2 1\nratings 100 200 300 400 500 600 700 800 900 1000\n",
        "games\nhandicaps 9 8 7 6 5 4 3 2 1\nratings 100 200 300 400 500 600 700 800 900 1000\n",
        "games a b\n",
        "games a b\nhandicaps 9 8 7 6 5 4 3 2 1\n",
        "games a b\nhandicaps 9 8 7 6 5 4 3 2\nratings 100 200 300 400 500 600 700 800 900 1000\n",
        "games a b\nhandicaps 9 8 7 6 5 4 3 2 0\nratings 100 200 300 400 500 600 700 800 900 1000\n",
        "games a b\nhandicaps 101 8 7 6 5 4 3 2 1\nratings 100 200 300 400 500 600 700 800 900 1000\n",
        "games a b\nhandicaps 9 8 7 6 6 4 3 2 1\nratings 100 200 300 400 500 600 700 800 900 1000\n",
        "games a b\nhandicaps 9 8 7 6 5 4 3 2 1\nratings 100 200 300 400 400 600 700 800 900 1000\n",
        "games a b\nhandicaps 9 8 7 6 5 4 3 2 1\nratings 99 200 300 400 500 600 700 800 900 1000\n",
        "games a b\nhandicaps 9 8 7 6 5 4 3 2 1\nratings 100 200 300 400 500 600 700 800 900 2801\n",
        "games a b\nhandicaps 9 8 7 6 5 4 3 2 1\nratings 100 200 300 400 500 600 700 800 900 1000",
        "games a b\nhandicaps 9 8 7 6 5 4 3 2 1\nratings 100 200 300 400 500 600 700 800 900 1000\nmore",
    };
    struct ladder ladder;
    struct error err;
    assert_true(ladder_read(&ladder,
                            "# why\ngames a b\nhandicaps 9 8 7 6 5 4 3 2 1\n"
                            "ratings 100 200 300 400 500 600 700 800 900 1000\n",
                            &err));
    assert_int_equal(ladder.handicaps[1], 8);
    assert_int_equal(ladder.handicaps[LEVEL_FULL], 0);
    assert_int_equal(ladder.ratings[LEVEL_FULL], 1000);
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_false(ladder_read(&ladder, texts[i], &err));
        assert_int_equal(err.code, ERROR_PARAMETER);
    }
}

// Every name in a text is that of a game, which has its handicaps.
static void test_texts_are_about_games(void **state)
{
    (void)state;
    for (const struct embedded_text *own = embedded_levels; own->name; own++) {
        char names[256], *rest = names;
        struct ladder ladder;
        struct error err;
        const char *line = strstr(own->text, "\ngames ") + 7;
        assert_true(ladder_read(&ladder, own->text, &err));
        snprintf(names, sizeof names, "%.*s", (int)strcspn(line, "\n"), line);
        for (char *name = strtok_r(rest, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
            const struct game *game = game_find(name, &err);
            assert_non_null(game);
            for (int level = 0; level < LEVELS; level++)
                assert_int_equal(ladder_level(game, &levels[level]), ladder.handicaps[level]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_less_handicap_is_never_weaker),
        cmocka_unit_test(test_levels_climb_in_every_game),
        cmocka_unit_test(test_ratings_climb_in_steps_that_players_feel),
        cmocka_unit_test(test_the_texts_of_all_levels_are_read),
        cmocka_unit_test(test_damaged_texts_are_refused),
        cmocka_unit_test(test_texts_are_about_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
