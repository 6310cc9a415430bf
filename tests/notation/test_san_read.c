// SPDX-License-Identifier: GPL-3.0-or-later
// Reading what people write: every accepted way, and for everything else the place and the reason.
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/fen.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A position on which several texts are tried.
struct sample {
    struct variant *variant;
    struct position pos;
};

static void setup(struct sample *sample, const char *game, const char *parameters, const char *fen)
{
    struct error err = {0};
    sample->variant = scene_variant(game, parameters);
    if (!fen_read(&sample->pos, sample->variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
}

// Each of the texts, separated by '|', means the turn.
static void reads(const struct sample *sample, const char *texts, const char *coordinates)
{
    char copy[1024];
    snprintf(copy, sizeof copy, "%s", texts);
    for (char *c = copy, *next; c; c = next) {
        next = strchr(c, '|');
        if (next)
            *next++ = '\0';
        struct turn turn;
        struct error err = {0};
        struct buffer text;
        buffer_init(&text);
        if (!san_read_turn(&sample->pos, c, &turn, &err))
            fail_msg("%s: %s %s", c, err.at, err.message);
        coordinate_write_turn(&sample->pos, &turn, &text);
        if (strcmp(buffer_text(&text), coordinates) != 0)
            fail_msg("%s was read as %s, not %s", c, buffer_text(&text), coordinates);
        buffer_clear(&text);
    }
}

static void refuses(const struct sample *sample, const char *text, enum error_code code, const char *at,
                    const char *reason)
{
    struct turn turn, untouched;
    struct error err = {0};
    memset(&turn, 0x5a, sizeof turn);
    untouched = turn;
    if (san_read_turn(&sample->pos, text, &turn, &err))
        fail_msg("'%s' was accepted", text);
    assert_memory_equal(&turn, &untouched, sizeof turn);
    assert_int_equal(err.code, code);
    assert_string_equal(err.at, at);
    if (!strstr(err.message, reason))
        fail_msg("'%s': '%s' does not say '%s'", text, err.message, reason);
    assert_false(san_read_turn(&sample->pos, text, &turn, NULL));
}

static void illegal(const struct sample *sample, const char *text, const char *reason)
{
    refuses(sample, text, ERROR_ILLEGAL_MOVE, "move[0]", reason);
}

static void malformed(const struct sample *sample, const char *text, const char *at)
{
    refuses(sample, text, ERROR_MOVE_SYNTAX, at, "");
}

static void test_ways_to_write_a_move(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "chess", "", "startpos");
    reads(&sample, "e4|e2e4|e2-e4|e4!|e4?!|e4 !?|e4+|e4#|e4++| e4 |Pe4|Pe2-e4|e4{good}|e4 {48}", "e2e4");
    reads(&sample, "Nf3|Ngf3|N1f3|Ng1f3|Ng1-f3|N-f3|g1f3|g1-f3|Nf3{48}|Nf3{48}!", "g1f3");
    variant_free(sample.variant);
}

static void test_figures_are_letters(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "chess", "", "startpos");
    reads(&sample, "\u2658f3|\u265ef3|\u2658g1-f3|\u265e\ufe0ef3|\u2658gf3!", "g1f3");
    reads(&sample, "\u2659e4|\u265fe2-e4|\u265f\ufe0fe4", "e2e4");
    illegal(&sample, "\u2654e2", "same side");
    malformed(&sample, "\u2653f3", "move[0]");
    malformed(&sample, "\u2658", "move[3]");
    variant_free(sample.variant);
    setup(&sample, "chess", "", "4k3/6P1/8/8/8/8/8/4K3 w - - 0 1");
    reads(&sample, "g8=\u2655|g8\u2655|g8(\u265b)|g7g8\u265b\ufe0e", "g7g8q");
    reads(&sample, "g8=\u2656", "g7g8r");
    variant_free(sample.variant);
    setup(&sample, "hamiltonian", "", "startpos");
    reads(&sample, "\u265e@e4", "N@e4");
    // There is no such piece in this game.
    malformed(&sample, "\u265f@e4", "move[0]");
    variant_free(sample.variant);
}

