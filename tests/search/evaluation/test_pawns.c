// SPDX-License-Identifier: GPL-3.0-or-later
// Pawn structure: passed, doubled, isolated and supported pawns, symmetry between the colours, and the cache.
#include "search/evaluation/pawns.h"

#include "search/evaluation/evaluator.h"
#include "search/evaluation/features.h"
#include "support/thought.h"

#include <stdio.h>
#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct desk {
    struct thought thought;
    struct evaluator evaluator;
    struct pawn_structure slots[PAWN_SLOTS];
};

static struct desk *desk_new(const char *game, const char *parameters, const char *fen)
{
    struct desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    thought_init(&desk->thought, game, parameters, fen);
    // What terms are worth where nothing has been tuned.
    struct weights weights;
    weights_init(&weights);
    evaluator_init_with(&desk->evaluator, desk->thought.variant, FEATURES_ALL, &weights);
    return desk;
}

static void desk_free(struct desk *desk)
{
    evaluator_clear(&desk->evaluator);
    thought_clear(&desk->thought);
    free(desk);
}

static const struct pawn_structure *look_up(struct desk *desk, const struct position *pos)
{
    struct balance balance;
    balance_init(&balance, &desk->evaluator.valuation, pos);
    return pawns_look_up(desk->slots, desk->evaluator.worth, pos, balance.pawn_key);
}

// The structure of white pawns and black pawns in the placement, kings included.
static struct pawn_structure structure_of(const char *placement)
{
    char fen[128];
    snprintf(fen, sizeof fen, "%s w - - 0 1", placement);
    struct desk *desk = desk_new("chess", "", fen);
    struct pawn_structure structure = *look_up(desk, &desk->thought.position);
    desk_free(desk);
    return structure;
}

static bool is_passed(const struct pawn_structure *structure, int file, int rank)
{
    for (unsigned i = 0; i < structure->passed_count; i++)
        if (structure->passed[i] == square_at(file, rank))
            return true;
    return false;
}

static void test_passed_pawns(void **state)
{
    (void)state;
    // No pawn can stop a5 or h7; d4 is stopped by e6 on the adjacent file, g4 by g7 ahead of it.
    struct pawn_structure structure = structure_of("4k3/6pP/4p3/P7/3P2P1/8/8/4K3");
    assert_int_equal(structure.passed_count, 2);
    assert_true(is_passed(&structure, 0, 4));
    assert_true(is_passed(&structure, 7, 6));
    // Black's pawns run the other way: e3 is past d4.
    structure = structure_of("4k3/8/8/8/3P4/4p3/8/4K3");
    assert_int_equal(structure.passed_count, 2);
    assert_true(is_passed(&structure, 3, 3) && is_passed(&structure, 4, 2));
    // Only the front one of doubled pawns is passed.
    structure = structure_of("4k3/8/8/1P6/1P6/8/8/4K3");
    assert_int_equal(structure.passed_count, 1);
    assert_true(is_passed(&structure, 1, 4));
}

static void test_doubled_and_isolated_pawns_cost(void **state)
{
    (void)state;
    struct pair isolated = structure_of("4k3/8/8/8/8/8/P7/4K3").score;
    struct pair apart = structure_of("4k3/8/8/8/8/8/P1P5/4K3").score;
    struct pair doubled = structure_of("4k3/8/8/8/8/P7/P7/4K3").score;
    struct pair together = structure_of("4k3/8/8/8/8/8/PP6/4K3").score;
    struct pair behind = structure_of("4k3/8/8/8/8/1P6/P7/4K3").score;
    struct pair far = structure_of("4k3/8/8/8/1P6/8/P7/4K3").score;
    assert_true(isolated.mg < 0 && isolated.eg < 0);
    assert_int_equal(apart.mg, 2 * isolated.mg);
    assert_int_equal(apart.eg, 2 * isolated.eg);
    // Doubled pawns are isolated twice, and doubled once.
    assert_true(doubled.mg < 2 * isolated.mg && doubled.eg < 2 * isolated.eg);
    assert_true(together.mg > 0 && together.eg > 0);
    // Side by side both are supported; on adjacent ranks only the front one is.
    assert_true(behind.mg > 0 && behind.mg < together.mg);
    assert_int_equal(far.mg, 0);
    assert_int_equal(far.eg, 0);
}

