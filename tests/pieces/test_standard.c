// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces with names of their own: every text parses, and no key stands twice.

#include "pieces/betza.h"
#include "pieces/standard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_every_text_parses(void **state)
{
    (void)state;
    unsigned count = 0;
    for (const struct standard_piece *piece = standard_pieces; piece->key; piece++, count++) {
        struct movement movement;
        assert_ptr_equal(standard_piece_find(piece->key), piece);
        assert_true(piece->name && *piece->name);
        assert_true(!*piece->betza || betza_parse(piece->betza, &movement, NULL));
    }
    assert_int_equal(count, 37);
}

static void test_find(void **state)
{
    (void)state;
    assert_string_equal(standard_piece_find("archbishop")->betza, "BN");
    assert_string_equal(standard_piece_find("immobile")->betza, "");
    assert_null(standard_piece_find("Archbishop"));
    assert_null(standard_piece_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_text_parses),
        cmocka_unit_test(test_find),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
