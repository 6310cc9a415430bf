// SPDX-License-Identifier: GPL-3.0-or-later
// Piece codes: every letter and colour survives the byte.

#include "pieces/piece.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_every_letter_and_colour(void **state)
{
    (void)state;
    bool seen[PIECE_CODES] = {false};
    for (char letter = 'A'; letter <= 'Z'; letter++) {
        piece_type type = type_of_letter(letter);
        assert_int_equal(type_letter(type), letter);
        for (int c = WHITE; c <= BLACK; c++) {
            enum color color = (enum color)c;
            piece p = piece_of(type, color);
            assert_in_range(p, 2, PIECE_CODES - 1);
            assert_false(seen[p]);
            seen[p] = true;
            assert_int_equal(piece_type_of(p), type);
            assert_int_equal(piece_color(p), color);
            assert_true(is_piece(p) && is_piece_of(p, color) && !is_piece_of(p, other_color(color)));
        }
    }
}

static void test_empty_and_hole_are_no_pieces(void **state)
{
    (void)state;
    assert_false(is_piece(EMPTY) || is_piece(HOLE));
    assert_false(is_piece_of(EMPTY, WHITE) || is_piece_of(HOLE, BLACK));
}

static void test_colours_have_names(void **state)
{
    (void)state;
    assert_string_equal(color_name(WHITE), "White");
    assert_string_equal(color_name(BLACK), "Black");
    assert_string_equal(color_key(WHITE), "white");
    assert_string_equal(color_key(BLACK), "black");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_letter_and_colour),
        cmocka_unit_test(test_empty_and_hole_are_no_pieces),
        cmocka_unit_test(test_colours_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
