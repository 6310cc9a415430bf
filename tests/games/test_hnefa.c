// SPDX-License-Identifier: GPL-3.0-or-later
// HnefaChess rule by rule in hand-made positions, each asked on both generators; section 4 of the rules.

#include "position/fen.h"
#include "position/moves/perft.h"
#include "support/hnefa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// ---- The board ----

static void test_start(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "hnefa", "", NULL);
    scene_fen(&scene, "16/4VVVVVVVV4/4VVVGGVVV4/3****2****3/1hh*rnbkqbnr*HH1/1hh*pppppppp*HH1/1hh*8*HH1/"
                      "1hg10GH1/1hg10GH1/1hh*8*HH1/1hh*PPPPPPPP*HH1/1hh*RNBQKBNR*HH1/3****2****3/"
                      "4vvvggvvv4/4vvvvvvvv4/16 w - - 0 1");
    assert_int_equal(set_count(&scene.position.sets[SET_WHITE]), 48);
    assert_int_equal(set_count(&scene.position.sets[SET_BLACK]), 48);
    assert_int_equal(set_count(&scene.variant->board.locations), 228);
    scene_clear(&scene);
}

// Each side's setup is the other's turned by half a circle.
static void test_start_is_symmetrical(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, "hnefa", "", NULL);
    for (square s = 0; s < GRID_SQUARES; s++) {
        piece p = scene.position.pieces[s], q = scene.position.pieces[GRID_SQUARES - 1 - s];
        assert_int_equal(q, is_piece(p) ? piece_of(piece_type_of(p), other_color(piece_color(p))) : p);
    }
    scene_clear(&scene);
}

static void test_walls_stop_sliders(void **state)
{
    (void)state;
    hnefa_only("Kb2 kb15 Rd1", "w", "d1d", "d1d2 d1d3");
    hnefa_only("Kb2 kb15 Rf7", "w", "f7f", "f7f10 f7f11 f7f12 f7f5 f7f6 f7f8 f7f9");
    hnefa_only("Kb2 kb15 Be5", "w", "e5", "e5f6 e5g7 e5h8 e5i9 e5j10 e5k11 e5l12");
    hnefa_check("Kb2 kb15 Qa4", "w", "a4c4 a4d1 a4a15 a4c6", "a4d4 a4e4 a4p4 a4d7 a4e8");
    // Through two gates from edge to edge, and diagonally through one.
    hnefa_check("Kb2 ka15 Rh1", "w", "h1h16", "h1g4");
    hnefa_check("Kb2 ka15 Bj2", "w", "j2i3 j2h4 j2e7 j2d8 j2a11", "j2e8");
    hnefa_check("Kb2 ka15 Ba6", "w", "a6d9 a6g12 a6h13 a6k16", "a6h12");
}

// No attack goes through a wall: this king stands in no check, and the piece before him is not pinned.
static void test_walls_stop_attacks(void **state)
{
    (void)state;
    struct scene scene;
    hnefa_init(&scene, "Ke3 ka15 re7 bc5 qk9", "w");
    scene_in_check(&scene, false);
    scene_clear(&scene);
    hnefa_check("Kf2 ka15 Rf3 rf12", "w", "f3a3 f3g3", "");
    hnefa_check("Kh2 ka15 Rh3 rh12", "w", "h3h4 h3h12", "h3a3 h3g3");
    hnefa_init(&scene, "Kh2 ka15 rh12", "w");
    scene_in_check(&scene, true);
    scene_clear(&scene);
}

static void test_kings_and_guards_step_past_a_corner_of_a_wall(void **state)
{
    (void)state;
    hnefa_only("Kh4 ka15", "w", "h4", "h4g3 h4g5 h4h3 h4h5 h4i3 h4i4 h4i5");
    hnefa_only("Ka2 kp15 Gd9", "w", "d9", "d9c10 d9c8 d9c9 d9d8 d9e10 d9e8 d9e9");
    hnefa_only("Ka2 kp15 Gc3", "w", "c3", "c3b2 c3b3 c3b4 c3c2 c3c4 c3d2 c3d3");
    hnefa_only("Ka2 kp15 Ge5", "w", "e5", "e5e6 e5f5 e5f6");
    // They capture as they step, and are captured: a guard is not royal.
    hnefa_check("Ka2 kp15 Ge5 nf6", "w", "e5f6", "");
    hnefa_outcome("Ka2 kp15 Ge5 nf7", "b", "f7e5", "ongoing");
}

