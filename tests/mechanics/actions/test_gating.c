// SPDX-License-Identifier: GPL-3.0-or-later
// Gating: pieces come in where others leave their first squares, and positions remember which have not moved.
#include "position/fen.h"
#include "support/composed.h"
#include "support/texted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define SEIRAWAN                                                                                             \
    "chancellor = e\narchbishop = h\ngating = true\nseirawanGating = true\npromotionPieceTypes = ehqrbn\n"   \
    "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1\n"

static struct variant *seirawan(void)
{
    return texted_new("t-seirawan", "[t-seirawan:chess]\n" SEIRAWAN);
}

static void test_entries(void **state)
{
    (void)state;
    struct variant *variant = seirawan();
    // As Fairy-Stockfish counts.
    assert_int_equal(composed_perft(variant, "startpos", 1), 28);
    assert_int_equal(composed_perft(variant, "startpos", 2), 784);
    assert_int_equal(composed_perft(variant, "startpos", 3), 24830);
    // Castlings, captures on gates and moves of pieces that stand beside them.
    assert_int_equal(
        composed_perft(variant, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[EHeh] w KQkq - 0 1",
                       3),
        311774);
    composed_only(variant, "startpos", "b1", "b1a3 b1a3e b1a3h b1c3 b1c3e b1c3h");
    composed_only(variant, "startpos", "e2", "e2e3 e2e4");
    composed_plays(variant, "startpos", "b1c3h",
                   "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Eeh] b KQCDFGkqbcdfg - 1 1");
    composed_plays(variant, "startpos", "b1c3,H@b1",
                   "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Eeh] b KQCDFGkqbcdfg - 1 1");
    // The newcomer brings nobody in, and nobody comes in where a piece stood that moves for the second time.
    composed_only(variant, "4k3/8/8/8/8/2N5/8/1H2K3[Ee] w Ee - 0 1", "c3b", "c3b5");
    composed_only(variant, "4k3/8/8/8/8/2N5/8/1H2K3[Ee] w Ee - 0 1", "b1a", "b1a2 b1a3");
    composed_only(variant, "4k3/8/8/8/8/8/8/4K3[H] w E - 0 1", "e1e", "e1e2 e1e2h");
    composed_only(variant, "4k3/8/8/8/8/8/8/4K3[H] w - - 0 1", "e1e", "e1e2");
    variant_free(variant);
}

static void test_castling(void **state)
{
    (void)state;
    struct variant *variant = seirawan();
    const char *fen = "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1";
    composed_only(variant, fen, "e1g", "e1g1 e1g1e e1g1h");
    composed_only(variant, fen, "h1e", "h1e1e h1e1h");
    composed_only(variant, fen, "a1e", "a1e1e a1e1h");
    composed_plays(variant, fen, "e1g1h", "r3k2r/8/8/8/8/8/8/R3HRK1[Eeh] b Akq - 1 1");
    composed_plays(variant, fen, "h1e1h", "r3k2r/8/8/8/8/8/8/R4RKH[Eeh] b Akq - 1 1");
    composed_plays(variant, fen, "a1e1e", "r3k2r/8/8/8/8/8/8/E1KR3R[Heh] b Hkq - 1 1");
    // The king's and the rook's squares are gates even without the right to castle.
    composed_only(variant, "r3k2r/8/8/8/8/8/8/R3K2R[H] w EH - 0 1", "h1g", "h1g1 h1g1h");
    variant_free(variant);
}

static void test_rights(void **state)
{
    (void)state;
    struct variant *variant = seirawan();
    // A captured piece takes its gate along.
    composed_plays(variant, "4k3/8/8/8/8/8/2b5/1N2K3[Hh] b BEe - 0 1", "c2b1",
                   "4k3/8/8/8/8/8/8/1b2K3[Hh] w Ee - 0 2");
    // Without pieces to come in, there are no gates.
    composed_plays(variant, "4k3/8/8/8/8/8/8/1N2K3[H] w BE - 0 1", "b1c3h",
                   "4k3/8/8/8/8/2N5/8/1H2K3[] b - - 1 1");
    // A file without a piece of that side says nothing.
    composed_plays(variant, "4k3/8/8/8/8/8/8/1N2K3[Hh] w ABEe - 0 1", "e1e2",
                   "4k3/8/8/8/8/8/4K3/1N6[Hh] b Be - 1 1");
    struct position pos;
    struct error err = {0};
    assert_false(fen_read(&pos, variant, "4k3/8/8/8/8/8/8/1N2K3[Hh] w X - 0 1", &err));
    assert_string_equal(err.message, "castling rights are some of KQkq and letters of files, or -");
    variant_free(variant);
}

static void test_illegal(void **state)
{
    (void)state;
    struct variant *variant = seirawan();
    // Who comes in does not answer a check.
    composed_refused(variant, "4k3/8/8/8/8/8/8/KN5r[H] w B - 0 1", "b1c3h",
                     "the king would be in check at the end of it");
    composed_refused(variant, "4k3/8/8/8/8/2N5/8/4K3[H] w E - 0 1", "c3d5h", "the turn has ended before");
    composed_refused(variant, "startpos", "b1c3q", "White has no queen in hand");
    composed_refused(variant, "startpos", "H@e4",
                     "a piece comes in where another one has just left its first square");
    variant_free(variant);
}

static void test_with_drops(void **state)
{
    (void)state;
    struct variant *variant =
        texted_new("t-shouse", "[t-shouse:chess]\n" SEIRAWAN "pieceDrops = true\ncapturesToHand = true\n");
    assert_int_equal(composed_perft(variant, "startpos", 2), 7944);
    // What has just been captured comes in later; pawns do not stand on the first rank.
    composed_only(variant, "4k3/8/7n/8/8/8/8/2B1K3[] w CE - 0 1", "c1h", "c1h6");
    composed_only(variant, "4k3/8/7n/8/8/8/8/2B1K3[NP] w CE - 0 1", "c1h", "c1h6 c1h6n");
    composed_plays(variant, "4k3/8/7n/8/8/8/8/2B1K3[N] w CE - 0 1", "c1h6n",
                   "4k3/8/7B/8/8/8/8/2N1K3[N] b E - 0 1");
    composed_random(variant, 4, 120);
    variant_free(variant);
}

static void test_random_games(void **state)
{
    (void)state;
    struct variant *variant = seirawan();
    composed_random(variant, 12, 120);
    variant_free(variant);
    // On other ranks.
    variant = texted_new("t-gates", "[t-gates:chess]\nmaxRank = 10\ncastlingRank = 2\n"
                                    "gating = true\nseirawanGating = true\npromotionPieceTypes = qn\n"
                                    "startFen = 8/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8[QNqn] w "
                                    "KQBCDFGkqbcdfg - 0 1\n");
    composed_random(variant, 12, 40);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),    cmocka_unit_test(test_castling),
        cmocka_unit_test(test_rights),     cmocka_unit_test(test_illegal),
        cmocka_unit_test(test_with_drops), cmocka_unit_test(test_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
