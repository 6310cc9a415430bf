// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of our own games have been described in plain English; all others are described by their movement.
#include "pieces/words.h"

#include "pieces/describe.h"
#include "position/variant.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_every_piece_has_words(void **state)
{
    (void)state;
    for (const struct game *const *game = games_all(); *game; game++) {
        struct variant *variant = variant_new(*game, NULL, NULL);
        for (int type = 0; type < PIECE_TYPES; type++) {
            const struct piece_rules *rules = &variant->pieces[type];
            struct buffer words;
            buffer_init(&words);
            if (rules->name)
                piece_describe(rules->name, rules->betza, &rules->movement[WHITE], &words);
            if (rules->name && !words.length)
                fail_msg("%s: the %s has no words", (*game)->name, rules->name);
            buffer_clear(&words);
        }
        variant_free(variant);
    }
    for (int i = 0; i < ARMIES; i++)
        for (int j = 0; j < ARMY_PIECES && armies[i].pieces[j].letter; j++)
            if (!piece_words(armies[i].pieces[j].name, armies[i].pieces[j].betza))
                fail_msg("the %s has no words", armies[i].pieces[j].name);
}

static void test_strangers_have_none(void **state)
{
    (void)state;
    assert_null(piece_words("dragon", "KN"));
    assert_null(piece_words("", ""));
    assert_null(piece_words("rook", "R4"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_piece_has_words),
        cmocka_unit_test(test_strangers_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