// ---- Knights ----

static void test_knights_cross_one_wall_but_not_two(void **state)
{
    (void)state;
    // From f5 outward, e4 and f4, or f4 and g4, are both walls; to h4, only g4 of g4 and g5 is one.
    hnefa_only("Ka2 kp15 Nf5", "w", "f5", "f5e7 f5g7 f5h4 f5h6");
}

static void test_knights_at_walls(void **state)
{
    (void)state;
    // To h3 from g5: between them g4, a wall, and h4, a gate.
    hnefa_check("Ka2 kp15 Ng5", "w", "g5h3 g5i4 g5e6", "g5f3");
    // Along a wall from outside: c5 to e6 has d5 and d6 in between; c7 to e8 has d7 and the gate d8.
    hnefa_check("Ka2 kp15 Nc5", "w", "c5d3 c5a4 c5a6", "c5e6");
    hnefa_check("Ka2 kp15 Nc7", "w", "c7e8 c7d9", "c7e6");
    // Round the corner d4: into the ring it has two walls before it, outside only one beside it.
    hnefa_check("Ka2 kp15 Nc4", "w", "c4e3 c4d2", "c4e5");
    hnefa_check("Ka2 kp15 Nd3", "w", "d3c5 d3b4", "d3e5");
    hnefa_check("Ka2 kp15 Ne3", "w", "e3c4 e3c2", "e3f5 e3d5");
    hnefa_check("Ka2 kp15 Ne5", "w", "e5f7 e5g6", "e5d3 e5c4 e5f3 e5c6");
    // In a gate: d8 to e6 passes d7, a wall, and e7.
    hnefa_only("Ka2 kp15 Nd8", "w", "d8", "d8b7 d8b9 d8c10 d8c6 d8e10 d8e6 d8f7 d8f9");
    hnefa_only("Ka2 kp15 Nh13", "w", "h13", "h13f12 h13f14 h13g11 h13g15 h13i11 h13i15 h13j12 h13j14");
    // Pieces do not block it.
    hnefa_check("Ka2 kp15 Nf7 Pf8 Pe8 pg8 Gf9", "w", "f7e9 f7g9", "");
}

static void test_knights_attack_as_they_leap(void **state)
{
    (void)state;
    struct scene scene;
    hnefa_init(&scene, "Ke3 ka15 nf5", "w");
    scene_in_check(&scene, false);
    scene_clear(&scene);
    hnefa_init(&scene, "Kh3 ka15 ng5", "w");
    scene_in_check(&scene, true);
    scene_clear(&scene);
    hnefa_check("Kd2 ka15 ne5", "w", "d2d3", "");
    hnefa_check("Kd2 ka15 nc5", "w", "d2d1", "d2d3");
}

// ---- Horizontal and vertical pawns ----

static void test_pawns_of_all_directions(void **state)
{
    (void)state;
    hnefa_only("Ka2 kp15 Hb8", "w", "b8", "b8a8 b8b7 b8b9 b8c8");
    hnefa_only("Ka2 kp15 Vb8", "w", "b8", "b8a8 b8b7 b8b9 b8c8");
    hnefa_only("Ka2 kp15 Hb8 na7 nc7 na9 nc9", "w", "b8", "b8a7 b8a8 b8a9 b8b7 b8b9 b8c7 b8c8 b8c9");
    // Neither straight captures nor quiet diagonal steps, nor through walls.
    hnefa_only("Ka2 kp15 Vb8 na8 nc8 nb7 nb9", "w", "b8", "");
    hnefa_only("Ka2 kp15 hc8 Nd9", "b", "c8", "c8b8 c8c7 c8c9 c8d8 c8d9");
    hnefa_only("Ka2 kp15 vc6", "b", "c6", "c6b6 c6c5 c6c7");
    hnefa_only("Ka2 kp15 va16", "b", "a16", "a16a15 a16b16");
}

