// SPDX-License-Identifier: GPL-3.0-or-later
// What variants reward is found out: in chess nothing unusual, elsewhere to lose pieces, and captures that explode.
#include "position/game.h"
#include "search/evaluation/evaluator.h"
#include "search/evaluation/features.h"
#include "variants/games.h"

#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

#define PIECES "pawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\ncustomPiece1 = k:K\ncastling = false\n"
#define START  "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n"

static const char text[] = "[to-be-rid-of-pieces]\n" PIECES START "stalemateValue = win\n"
                           "[to-explode]\n" PIECES START "blastOnCapture = true\n";

static struct variant *variant_of(const char *name)
{
    struct error err = {0};
    const struct game *game = game_find(name, &err);
    if (!game)
        fail_msg("%s", err.message);
    struct variant *variant = variant_new(game, NULL, &err);
    if (!variant)
        fail_msg("%s", err.message);
    return variant;
}

static struct evaluator *evaluator_of(const struct variant *variant)
{
    struct evaluator *evaluator = malloc(sizeof *evaluator);
    assert_non_null(evaluator);
    evaluator_init(evaluator, variant, FEATURES_ALL);
    return evaluator;
}

static int value_of(const struct evaluator *evaluator, char letter)
{
    return evaluator->valuation.value[type_of_letter(letter)];
}

static void test_chess_has_no_other_aims(void **state)
{
    (void)state;
    struct variant *variant = variant_of("chess");
    struct evaluator *evaluator = evaluator_of(variant);
    const struct aims *aims = &evaluator->valuation.aims;
    assert_true(!aims->losing && !aims->compelled && aims->plain_takes && !aims->waiting);
    assert_true(!aims->vital[WHITE] && !aims->vital[BLACK]);
    assert_int_equal(aims->count[BLACK][type_of_letter('P')], 8);
    assert_true(evaluator->trades);
    assert_int_equal(evaluator->features, FEATURES_ALL);
    evaluator_clear(evaluator);
    free(evaluator);
    variant_free(variant);
}

static void test_material_is_turned_round(void **state)
{
    (void)state;
    struct variant *variant = variant_of("to-be-rid-of-pieces");
    struct evaluator *evaluator = evaluator_of(variant);
    assert_true(evaluator->valuation.aims.losing && evaluator->valuation.aims.waiting);
    assert_true(value_of(evaluator, 'Q') < value_of(evaluator, 'N') && value_of(evaluator, 'N') < 0);
    assert_false(evaluator->trades || evaluator->features & (FEATURE_NULL_MOVE | FEATURE_EXCHANGE));
    evaluator_clear(evaluator);
    free(evaluator);
    variant_free(variant);
}

static void test_explosions_are_noticed(void **state)
{
    (void)state;
    struct variant *variant = variant_of("to-explode");
    struct evaluator *evaluator = evaluator_of(variant);
    assert_false(evaluator->valuation.aims.plain_takes || evaluator->valuation.aims.losing);
    assert_false(evaluator->trades || evaluator->features & FEATURE_EXCHANGE);
    assert_true(value_of(evaluator, 'Q') > value_of(evaluator, 'R'));
    evaluator_clear(evaluator);
    free(evaluator);
    variant_free(variant);
}

static void test_fights_and_mates_are_noticed(void **state)
{
    (void)state;
    struct variant *clobber = variant_of("clobber"), *misere = variant_of("misere"),
                   *chess = variant_of("chess"), *hnefa = variant_of("hnefa");
    struct aims aims;
    aims_find(&aims, clobber);
    assert_true(aims.fights && !aims.to_be_mated);
    aims_find(&aims, misere);
    assert_true(!aims.fights && aims.to_be_mated);
    aims_find(&aims, chess);
    assert_false(aims.fights || aims.to_be_mated);
    // There kings run for the corners.
    aims_find(&aims, hnefa);
    assert_false(aims.fights || aims.to_be_mated);
    variant_free(clobber);
    variant_free(misere);
    variant_free(chess);
    variant_free(hnefa);
}

static void test_last_pieces_are_vital(void **state)
{
    (void)state;
    struct variant *variant = variant_of("duck");
    struct evaluator *evaluator = evaluator_of(variant);
    assert_true(valuation_is_vital(&evaluator->valuation, piece_of(type_of_letter('K'), BLACK)));
    assert_false(valuation_is_vital(&evaluator->valuation, piece_of(type_of_letter('Q'), BLACK)));
    assert_false(valuation_is_vital(&evaluator->valuation, EMPTY));
    evaluator_clear(evaluator);
    free(evaluator);
    variant_free(variant);
}

static int load(void **state)
{
    struct error err = {0};
    struct games_loaded loaded;
    const struct games_input input = {"aims.ini", text, strlen(text), true};
    (void)state;
    bool done = games_load(&input, &loaded, &err);
    games_loaded_clear(&loaded);
    return done ? 0 : 1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess_has_no_other_aims), cmocka_unit_test(test_material_is_turned_round),
        cmocka_unit_test(test_explosions_are_noticed),  cmocka_unit_test(test_fights_and_mates_are_noticed),
        cmocka_unit_test(test_last_pieces_are_vital),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
