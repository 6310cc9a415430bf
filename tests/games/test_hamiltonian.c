// SPDX-License-Identifier: GPL-3.0-or-later
// Hamiltonian Chess rule by rule in hand-made positions, each asked on both generators; section 3 of the rules.

#include "notation/coordinate_read.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/moves/perft.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/protection/protection_graph.h"
#include "position/variant.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// White's circuit e2-d1-b3-b8-g3-e4-f6-a6-e2 and Black's path e3-h6-h7-e7-d5-a5-a3-b1, by the game's author.
#define EXAMPLE "1B6/4n2q/B4R1k/r2r4/4N3/nR2b1N1/4K3/1b1Q4"

static void start(struct scene *scene, const char *fen)
{
    scene_init(scene, "hamiltonian", "", fen);
}

// How the game stands after the turns.
static void outcome(const char *fen, const char *turns, const char *result, const char *reason)
{
    struct scene scene;
    start(&scene, fen);
    scene_play(&scene, turns);
    scene_outcome(&scene, result, reason);
    scene_clear(&scene);
}

static unsigned points(const char *parameters, const char *fen, const char *turns, struct outcome declared)
{
    struct scene scene;
    scene_init(&scene, "hamiltonian", parameters, fen);
    scene_play(&scene, turns);
    struct outcome now = position_outcome(&scene.position, &scene.history);
    if (declared.result != RESULT_ONGOING)
        now = declared;
    unsigned points = position_points(&scene.position, &now);
    scene_clear(&scene);
    return points;
}

static const struct outcome by_rules = {RESULT_ONGOING, REASON_NONE};

// The turn is refused, and the message has the words.
static void refused(const char *fen, const char *turn, const char *words)
{
    struct scene scene;
    struct error err = {0};
    struct turn read;
    start(&scene, fen);
    struct position before = scene.position;
    for (int human = 0; human < 2; human++) {
        bool taken = human ? san_read_turn(&scene.position, turn, &read, &err)
                           : coordinate_read_turn(&scene.position, turn, &read, &err);
        if (taken)
            fail_msg("%s is taken", turn);
        if (!strstr(err.message, words))
            fail_msg("%s: '%s' does not say '%s'", turn, err.message, words);
    }
    assert_memory_equal(&scene.position, &before, sizeof before);
    scene_clear(&scene);
}

// ---- Placing ----

static void test_placing(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene, NULL);
    scene_only(&scene, "K@a", "K@a1 K@a2 K@a3 K@a4 K@a5 K@a6 K@a7 K@a8");
    scene_play(&scene, "N@e4");
    scene_fen(&scene, "8/8/8/8/4n3/8/8/8[KQRRBBNNkqrrbbn] b - - 0 1");
    scene_illegal(&scene, "N@e4 K@e4");
    scene_play(&scene, "K@a1");
    scene_fen(&scene, "8/8/8/8/4n3/8/8/K7[QRRBBNNkqrrbbn] w - - 0 2");
    // Pieces do not move before all stand, and both bishops may stand on one colour.
    scene_illegal(&scene, "a1a2");
    scene_play(&scene, "B@a3 Q@b1 B@b2 R@c1 Q@d1 R@e1 R@f1 B@g1 R@h1 B@a2 K@c2");
    scene_fen(&scene, "8/8/8/8/4n3/b7/Bbk5/KQRqRrBr[NNn] b - - 0 7");
    scene_play(&scene, "N@h8 N@h7 N@g8");
    scene_fen(&scene, "6NN/7n/8/8/4n3/b7/Bbk5/KQRqRrBr w - - 0 9");
    scene_legal(&scene, "h8f7 g8f6 a1b2 b1b2");
    scene_illegal(&scene, "N@e5");
    scene_clear(&scene);
}

static void test_placing_errors(void **state)
{
    (void)state;
    refused(NULL, "P@e4", "letter");
    refused("8/8/8/8/4n3/8/8/8[KQRRBBNNkqrrbbn] b - - 0 1", "N@e4", "e4 is occupied");
    refused("8/8/8/8/4n3/8/8/8[QRRBBNNkqrrbb] b - - 0 1", "K@e5", "no king of White is left");
    refused("8/8/8/8/4n3/8/8/K7[QRRBBNNkqrrbbn] w - - 0 2", "a1a2", "until all are placed");
    refused(EXAMPLE " w - - 0 1", "N@c5", "all pieces have been placed");
}