static void test_promotion_lines_of_horizontal_pawns(void **state)
{
    (void)state;
    hnefa_only("Ka2 kp15 Hh7", "w", "h7i", "h7i7b h7i7n h7i7q h7i7r");
    hnefa_only("Ka2 kp15 Hj7", "w", "j7i", "j7i7b j7i7n j7i7q j7i7r");
    hnefa_only("Ka2 kp15 Hh7 ni8", "w", "h7i", "h7i7b h7i7n h7i7q h7i7r h7i8b h7i8n h7i8q h7i8r");
    hnefa_only("Ka2 kp15 hi7", "b", "i7h", "i7h7b i7h7n i7h7q i7h7r");
    // By a step along the line, too: out of the north gate, which is not inside.
    hnefa_only("Ka2 kp15 Hi13", "w", "i13", "i13h13 i13i12b i13i12n i13i12q i13i12r i13i14");
    hnefa_only("Ka2 kp15 hh4", "b", "h4", "h4h3 h4h5b h4h5n h4h5q h4h5r h4i4");
    // The enemy's line means nothing, nor does the own one outside.
    hnefa_only("Ka2 kp15 Hg7", "w", "g7h", "g7h7");
    hnefa_only("Ka2 kp15 Hh3", "w", "h3i", "h3i3");
    hnefa_only("Ka2 kp15 Hh4", "w", "h4i", "h4i4");
    hnefa_only("Ka2 kp15 Hh14", "w", "h14i", "h14i14");
}

static void test_promotion_lines_of_vertical_pawns(void **state)
{
    (void)state;
    hnefa_only("Ka2 kp15 Vf8", "w", "f8f9", "f8f9b f8f9n f8f9q f8f9r");
    hnefa_only("Ka2 kp15 Vf10", "w", "f10f9", "f10f9b f10f9n f10f9q f10f9r");
    hnefa_only("Ka2 kp15 vf9", "b", "f9f8", "f9f8b f9f8n f9f8q f9f8r");
    hnefa_only("Ka2 kp15 Vd9", "w", "d9", "d9c9 d9d8 d9e9b d9e9n d9e9q d9e9r");
    hnefa_only("Ka2 kp15 vm8", "b", "m8", "m8l8b m8l8n m8l8q m8l8r m8m9 m8n8");
    hnefa_only("Ka2 kp15 Vf7", "w", "f7f8", "f7f8");
    hnefa_only("Ka2 kp15 Vc8", "w", "c8c9", "c8c9");
    hnefa_only("Ka2 kp15 Vd8", "w", "d8d9", "d8d9");
}

static void test_a_promoted_piece_moves_as_what_it_is(void **state)
{
    (void)state;
    struct scene scene;
    hnefa_init(&scene, "Ka2 ka15 Hh7", "w - - 7 20");
    scene_play(&scene, "h7i7r");
    scene_fen(&scene,
              "16/k15/16/3****2****3/3*8*3/3*8*3/3*8*3/16/16/3*4R3*3/3*8*3/3*8*3/3****2****3/16/K15/16 "
              "b - - 0 20");
    scene_play(&scene, "a15a14");
    scene_legal(&scene, "i7l7 i7i16");
    scene_clear(&scene);
}

// ---- Regular pawns ----

static void test_regular_pawns(void **state)
{
    (void)state;
    hnefa_only("Ka2 kp15 Pe6", "w", "e6", "e6e7 e6e8");
    hnefa_only("Ka2 kp15 pl11", "b", "l11", "l11l10 l11l9");
    hnefa_only("Ka2 kp15 Pe6 ne8", "w", "e6", "e6e7");
    hnefa_only("Ka2 kp15 Pe6 ne7", "w", "e6", "");
    hnefa_only("Ka2 kp15 Pf7 ne8 ng8", "w", "f7", "f7e8 f7f8 f7g8");
    hnefa_only("Ka2 kp15 Pf7", "w", "f7", "f7f8");
    // Outside the ring there is no double step.
    hnefa_only("Ka2 kp15 Pn6", "w", "n6", "n6n7");
    hnefa_only("Ka2 kp15 pc11", "b", "c11", "c11c10");
}

