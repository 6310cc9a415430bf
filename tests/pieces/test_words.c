// SPDX-License-Identifier: GPL-3.0-or-later
// Every piece that can stand on a board has been described in plain English.
#include "pieces/words.h"

#include "games/games.h"
#include "position/variant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_every_piece_has_words(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        struct variant *variant = variant_new(*game, NULL, NULL);
        for (int type = 0; type < PIECE_TYPES; type++)
            if (variant->pieces[type].name && !piece_words(variant->pieces[type].name))
                fail_msg("%s: the %s has no words", (*game)->name, variant->pieces[type].name);
        variant_free(variant);
    }
    for (int i = 0; i < ARMIES; i++)
        for (int j = 0; j < ARMY_PIECES && armies[i].pieces[j].letter; j++)
            if (!piece_words(armies[i].pieces[j].name))
                fail_msg("the %s has no words", armies[i].pieces[j].name);
}

static void test_strangers_have_none(void **state)
{
    (void)state;
    assert_null(piece_words("dragon"));
    assert_null(piece_words(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_piece_has_words),
        cmocka_unit_test(test_strangers_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