static void test_positions(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("hamiltonian", "");
    static const char *const good[] = {
        EXAMPLE " w - - 0 1",
        "8/8/8/8/8/8/8/K6k w - - 0 1",
        "8/8/8/8/8/8/8/8[Kk] w - - 0 1",
        "8/8/8/3q4/8/8/8/R7[] b - - 99 60",
    };
    static const char *const bad[] = {
        "8/8/8/8/8/8/8/QQ5k w - - 0 1",                  // one queen too many
        "8/8/8/8/8/8/8/RR5k[Rk] w - - 0 1",              // one rook too many, in hand
        "8/8/8/8/8/8/8/7k w - - 0 1",                    // White has nothing
        "8/8/8/8/8/8/8/8[KQRRBBNNkqrrbbn] w - - 0 1",    // Black is to place
        "8/8/8/8/8/8/8/8[KQRRBBNkqrrbbnn] w - - 0 1",    // Black would place twice
        "8/8/8/8/8/8/8/8[KQRRBBNNPkqrrbbnnp] w - - 0 1", // pawns
        "8/8/8/8/8/8/P7/K6k w - - 0 1",                  // a pawn
        "8/8/8/8/8/8/8/K6k w K - 0 1",                   // castling
        "8/8/8/8/8/8/8/K6k w - e3 0 1",                  // en passant
        "8/8/8/8/8/8/8/8[KQRRBBNNkqrrbbnn w - - 0 1",    // the hand does not end
        "8/8/8/8/8/8/8/K6*[Qq] w - - 0 1",               // a hole
    };
    struct position pos;
    struct error err;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!fen_read(&pos, variant, good[i], &err))
            fail_msg("%s: %s", good[i], err.message);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (fen_read(&pos, variant, bad[i], &err))
            fail_msg("%s is taken", bad[i]);
    variant_free(variant);
}

// ---- Moving ----

static void test_kings_are_ordinary(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene, "8/8/8/3q4/8/8/3K4/R5k1 w - - 0 1");
    scene_in_check(&scene, false);
    // He may stay where he is attacked, walk into an attack, and be taken.
    scene_legal(&scene, "a1b1 d2d3 d2c1 a1g1");
    scene_play(&scene, "d2d3 d5d3");
    scene_outcome(&scene, "white", "single-piece");
    scene_clear(&scene);
}

static void test_no_castling(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
    scene_illegal(&scene, "e1g1 e1c1");
    scene_clear(&scene);
}

// ---- Announcing ----

static void test_example(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene, EXAMPLE " w - - 0 1");
    struct claim white, black;
    position_claim(&scene.position, WHITE, &white);
    position_claim(&scene.position, BLACK, &black);
    assert_int_equal(white.circuit.count, 8);
    assert_int_equal(white.points, 16);
    assert_int_equal(black.path.count, 8);
    assert_int_equal(black.circuit.count, 0);
    assert_int_equal(black.points, 8);
    scene_clear(&scene);
    // The author's own orders are true, and since both sides have a path the game is drawn.
    outcome(EXAMPLE " w - - 0 1", "!e2d1b3b8g3e4f6a6e2", "draw", "announcement");
    outcome(EXAMPLE " b - - 0 1", "!e3h6h7e7d5a5a3b1", "draw", "announcement");
    outcome(EXAMPLE " w - - 0 1", ",!e3h6h7e7d5a5a3b1", "draw", "announcement");
    // Without Black's links White wins.
    outcome("1B6/8/B4R1k/r7/4N3/nR4N1/4K3/1b1Q4 w - - 0 1", "!e2d1b3b8g3e4f6a6e2", "white", "announcement");
}

