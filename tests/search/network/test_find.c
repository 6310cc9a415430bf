// SPDX-License-Identifier: GPL-3.0-or-later
// Which network belongs to a variant.
#include "search/network/find.h"

#include "base/buffer.h"
#include "position/fen.h"
#include "search/evaluation/evaluator.h"
#include "search/evaluation/features.h"
#include "support/scene.h"
#include "support/texted.h"
#include "support/thought.h"

#include <stdio.h>
#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static bool has_network(const char *game, const char *parameters)
{
    struct variant *variant = scene_variant(game, parameters);
    struct network network;
    network_of_variant(&network, variant);
    variant_free(variant);
    return network.usable;
}

static void test_words_matter_and_numbers_do_not(void **state)
{
    (void)state;
    assert_true(has_network("chess", ""));
    assert_true(has_network("fuel", ""));
    assert_true(has_network("fuel", "fuel=7"));
    assert_true(has_network("chess", "white=fide black=nutters"));
    assert_true(has_network("chess", "white=nutters black=nutters"));
    // This one is that of the sides exchanged.
    assert_false(has_network("chess", "white=nutters black=fide"));
    assert_false(has_network("hans38", ""));
    assert_false(has_network("hans38", "white=fide black=nutters"));
}

static bool is_of_exchanged(const char *game, const char *parameters, struct parameters *exchanged)
{
    struct variant *variant = scene_variant(game, parameters);
    bool is = network_is_of_exchanged(variant, exchanged);
    variant_free(variant);
    return is;
}

static void test_sides_are_exchanged_if_that_finds_a_network(void **state)
{
    (void)state;
    struct parameters exchanged;
    assert_true(is_of_exchanged("chess", "white=rookies black=clobberers", &exchanged));
    assert_int_equal(exchanged.value[0], 1);
    assert_int_equal(exchanged.value[1], 3);
    assert_false(is_of_exchanged("chess", "white=clobberers black=rookies", &exchanged));
    assert_false(is_of_exchanged("chess", "white=nutters black=nutters", &exchanged));
    assert_false(is_of_exchanged("hans38", "white=rookies black=clobberers", &exchanged));
    assert_false(is_of_exchanged("fuel", "", &exchanged));
    assert_false(is_of_exchanged("hamiltonian", "scoring=distance", &exchanged));
}

// The armies of a text's own game have no network, so it borrows what the text says.
static void test_a_text_with_armies_borrows_what_it_says(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("armed", "[armed:chess]\nnetwork = chess\n"
                            "parameter = white WhiteArmy fide|nutters = fide: the army of White\n"
                            "parameter = black BlackArmy fide|nutters = nutters: the army of Black\n");
    struct evaluator *evaluator = calloc(1, sizeof *evaluator);
    assert_non_null(evaluator);
    assert_int_not_equal(variant->parameters.value[0], variant->parameters.value[1]);
    evaluator_init(evaluator, variant, FEATURES_ALL);
    assert_true(evaluator->valuation.network.large && evaluator->borrowed);
    evaluator_clear(evaluator);
    free(evaluator);
    variant_free(variant);
}

// The position with colours exchanged, in the variant in which armies are, too.
static void exchange(const struct position *pos, struct position *exchanged, const struct variant *variant)
{
    struct position mirrored;
    struct buffer fen;
    struct error err;
    buffer_init(&fen);
    thought_mirror(pos, &mirrored);
    fen_write(&mirrored, &fen);
    if (!fen_read(exchanged, variant, buffer_text(&fen), &err))
        fail_msg("%s: %s", fen.text, err.message);
    buffer_clear(&fen);
}

static int worth(const struct evaluator *evaluator, const struct position *pos)
{
    struct hidden hidden;
    hidden_init(&hidden, &evaluator->valuation.network, pos);
    return network_worth(&evaluator->valuation.network, &hidden, pos);
}

static void test_armies_share_a_network_on_either_side(void **state)
{
    (void)state;
    static const char *const keys[] = {"fide", "clobberers", "nutters", "rookies"};
    struct evaluator *evaluators = calloc(2, sizeof *evaluators);
    assert_non_null(evaluators);
    for (int i = 0; i < 4; i++)
        for (int k = i + 1; k < 4; k++) {
            struct thought thoughts[2];
            for (int turned = 0; turned < 2; turned++) {
                char parameters[64];
                snprintf(parameters, sizeof parameters, "white=%s black=%s", keys[turned ? k : i],
                         keys[turned ? i : k]);
                thought_init(&thoughts[turned], "chess", parameters, NULL);
                evaluator_init(&evaluators[turned], thoughts[turned].variant, FEATURES_ALL);
                assert_true(evaluators[turned].valuation.network.usable);
            }
            assert_true(!evaluators[0].borrowed && evaluators[1].borrowed);
            struct random random = {(uint64_t)(4 * i + k)};
            int sum = 0;
            for (int round = 0; round < 20; round++) {
                struct position pos = thoughts[0].position, exchanged;
                thought_wander(&pos, &random, random_below(&random, 80));
                exchange(&pos, &exchanged, thoughts[1].variant);
                int here = worth(&evaluators[0], &pos);
                assert_int_equal(here, worth(&evaluators[1], &exchanged));
                sum += abs(here);
            }
            assert_true(sum > 0);
            for (int turned = 0; turned < 2; turned++) {
                evaluator_clear(&evaluators[turned]);
                thought_clear(&thoughts[turned]);
            }
        }
    free(evaluators);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_matter_and_numbers_do_not),
        cmocka_unit_test(test_sides_are_exchanged_if_that_finds_a_network),
        cmocka_unit_test(test_a_text_with_armies_borrows_what_it_says),
        cmocka_unit_test(test_armies_share_a_network_on_either_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