static void test_regular_pawns_promote_within_and_without(void **state)
{
    (void)state;
    hnefa_only("Ka2 kp15 Pg11", "w", "g11", "g11g12b g11g12n g11g12q g11g12r");
    hnefa_only("Ka2 kp15 Pg11 ng12 bh12", "w", "g11", "g11h12b g11h12n g11h12q g11h12r");
    hnefa_only("Ka2 kp15 Pb11", "w", "b11", "b11b12b b11b12n b11b12q b11b12r");
    hnefa_only("Ka2 kp15 po6", "b", "o6", "o6o5b o6o5n o6o5q o6o5r");
    // Ahead there is a wall, and no way round it but a capture.
    hnefa_only("Ka2 kp15 Pd9", "w", "d9", "d9c10 d9e10");
    hnefa_only("Ka2 kp15 Pd9 nc10 ne10", "w", "d9", "d9c10 d9e10");
    hnefa_only("Ka2 kp15 Pd9 Nc10 Ne10", "w", "d9", "");
}

static void test_regular_pawns_leave_by_the_side_gates(void **state)
{
    (void)state;
    hnefa_only("Ka2 kp15 Pd8", "w", "d8", "d8c9 d8d9 d8e9");
    hnefa_only("Ka2 kp15 Pm9", "w", "m9", "m9l10 m9n10");
    hnefa_only("Ka2 kp15 Pm8", "w", "m8", "m8l9 m8m9 m8n9");
    hnefa_only("Ka2 kp15 pd9", "b", "d9", "d9c8 d9d8 d9e8");
    hnefa_only("Ka2 kp15 pm8", "b", "m8", "m8l7 m8n7");
    hnefa_only("Ka2 kp15 pd8 Nc7 Ge7", "b", "d8", "d8c7 d8e7");
    // From no other square, and other pawns not at all.
    hnefa_only("Ka2 kp15 Pe8", "w", "e8", "e8e9");
    hnefa_only("Ka2 kp15 Pn9", "w", "n9", "n9n10");
    hnefa_only("Ka2 kp15 Hd8", "w", "d8", "d8c8 d8d9 d8e8");
}

// The steps are moves like others: they answer checks, and a pinned pawn makes none.
static void test_steps_out_of_gates_and_checks(void **state)
{
    (void)state;
    hnefa_only("Ka8 kp15 Pd8 rm8", "w", "d8", "");
    hnefa_only("Ka6 kp15 Pd9 bg12", "w", "d9", "d9e10");
    hnefa_check("Kc13 kp15 Pd9 rc6", "w", "d9c10", "d9e10");
    hnefa_check("Kc13 kp15 Pd9 rc6 rc5", "w", "d9c10", "");
}

static void test_en_passant(void **state)
{
    (void)state;
    struct scene scene;
    hnefa_init(&scene, "Ka2 kp15 Pe6 pf8 pd8", "w");
    scene_play(&scene, "e6e8");
    assert_int_equal(scene.position.state.en_passant, square_at(4, 6));
    scene_only(&scene, "f8e7", "f8e7");
    // From the gate, the step onto the target is the capture.
    scene_only(&scene, "d8", "d8c7 d8e7");
    scene_clear(&scene);
}

static void test_en_passant_from_a_gate(void **state)
{
    (void)state;
    struct scene scene;
    hnefa_init(&scene, "Ka2 kp15 Pe6 pd8", "w");
    scene_play(&scene, "e6e8");
    scene_only(&scene, "d8", "d8c7 d8e7");
    scene_play(&scene, "d8e7");
    scene_fen(&scene,
              "16/15k/16/3****2****3/3*8*3/3*8*3/3*8*3/16/16/3*p7*3/3*8*3/3*8*3/3****2****3/16/K15/16 "
              "w - - 0 2");
    scene_clear(&scene);
    // Elsewhere the step stays a step.
    hnefa_init(&scene, "Ka2 kp15 Pf6 pd8", "w");
    scene_play(&scene, "f6f8 d8e7");
    assert_int_equal(set_count(&scene.position.sets[SET_WHITE]), 2);
    scene_clear(&scene);
    hnefa_check("Ka2 kp15 pl9 Pm9", "w - l10 0 1", "m9l10 m9n10", "");
}

