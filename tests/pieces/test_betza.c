// SPDX-License-Identifier: GPL-3.0-or-later
// Betza notation, checked against pictures of where each piece goes.

#include "pieces/betza.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { REACH = 3, SIDE = 2 * REACH + 1 };

// Draws a movement as seen from White, rank +3 first: the number of steps in each direction, '*' for
// any number, '.' for none; ranks are joined by '/'.
static void draw(const uint8_t range[DIRECTIONS], char *picture)
{
    for (int dy = REACH; dy >= -REACH; dy--) {
        for (int dx = -REACH; dx <= REACH; dx++) {
            direction d = direction_of(dx, dy);
            unsigned steps = d == DIRECTION_NONE ? 0 : range[d];
            *picture++ = (char)(steps == 0 ? '.' : steps >= RANGE_UNLIMITED ? '*' : '0' + (int)steps);
        }
        *picture++ = dy == -REACH ? '\0' : '/';
    }
}

static void assert_moves(const char *text, const char *quiet, const char *capture)
{
    struct movement movement;
    struct error err = {0};
    char picture[SIDE * (SIDE + 1)];
    if (!betza_parse(text, &movement, &err))
        fail_msg("%s is refused: %s, %s", text, err.at, err.message);
    draw(movement.kinds[RIDE_PLAIN].quiet, picture);
    if (strcmp(picture, quiet) != 0)
        fail_msg("%s goes quietly to\n%s, not\n%s", text, picture, quiet);
    draw(movement.kinds[RIDE_PLAIN].capture, picture);
    if (strcmp(picture, capture) != 0)
        fail_msg("%s captures on\n%s, not\n%s", text, picture, capture);
}

static void assert_same(const char *text, const char *picture)
{
    assert_moves(text, picture, picture);
}

#define NOTHING "......./......./......./......./......./......./......."

static void test_atoms(void **state)
{
    (void)state;
    assert_same("W", "......./......./...1.../..1.1../...1.../......./.......");
    assert_same("F", "......./......./..1.1../......./..1.1../......./.......");
    assert_same("D", "......./...1.../......./.1...1./......./...1.../.......");
    assert_same("N", "......./..1.1../.1...1./......./.1...1./..1.1../.......");
    assert_same("A", "......./.1...1./......./......./......./.1...1./.......");
    assert_same("H", "...1.../......./......./1.....1/......./......./...1...");
    assert_same("C", "..1.1../......./1.....1/......./1.....1/......./..1.1..");
    assert_same("Z", ".1...1./1.....1/......./......./......./1.....1/.1...1.");
    assert_same("G", "1.....1/......./......./......./......./......./1.....1");
    assert_same("K", "......./......./..111../..1.1../..111../......./.......");
    assert_same("R", "......./......./...*.../..*.*../...*.../......./.......");
    assert_same("B", "......./......./..*.*../......./..*.*../......./.......");
    assert_same("Q", "......./......./..***../..*.*../..***../......./.......");
}

static void test_ranges(void **state)
{
    (void)state;
    assert_same("R4", "......./......./...4.../..4.4../...4.../......./.......");
    assert_same("W2", "......./......./...2.../..2.2../...2.../......./.......");
    assert_same("W1", "......./......./...1.../..1.1../...1.../......./.......");
    assert_same("B3", "......./......./..3.3../......./..3.3../......./.......");
    assert_same("N3", "......./..3.3../.3...3./......./.3...3./..3.3../.......");
    assert_same("G2", "2.....2/......./......./......./......./......./2.....2");
    // 15 is the longest line that 16 squares have; it fits like any other number.
    struct movement movement;
    assert_true(betza_parse("R15", &movement, NULL));
    assert_int_equal(movement.kinds[RIDE_PLAIN].quiet[direction_of(0, 1)], 15);
}

