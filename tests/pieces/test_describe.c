// SPDX-License-Identifier: GPL-3.0-or-later
// Any movement has a sentence that says what it is.

#include "pieces/describe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_words(const char *betza, const char *words)
{
    struct movement movement = {0};
    struct buffer out;
    buffer_init(&out);
    assert_true(!*betza || betza_parse(betza, &movement, NULL));
    movement_describe(&movement, &out);
    assert_string_equal(buffer_text(&out), words);
    buffer_clear(&out);
}

static void test_pieces_of_chess_lend_their_names(void **state)
{
    (void)state;
    assert_words("RN", "Moves as a rook or a knight.");
    assert_words("QN", "Moves as a queen or a knight.");
    assert_words("K", "Moves as a king.");
    assert_words("mNcB", "Moves as a knight; captures as a bishop.");
    assert_words("mQ", "Moves as a queen; cannot capture.");
    assert_words("cR", "Moves only to capture: as a rook.");
    // One part without a name, and everything is described.
    assert_words("RF", "Moves any distance orthogonally, or one step diagonally.");
}

static void test_directions_and_ranges(void **state)
{
    (void)state;
    assert_words("", "Does not move.");
    assert_words("WfF", "Moves one step orthogonally, or one step diagonally forward.");
    assert_words("FsfW", "Moves one step forward or sideways, or one step diagonally.");
    assert_words("rbBlR3",
                 "Moves up to three steps to the left, or any distance diagonally backward to the right.");
    assert_words("DfA", "Moves by a leap of two orthogonally, or by a leap of two diagonally forward.");
    assert_words("fN", "Moves by a leap of two squares forward and one to the side.");
    assert_words("frN", "Moves by a leap of two squares to the right and one forward.");
    assert_words("C", "Moves by a leap of three and one to the side.");
    assert_words("N2", "Moves by a knight's leap, up to two times in one line.");
    assert_words("AA", "Moves by a leap of two diagonally, any number of times in one line.");
    assert_words("mWcF", "Moves one step orthogonally; captures one step diagonally.");
    assert_words("fmWfF", "Moves one step diagonally forward; without capturing also one step forward.");
}

static void test_special_rides(void **state)
{
    (void)state;
    assert_words("mRcpR", "Moves as a rook; captures as a rook, jumping over exactly one piece.");
    assert_words("gQ", "Moves as a queen, but only to the square right behind the first piece in the way.");
    assert_words("nA", "Moves by a leap of two diagonally, unless a square in between is occupied.");
    assert_words("mfWcfFimfnD",
                 "Moves one step forward, or by a leap of two forward, unless a square in between is "
                 "occupied, only from where pawns start; captures one step diagonally forward.");
}

static void assert_piece(const char *name, const char *betza, const char *words)
{
    struct movement movement;
    struct buffer out;
    buffer_init(&out);
    assert_true(betza_parse(betza, &movement, NULL));
    piece_describe(name, betza, &movement, &out);
    assert_string_equal(buffer_text(&out), words);
    buffer_clear(&out);
}

static void test_own_pieces_keep_their_sentences(void **state)
{
    (void)state;
    assert_piece("short rook", "R4", "Up to four steps orthogonally.");
    assert_piece("rook", "R4", "Moves up to four steps orthogonally.");
    assert_piece("castle", "R4", "Moves up to four steps orthogonally.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_of_chess_lend_their_names),
        cmocka_unit_test(test_directions_and_ranges),
        cmocka_unit_test(test_special_rides),
        cmocka_unit_test(test_own_pieces_keep_their_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
