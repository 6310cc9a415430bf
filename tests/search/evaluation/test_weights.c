// SPDX-License-Identifier: GPL-3.0-or-later
// The table of weights: its texts, what is wrong with them, and those that the program brings along.
#include "search/evaluation/weights.h"

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

static void test_names_are_different(void **state)
{
    (void)state;
    struct weights weights;
    weights_init(&weights);
    assert_int_equal(weights.count, TERMS);
    for (unsigned i = 0; i < TERMS; i++)
        assert_ptr_equal(weights_find(&weights, weights.list[i].name), &weights.list[i].worth);
}

static void test_texts_set_and_add(void **state)
{
    (void)state;
    struct weights weights;
    struct error err;
    weights_init(&weights);
    assert_true(weights_read(&weights, "# a comment\n\ntempo = 7 -3\nfhNfsRK rank 10 = -12 0\n", &err));
    assert_int_equal(weights.list[TERM_TEMPO].worth.mg, 7);
    assert_int_equal(weights.list[TERM_TEMPO].worth.eg, -3);
    const struct pair *added = weights_find(&weights, "fhNfsRK rank 10");
    assert_non_null(added);
    assert_int_equal(added->mg, -12);
    assert_int_equal(weights.count, TERMS + 1);
    assert_null(weights_find(&weights, "fhNfsRK rank 1"));
}

static void test_faults_are_reported_with_their_line(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "tempo 7 7", "tempo =",     "tempo = 7",       "tempo = 7 7 7",
        "= 7 7",     "tempo = 7 x", "tempo = 99999 7", "a name that is longer than any name may be = 1 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct weights weights;
        struct error err;
        char text[128];
        weights_init(&weights);
        snprintf(text, sizeof text, "\n%s\n", wrong[i]);
        assert_false(weights_read(&weights, text, &err));
        assert_string_equal(err.at, "line 2");
    }
}

static void test_texts_refer_to_others(void **state)
{
    (void)state;
    struct weights weights, chess;
    struct error err;
    weights_of_game(&chess, "chess");
    weights_init(&weights);
    assert_true(weights_read(&weights, "tempo = 999 0\nlike chess\ndoubled = 77 7\n", &err));
    // What comes later holds.
    assert_int_equal(weights.list[TERM_TEMPO].worth.mg, chess.list[TERM_TEMPO].worth.mg);
    assert_int_equal(weights.list[TERM_DOUBLED].worth.mg, 77);
    assert_int_equal(weights.count, chess.count);
    assert_true(chess.count > TERMS);
    assert_false(weights_read(&weights, "like nothing\n", &err));
    assert_string_equal(err.at, "line 1");
}

static void test_own_texts_are_right(void **state)
{
    (void)state;
    struct error err;
    unsigned count = 0;
    for (const struct embedded_text *own = embedded_weights; own->name; own++, count++) {
        struct weights weights;
        char game[64];
        weights_init(&weights);
        assert_true(weights_read(&weights, own->text, &err));
        assert_int_equal(sscanf(own->name, "weights/%63[^.].txt", game), 1);
        assert_non_null(game_find(game, &err));
        // What is no term is a weight of a kind of piece: after its movement comes what it weighs.
        for (unsigned i = TERMS; i < weights.count; i++) {
            const char *what = strchr(weights.list[i].name, ' ');
            assert_non_null(what);
            assert_true(!strcmp(what, " value") || !strcmp(what, " mobility") ||
                        !strncmp(what, " rank ", 6) || !strncmp(what, " file ", 6));
        }
    }
    assert_true(count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_are_different),
        cmocka_unit_test(test_texts_set_and_add),
        cmocka_unit_test(test_faults_are_reported_with_their_line),
        cmocka_unit_test(test_texts_refer_to_others),
        cmocka_unit_test(test_own_texts_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