static void test_who_announces(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene, "k7/8/7q/8/8/8/8/R6R w - - 5 9");
    scene_play(&scene, "!");
    scene_outcome(&scene, "white", "announcement");
    scene_fen(&scene, "k7/8/7q/8/8/8/8/R6R w - - 5 9"); // nothing has moved
    scene_clear(&scene);
    // Off turn; with a move; an announcement does not take the opponent's word for it.
    outcome("k7/8/7q/8/8/8/8/R6R b - - 5 9", ",!", "white", "announcement");
    outcome("k7/8/7q/8/8/8/7R/R7 w - - 5 9", "h2h1,!", "white", "announcement");
    outcome("k7/8/7q/8/8/8/7R/R7 w - - 5 9", "h2h1,!h1a1h1", "white", "announcement");
    refused("k7/8/7q/8/8/8/8/R6R b - - 5 9", "!", "Black has neither path nor circuit");
    refused("k7/8/7q/8/8/8/8/R6R w - - 5 9", ",!", "Black has neither path nor circuit");
}

static void test_unannounced(void **state)
{
    (void)state;
    // White leaves his path, and has nothing to announce any more.
    struct scene scene;
    start(&scene, "k7/8/7q/8/8/8/8/R6R w - - 5 9");
    scene_play(&scene, "h1h2");
    scene_outcome(&scene, "ongoing", "");
    scene_illegal(&scene, ",! !");
    scene_play(&scene, "a8b8 h2h1 b8a8");
    scene_outcome(&scene, "ongoing", "");
    scene_legal(&scene, "h1g1");
    scene_clear(&scene);
}

static void test_false_announcements(void **state)
{
    (void)state;
    static const char fen[] = EXAMPLE " w - - 0 1";
    refused(fen, "!e2d1b3b8g3e4a6f6", "no link from e4 to a6");
    refused(fen, "!e3h6h7e7d5a5a3b1e3", "no piece of White stands on e3");
    refused(fen, ",!e3h6h7e7d5a5a3b1e3", "no link from b1 to e3");
    refused(fen, "!e2d1b3b8g3e4f6", "a6 is not visited");
    refused(fen, "!e2d1b3b8g3", "e4, a6 and f6 are not visited");
    refused(fen, "!e2d1b3d1g3e4f6a6", "d1 is visited twice");
    refused(fen, "!e2d1b3b8g3e4f6a6e2d1", "nine squares");
    refused(fen, "!e2x", "square of the board");
    refused(fen, "f6f5,!", "f5-a6-e2-d1-b3-b8-g3-e4 lacks only the link from f5 to a6");
    // With a move it takes the move back too.
    refused(fen, "a6b5,!", "White has neither path nor circuit");
    refused(fen, "a6c8,!e2d1b3b8g3e4f6c8", "no link from f6 to c8");
    refused(fen, "e7c6,!", "e7");
    refused("8/8/8/8/8/8/8/8[Kk] w - - 0 1", "!", "still to be placed");
    refused("8/8/8/8/8/8/8/8[Kk] w - - 0 1", ",!", "still to be placed");
    refused("k7/8/7q/8/8/8/8/R4N1N w - - 0 1", "!", "no link leads to a1 and h1");
}

static void test_links_are_directed_and_blocked(void **state)
{
    (void)state;
    // Rook to bishop, not back; a knight in between, whosever it is, cuts the link.
    outcome("k7/8/7q/8/8/8/8/R3B3 w - - 0 1", "!a1e1", "white", "announcement");
    refused("k7/8/7q/8/8/8/8/R3B3 w - - 0 1", "!e1a1", "no link from e1 to a1");
    refused("k7/8/7q/8/8/8/8/R1n1B3 w - - 0 1", "!a1e1", "no link from a1 to e1");
    refused("k7/8/7q/8/8/8/8/R1N1B3 w - - 0 1", "!a1e1c1", "no link from a1 to e1");
}

static void test_after_the_last_placement(void **state)
{
    (void)state;
    // Black places White's last piece, and has a path himself already.
    struct scene scene;
    start(&scene, "8/8/8/8/8/8/N7/r6r[R] b - - 0 8");
    scene_play(&scene, "R@a8,!");
    scene_outcome(&scene, "draw", "announcement"); // for White's rook links to the knight
    scene_clear(&scene);
    start(&scene, "8/8/8/8/8/8/N7/r6r[N] b - - 0 8");
    scene_play(&scene, "N@h8,!");
    scene_outcome(&scene, "black", "announcement");
    scene_clear(&scene);
}