static void test_captures(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "chess", "", "4k3/8/8/3pP3/8/2N5/8/4K3 w - d6 0 1");
    reads(&sample, "Nxd5|N:d5|NXd5|Ncxd5|Nc3xd5|Nc3:d5|Nd5|c3d5|c3xd5", "c3d5");
    reads(&sample, "exd6|e5xd6|e5:d6|ed6|e5d6|exd6 e.p.|exd6e.p.|exd6ep|exd6 ep!", "e5d6");
    illegal(&sample, "Nc3-d5", "this move captures: the legal move is Nxd5");
    illegal(&sample, "Nxe4", "there is nothing to capture: the legal move is Ne4");
    illegal(&sample, "Nxd5 e.p.", "not an en-passant capture");
    variant_free(sample.variant);
}

static void test_castling(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "chess", "", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    reads(&sample, "O-O|0-0|o-o|O-O+|O-O!|e1g1|Ke1-g1", "e1g1");
    reads(&sample, "O-O-O|0-0-0|o-o-o|e1c1", "e1c1");
    illegal(&sample, "Kg1", "castling is written O-O");
    malformed(&sample, "O-O-", "move[3]");
    malformed(&sample, "O-0", "move[0]"); // a mixture is neither
    variant_free(sample.variant);
    setup(&sample, "chess", "", "r3k2r/8/8/8/8/5r2/8/R3K2R w Q - 0 1");
    illegal(&sample, "O-O", "right to castle");
    reads(&sample, "O-O-O", "e1c1");
    variant_free(sample.variant);
    setup(&sample, "chess", "white=clobberers", "r3k2r/8/8/8/8/8/8/D3K2D w KQkq - 0 1");
    reads(&sample, "O-O-O|e1b1", "e1b1");
    variant_free(sample.variant);
}

static void test_promotion(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "chess", "", "8/P3k3/8/8/8/8/6p1/4K3 w - - 0 1");
    reads(&sample, "a8=Q|a8Q|a8(Q)|a8/Q|a8=q|a8q|a7a8q|a7a8Q|a7-a8=Q|a8=Q!", "a7a8q");
    reads(&sample, "a8=B|a8b|a7a8b", "a7a8b");
    illegal(&sample, "a8", "the pawn promotes, so the new piece must be given: the legal move is a8=Q");
    illegal(&sample, "a8=K", "cannot promote");
    illegal(&sample, "Kd2=Q", "nothing promotes here");
    malformed(&sample, "a8=", "move[3]");
    malformed(&sample, "a8=Z", "move[3]");
    malformed(&sample, "a8(Q", "move[4]");
    malformed(&sample, "a8=D", "move[3]"); // a letter of another army
    variant_free(sample.variant);
}

static void test_ambiguous_names_the_candidates(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "chess", "", "4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1");
    illegal(&sample, "Nd2", "N1d2");
    illegal(&sample, "Nd2", "Nb3d2");
    illegal(&sample, "Nd2", "Nfd2");
    illegal(&sample, "Nbd2", "N1d2, Nb3d2");
    reads(&sample, "Nfd2", "f3d2");
    variant_free(sample.variant);
}

static void test_illegal_moves_get_their_reason(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "chess", "", "4k3/8/8/8/1b6/2N5/8/R3K1N1 w - - 0 1");
    reads(&sample, "Ne2", "g1e2"); // the other knight is pinned
    illegal(&sample, "Nce2", "king in check");
    illegal(&sample, "Nd5", "king in check"); // of two knights the one that could go there is meant
    illegal(&sample, "Nh8", "no knight can go to h8");
    illegal(&sample, "Qd4", "White has no queen");
    illegal(&sample, "Nae2", "White has no knight on the a-file");
    illegal(&sample, "N8e2", "White has no knight on rank 8");
    illegal(&sample, "Rh1", "the rook cannot move there");
    illegal(&sample, "e8e7", "Black's");
    illegal(&sample, "e4", "White has no pawn");
    illegal(&sample, "e4e5", "there is no piece");
    variant_free(sample.variant);
    setup(&sample, "fuel", "", "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1 9,1,9,9");
    reads(&sample, "Ne2", "g1e2");
    illegal(&sample, "Nd5", "costs 2 fuel");
    variant_free(sample.variant);
}

static void test_mated_and_asked_to_move(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "chess", "", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    struct turn turn;
    struct error err = {0};
    assert_false(san_read_turn(&sample.pos, "Kh8", &turn, &err));
    assert_int_equal(err.code, ERROR_GAME_OVER);
    variant_free(sample.variant);
}

