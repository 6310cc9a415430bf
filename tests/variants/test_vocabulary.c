// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that are known, not supported, or misspelt.

#include "variants/vocabulary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct key keys[] = {
    {"nFoldRule", VALUE_NUMBER, .maximum = 9},
    {"mobilityRegionWhite*", VALUE_SQUARES, .help = ""},
    {0},
};
static const struct key *const tables[] = {keys, NULL};

static void explains(const char *key, const char *expected)
{
    char message[200];
    assert_false(vocabulary_has(tables, key));
    vocabulary_explain(tables, key, message, sizeof message);
    assert_string_equal(message, expected);
}

static void test_known(void **state)
{
    (void)state;
    static const char *const known[] = {"nFoldRule",
                                        "maxRank",
                                        "title",
                                        "rule",
                                        "knight",
                                        "customPiece1",
                                        "customPiece25",
                                        "armyWhite",
                                        "pieceNames",
                                        "mobilityRegionWhiteRook",
                                        "mobilityRegionWhiteCustomPiece3"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!vocabulary_has(tables, known[i]))
            fail_msg("%s is not known", known[i]);
    static const char *const unknown[] = {
        "nfoldrule",   "customPiece0",        "customPiece26",           "customPiece01",
        "customPiece", "mobilityRegionWhite", "mobilityRegionWhiterook", "mobilityRegionWhiteTable"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (vocabulary_has(tables, unknown[i]))
            fail_msg("%s is known", unknown[i]);
}

static void test_explained(void **state)
{
    (void)state;
    explains("nFoldRul", "there is no key 'nFoldRul'; did you mean 'nFoldRule'?");
    explains("nfoldrule", "there is no key 'nfoldrule'; did you mean 'nFoldRule'?");
    explains("knigth", "there is no key 'knigth'; did you mean 'knight'?");
    explains("tittle", "there is no key 'tittle'; did you mean 'title'?");
    explains("stalemateValu", "there is no key 'stalemateValu'; did you mean 'stalemateValue'?");
    explains("zzzzzzzzzzzzzzz", "there is no key 'zzzzzzzzzzzzzzz'");
    explains("flyingGeneral", "not supported: flyingGeneral (a rule of xiangqi and janggi only)");
    explains("nMoveRule", "not supported: nMoveRule (Leaper has no mechanism for it)");
    explains("mobilityregionWhiteRook",
             "there is no key 'mobilityregionWhiteRook'; did you mean 'mobilityRegionWhiteRook'?");
    explains("mobilityregionWhiteRok",
             "there is no key 'mobilityregionWhiteRok'; did you mean 'mobilityRegionWhite*'?");
    explains("mobilityRegionBlackRook",
             "not supported: mobilityRegionBlackRook (Leaper has no mechanism for it)");
}

// Every key of Fairy-Stockfish has its line, and none has two.
static void test_theirs(void **state)
{
    (void)state;
    char path[4096], line[100];
    snprintf(path, sizeof path, "%s/variants/their-keys.txt", getenv("LEAPER_TEST_DATA"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t count = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        int found = 0;
        for (const struct their_key *theirs = their_keys; theirs->key; theirs++)
            found += !strcmp(theirs->key, line);
        if (found != 1)
            fail_msg("%s stands %d times in the table", line, found);
        count++;
    }
    fclose(file);
    assert_true(count > 150);
    for (const struct their_key *theirs = their_keys; theirs->key; theirs++)
        count--;
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_explained),
        cmocka_unit_test(test_theirs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
