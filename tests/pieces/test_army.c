// SPDX-License-Identifier: GPL-3.0-or-later
// The table of armies says what section 6 of the rules says.

#include "pieces/army.h"
#include "pieces/betza.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct army *find(const char *key)
{
    for (int i = 0; i < ARMIES; i++)
        if (strcmp(armies[i].key, key) == 0)
            return &armies[i];
    fail_msg("there is no army %s", key);
    return NULL;
}

static const char *betza_of(const struct army *army, char letter)
{
    for (int i = 0; i < ARMY_PIECES; i++)
        if (army->pieces[i].letter == letter)
            return army->pieces[i].betza;
    fail_msg("%s has no %c", army->key, letter);
    return NULL;
}

static void test_setups(void **state)
{
    (void)state;
    assert_string_equal(find("fide")->setup, "RNBQKBNR");
    assert_string_equal(find("clobberers")->setup, "DWACKAWD");
    assert_string_equal(find("nutters")->setup, "GIHOKHIG");
    assert_string_equal(find("rookies")->setup, "SMFEKFMS");
}

static void test_movements(void **state)
{
    (void)state;
    static const struct {
        const char *army;
        char letter;
        const char *betza;
    } pieces[] = {
        {"fide", 'Q', "Q"},         {"fide", 'R', "R"},          {"fide", 'B', "B"},
        {"fide", 'N', "N"},         {"clobberers", 'D', "BD"},   {"clobberers", 'W', "WA"},
        {"clobberers", 'A', "FAD"}, {"clobberers", 'C', "BN"},   {"nutters", 'G', "fsRbK"},
        {"nutters", 'I', "FvN"},    {"nutters", 'H', "fhNsWbK"}, {"nutters", 'O', "fhNfsRK"},
        {"rookies", 'S', "R4"},     {"rookies", 'M', "WD"},      {"rookies", 'F', "HFD"},
        {"rookies", 'E', "RN"},
    };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct movement wanted, got;
        assert_true(betza_parse(pieces[i].betza, &wanted, NULL));
        assert_true(betza_parse(betza_of(find(pieces[i].army), pieces[i].letter), &got, NULL));
        assert_memory_equal(&got, &wanted, sizeof got);
    }
    struct movement king;
    assert_true(betza_parse(king_description.betza, &king, NULL));
    assert_true(betza_parse(pawn_description.betza, &king, NULL));
}

// A promotion letter would name two pieces otherwise.
static void test_letters_are_unique(void **state)
{
    (void)state;
    bool seen[26] = {false};
    seen['K' - 'A'] = seen['P' - 'A'] = true;
    for (int a = 0; a < ARMIES; a++) {
        for (int i = 0; i < ARMY_PIECES && armies[a].pieces[i].letter; i++) {
            char letter = armies[a].pieces[i].letter;
            assert_in_range(letter, 'A', 'Z');
            assert_false(seen[letter - 'A']);
            seen[letter - 'A'] = true;
            assert_non_null(strchr(armies[a].setup, letter));
            assert_non_null(armies[a].pieces[i].name);
        }
    }
}

static void test_setup_has_only_own_pieces(void **state)
{
    (void)state;
    for (int a = 0; a < ARMIES; a++) {
        assert_int_equal(strlen(armies[a].setup), 8);
        assert_int_equal(armies[a].setup[4], 'K');
        for (int file = 0; file < 8; file++)
            if (file != 4)
                assert_non_null(betza_of(&armies[a], armies[a].setup[file]));
    }
}

static void test_only_clobberers_castle_to_b(void **state)
{
    (void)state;
    for (int a = 0; a < ARMIES; a++)
        assert_int_equal(armies[a].castles_b, strcmp(armies[a].key, "clobberers") == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_setups),
        cmocka_unit_test(test_movements),
        cmocka_unit_test(test_letters_are_unique),
        cmocka_unit_test(test_setup_has_only_own_pieces),
        cmocka_unit_test(test_only_clobberers_castle_to_b),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