static void test_unlimited(void **state)
{
    (void)state;
    const char *rook = "......./......./...*.../..*.*../...*.../......./.......";
    const char *nightrider = "......./..*.*../.*...*./......./.*...*./..*.*../.......";
    assert_same("WW", rook);
    assert_same("W0", rook);
    assert_same("R0", rook);
    assert_same("NN", nightrider);
    assert_same("N0", nightrider);
    assert_same("FF", "......./......./..*.*../......./..*.*../......./.......");
    assert_same("KK", "......./......./..***../..*.*../..***../......./.......");
    assert_same("DD", "......./...*.../......./.*...*./......./...*.../.......");
    assert_same("HH", "...*.../......./......./*.....*/......./......./...*...");
    assert_same("fNN", "......./..*.*../......./......./......./......./.......");
}

static void test_several_atoms_add_up(void **state)
{
    (void)state;
    assert_same("WF", "......./......./..111../..1.1../..111../......./.......");
    assert_same("BN", "......./..1.1../.1*.*1./......./.1*.*1./..1.1../.......");
    assert_same("FAD", "......./.1.1.1./..1.1../.1...1./..1.1../.1.1.1./.......");
    assert_same("HFD", "...1.../...1.../..1.1../11...11/..1.1../...1.../...1...");
    assert_same("WA", "......./.1...1./...1.../..1.1../...1.../.1...1./.......");
    assert_same("BD", "......./...1.../..*.*../.1...1./..*.*../...1.../.......");
    // Where two atoms name the same direction the longer range counts, in either order.
    assert_same("RK", "......./......./..1*1../..*.*../..1*1../......./.......");
    assert_same("KR", "......./......./..1*1../..*.*../..1*1../......./.......");
}

static void test_sides_of_orthogonal_atoms(void **state)
{
    (void)state;
    assert_same("fW", "......./......./...1.../......./......./......./.......");
    assert_same("bW", "......./......./......./......./...1.../......./.......");
    assert_same("lW", "......./......./......./..1..../......./......./.......");
    assert_same("rW", "......./......./......./....1../......./......./.......");
    assert_same("sW", "......./......./......./..1.1../......./......./.......");
    assert_same("vW", "......./......./...1.../......./...1.../......./.......");
    assert_same("fsR", "......./......./...*.../..*.*../......./......./.......");
    assert_same("fbR", "......./......./...*.../......./...*.../......./.......");
    assert_same("lD", "......./......./......./.1...../......./......./.......");
    assert_same("bH", "......./......./......./......./......./......./...1...");
}

static void test_sides_of_diagonal_atoms(void **state)
{
    (void)state;
    assert_same("fF", "......./......./..1.1../......./......./......./.......");
    assert_same("bF", "......./......./......./......./..1.1../......./.......");
    assert_same("lF", "......./......./..1..../......./..1..../......./.......");
    assert_same("rF", "......./......./....1../......./....1../......./.......");
    assert_same("flF", "......./......./..1..../......./......./......./.......");
    assert_same("brB", "......./......./......./......./....*../......./.......");
    assert_same("fA", "......./.1...1./......./......./......./......./.......");
    assert_same("blG", "......./......./......./......./......./......./1......");
}

static void test_sides_of_knights(void **state)
{
    (void)state;
    assert_same("fN", "......./..1.1../......./......./......./......./.......");
    assert_same("bN", "......./......./......./......./......./..1.1../.......");
    assert_same("lN", "......./......./.1...../......./.1...../......./.......");
    assert_same("rN", "......./......./.....1./......./.....1./......./.......");
    assert_same("vN", "......./..1.1../......./......./......./..1.1../.......");
    assert_same("sN", "......./......./.1...1./......./.1...1./......./.......");
    assert_same("fhN", "......./..1.1../.1...1./......./......./......./.......");
    assert_same("bhN", "......./......./......./......./.1...1./..1.1../.......");
    assert_same("lhN", "......./..1..../.1...../......./.1...../..1..../.......");
    assert_same("rhN", "......./....1../.....1./......./.....1./....1../.......");
    assert_same("ffN", "......./..1.1../......./......./......./......./.......");
    assert_same("rrN", "......./......./.....1./......./.....1./......./.......");
    assert_same("fsN", "......./......./.1...1./......./......./......./.......");
    assert_same("fC", "..1.1../......./......./......./......./......./.......");
    assert_same("sZ", "......./1.....1/......./......./......./1.....1/.......");
    assert_same("fhZ", ".1...1./1.....1/......./......./......./......./.......");
}