static void test_score_is_for_white(void **state)
{
    (void)state;
    struct pair white = structure_of("4k3/8/8/8/8/P7/P7/4K3").score;
    struct pair black = structure_of("4k3/p7/p7/8/8/8/8/4K3").score;
    assert_int_equal(white.mg, -black.mg);
    assert_int_equal(white.eg, -black.eg);
}

static void test_attacks(void **state)
{
    (void)state;
    struct pawn_structure structure = structure_of("4k3/7p/8/8/3P4/8/P7/4K3");
    const struct set *white = &structure.attacks[WHITE], *black = &structure.attacks[BLACK];
    assert_int_equal(set_count(white), 3);
    assert_true(set_has(white, square_at(2, 4)) && set_has(white, square_at(4, 4)));
    assert_true(set_has(white, square_at(1, 2)));
    assert_int_equal(set_count(black), 1);
    assert_true(set_has(black, square_at(6, 5)));
    assert_int_equal(set_count(&structure.pawns), 3);
}

static void test_colours_are_equal(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", NULL);
    struct position start = desk->thought.position;
    struct random random = {5};
    unsigned passed = 0;
    for (int k = 0; k < 200; k++) {
        struct position pos = start, mirrored;
        thought_wander(&pos, &random, random_below(&random, 120));
        thought_mirror(&pos, &mirrored);
        struct pawn_structure one = *look_up(desk, &pos), other = *look_up(desk, &mirrored);
        assert_int_equal(one.score.mg, -other.score.mg);
        assert_int_equal(one.score.eg, -other.score.eg);
        assert_int_equal(one.passed_count, other.passed_count);
        assert_int_equal(set_count(&one.attacks[WHITE]), set_count(&other.attacks[BLACK]));
        for (unsigned i = 0; i < one.passed_count; i++)
            assert_true(is_passed(&other, square_file(one.passed[i]), 7 - square_rank(one.passed[i])));
        passed += one.passed_count;
    }
    assert_true(passed > 50);
    desk_free(desk);
}

static void test_cache_gives_what_is_computed(void **state)
{
    (void)state;
    struct desk *desk = desk_new("chess", "", NULL);
    const struct position *pos = &desk->thought.position;
    struct balance balance;
    balance_init(&balance, &desk->evaluator.valuation, pos);
    uint64_t key = balance.pawn_key, rival = key + PAWN_SLOTS;
    const struct pawn_structure *slot = pawns_look_up(desk->slots, desk->evaluator.worth, pos, key);
    struct pawn_structure first = *slot;
    assert_int_equal(first.key, key);
    // An entry in the cache is returned as it is, not computed again.
    desk->slots[key % PAWN_SLOTS].score.mg = 1234;
    assert_int_equal(pawns_look_up(desk->slots, desk->evaluator.worth, pos, key)->score.mg, 1234);
    // Another structure with the same slot replaces it.
    struct position other = *pos;
    thought_wander(&other, &(struct random){1}, 30);
    assert_int_equal(pawns_look_up(desk->slots, desk->evaluator.worth, &other, rival)->key, rival);
    const struct pawn_structure *again = pawns_look_up(desk->slots, desk->evaluator.worth, pos, key);
    assert_int_equal(again->score.mg, first.score.mg);
    assert_int_equal(again->passed_count, first.passed_count);
    assert_memory_equal(again->attacks, first.attacks, sizeof first.attacks);
    desk_free(desk);
}

static void test_no_pawns(void **state)
{
    (void)state;
    struct pawn_structure structure = structure_of("4k3/8/8/8/8/8/8/R3K3");
    assert_int_equal(structure.score.mg, 0);
    assert_int_equal(structure.passed_count, 0);
    assert_true(set_empty(&structure.pawns));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passed_pawns),       cmocka_unit_test(test_doubled_and_isolated_pawns_cost),
        cmocka_unit_test(test_score_is_for_white), cmocka_unit_test(test_attacks),
        cmocka_unit_test(test_colours_are_equal),  cmocka_unit_test(test_cache_gives_what_is_computed),
        cmocka_unit_test(test_no_pawns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