// ---- Other endings ----

static void test_single_piece(void **state)
{
    (void)state;
    // A capture leaves Black a lone king: he wins, for White has no path …
    outcome("k7/8/8/3r4/8/8/6B1/N7 w - - 0 1", "g2d5", "black", "single-piece");
    // … a draw if White has one, announced or not, …
    outcome("k7/8/8/3r4/8/1N6/6B1/8 w - - 0 1", "b3a1 a8b8", "ongoing", "");
    outcome("k7/8/8/3r4/8/2N5/6B1/8 w - - 0 1", "g2d5", "draw", "single-piece");
    // … and a draw when both are down to one piece.
    outcome("k7/8/8/3r4/8/8/6B1/8 w - - 0 1", "", "white", "single-piece");
    outcome("k7/8/8/8/8/8/6B1/8 w - - 0 1", "", "draw", "single-piece");
    // While pieces are in hand nobody is reduced to anything.
    outcome("8/8/8/8/8/8/8/8[Kk] w - - 0 1", "K@a1", "ongoing", "");
    outcome("8/8/8/8/8/8/8/8[Kk] w - - 0 1", "K@a1 K@b1", "draw", "single-piece");
}

static void test_draws(void **state)
{
    (void)state;
    static const char fen[] = "k7/8/7q/8/8/8/7R/R7 w - - 0 1";
    outcome(fen, "h2g2 h6g6 g2h2 g6h6 h2g2 h6g6 g2h2 g6h6", "draw", "repetition");
    outcome("k7/8/7q/8/8/8/7R/R7 w - - 99 90", "h2g2", "draw", "fifty");
    // An announcement comes first.
    outcome("k7/8/7q/8/8/8/7R/R7 w - - 99 90", "h2h1,!", "white", "announcement");
    // Captures and placements reset the count.
    struct scene scene;
    start(&scene, "k7/8/7q/7r/8/8/7R/R7 w - - 40 90");
    scene_play(&scene, "h2h5");
    scene_fen(&scene, "k7/8/7q/7R/8/8/8/R7 b - - 0 90");
    scene_clear(&scene);
    start(&scene, "8/8/8/8/8/8/8/8[KQkq] w - - 30 1");
    scene_play(&scene, "K@a1");
    scene_fen(&scene, "8/8/8/8/8/8/8/k7[KQq] b - - 0 1");
    scene_clear(&scene);
}

// ---- Points ----

static void test_points(void **state)
{
    (void)state;
    static const char circuit[] = "k7/8/7q/8/8/8/8/R6R w - - 0 1", path[] = "k7/8/7q/8/8/8/8/R3B3 w - - 0 1";
    static const struct outcome resigned = {RESULT_WHITE, REASON_RESIGNATION},
                                late = {RESULT_BLACK, REASON_TIME};
    assert_int_equal(points("", circuit, "!", by_rules), 4);
    assert_int_equal(points("", path, "!", by_rules), 2);
    // Who names a path gets a path's points, though there is a circuit.
    assert_int_equal(points("", circuit, "!a1h1", by_rules), 2);
    assert_int_equal(points("", circuit, "!h1a1h1", by_rules), 4);
    assert_int_equal(points("scoring=distance", circuit, "!", by_rules), 28);
    assert_int_equal(points("scoring=distance", circuit, "!a1h1", by_rules), 7);
    assert_int_equal(points("scoring=distance", path, "!", by_rules), 4);
    assert_int_equal(points("", EXAMPLE " w - - 0 1", "!", by_rules), 0);
    // One piece: its circuit.
    assert_int_equal(points("", "k7/8/8/3r4/8/8/6B1/N7 w - - 0 1", "g2d5", by_rules), 2);
    assert_int_equal(points("scoring=distance", "k7/8/8/3r4/8/8/6B1/N7 w - - 0 1", "g2d5", by_rules), 1);
    // Twice the winner's pieces, wherever they are.
    assert_int_equal(points("", path, "", resigned), 4);
    assert_int_equal(points("scoring=distance", path, "", resigned), 4);
    assert_int_equal(points("", NULL, "N@e4", resigned), 16);
    assert_int_equal(points("", path, "", late), 4);
}