// Capturing would open the rank to the king, and a mere step is not to be had either.
static void test_en_passant_from_a_gate_that_opens_a_line(void **state)
{
    (void)state;
    struct scene scene;
    hnefa_init(&scene, "ka8 Kp15 Pe6 pd8 Rm8", "w");
    scene_play(&scene, "e6e8");
    scene_only(&scene, "d8", "d8c7");
    scene_clear(&scene);
    // The pawn that stepped two squares gives check, and the capture ends it.
    hnefa_init(&scene, "kd9 Ka2 Pe6 pd8", "w");
    scene_play(&scene, "e6e8");
    scene_in_check(&scene, true);
    scene_only(&scene, "d8", "d8e7");
    scene_clear(&scene);
}

static void test_only_regular_pawns_capture_en_passant(void **state)
{
    (void)state;
    struct scene scene;
    hnefa_init(&scene, "Ka2 kp15 Pe6 hf8 vd8", "w");
    scene_play(&scene, "e6e8");
    scene_illegal(&scene, "f8e7 d8e7");
    scene_clear(&scene);
}

// ---- The end ----

static void test_corners(void **state)
{
    (void)state;
    hnefa_outcome("Ka2 kp8", "w", "a2a1", "white corner");
    hnefa_outcome("Kb15 kp8", "w", "b15a16", "white corner");
    hnefa_outcome("Ka8 ko2", "b", "o2p1", "black corner");
    hnefa_outcome("Ka8 kp15", "b", "p15p16", "black corner");
    // An attacked corner cannot be entered, nor one with a friend on it; a capture is a way in.
    hnefa_check("Ka2 kp8 rh1", "w", "a2a3", "a2a1");
    hnefa_check("Ka2 kp8 Ga1", "w", "a2b1", "a2a1");
    hnefa_outcome("Kb2 kp8 na1", "w", "b2a1", "white corner");
    // Other pieces win nothing there.
    hnefa_outcome("Kb3 kp8 Ra2", "w", "a2a1", "ongoing");
}

static void test_a_corner_comes_before_everything_else(void **state)
{
    (void)state;
    // The king uncovers a rook that mates; anywhere else that would have lost.
    hnefa_outcome("Kb15 kb9 Rb16 Ra3 Rc3", "w", "b15a16", "white corner");
    hnefa_outcome("Kb15 kb9 Rb16 Ra3 Rc3", "w", "b15a14", "black mate-loses");
    // Black has no move.
    hnefa_outcome("Kb2 kp8 Ro2 Rn7 Rn9", "w", "b2a1", "white corner");
    hnefa_outcome("Kb2 kp8", "w - - 99 80", "b2a1", "white corner");
}

static void test_mate_loses(void **state)
{
    (void)state;
    hnefa_outcome("Kc3 kp8 Ro1 Rn2", "w", "n2p2", "black mate-loses");
    hnefa_outcome("kc3 Kp8 ro1 rn2", "b", "n2p2", "white mate-loses");
    // A check that can be answered is no end.
    hnefa_outcome("Kc3 kp8 Rn2", "w", "n2p2", "ongoing");
    // Mate comes before the fifty moves.
    hnefa_outcome("Kc3 kp8 Ro1 Rn2", "w - - 99 80", "n2p2", "black mate-loses");
    // A corner within reach answers the check, and wins.
    hnefa_outcome("Kc3 ko2 Rn9", "w", "n9o9 o2p1", "black corner");
}

