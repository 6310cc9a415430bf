// SPDX-License-Identifier: GPL-3.0-or-later
// Chess with a Limited Supply of Squares: the fields RESERVES OWNERS FROZEN of position strings.

#include "position/fen.h"
#include "reference/reference.h"
#include "support/scene.h"
#include "support/squares.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static const char kings[] =
    "k1******/********/********/********/***1****/***1****/********/K1****** w - - 0 9";

// Sets up the kings' position with the fields, and compares what is written.
static void check_fields(const char *game, const char *fields, const char *written)
{
    struct scene scene;
    char fen[256];
    snprintf(fen, sizeof fen, "%s %s", kings, fields);
    scene_init(&scene, game, "", fen);
    snprintf(fen, sizeof fen, "%s %s", kings, written);
    scene_fen(&scene, fen);
    scene_clear(&scene);
}

static void test_missing_fields_have_defaults(void **state)
{
    (void)state;
    check_fields("hans38", "", "3/3 -/- -");
    check_fields("hans38", "1/0", "1/0 -/- -");
    check_fields("hans38", "1/0 b1/-", "1/0 b1/- -");
    check_fields("hans38-neutral", "", "3/3 - -");
    check_fields("hans38-postal", "", "3/3 -/- -");
    check_fields("hans38-postal-plus", "", "3/3 -/- -");
    check_fields("infinite-reserves", "", "inf/inf - -");
    check_fields("moving-squares", "inf/inf -", "inf/inf - -");
}

static void test_squares_are_written_in_order(void **state)
{
    (void)state;
    check_fields("hans38", "3/3 d4d3b1/b8 -", "3/3 b1d3d4/b8 -");
    check_fields("hans38", "3/3 -/b8d4b1d3 d4", "3/3 -/b1d3d4b8 d4");
    check_fields("infinite-reserves", "inf/inf - d4b1", "inf/inf - b1d4");
    check_fields("infinite-reserves", "inf/inf - b8d4", "inf/inf - d4b8");
}

static void test_occupied_squares_are_not_written(void **state)
{
    (void)state;
    // The king takes Black's b1 and leaves a1.
    char fen[256];
    snprintf(fen, sizeof fen, "%s 0/1 -/b1b8 -", kings);
    squares_check_after(
        "hans38", fen, "a1b1",
        "k1******/********/********/********/***1****/***1****/********/1K****** b - - 1 9 0/1 a1/b8 -");
}

static void refuses(const char *game, const char *placement_and_fields, const char *at)
{
    static struct position pos;
    struct ref_rules rules;
    struct ref_position reference;
    struct error err;
    struct variant *variant = scene_variant(game, "");
    if (fen_read(&pos, variant, placement_and_fields, &err))
        fail_msg("%s: %s should be refused", game, placement_and_fields);
    assert_int_equal(err.code, ERROR_FEN);
    assert_string_equal(err.at, at);
    assert_true(ref_rules_set(&rules, game, NULL, NULL, 0));
    assert_non_null(ref_parse(&reference, &rules, placement_and_fields));
    variant_free(variant);
}

static void refuses_fields(const char *game, const char *fields, int offset)
{
    char fen[256], at[32];
    snprintf(fen, sizeof fen, "%s %s", kings, fields);
    snprintf(at, sizeof at, "fen[%d]", (int)sizeof kings + offset);
    refuses(game, fen, at);
}

static void test_reserves_out_of_range_are_refused(void **state)
{
    (void)state;
    refuses_fields("hans38", "4/3 -/- -", 0);
    refuses_fields("hans38", "3/4 -/- -", 2);
    refuses_fields("hans38", "3 -/- -", 1);
    refuses_fields("hans38", "3/ -/- -", 2);
    refuses_fields("hans38", "3/3/3 -/- -", 3);
    refuses_fields("hans38", "-1/3 -/- -", 0);
    refuses_fields("hans38", "inf/inf -/- -", 0);
    refuses_fields("infinite-reserves", "3/3 - -", 0);
    refuses_fields("moving-squares", "inf/3 - -", 4);
}

