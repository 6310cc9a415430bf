// SPDX-License-Identifier: GPL-3.0-or-later
// Writing SAN: how short it may be, its signs, and that whatever is written reads back as the same turn.
#include "base/random.h"
#include "notation/coordinate_read.h"
#include "notation/san.h"
#include "position/fen.h"
#include "support/effort.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void check(const char *game, const char *parameters, const char *fen, const char *coordinates,
                  unsigned flags, const char *expected)
{
    struct variant *variant = scene_variant(game, parameters);
    struct position pos;
    struct turn turn;
    struct error err = {0};
    struct buffer san;
    buffer_init(&san);
    if (!fen_read(&pos, variant, fen, &err) || !coordinate_read_turn(&pos, coordinates, &turn, &err))
        fail_msg("%s %s: %s %s", fen, coordinates, err.at, err.message);
    san_write_turn(&pos, &turn, flags, &san);
    assert_string_equal(buffer_text(&san), expected);
    buffer_clear(&san);
    variant_free(variant);
}

static void check_chess(const char *fen, const char *coordinates, const char *expected)
{
    check("chess", "", fen, coordinates, SAN_PLAIN, expected);
}

static void test_simple_moves(void **state)
{
    (void)state;
    check_chess("startpos", "e2e4", "e4");
    check_chess("startpos", "g1f3", "Nf3");
    check_chess("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5");
    check_chess("4k3/8/8/3p4/4N3/8/8/4K3 b - - 0 1", "d5e4", "dxe4");
    check_chess("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "Nxd5");
    check_chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
}

static void test_castling(void **state)
{
    (void)state;
    const char *fen = "r3k2r/8/8/8/8/8/8/R3K2R %c KQkq - 0 1";
    char white[64], black[64];
    snprintf(white, sizeof white, fen, 'w');
    snprintf(black, sizeof black, fen, 'b');
    check_chess(white, "e1g1", "O-O");
    check_chess(white, "e1c1", "O-O-O");
    check_chess(black, "e8g8", "O-O");
    check_chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O");
    check_chess("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+");
    // A clobberer's long castling goes to b1, and is written as everybody's.
    check("chess", "white=clobberers", "4k3/8/8/8/8/8/8/D3K3 w Q - 0 1", "e1b1", SAN_PLAIN, "O-O-O");
    check("chess", "black=clobberers", "d3k2d/8/8/8/8/8/8/4K3 b kq - 0 1", "e8b8", SAN_PLAIN, "O-O-O");
}

static void test_promotion(void **state)
{
    (void)state;
    check_chess("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q");
    check_chess("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N");
    check_chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", "a8=R+");
    check("chess", "white=nutters black=rookies", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8m", SAN_PLAIN,
          "a8=M");
}

static void test_no_more_of_the_origin_than_needed(void **state)
{
    (void)state;
    check_chess("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2");
    check_chess("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "Nfd2");
    check_chess("4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2", "N1d2");
    check_chess("4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "b1d2", "N1d2");
    check_chess("4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "b3d2", "Nb3d2");
    check_chess("4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "f3d2", "Nfd2");
    check_chess("6k1/8/8/R6R/8/8/8/4K3 w - - 0 1", "a5d5", "Rad5");
    check_chess("7k/R7/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", "R1a4");
}

static void test_what_is_pinned_needs_no_telling_apart(void **state)
{
    (void)state;
    // The knight on c3 cannot leave the diagonal to its king.
    check_chess("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2");
    check_chess("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2");
    // The knight on c3 of Fuel Chess cannot pay for the leap.
    check("fuel", "", "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1 9,1,9,9", "g1e2", SAN_PLAIN, "Ne2");
    check("fuel", "", "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1 9,2,9,9", "g1e2", SAN_PLAIN, "Nge2");
}

static void test_pieces_of_armies(void **state)
{
    (void)state;
    check("chess", "white=clobberers", "startpos", "b1d3", SAN_PLAIN, "Wd3");
    check("chess", "white=clobberers", "4k3/8/8/8/8/8/4W3/2W1K3 w - - 0 1", "c1c2", SAN_PLAIN, "Wc2");
    check("chess", "white=clobberers", "4k3/8/8/8/8/8/2W5/W3K3 w - - 0 1", "a1c3", SAN_PLAIN, "Wac3");
    check("chess", "black=nutters", "o3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8d8", SAN_PLAIN, "Od8");
}

static void test_check_and_mate(void **state)
{
    (void)state;
    check_chess("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8+");
    check_chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#");
    // Stalemate has no sign.
    check_chess("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7", "Qc7");
}

static void test_signs_follow_the_fuel(void **state)
{
    (void)state;
    // The rook arrives with 0 and gives no check.
    check("fuel", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 9,7,9", "a1a8", SAN_PLAIN, "Ra8");
    check("fuel", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 9,11,9", "a1a8", SAN_PLAIN, "Ra8+");
    // The king could step aside, but its tank is empty.
    check("fuel", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 0,50,9", "a1a8", SAN_PLAIN, "Ra8#");
    // Black is out of fuel and loses, without check: no sign.
    check("fuel", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 0,50,9", "a1a2", SAN_PLAIN, "Ra2");
}

static void test_fuel_is_shown_on_demand(void **state)
{
    (void)state;
    check("fuel", "", "startpos", "g1f3", SAN_FUEL, "Nf3{48}");
    check("fuel", "", "startpos", "g1f3", SAN_PLAIN, "Nf3");
    check("fuel", "", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 9", "e1c1", SAN_FUEL, "O-O-O{7}");
    check("chess", "", "startpos", "g1f3", SAN_FUEL, "Nf3");
}

// ---- Whatever is written is read ----

static void check_action(const struct position *pos, move m, const struct move_list *legal, unsigned flags)
{
    struct buffer san;
    struct error err = {0};
    struct turn turn = {1, {m}}, read;
    buffer_init(&san);
    san_write_action(pos, m, legal, flags, &san);
    if (!san_read_turn(pos, buffer_text(&san), &read, &err))
        fail_msg("%s: %s", buffer_text(&san), err.message);
    assert_int_equal(read.count, 1);
    assert_int_equal(read.actions[0], m);
    // A turn of one action is written as the action is.
    struct buffer whole;
    buffer_init(&whole);
    san_write_turn(pos, &turn, flags, &whole);
    assert_string_equal(buffer_text(&whole), buffer_text(&san));
    buffer_clear(&whole);
    buffer_clear(&san);
}

static void play_random_game(const struct variant *variant, struct random *random, int plies)
{
    struct position pos;
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    for (int ply = 0; ply < plies; ply++) {
        struct move_list legal;
        struct undo undo;
        position_actions(&pos, &legal);
        if (!legal.count)
            return;
        for (unsigned i = 0; i < legal.count; i++)
            check_action(&pos, legal.moves[i], &legal, ply & 1 ? SAN_FUEL : SAN_PLAIN);
        position_apply(&pos, legal.moves[random_below(random, legal.count)], &undo);
    }
}

static void test_all_armies_read_back(void **state)
{
    (void)state;
    static const char *const keys[] = {"fide", "clobberers", "nutters", "rookies"};
    struct random random = {2};
    for (int white = 0; white < 4; white++) {
        for (int black = 0; black < 4; black++) {
            char parameters[64];
            snprintf(parameters, sizeof parameters, "white=%s black=%s", keys[white], keys[black]);
            struct variant *variant = scene_variant("chess", parameters);
            for (int game = 0; game < 4; game += EFFORT_DIVISOR)
                play_random_game(variant, &random, 80);
            variant_free(variant);
        }
    }
}

static void test_fuel_reads_back(void **state)
{
    (void)state;
    static const char *const tanks[] = {"fuel=1", "fuel=2", "fuel=5", "fuel=20", "fuel=999"};
    struct random random = {3};
    for (unsigned i = 0; i < sizeof tanks / sizeof *tanks; i++) {
        struct variant *variant = scene_variant("fuel", tanks[i]);
        for (int game = 0; game < 4; game += EFFORT_DIVISOR)
            play_random_game(variant, &random, 120);
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simple_moves),
        cmocka_unit_test(test_castling),
        cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_no_more_of_the_origin_than_needed),
        cmocka_unit_test(test_what_is_pinned_needs_no_telling_apart),
        cmocka_unit_test(test_pieces_of_armies),
        cmocka_unit_test(test_check_and_mate),
        cmocka_unit_test(test_signs_follow_the_fuel),
        cmocka_unit_test(test_fuel_is_shown_on_demand),
        cmocka_unit_test(test_all_armies_read_back),
        cmocka_unit_test(test_fuel_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
