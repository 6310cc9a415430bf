// SPDX-License-Identifier: GPL-3.0-or-later
// Chess: a hand-made position for every rule that random games seldom meet.

#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void set_up(struct scene *scene, const char *fen)
{
    scene_init(scene, "chess", "", fen);
}

// One position, the turns that must be legal and those that must not be.
struct legality {
    const char *fen, *legal, *illegal;
};

static void check_all(const struct legality *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct scene scene;
        set_up(&scene, cases[i].fen);
        scene_legal(&scene, cases[i].legal);
        scene_illegal(&scene, cases[i].illegal);
        scene_clear(&scene);
    }
}

#define CHECK_ALL(cases) check_all(cases, sizeof(cases) / sizeof *(cases))

static void test_castling_needs_its_right(void **state)
{
    (void)state;
    static const struct legality cases[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e1c1", "e1b1 e1h1 e1a1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8 e8c8", "e8b8 e8h8 e8a8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", "e1g1", "e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1c1", "e1g1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "", "e1g1 e1c1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1", "e8g8", "e8c8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQq - 0 1", "e8c8", "e8g8"},
    };
    CHECK_ALL(cases);
}

static void test_castling_needs_empty_squares(void **state)
{
    (void)state;
    static const struct legality cases[] = {
        {"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1g1", "e1c1"},
        {"4k3/8/8/8/8/8/8/R1B1K2R w KQ - 0 1", "e1g1", "e1c1"},
        {"4k3/8/8/8/8/8/8/R2QK2R w KQ - 0 1", "e1g1", "e1c1"},
        {"4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "e1c1", "e1g1"},
        {"4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "e1c1", "e1g1"},
        // An enemy stands in the way just as well.
        {"rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", "e8c8"},
        {"r3kN1r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "e8g8"},
        {"4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", "e1g1", "e1c1"},
    };
    CHECK_ALL(cases);
}

static void test_castling_keeps_the_king_safe(void **state)
{
    (void)state;
    static const struct legality cases[] = {
        // In check; over an attacked square; to an attacked square.
        {"4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "e1g1 e1c1"},
        {"5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1g1"},
        {"3r2k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1c1"},
        {"6r1/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1g1"},
        {"2r3k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1c1"},
        // Only the rook is attacked or crosses an attacked square.
        {"1r4k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1", ""},
        {"r6r/3k4/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1", ""},
        // Pawns and the enemy king attack too.
        {"4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", "e1e2", "e1g1 e1c1"},
        {"4k3/8/8/8/8/8/7p/R3K2R w KQ - 0 1", "e1c1", "e1g1"},
        {"4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 1", "e1g1", "e1c1"},
        {"8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1", "e1g1", "e1c1"},
        {"r3k2r/8/8/8/8/8/8/2Q1K3 b kq - 0 1", "e8g8", "e8c8"},
    };
    CHECK_ALL(cases);
}

static void test_castling_moves_both_pieces(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9");
    scene_play(&scene, "e1g1");
    scene_fen(&scene, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9");
    scene_illegal(&scene, "e8g8"); // the rook has come to bear on f8
    scene_play(&scene, "e8c8");
    scene_fen(&scene, "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 10");
    scene_clear(&scene);
    set_up(&scene, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    scene_play(&scene, "e1c1 e8g8");
    scene_fen(&scene, "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
    scene_clear(&scene);
}

static void assert_rights_after(const char *fen, const char *turns, const char *after)
{
    struct scene scene;
    set_up(&scene, fen);
    scene_play(&scene, turns);
    scene_fen(&scene, after);
    scene_clear(&scene);
}

static void test_castling_rights_are_lost(void **state)
{
    (void)state;
    const char *fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_rights_after(fen, "e1e2 e8e7 e2e1 e7e8", "r3k2r/8/8/8/8/8/8/R3K2R w - - 4 3");
    assert_rights_after(fen, "a1b1 h8g8 b1a1 g8h8", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 4 3");
    assert_rights_after(fen, "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    assert_rights_after(fen, "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
    // The rook is captured, and another one comes to the corner.
    assert_rights_after("4k3/8/8/8/8/8/6b1/R3K2R b KQ - 0 1", "g2h1 a1a2 h1d5 a2h2 d5e4 h2h1",
                        "4k3/8/8/8/4b3/8/8/4K2R b - - 5 4");
    // Captured by a pawn that promotes.
    assert_rights_after("4k3/8/8/8/8/8/6p1/R3K2R b KQ - 0 1", "g2h1n", "4k3/8/8/8/8/8/8/R3K2n w Q - 0 2");
}

static void test_en_passant_comes_at_once_or_never(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "4k3/2p1p3/8/3P4/8/8/8/4K3 b - - 0 1");
    scene_play(&scene, "c7c5");
    scene_fen(&scene, "4k3/4p3/8/2pP4/8/8/8/4K3 w - c6 0 2");
    scene_only(&scene, "d5", "d5c6 d5d6");
    scene_play(&scene, "e1e2 e8d8");
    scene_illegal(&scene, "d5c6");
    scene_play(&scene, "e2e1 e7e5 d5e6");
    scene_fen(&scene, "3k4/8/4P3/2p5/8/8/8/4K3 b - - 0 4");
    scene_clear(&scene);
    // A single step leaves nothing to take.
    set_up(&scene, "4k3/8/2p5/3P4/8/8/8/4K3 b - - 0 1");
    scene_play(&scene, "c6c5");
    scene_illegal(&scene, "d5c6");
    scene_clear(&scene);
}

static void test_target_is_written_after_every_double_step(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, NULL);
    scene_play(&scene, "e2e4");
    scene_fen(&scene, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    scene_play(&scene, "h7h5");
    scene_fen(&scene, "rnbqkbnr/ppppppp1/8/7p/4P3/8/PPPP1PPP/RNBQKBNR w KQkq h6 0 2");
    scene_play(&scene, "g1f3");
    scene_fen(&scene, "rnbqkbnr/ppppppp1/8/7p/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    scene_clear(&scene);
}

static void test_en_passant_pins(void **state)
{
    (void)state;
    static const struct legality cases[] = {
        // Both pawns leave the rank at once.
        {"8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1", "d5d6", "d5c6"},
        {"4K3/8/8/8/k1Pp3R/8/8/8 b - c3 0 1", "d4d3", "d4c3"},
        // With a third piece on the rank nothing is opened.
        {"8/8/8/K1pPN2r/8/8/8/4k3 w - c6 0 1", "d5c6", ""},
        {"8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1", "d5c6 b5c6", ""},
        // The capturing pawn is pinned on a diagonal, but may capture along it.
        {"8/8/4k3/8/2pP4/8/B7/6K1 b - d3 0 1", "", "c4d3 c4c3"},
        {"8/8/8/1k6/2pP4/8/4B3/6K1 b - d3 0 1", "c4d3", "c4c3"},
        // The capturing pawn is pinned on its file.
        {"3k4/8/8/8/3pP3/8/8/3R2K1 b - e3 0 1", "d4d3", "d4e3"},
        // The captured pawn was all that shielded the king.
        {"6b1/8/8/3pP3/8/1K6/8/4k3 w - d6 0 1", "e5e6", "e5d6"},
    };
    CHECK_ALL(cases);
}

static void test_en_passant_answers_check(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "8/8/8/3k4/3p4/8/4P3/4K3 w - - 0 1");
    scene_play(&scene, "e2e4");
    scene_in_check(&scene, true);
    scene_only(&scene, "d4", "d4e3"); // d4d3 would leave the check as it is
    scene_clear(&scene);
    // It answers a line by stepping into it, too.
    set_up(&scene, "8/8/8/2k5/3Pp3/8/8/2B3K1 b - d3 0 1");
    scene_in_check(&scene, true);
    scene_legal(&scene, "e4d3 c5d4");
    scene_clear(&scene);
}

static void test_en_passant_stays_on_the_board(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "4k3/8/8/8/7p/8/P7/4K3 w - - 0 1");
    scene_play(&scene, "a2a4");
    scene_only(&scene, "h4", "h4h3");
    scene_clear(&scene);
    set_up(&scene, "4k3/7p/8/P5P1/8/8/8/4K3 b - - 0 1");
    scene_play(&scene, "h7h5");
    scene_only(&scene, "a5", "a5a6");
    scene_only(&scene, "g5", "g5g6 g5h6");
    scene_clear(&scene);
}

static void test_promotion(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "1n2k3/P7/8/8/8/8/6p1/4K2R w K - 0 1");
    scene_only(&scene, "a7", "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r");
    scene_illegal(&scene, "a7a8 a7a8k a7a8p a7b8 e1e2q");
    scene_play(&scene, "a7b8r");
    scene_fen(&scene, "1R2k3/8/8/8/8/8/6p1/4K2R b K - 0 1");
    scene_in_check(&scene, true);
    scene_illegal(&scene, "g2g1q g2h1q"); // both leave the king in check
    scene_play(&scene, "e8e7 e1e2");
    scene_only(&scene, "g2", "g2g1b g2g1n g2g1q g2g1r g2h1b g2h1n g2h1q g2h1r");
    scene_play(&scene, "g2g1n");
    scene_in_check(&scene, true);
    scene_fen(&scene, "1R6/4k3/8/8/8/8/4K3/6nR w - - 0 3");
    scene_clear(&scene);
}

static void test_pawns_from_the_second_rank_only(void **state)
{
    (void)state;
    static const struct legality cases[] = {
        {"4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3a4", "a3a5"},
        {"4k3/8/8/8/p7/8/P7/4K3 w - - 0 1", "a2a3", "a2a4"},
        {"4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "", "a2a3 a2a4"},
        {"4k3/8/8/8/8/1p6/P7/4K3 w - - 0 1", "a2a3 a2a4 a2b3", ""},
        {"4k3/p7/8/8/8/8/8/4K3 b - - 0 1", "a7a6 a7a5", "a7b6"},
        {"4k3/8/p7/8/8/8/8/4K3 b - - 0 1", "a6a5", "a6a4"},
    };
    CHECK_ALL(cases);
}

static void test_pins(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "6k1/8/8/7b/8/8/4N3/3K4 w - - 0 1");
    scene_only(&scene, "e2", ""); // a pinned knight never moves
    scene_clear(&scene);
    set_up(&scene, "4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1");
    scene_only(&scene, "e4", "e4e2 e4e3 e4e5 e4e6 e4e7 e4e8");
    scene_clear(&scene);
    set_up(&scene, "6k1/8/8/b7/8/2B5/8/4K3 w - - 0 1");
    scene_only(&scene, "c3", "c3a5 c3b4 c3d2");
    scene_clear(&scene);
    // A pinned pawn may go along its file, and may capture the pinner.
    set_up(&scene, "4r1k1/8/8/8/8/5p2/4P3/4K3 w - - 0 1");
    scene_only(&scene, "e2", "e2e3 e2e4");
    scene_clear(&scene);
    set_up(&scene, "6k1/8/8/8/8/2b5/1P1P4/4K3 w - - 0 1");
    scene_only(&scene, "d2", "d2c3");
    scene_clear(&scene);
    // A piece of the enemy's in between pins nothing and does not move for us.
    set_up(&scene, "4r1k1/8/8/4p3/8/4N3/8/4K3 w - - 0 1");
    scene_legal(&scene, "e3d5 e3g4");
    scene_only(&scene, "e5", "");
    scene_clear(&scene);
    set_up(&scene, "4r1k1/8/8/4p3/8/8/8/4K3 w - - 0 1");
    scene_only(&scene, "", "e1d1 e1d2 e1e2 e1f1 e1f2");
    scene_clear(&scene);
    // Two pieces in between: neither is pinned.
    set_up(&scene, "4r1k1/8/8/8/4N3/8/4B3/4K3 w - - 0 1");
    scene_legal(&scene, "e4g5 e2a6");
    scene_clear(&scene);
}

static void test_checks(void **state)
{
    (void)state;
    struct scene scene;
    // Double check: the king must go.
    set_up(&scene, "4k3/8/3N4/8/4R3/8/8/4K3 b - - 0 1");
    scene_only(&scene, "", "e8d7 e8d8 e8f8");
    scene_clear(&scene);
    // He does not escape along the line of the check.
    set_up(&scene, "8/8/8/8/R3k3/8/8/4K3 b - - 0 1");
    scene_illegal(&scene, "e4d4 e4f4");
    scene_legal(&scene, "e4d5 e4d3");
    scene_clear(&scene);
    // A checker may be captured or the line be blocked; a guarded piece may not be taken by the king.
    set_up(&scene, "k7/8/8/8/8/5N2/8/4K2r w - - 0 1");
    scene_only(&scene, "", "e1d2 e1e2 e1f2 f3g1");
    scene_clear(&scene);
    set_up(&scene, "k7/8/8/8/8/5N2/8/2B1K1r1 w - - 0 1");
    scene_only(&scene, "", "e1d2 e1e2 e1f2 f3g1");
    scene_clear(&scene);
    set_up(&scene, "k7/8/8/8/8/8/4q3/4K3 w - - 0 1");
    scene_only(&scene, "", "e1e2");
    scene_clear(&scene);
    set_up(&scene, "k7/8/8/1b6/8/8/4q3/4K3 w - - 0 1");
    scene_outcome(&scene, "black", "checkmate");
    scene_clear(&scene);
    set_up(&scene, "4k3/4Q3/3B4/8/8/8/8/4K3 b - - 0 1");
    scene_outcome(&scene, "white", "checkmate");
    scene_clear(&scene);
    // Kings keep apart.
    set_up(&scene, "8/8/8/3k4/8/3K4/8/8 w - - 0 1");
    scene_illegal(&scene, "d3c4 d3d4 d3e4");
    scene_legal(&scene, "d3c3 d3e3");
    scene_clear(&scene);
}

static void test_mate_and_stalemate(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, NULL);
    scene_play(&scene, "f2f3 e7e5 g2g4");
    scene_outcome(&scene, "ongoing", "");
    scene_play(&scene, "d8h4");
    scene_outcome(&scene, "black", "checkmate");
    scene_in_check(&scene, true);
    scene_clear(&scene);
    set_up(&scene, "k7/8/1K6/8/8/8/8/7R w - - 0 1");
    scene_play(&scene, "h1h8");
    scene_outcome(&scene, "white", "checkmate");
    scene_clear(&scene);
    set_up(&scene, "7k/8/8/6Q1/8/8/8/K7 w - - 0 1");
    scene_play(&scene, "g5g6");
    scene_outcome(&scene, "draw", "stalemate");
    scene_in_check(&scene, false);
    scene_clear(&scene);
    // Stalemate although a piece is left: it is pinned.
    set_up(&scene, "kr5R/8/K7/8/8/8/8/8 b - - 0 1");
    scene_outcome(&scene, "ongoing", "");
    scene_clear(&scene);
    set_up(&scene, "kn5R/8/1K6/8/8/8/8/8 b - - 0 1");
    scene_outcome(&scene, "draw", "stalemate");
    scene_clear(&scene);
    // No rule about insufficient material.
    set_up(&scene, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    scene_outcome(&scene, "ongoing", "");
    scene_clear(&scene);
}

static void test_threefold_repetition(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, NULL);
    scene_play(&scene, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    scene_outcome(&scene, "ongoing", "");
    scene_play(&scene, "f6g8");
    scene_outcome(&scene, "draw", "repetition");
    scene_clear(&scene);
    // Positions before the one the game was taken up from are unknown, and it counts itself.
    set_up(&scene, "4k3/8/8/8/8/8/8/4K2R w - - 40 60");
    scene_play(&scene, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1");
    scene_outcome(&scene, "ongoing", "");
    scene_play(&scene, "e7e8");
    scene_outcome(&scene, "draw", "repetition");
    scene_clear(&scene);
}

static void test_repetition_knows_side_and_rights(void **state)
{
    (void)state;
    struct scene scene;
    // The same placement with the other side to move is another position.
    set_up(&scene, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    scene_play(&scene, "h1h2 e8e7 h2h3 e7e8 h3h1 e8e7 h1h2 e7e8 h2h1");
    scene_outcome(&scene, "ongoing", "");
    scene_clear(&scene);
    // The first two times White could still castle.
    set_up(&scene, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    scene_play(&scene, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
    scene_outcome(&scene, "ongoing", "");
    scene_play(&scene, "e1e2");
    scene_outcome(&scene, "draw", "repetition"); // the position with the king on e2
    scene_clear(&scene);
}

static void test_repetition_and_en_passant(void **state)
{
    (void)state;
    struct scene scene;
    const char *shuffle = "g8f6 g1f3 f6g8 f3g1";
    // Nobody can take: the target makes no difference.
    set_up(&scene, NULL);
    scene_play(&scene, "e2e4");
    scene_play(&scene, shuffle);
    scene_outcome(&scene, "ongoing", "");
    scene_play(&scene, shuffle);
    scene_outcome(&scene, "draw", "repetition");
    scene_clear(&scene);
    // A pawn could take the first time only.
    shuffle = "e8d8 e1d1 d8e8 d1e1";
    set_up(&scene, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    scene_play(&scene, "e2e4");
    scene_play(&scene, shuffle);
    scene_play(&scene, shuffle);
    scene_outcome(&scene, "ongoing", "");
    scene_play(&scene, shuffle);
    scene_outcome(&scene, "draw", "repetition");
    scene_clear(&scene);
    // A pawn stands beside it but is pinned: no legal capture, so again no difference.
    shuffle = "d8c8 g1h1 c8d8 h1g1";
    set_up(&scene, "3k4/8/8/8/3p4/8/4P3/3R2K1 w - - 0 1");
    scene_play(&scene, "e2e4");
    scene_illegal(&scene, "d4e3");
    scene_play(&scene, shuffle);
    scene_outcome(&scene, "ongoing", "");
    scene_play(&scene, shuffle);
    scene_outcome(&scene, "draw", "repetition");
    scene_clear(&scene);
}

static void test_fifty_moves(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "4k3/8/8/8/8/8/4P3/4K2R w K - 98 70");
    scene_play(&scene, "h1h2");
    scene_outcome(&scene, "ongoing", "");
    scene_play(&scene, "e8e7");
    scene_outcome(&scene, "draw", "fifty");
    scene_clear(&scene);
    // Captures and pawn moves start the count again; castling and lost rights do not.
    set_up(&scene, "4k2r/8/8/8/8/8/4P3/4K2R w K - 99 70");
    scene_play(&scene, "h1h8");
    scene_outcome(&scene, "ongoing", "");
    scene_clear(&scene);
    set_up(&scene, "4k3/8/8/8/8/8/4P3/4K2R w K - 99 70");
    scene_play(&scene, "e2e3");
    scene_fen(&scene, "4k3/8/8/8/8/4P3/8/4K2R b K - 0 70");
    scene_clear(&scene);
    set_up(&scene, "4k3/8/8/8/8/8/4P3/4K2R w K - 99 70");
    scene_play(&scene, "e1g1");
    scene_outcome(&scene, "draw", "fifty");
    scene_clear(&scene);
}

// Corner, mate, stalemate and the like come before repetition and the 50-move rule.
static void test_order_of_endings(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene, "7k/8/6K1/8/8/8/8/R7 w - - 99 80");
    scene_play(&scene, "a1a8");
    scene_outcome(&scene, "white", "checkmate");
    scene_clear(&scene);
    set_up(&scene, "7k/8/8/6Q1/8/8/8/K7 w - - 99 80");
    scene_play(&scene, "g5g6");
    scene_outcome(&scene, "draw", "stalemate");
    scene_clear(&scene);
    set_up(&scene, "4k3/8/8/8/8/8/8/4K2R w - - 92 80");
    scene_play(&scene, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
    scene_outcome(&scene, "draw", "repetition"); // it is also the hundredth ply
    scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_castling_needs_its_right),
        cmocka_unit_test(test_castling_needs_empty_squares),
        cmocka_unit_test(test_castling_keeps_the_king_safe),
        cmocka_unit_test(test_castling_moves_both_pieces),
        cmocka_unit_test(test_castling_rights_are_lost),
        cmocka_unit_test(test_en_passant_comes_at_once_or_never),
        cmocka_unit_test(test_target_is_written_after_every_double_step),
        cmocka_unit_test(test_en_passant_pins),
        cmocka_unit_test(test_en_passant_answers_check),
        cmocka_unit_test(test_en_passant_stays_on_the_board),
        cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_pawns_from_the_second_rank_only),
        cmocka_unit_test(test_pins),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_mate_and_stalemate),
        cmocka_unit_test(test_threefold_repetition),
        cmocka_unit_test(test_repetition_knows_side_and_rights),
        cmocka_unit_test(test_repetition_and_en_passant),
        cmocka_unit_test(test_fifty_moves),
        cmocka_unit_test(test_order_of_endings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