static void test_sides_of_king_and_queen(void **state)
{
    (void)state;
    assert_same("fK", "......./......./..111../......./......./......./.......");
    assert_same("bK", "......./......./......./......./..111../......./.......");
    assert_same("lK", "......./......./..1..../..1..../..1..../......./.......");
    assert_same("rQ", "......./......./....*../....*../....*../......./.......");
}

static void test_modality(void **state)
{
    (void)state;
    const char *wazir = "......./......./...1.../..1.1../...1.../......./.......";
    const char *ferz = "......./......./..1.1../......./..1.1../......./.......";
    const char *pawn_step = "......./......./...1.../......./......./......./.......";
    const char *pawn_capture = "......./......./..1.1../......./......./......./.......";
    assert_moves("mW", wazir, NOTHING);
    assert_moves("cW", NOTHING, wazir);
    assert_same("mcW", wazir);
    assert_moves("mWcF", wazir, ferz);
    assert_moves("mfWcfF", pawn_step, pawn_capture);
    assert_moves("fmWfcF", pawn_step, pawn_capture);
    assert_moves("mRcB2", "......./......./...*.../..*.*../...*.../......./.......",
                 "......./......./..2.2../......./..2.2../......./.......");
    // Quietly as a rook, capturing no further than two: the ranges stay apart.
    assert_moves("mRW2", "......./......./...*.../..*.*../...*.../......./.......",
                 "......./......./...2.../..2.2../...2.../......./.......");
}

static void test_the_nutty_knights(void **state)
{
    (void)state;
    assert_same("fsRbK", "......./......./...*.../..*.*../..111../......./.......");
    assert_same("fhNsWbK", "......./..1.1../.1...1./..1.1../..111../......./.......");
    assert_same("FvN", "......./..1.1../..1.1../......./..1.1../..1.1../.......");
    assert_same("fhNfsRK", "......./..1.1../.11*11./..*.*../..111../......./.......");
}

static void test_turned_for_black(void **state)
{
    (void)state;
    struct movement movement, turned, back;
    char picture[SIDE * (SIDE + 1)];
    assert_true(betza_parse("fhNmfsRcbK", &movement, NULL));
    movement_turn(&movement, &turned);
    draw(turned.kinds[RIDE_PLAIN].quiet, picture);
    assert_string_equal(picture, "......./......./......./..*.*../.1.*.1./..1.1../.......");
    draw(turned.kinds[RIDE_PLAIN].capture, picture);
    assert_string_equal(picture, "......./......./..111../......./.1...1./..1.1../.......");
    movement_turn(&turned, &back);
    assert_memory_equal(&back, &movement, sizeof back);
    // Left is to Black's left.
    assert_true(betza_parse("flF", &movement, NULL));
    movement_turn(&movement, &turned);
    draw(turned.kinds[RIDE_PLAIN].quiet, picture);
    assert_string_equal(picture, "......./......./......./......./....1../......./.......");
}

// ---- As Fairy-Stockfish reads it ----

static void test_both_sides_of_diagonal_atoms(void **state)
{
    (void)state;
    const char *all = "......./......./..1.1../......./..1.1../......./.......";
    const char *forward = "......./......./..1.1../......./......./......./.......";
    assert_same("vF", all);
    assert_same("sF", all);
    assert_same("hlF", all);
    assert_same("fhF", forward);
    assert_same("fsF", forward);
    assert_same("rflbF", "......./......./....1../......./..1..../......./.......");
}