static void test_no_move_at_all(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "chess", "", "startpos");
    malformed(&sample, "", "move[0]");
    malformed(&sample, "  ", "move[2]");
    malformed(&sample, "hello", "move[1]");
    malformed(&sample, "Zf3", "move[0]");
    malformed(&sample, "e9", "move[1]");
    malformed(&sample, "e", "move[1]");
    malformed(&sample, "i4", "move[0]");
    malformed(&sample, "e4 e5", "move[3]");
    malformed(&sample, "Nf3{", "move[4]");
    malformed(&sample, "Ng1-", "move[4]");
    malformed(&sample, "e2e99999999999999999999", "move[2]");
    malformed(&sample, "\xc3\xa4", "move[0]");
    malformed(&sample, "e4\xff", "move[2]");
    malformed(&sample, "@", "move[1]");
    malformed(&sample, "@@", "move[2]");
    malformed(&sample, "N@", "move[2]");
    malformed(&sample, ",", "move[0]");
    malformed(&sample, "!", "move[0]");
    refuses(&sample, "e4,", ERROR_ILLEGAL_MOVE, "move[2]", "complete before");
    refuses(&sample, "e4,e5", ERROR_ILLEGAL_MOVE, "move[2]", "complete before");
    illegal(&sample, "@@e4", "");
    illegal(&sample, "@e2-e4", "");
    illegal(&sample, "N@e4", "");
    variant_free(sample.variant);
}

static void test_very_long_text(void **state)
{
    (void)state;
    enum { LENGTH = 10 * 1000 * 1000 };
    struct sample sample;
    setup(&sample, "chess", "", "startpos");
    char *text = malloc(LENGTH + 1);
    assert_non_null(text);
    static const char fillers[] = "aN1x-=!, {@";
    for (const char *filler = fillers; *filler; filler++) {
        memset(text, *filler, LENGTH);
        text[LENGTH] = '\0';
        struct turn turn;
        struct error err = {0};
        assert_false(san_read_turn(&sample.pos, text, &turn, &err));
        assert_true(err.code == ERROR_MOVE_SYNTAX || err.code == ERROR_ILLEGAL_MOVE);
    }
    memcpy(text, "e4", 2);
    memset(text + 2, '!', LENGTH - 2);
    reads(&sample, "e4", "e2e4");
    struct turn turn;
    assert_true(san_read_turn(&sample.pos, text, &turn, NULL));
    free(text);
    variant_free(sample.variant);
}

// As XBoard, pychess and Fairy-Stockfish write that a man comes in.
static void test_men_that_come_in(void **state)
{
    (void)state;
    struct sample sample;
    setup(&sample, "seirawan", "",
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1");
    reads(&sample, "Nc3/H|Nb1-c3/H+|Nc3/Hb1|Nc3,H@b1|b1c3h", "b1c3h");
    reads(&sample, "Nf3/E!", "g1f3e");
    refuses(&sample, "e4/H", ERROR_ILLEGAL_MOVE, "move[0]", "");
    refuses(&sample, "Nc3/Q", ERROR_ILLEGAL_MOVE, "move[0]", "");
    refuses(&sample, "Nc3/", ERROR_MOVE_SYNTAX, "move[4]", "the letter of the piece that comes in");
    refuses(&sample, "Nc3/Hc1", ERROR_ILLEGAL_MOVE, "move[0]", "");
    variant_free(sample.variant);
    setup(&sample, "seirawan", "", "4k3/8/8/8/8/8/8/4K2R[HE] w K - 0 1");
    reads(&sample, "O-O/H|O-O/He1|O-O,H@e1", "e1g1h");
    reads(&sample, "O-O/Eh1", "h1e1e");
    variant_free(sample.variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways_to_write_a_move),
        cmocka_unit_test(test_figures_are_letters),
        cmocka_unit_test(test_captures),
        cmocka_unit_test(test_castling),
        cmocka_unit_test(test_men_that_come_in),
        cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_ambiguous_names_the_candidates),
        cmocka_unit_test(test_illegal_moves_get_their_reason),
        cmocka_unit_test(test_mated_and_asked_to_move),
        cmocka_unit_test(test_no_move_at_all),
        cmocka_unit_test(test_very_long_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
