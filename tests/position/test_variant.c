// SPDX-License-Identifier: GPL-3.0-or-later
// Variants: parameters out of range are refused, and the tables say what the parameters mean.

#include "position/parameter.h"
#include "position/variant.h"
#include "support/scene.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_values_out_of_range(void **state)
{
    (void)state;
    for (int g = 0; games_all()[g]; g++) {
        for (int p = 0; p < games_all()[g]->parameter_count; p++) {
            const int wrong[] = {games_all()[g]->parameters[p].minimum - 1,
                                 games_all()[g]->parameters[p].maximum + 1};
            for (int i = 0; i < 2; i++) {
                struct parameters parameters;
                struct error err = {0};
                game_defaults(games_all()[g], &parameters);
                parameters.value[p] = wrong[i];
                assert_null(variant_new(games_all()[g], &parameters, &err));
                assert_int_equal(err.code, ERROR_PARAMETER);
                assert_string_equal(err.at, games_all()[g]->parameters[p].name);
            }
        }
    }
}

static void test_defaults(void **state)
{
    (void)state;
    for (int g = 0; games_all()[g]; g++) {
        struct parameters parameters;
        game_defaults(games_all()[g], &parameters);
        struct variant *implied = variant_new(games_all()[g], NULL, NULL);
        struct variant *given = variant_new(games_all()[g], &parameters, NULL);
        assert_non_null(implied);
        assert_non_null(given);
        assert_memory_equal(&implied->parameters, &given->parameters, sizeof parameters);
        assert_string_equal(implied->start, given->start);
        variant_free(given);
        variant_free(implied);
    }
    variant_free(NULL);
}

static void test_tables_of_chess(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "white=clobberers black=nutters");
    assert_int_equal(variant->board.width, 8);
    assert_int_equal(variant->promotion_count[WHITE], 8);
    assert_int_equal(variant->promotion_count[BLACK], 8);
    assert_string_equal(variant->pieces[type_of_letter('G')].name, "charging rook");
    assert_string_equal(variant->pieces[type_of_letter('W')].name, "waffle");
    assert_null(variant->pieces[type_of_letter('Q')].name);
    const struct castling *castling = variant->castlings;
    assert_int_equal(castling[castling_index(WHITE, WING_QUEEN)].king_to, square_at(1, 0));
    assert_int_equal(castling[castling_index(WHITE, WING_QUEEN)].rook_to, square_at(2, 0));
    assert_int_equal(castling[castling_index(BLACK, WING_QUEEN)].king_to, square_at(2, 7));
    assert_int_equal(castling[castling_index(BLACK, WING_QUEEN)].rook_to, square_at(3, 7));
    assert_int_equal(castling[castling_index(WHITE, WING_KING)].rook, piece_of(type_of_letter('D'), WHITE));
    assert_int_equal(castling[castling_index(BLACK, WING_KING)].rook, piece_of(type_of_letter('G'), BLACK));
    assert_true(variant->royal && variant_has_draws(variant) && !variant->metered);
    variant_free(variant);
    variant = scene_variant("fuel", "fuel=17");
    assert_true(variant->royal && !variant_has_draws(variant) && variant->metered);
    assert_int_equal(variant->fuel, 17);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_out_of_range),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_tables_of_chess),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