static void test_pairs_of_knights(void **state)
{
    (void)state;
    assert_same("hrN", "......./....1../.1...../......./.....1./..1..../.......");
    assert_same("hlN", "......./..1..../.....1./......./.1...../....1../.......");
    assert_same("rfN", "......./....1../......./......./......./......./.......");
    assert_same("frN", "......./......./.....1./......./......./......./.......");
    assert_same("rvN", "......./....1../......./......./......./....1../.......");
    assert_same("ffNfsN", "......./..1.1../.1...1./......./......./......./.......");
}

// Their orthogonal directions follow the rule of oblique atoms.
static void test_pairs_of_king_and_queen(void **state)
{
    (void)state;
    assert_same("sK", "......./......./..1.1../..1.1../..1.1../......./.......");
    assert_same("fsK", "......./......./..1.1../..1.1../......./......./.......");
    assert_same("frK", "......./......./....1../....1../......./......./.......");
    assert_same("rfK", "......./......./...11../......./......./......./.......");
    assert_same("fhK", "......./......./..111../..1.1../......./......./.......");
    assert_same("fbK", "......./......./..111../......./..111../......./.......");
}

// A letter between them separates a pair.
static void test_pairs_are_adjacent(void **state)
{
    (void)state;
    assert_moves("fmrF", "......./......./..1.1../......./....1../......./.......", NOTHING);
    assert_moves("mfrF", "......./......./....1../......./......./......./.......", NOTHING);
}

static unsigned steps_of(const char *text, unsigned kind, int dx, int dy, bool capture)
{
    struct movement movement;
    assert_true(betza_parse(text, &movement, NULL));
    const struct ranges *ranges = &movement.kinds[kind];
    direction d = direction_of(dx, dy);
    return capture ? ranges->capture[d] : ranges->quiet[d];
}

static void test_kinds_of_rides(void **state)
{
    (void)state;
    assert_int_equal(steps_of("mRcpR", RIDE_PLAIN, 0, 1, false), RANGE_UNLIMITED);
    assert_int_equal(steps_of("mRcpR", RIDE_PLAIN, 0, 1, true), 0);
    assert_int_equal(steps_of("mRcpR", RIDE_CANNON, 0, 1, true), RANGE_UNLIMITED);
    assert_int_equal(steps_of("mRcpR", RIDE_CANNON, 0, 1, false), 0);
    assert_int_equal(steps_of("pB2", RIDE_CANNON, 1, 1, false), 2);
    assert_int_equal(steps_of("pW", RIDE_CANNON, 1, 0, false), RANGE_UNLIMITED);
    assert_int_equal(steps_of("gK", RIDE_GRASSHOPPER, 1, 1, true), RANGE_UNLIMITED);
    assert_int_equal(steps_of("nN", RIDE_LAME, 1, 2, true), 1);
    assert_int_equal(steps_of("nN", RIDE_PLAIN, 1, 2, true), 0);
    assert_int_equal(steps_of("nNN", RIDE_LAME, 1, 2, true), RANGE_UNLIMITED);
    // Nothing lies between neighbours.
    assert_int_equal(steps_of("nK", RIDE_PLAIN, 1, 1, true), 1);
    assert_int_equal(steps_of("ifmnD", RIDE_INITIAL | RIDE_LAME, 0, 2, false), 1);
    assert_int_equal(steps_of("ifmnD", RIDE_INITIAL | RIDE_LAME, 0, -2, false), 0);
    assert_int_equal(steps_of("iR", RIDE_INITIAL, 0, 1, false), RANGE_UNLIMITED);
    assert_int_equal(steps_of("iR", RIDE_INITIAL, 0, 1, true), 0);
    assert_int_equal(steps_of("fmWfceF", RIDE_PLAIN, 1, 1, true), 1);
    assert_int_equal(steps_of("mfFcfeW", RIDE_PLAIN, 0, 1, true), 1);
    assert_int_equal(steps_of("LJ", RIDE_PLAIN, 1, 3, true), 1);
    assert_int_equal(steps_of("LJ", RIDE_PLAIN, 2, 3, true), 1);
}