static void test_draws(void **state)
{
    (void)state;
    hnefa_outcome("Kc3 kp8 Ro2 Rn6 Rn9", "w", "n6n7", "draw stalemate");
    hnefa_outcome("kc3 Kp8 ro2 rn6 rn9", "b", "n6n7", "draw stalemate");
    hnefa_outcome("Kc3 kp8", "w", "c3c4 p8p9 c4c3 p9p8 c3c4 p8p9 c4c3 p9p8", "draw repetition");
    hnefa_outcome("Kc3 kp8", "w - - 99 80", "c3c4", "draw fifty");
}

// Horizontal and vertical pawns reset the clock, yet can go back: a repetition that they make still counts.
static void test_all_pawns_reset_the_clock(void **state)
{
    (void)state;
    hnefa_outcome("Kc3 kp8 Hb8", "w - - 99 80", "b8b9", "ongoing");
    hnefa_outcome("Kc3 kp8 Vb8", "w - - 99 80", "b8b9", "ongoing");
    hnefa_outcome("Kc3 kp8 Pb8", "w - - 99 80", "b8b9", "ongoing");
    hnefa_outcome("Kc3 kp8 Gb8", "w - - 99 80", "b8b9", "draw fifty");
    hnefa_outcome("Kc3 kp8 Vb8", "w", "b8b9 p8p9 b9b8 p9p8 b8b9 p8p9 b9b8 p9p8", "draw repetition");
}

static void test_a_game_that_is_over_has_no_successors(void **state)
{
    (void)state;
    struct scene scene;
    hnefa_init(&scene, "Ka1 kp8 Rb7", "b");
    scene_outcome(&scene, "white", "corner");
    assert_int_equal(position_perft(&scene.position, 1), 0);
    assert_int_equal(position_perft(&scene.position, 2), 0);
    scene_clear(&scene);
}

// ---- Position strings ----

static void refuse_text(const char *fen, const char *at, const char *reason)
{
    struct variant *variant = scene_variant("hnefa", "");
    struct position pos;
    struct ref_rules rules;
    struct ref_position reference;
    struct error err = {0};
    assert_true(ref_rules_set(&rules, "hnefa", NULL, NULL, 0));
    assert_non_null(ref_parse(&reference, &rules, fen));
    if (fen_read(&pos, variant, fen, &err))
        fail_msg("accepted: %s", fen);
    if (strcmp(err.at, at) != 0 || !strstr(err.message, reason))
        fail_msg("%s\nrefused at '%s': %s", fen, err.at, err.message);
    variant_free(variant);
}

static void refuse(const char *pieces, const char *rest, const char *at, const char *reason)
{
    char fen[REF_FEN_SIZE];
    hnefa_fen(fen, pieces, rest);
    refuse_text(fen, at, reason);
}

static void test_refused_setups(void **state)
{
    (void)state;
    refuse("Kc3", "w", "placement", "Black needs exactly one king");
    refuse("Kc3 kc9 kp8", "w", "placement", "Black needs exactly one king");
    refuse("Kc3 kp8 Rb8", "w", "side", "Black's king is in check");
    refuse("Kc3 kp8", "w K - 0 1", "castling", "no castling");
    refuse("Kc3 kp8 Pb12", "w", "b12", "would have had to promote");
    refuse("Kc3 kp8 pe5", "w", "e5", "would have had to promote");
    refuse("Kc3 kp8 Pb14", "w", "b14", "ranks 6 to 11");
    refuse("Kc3 kp8 Pe5", "w", "e5", "ranks 6 to 11");
    refuse("Kc3 kp8 Hi7", "w", "i7", "horizontal pawn of White on i7 would have had to promote");
    refuse("Kc3 kp8 vf8", "w", "f8", "vertical pawn of Black on f8 would have had to promote");
    refuse("Ka1 kp16", "w", "p16", "only one king");
    refuse("Kc3 kp8 Xb8", "w", "fen[43]", "no piece of this game");
    refuse("Kc3 kp8 pe9", "w - e11 0 1", "en passant", "no pawn of Black");
    refuse("Kc3 kp8 pe9 Nd9", "w - d10 0 1", "en passant", "no pawn of Black");
    refuse("Kc3 kp8 pc9", "w - c10 0 1", "en passant", "no pawn of Black");
    refuse("Kc3 kp8 he9", "w - e10 0 1", "en passant", "no pawn of Black");
    refuse("Kc3 kp8", "w - q10 0 1", "fen[91]", "square of the board");
    refuse("Kc3 kp8", "w - a17 0 1", "fen[91]", "square of the board");
}