// Without names the best counts: here two circuits run through the same pieces, one of them longer.
static void test_best_counts(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "hamiltonian", "scoring=distance", EXAMPLE " w - - 0 1");
    struct claim claim;
    position_claim(&scene.position, WHITE, &claim);
    // e2-d1 1, d1-b3 2, b3-b8 5, b8-g3 5, g3-e4 2, e4-f6 2, f6-a6 5, a6-e2 4.
    assert_int_equal(claim.circuit.length, 26);
    assert_int_equal(claim.points, 52);
    scene_clear(&scene);
}

// ---- Notation ----

static void test_written_and_read(void **state)
{
    (void)state;
    static const char *const turns[][2] = {
        {"!", "!"},
        {"!e2d1b3b8g3e4f6a6", "!e2d1b3b8g3e4f6a6"},
        {"!e2-d1-b3-b8-g3-e4-f6-a6-e2", "!e2d1b3b8g3e4f6a6e2"},
        {"e2e1,!", "Ke1,!"},
        {",!", ",!"},
        {",!e3h6h7e7d5a5a3b1", ",!e3h6h7e7d5a5a3b1"},
    };
    struct scene scene;
    start(&scene, EXAMPLE " w - - 0 1");
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        struct turn turn, again;
        struct buffer san;
        struct error err;
        buffer_init(&san);
        if (!coordinate_read_turn(&scene.position, turns[i][0], &turn, &err))
            fail_msg("%s: %s", turns[i][0], err.message);
        san_write_turn(&scene.position, &turn, SAN_PLAIN, &san);
        assert_string_equal(buffer_text(&san), turns[i][1]);
        assert_true(san_read_turn(&scene.position, buffer_text(&san), &again, &err));
        assert_int_equal(again.count, turn.count);
        for (int k = 0; k < turn.count; k++)
            assert_int_equal(again.actions[k], turn.actions[k]);
        buffer_clear(&san);
    }
    scene_clear(&scene);
}

// Every order of three pieces is packed into an action and found again; other bits are refused.
static void test_packing(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene, "k7/8/7q/8/8/8/1B6/R6R w - - 0 1");
    square squares[3] = {square_at(0, 0), square_at(7, 0), square_at(1, 1)};
    move seen[6];
    int count = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            if (a == b)
                continue;
            struct announcement put = {.by = WHITE, .named = true, .circuit = count % 2, .count = 3}, got;
            put.squares[0] = squares[a];
            put.squares[1] = squares[b];
            put.squares[2] = squares[3 - a - b];
            move m = announcement_pack(&scene.position, &put);
            assert_true(announcement_unpack(&scene.position, m, &got));
            assert_int_equal(got.count, 3);
            assert_int_equal(got.circuit, put.circuit);
            for (int i = 0; i < 3; i++)
                assert_int_equal(got.squares[i], put.squares[i]);
            for (int i = 0; i < count; i++)
                assert_int_not_equal(seen[i], m);
            seen[count++] = m;
        }
    struct announcement ignored;
    assert_false(announcement_unpack(&scene.position, move_make(MOVE_ANNOUNCE, 6, 0, 2), &ignored));
    assert_false(announcement_unpack(&scene.position, move_make(MOVE_ANNOUNCE, 1, 0, 0), &ignored));
    assert_false(announcement_unpack(&scene.position, move_make(MOVE_ANNOUNCE, 0, 0, 8), &ignored));
    assert_false(announcement_unpack(&scene.position, move_make(MOVE_NORMAL, 0, 7, 0), &ignored));
    scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_placing),
        cmocka_unit_test(test_placing_errors),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_kings_are_ordinary),
        cmocka_unit_test(test_no_castling),
        cmocka_unit_test(test_example),
        cmocka_unit_test(test_who_announces),
        cmocka_unit_test(test_unannounced),
        cmocka_unit_test(test_false_announcements),
        cmocka_unit_test(test_links_are_directed_and_blocked),
        cmocka_unit_test(test_after_the_last_placement),
        cmocka_unit_test(test_single_piece),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_best_counts),
        cmocka_unit_test(test_written_and_read),
        cmocka_unit_test(test_packing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