static void test_owners_that_cannot_be_are_refused(void **state)
{
    (void)state;
    refuses_fields("hans38", "3/3 - -", 5);
    refuses_fields("hans38", "3/3 b1 -", 6);
    refuses_fields("hans38", "3/3 a1/- -", 4);   // a king stands there
    refuses_fields("hans38", "3/3 e4/- -", 4);   // no square
    refuses_fields("hans38", "3/3 b1b1/- -", 6); // twice
    refuses_fields("hans38", "3/3 b1/b1 -", 7);  // both sides'
    refuses_fields("hans38", "3/3 b9/- -", 4);   // no location
    refuses_fields("hans38", "3/3 b1/-/- -", 8); // a third side
    refuses_fields("hans38-neutral", "3/3 -/- -", 4);
    refuses_fields("moving-squares", "inf/inf b1/- -", 8);
}

static void test_frozen_squares_that_cannot_be_are_refused(void **state)
{
    (void)state;
    refuses_fields("hans38", "3/3 -/- e4", 8);
    refuses_fields("hans38", "3/3 -/- i4", 8);
    refuses_fields("hans38", "3/3 -/- d4d4", 10);
    refuses_fields("infinite-reserves", "inf/inf - d4d3b1", 10);
    refuses_fields("hans38", "3/3 -/- - -", 10);
}

static void test_positions_that_cannot_be_are_refused(void **state)
{
    (void)state;
    refuses("hans38", "k1******/8/8/8/8/8/8/1******* w - - 0 9", "placement");
    refuses("hans38", "R1k*****/8/8/8/8/8/8/K******* w - - 0 9", "side");
    squares_check("hans38", "R*k*****/8/8/8/8/8/8/K******* w - - 0 9", "@@e1", "@@b8,@b8b7"); // over a hole
    refuses("hans38", "k*******/8/8/8/8/8/8/R3*K2 w Q - 0 9", "castling");
    refuses("hans38", "k*******/8/8/8/8/8/8/P3K3 w - - 0 9", "a1");
}

// The target stays, whatever became of the square that the pawn crossed.
static void test_en_passant_targets(void **state)
{
    (void)state;
    static const char *const possible[] = {
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9",
        "4k3/***1****/********/3pP3/8/8/8/4K3 w - d6 0 9",
        "4k3/********/********/3pP3/8/8/8/4K3 w - d6 0 9",
    };
    for (int i = 0; i < SQUARES_NAMES; i++)
        for (size_t j = 0; j < sizeof possible / sizeof *possible; j++)
            squares_check_armies(squares_names[i], "", possible[j], "", "");
    static const char *const impossible[] = {
        "4k3/3r4/8/3pP3/8/8/8/4K3 w - d6 0 9", // something stands where the pawn came from
        "4k3/8/3r4/3pP3/8/8/8/4K3 w - d6 0 9", // or on its way
        "4k3/8/2p5/4P3/8/8/8/4K3 w - d6 0 9",  // or it is not there
        "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 9",
    };
    for (size_t j = 0; j < sizeof impossible / sizeof *impossible; j++)
        refuses("infinite-reserves", impossible[j], "en passant");
    // Squares that carry pieces may have brought a piece to where the pawn came from, or taken the pawn away.
    squares_check("moving-squares", impossible[0], "", "");
    squares_check("moving-squares", "4k3/8/8/*2*P3/2p5/8/8/4K3 w - d6 0 9", "", "");
    refuses("moving-squares", impossible[1], "en passant");
    refuses("moving-squares", "4k3/8/8/4P3/p7/8/8/4K3 w - d6 0 9", "en passant");    // too far away
    refuses("moving-squares", "4k3/3r4/8/4P3/2p5/8/8/4K3 w - d6 0 9", "en passant"); // not both
    refuses("moving-squares", "8/3k4/8/3pP3/8/8/8/4K3 w - d6 0 9", "en passant");    // kings are not carried
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_fields_have_defaults),
        cmocka_unit_test(test_squares_are_written_in_order),
        cmocka_unit_test(test_occupied_squares_are_not_written),
        cmocka_unit_test(test_reserves_out_of_range_are_refused),
        cmocka_unit_test(test_owners_that_cannot_be_are_refused),
        cmocka_unit_test(test_frozen_squares_that_cannot_be_are_refused),
        cmocka_unit_test(test_positions_that_cannot_be_are_refused),
        cmocka_unit_test(test_en_passant_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
