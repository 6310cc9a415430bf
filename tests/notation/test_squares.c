// SPDX-License-Identifier: GPL-3.0-or-later
// Turns with actions on squares in every notation: what is read, what is written, and that all of it reads back, in
// all six games and with other armies.
#include "base/random.h"
#include "notation/coordinate_write.h"
#include "notation/line.h"
#include "notation/pgn/pgn.h"
#include "notation/san.h"
#include "position/fen.h"
#include "support/effort.h"
#include "support/read_back.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void read_position(struct position *pos, const struct variant *variant, const char *fen)
{
    struct error err = {0};
    if (!fen_read(pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
}

// The text is read, and is written as `coordinates` and `san`.
static void reads(const char *game, const char *fen, const char *text, const char *coordinates,
                  const char *san)
{
    struct variant *variant = scene_variant(game, "");
    struct position pos;
    struct turn turn;
    struct error err = {0};
    struct buffer out;
    buffer_init(&out);
    read_position(&pos, variant, fen);
    if (!san_read_turn(&pos, text, &turn, &err))
        fail_msg("%s: %s: %s %s", fen, text, err.at, err.message);
    coordinate_write_turn(&pos, &turn, &out);
    assert_string_equal(buffer_text(&out), coordinates);
    buffer_reset(&out);
    san_write_turn(&pos, &turn, SAN_PLAIN, &out);
    assert_string_equal(buffer_text(&out), san);
    buffer_clear(&out);
    variant_free(variant);
}

static void refuses(const char *game, const char *fen, const char *text, const char *at, const char *reason)
{
    struct variant *variant = scene_variant(game, "");
    struct position pos;
    struct turn turn;
    struct error err = {0};
    read_position(&pos, variant, fen);
    if (san_read_turn(&pos, text, &turn, &err))
        fail_msg("%s: accepted: %s", fen, text);
    assert_int_equal(err.code, ERROR_ILLEGAL_MOVE);
    assert_string_equal(err.at, at);
    if (!strstr(err.message, reason))
        fail_msg("%s: '%s' does not say '%s'", text, err.message, reason);
    variant_free(variant);
}

// ---- Reading and writing ----

static void test_notations(void **state)
{
    (void)state;
    const char *fen = "4k3/8/********/********/****1***/**1*N***/8/4K3 w - - 0 1";
    reads("hans38", "startpos", "@@f3", "@@f3", "@@f3");
    reads("hans38-postal", fen, "Ne3-c2,@@f3", "e3c2,@@f3", "Nc2,@@f3");
    reads("hans38-postal", fen, "Nc2, @@f3!", "e3c2,@@f3", "Nc2,@@f3");
    reads("hans38-postal", fen, "e3c2,@@f3", "e3c2,@@f3", "Nc2,@@f3");
    reads("hans38-postal", fen, "Ne3-c2,@e3-d4", "e3c2,@e3d4", "Nc2,@e3-d4");
    reads("hans38-postal-plus", fen, "Ne3-c2,@e3d4,@@e3", "e3c2,@e3d4,@@e3", "Nc2,@e3-d4,@@e3");
    reads("hans38-postal-plus", fen, "Nc2,@@f3,@f3-f4", "e3c2,@@f3,@f3f4", "Nc2,@@f3,@f3-f4");
    reads("infinite-reserves", fen, "Nc2,@e4-e5,@@e4", "e3c2,@e4e5,@@e4", "Nc2,@e4-e5,@@e4");
    reads("moving-squares", fen, "Nc2,@@e5,@c2-b3", "e3c2,@@e5,@c2b3", "Nc2,@@e5,@c2-b3");
    reads("hans38", "4k3/8/********/***p****/****P***/********/8/4K3 w - - 0 1", "e4:d5", "e4d5", "exd5");
}

static void test_signs_are_judged_at_the_end(void **state)
{
    (void)state;
    // The rook gives check only once a square has closed the e-file.
    const char *fen =
        "***1k***/****1***/****1***/****1***/********/****1***/***RR***/K******* w - - 0 5 1/0 -/- -";
    reads("hans38-postal", fen, "Re3", "e2e3", "Re3");
    reads("hans38-postal", fen, "Re3,@@e4", "e2e3,@@e4", "Re3,@@e4+");
    // A square that is taken out of the line ends the check again.
    fen = "***1k***/****1***/****1***/****1***/****1***/***R1***/********/K******* w - - 0 5 1/0 e7/- -";
    reads("hans38-postal", fen, "Re3", "d3e3", "Re3+");
    reads("hans38-postal", fen, "Re3,@e7-d7", "d3e3,@e7d7", "Re3,@e7-d7");
}

static void test_the_rest_of_the_turn_decides_which_piece_is_meant(void **state)
{
    (void)state;
    // Both knights may begin, but the pinned one only if a square that holds the pin then goes away.
    const char *fen = "k***r***/****1***/****1***/****1***/****N***/**1*1***/8/4K3 w - - 0 5 1/0 e5/- -";
    reads("hans38-postal", fen, "Nc3,@e5-d6", "e4c3,@e5d6", "Nc3,@e5-d6");
    fen = "k***r***/****1***/****1***/****1***/****N***/**1*1***/8/1N2K3 w - - 0 5 1/0 e5/- -";
    reads("hans38-postal", fen, "Nc3", "b1c3", "Nbc3");
    reads("hans38-postal", fen, "Nec3,@e5-d6", "e4c3,@e5d6", "Nec3,@e5-d6");
    refuses("hans38-postal", fen, "Nec3", "move[4]", "the king is in check");
    refuses("hans38-postal", fen, "Nc3,@e5-d6", "move[0]", "could be any of Nbc3, Nec3");
}

// ---- Refusals ----

static void test_why_a_square_cannot_be_placed(void **state)
{
    (void)state;
    refuses("hans38", "startpos", "@@e2", "move[0]", "e2 has a square already");
    refuses("hans38", "4k3/8/********/********/********/********/8/4K3 w - - 0 5 0/3 -/- -", "@@e3",
            "move[0]", "White has no squares in reserve");
    refuses("hans38-postal", "4k3/8/********/********/********/********/8/4K3 w - - 0 5", "@@e3", "move[0]",
            "begins with the move of a piece");
    refuses("hans38", "k*******/********/********/********/****r***/****1***/********/****K*** w - - 0 5",
            "@@e2", "move[0]", "the king would be in check at the end of the turn");
    refuses("hans38-postal-plus", "startpos", "@@e3,@@e4", "move[5]", "placed in this turn already");
    refuses("chess", "startpos", "@@e3", "move[0]", "not legal here in Chess");
}

static void test_why_a_square_cannot_be_moved(void **state)
{
    (void)state;
    const char *owned = "4k3/8/********/********/****1***/**1*1***/8/4K3 w - - 0 5 3/3 e3/e4 -";
    refuses("hans38", owned, "@d3-d4", "move[0]", "there is no square on d3");
    refuses("hans38", owned, "@e1-e5", "move[0]", "a king stands on e1, and only empty squares move");
    refuses("hans38", owned, "@e4-e5", "move[0]", "the square on e4 is Black's");
    refuses("hans38", owned, "@c3-c4", "move[0]", "the square on c3 belongs to nobody");
    refuses("hans38", owned, "@e3-e4", "move[0]", "e4 has a square already");
    refuses("hans38", owned, "@e3-e3", "move[0]", "e3 has a square already");
    refuses("hans38", owned, "@e3-e6", "move[0]", "e6 is too far: a square moves by one or two");
    refuses("hans38", owned, "@e4c3", "move[0]", "the square on e4 is Black's; c3 has a square already");
    const char *frozen = "4k3/8/********/********/****1***/**1*1***/8/4K3 w - - 0 5 3/3 - e4";
    refuses("hans38-neutral", frozen, "@e4-e5", "move[0]", "Black moved the square on e4 in the last turn");
    frozen = "4k3/8/********/********/****1***/**1*1***/8/4K3 w - - 0 5 inf/inf - e4";
    refuses("infinite-reserves", frozen, "Kd1,@e4e5", "move[4]", "Black placed or moved the square on e4");
    refuses("hans38-postal-plus", owned, "Kd1,@e3-d3,@d3-d4", "move[11]", "moved in this turn already");
}

static void test_why_a_square_with_a_piece_cannot_be_moved(void **state)
{
    (void)state;
    const char *fen = "4k3/8/********/********/*p******/********/8/4K2R w K - 0 5 inf/inf - h2";
    refuses("moving-squares", fen, "Kd1,@h1-h3", "move[4]", "h3 is too far: a square with a piece on it");
    refuses("moving-squares", fen, "Kd1,@d1-c2", "move[4]",
            "the king's square cannot be moved; c2 has a square");
    refuses("moving-squares", fen, "Kd1,@b4-b5", "move[4]", "an enemy pawn stands on b4");
    refuses("moving-squares", fen, "Rg1,@h2-h3", "move[4]", "Black placed or moved the square on h2");
    refuses("moving-squares", fen, "Rh2,@h2-h3", "move[4]", "Black placed or moved the square on h2");
}

static void test_why_a_turn_is_not_complete(void **state)
{
    (void)state;
    const char *fen = "4k3/8/********/********/********/********/8/4K3 w - - 0 5";
    refuses("infinite-reserves", fen, "Kd1", "move[3]", "not complete: a square must still be placed");
    refuses("moving-squares", fen, "Kd1,@f2-f3", "move[10]", "a square must still be placed");
    refuses("hans38", "startpos", "@@e3,@@e4", "move[4]", "the turn is complete before this");
    refuses("hans38-postal", fen, "Kd1,@@e3,@@e4", "move[8]", "the turn is complete before this");
    refuses("hans38-postal", fen, "Kd1,Ke1", "move[4]", "no more piece moves");
}

static void test_why_a_piece_cannot_move(void **state)
{
    (void)state;
    refuses("hans38", "startpos", "e4", "move[0]", "there is no square on e4");
    refuses("hans38", "startpos", "Ng1-f3", "move[0]", "there is no square on f3");
    refuses("hans38", "startpos", "e4e5", "move[0]", "there is no square on e4");
    refuses("hans38", "startpos", "O-O", "move[0]", "is missing or occupied");
    refuses("hans38", "4k3/8/********/********/********/********/8/R**1K3 w Q - 0 5", "a1d1", "move[0]",
            "the rook would have to cross a location that has no square");
    refuses("hans38-postal", "k*******/********/********/********/********/**1n****/8/1N2K3 w - - 0 5", "Nc3",
            "move[0]", "whatever follows in this turn, the king would be in check at the end of it");
}

// ---- Everything that is written reads back ----

static void test_all_games_and_armies_read_back(void **state)
{
    (void)state;
    static const char *const games[] = {
        "hans38",        "hans38-neutral", "hans38-postal", "hans38-postal-plus", "infinite-reserves",
        "moving-squares"};
    static const char *const pairs[] = {"white=fide black=fide", "white=clobberers black=nutters",
                                        "white=nutters black=rookies", "white=rookies black=clobberers"};
    struct random random = {7};
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++)
        for (unsigned j = 0; j < sizeof pairs / sizeof *pairs; j++)
            for (int round = 0; round < 8; round += EFFORT_DIVISOR)
                read_back_game(games[i], pairs[j], &random, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notations),
        cmocka_unit_test(test_signs_are_judged_at_the_end),
        cmocka_unit_test(test_the_rest_of_the_turn_decides_which_piece_is_meant),
        cmocka_unit_test(test_why_a_square_cannot_be_placed),
        cmocka_unit_test(test_why_a_square_cannot_be_moved),
        cmocka_unit_test(test_why_a_square_with_a_piece_cannot_be_moved),
        cmocka_unit_test(test_why_a_turn_is_not_complete),
        cmocka_unit_test(test_why_a_piece_cannot_move),
        cmocka_unit_test(test_all_games_and_armies_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
