// SPDX-License-Identifier: GPL-3.0-or-later
// The registry: every row is complete, every start is a position, names are found.

#include "position/fen.h"
#include "support/scene.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_names(void **state)
{
    (void)state;
    struct error err = {0};
    assert_string_equal(game_find("chess", NULL)->name, "chess");
    assert_string_equal(game_find("Fuel", NULL)->name, "fuel");
    assert_null(game_find("", &err));
    assert_null(game_find("ches", &err));
    assert_int_equal(err.code, ERROR_UNKNOWN_GAME);
    assert_non_null(strstr(err.message, "chess"));
    assert_non_null(strstr(err.message, "fuel"));
    assert_null(game_find("chesss", NULL));
    for (int i = 0; games_all()[i]; i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(games_all()[i]->name, games_all()[j]->name);
}

static void check_help(const struct game *game)
{
    int published = 0, sections = 0;
    for (const struct help_section *section = game->help; section->title; section++, sections++) {
        assert_non_null(section->rules[0].text);
        for (const struct help_rule *rule = section->rules; rule->text; rule++)
            published += rule->published;
    }
    assert_true(sections > 0 && published > 0);
}

static void test_rows_are_complete(void **state)
{
    (void)state;
    for (int i = 0; games_all()[i]; i++) {
        const struct game *game = games_all()[i];
        assert_true(game->name && game->title && game->author && game->summary && game->prepare);
        assert_in_range(game->width, 1, GRID_SIDE);
        assert_in_range(game->height, 1, GRID_SIDE);
        assert_in_range(game->parameter_count, 0, PARAMETERS_MAX);
        check_help(game);
        for (int p = 0; p < game->parameter_count; p++) {
            const struct parameter *parameter = &game->parameters[p];
            assert_in_range(parameter->initial, parameter->minimum, parameter->maximum);
            assert_int_equal(game_parameter(game, parameter->name), p);
            assert_int_equal(game_parameter(game, parameter->option), p);
        }
        assert_int_equal(game_parameter(game, "no such thing"), -1);
    }
}

static void test_starts_are_positions(void **state)
{
    (void)state;
    for (int i = 0; games_all()[i]; i++) {
        struct variant *variant = variant_new(games_all()[i], NULL, NULL);
        struct position pos;
        struct error err;
        if (!fen_read(&pos, variant, "startpos", &err))
            fail_msg("the start of %s is refused: %s, %s", games_all()[i]->name, err.at, err.message);
        assert_int_equal(position_side(&pos), WHITE);
        assert_int_equal(position_outcome(&pos, NULL).result, RESULT_ONGOING);
        scene_check_properties(&pos);
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_rows_are_complete),
        cmocka_unit_test(test_starts_are_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