static void assert_refused(const char *text, int offset)
{
    struct movement movement, before;
    struct error err = {0};
    char at[32];
    memset(&movement, 0x5a, sizeof movement);
    before = movement;
    if (betza_parse(text, &movement, &err))
        fail_msg("\"%s\" is taken", text);
    assert_int_equal(err.code, ERROR_BETZA);
    snprintf(at, sizeof at, "betza[%d]", offset);
    if (strcmp(err.at, at) != 0)
        fail_msg("\"%s\" is refused at %s, not %s: %s", text, err.at, at, err.message);
    assert_true(err.message[0] != '\0');
    assert_memory_equal(&movement, &before, sizeof movement);
}

static void test_refused(void **state)
{
    (void)state;
    assert_refused("", 0);
    assert_refused("X", 0);
    assert_refused("w", 0); // no modifier of ours, and no atom behind it
    assert_refused("f", 1); // an atom is missing
    assert_refused("Wf", 2);
    assert_refused("W F", 1); // blanks are no part of the notation
    assert_refused(" W", 0);
    assert_refused("4R", 0);
    assert_refused("R16", 1); // longer than any board
    assert_refused("R99999999999", 1);
    assert_refused("N-1", 1);
    assert_refused("mmW", 1);
    assert_refused("ccW", 1);
    // Modifiers of XBetza that the program does not know.
    assert_refused("jW", 0);
    assert_refused("zB", 0);
    assert_refused("qN", 0);
    assert_refused("oF", 0);
    assert_refused("eF", 0);
    assert_refused("dW", 0);
    assert_refused("afW", 0);
    assert_refused("tW", 0);
    assert_refused("uW", 0);
    assert_refused("xW", 0);
    assert_refused("yW", 0);
    assert_refused("WdQ", 1);
    // Directions that the atom does not have.
    assert_refused("fhW", 1);
    assert_refused("hW", 0);
    assert_refused("hN", 0);
    assert_refused("vhN", 0);
    assert_refused("hK", 0);
    // Pairs that name no direction.
    assert_refused("vrN", 0);
    assert_refused("sfF", 0);
    assert_refused("hhN", 0);
    assert_refused("hfN", 0);
    // Kinds of rides that do not go together.
    assert_refused("pgR", 1);
    assert_refused("npR", 0);
    assert_refused("gnQ", 1);
    assert_refused("icF", 0);
    assert_refused("iiF", 1);
    assert_refused("pR1", 2);
    // 40 lame leaps, 48 rides of a cannon and 8 of a grasshopper are as many as there may be.
    assert_refused("nDnNnAnHnCnZnGpWpFpNpDpApHpCpZpGgWgFgNgDgAgHgCgZgG", 36);
    // Other marks of the dialect.
    assert_refused("O2", 0);
    assert_refused("K(W)", 1);
    assert_refused("[W-F]", 0);
    assert_refused("W!", 1);
    assert_refused("W\xc3\xa9", 1);
}

static void test_too_many_directions(void **state)
{
    (void)state;
    struct error err = {0};
    struct movement movement;
    char text[64];
    memset(text, 'f', sizeof text);
    text[sizeof text - 2] = 'W';
    text[sizeof text - 1] = '\0';
    assert_false(betza_parse(text, &movement, &err));
    assert_string_equal(err.at, "betza[16]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_atoms),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_unlimited),
        cmocka_unit_test(test_several_atoms_add_up),
        cmocka_unit_test(test_sides_of_orthogonal_atoms),
        cmocka_unit_test(test_sides_of_diagonal_atoms),
        cmocka_unit_test(test_sides_of_knights),
        cmocka_unit_test(test_sides_of_king_and_queen),
        cmocka_unit_test(test_modality),
        cmocka_unit_test(test_the_nutty_knights),
        cmocka_unit_test(test_turned_for_black),
        cmocka_unit_test(test_both_sides_of_diagonal_atoms),
        cmocka_unit_test(test_pairs_of_knights),
        cmocka_unit_test(test_pairs_of_king_and_queen),
        cmocka_unit_test(test_pairs_are_adjacent),
        cmocka_unit_test(test_kinds_of_rides),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_too_many_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