static void test_refused_placements(void **state)
{
    (void)state;
    // A wall that is none, none where one is, a piece in a wall.
    refuse_text(
        "16/16/16/3****2****3/3*8*3/3*8*3/3*8*3/15k/16/3*8*3/3*8*3/3*8*3/3****2****3/2K13/16/*15 w - - 0 1",
        "a1", "no holes");
    refuse_text(
        "16/16/16/3****2****3/3*8*3/3*8*3/3*8*3/15k/16/3*8*3/3*8*3/3*8*3/4***2****3/2K13/16/16 w - - 0 1",
        "d4", "d4 is a wall");
    refuse_text(
        "16/16/16/3****2****3/3*8*3/3*8*3/3*8*3/15k/16/3*8*3/3*8*3/3*8*3/3n***2****3/2K13/16/16 w - - 0 1",
        "d4", "d4 is a wall");
    // Files and ranks too many or too few; runs are read greedily.
    refuse_text(
        "17/16/16/3****2****3/3*8*3/3*8*3/3*8*3/15k/16/3*8*3/3*8*3/3*8*3/3****2****3/2K13/16/16 w - - 0 1",
        "fen[0]", "from 1 to the width");
    refuse_text(
        "15/16/16/3****2****3/3*8*3/3*8*3/3*8*3/15k/16/3*8*3/3*8*3/3*8*3/3****2****3/2K13/16/16 w - - 0 1",
        "fen[2]", "fewer files");
    refuse_text(
        "88/16/16/3****2****3/3*8*3/3*8*3/3*8*3/15k/16/3*8*3/3*8*3/3*8*3/3****2****3/2K13/16/16 w - - 0 1",
        "fen[0]", "from 1 to the width");
    refuse_text(
        "16/16/3****2****3/3*8*3/3*8*3/3*8*3/15k/16/3*8*3/3*8*3/3*8*3/3****2****3/2K13/16/16 w - - 0 1",
        "fen[83]", "fewer ranks");
    refuse_text(
        "16/16/16/16/3****2****3/3*8*3/3*8*3/3*8*3/15k/16/3*8*3/3*8*3/3*8*3/3****2****3/2K13/16/16 w - - 0 1",
        "fen[86]", "more ranks");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_start_is_symmetrical),
        cmocka_unit_test(test_walls_stop_sliders),
        cmocka_unit_test(test_walls_stop_attacks),
        cmocka_unit_test(test_kings_and_guards_step_past_a_corner_of_a_wall),
        cmocka_unit_test(test_knights_cross_one_wall_but_not_two),
        cmocka_unit_test(test_knights_at_walls),
        cmocka_unit_test(test_knights_attack_as_they_leap),
        cmocka_unit_test(test_pawns_of_all_directions),
        cmocka_unit_test(test_promotion_lines_of_horizontal_pawns),
        cmocka_unit_test(test_promotion_lines_of_vertical_pawns),
        cmocka_unit_test(test_a_promoted_piece_moves_as_what_it_is),
        cmocka_unit_test(test_regular_pawns),
        cmocka_unit_test(test_regular_pawns_promote_within_and_without),
        cmocka_unit_test(test_regular_pawns_leave_by_the_side_gates),
        cmocka_unit_test(test_steps_out_of_gates_and_checks),
        cmocka_unit_test(test_en_passant),
        cmocka_unit_test(test_en_passant_from_a_gate),
        cmocka_unit_test(test_en_passant_from_a_gate_that_opens_a_line),
        cmocka_unit_test(test_only_regular_pawns_capture_en_passant),
        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_a_corner_comes_before_everything_else),
        cmocka_unit_test(test_mate_loses),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_all_pawns_reset_the_clock),
        cmocka_unit_test(test_a_game_that_is_over_has_no_successors),
        cmocka_unit_test(test_refused_setups),
        cmocka_unit_test(test_refused_placements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
