// SPDX-License-Identifier: GPL-3.0-or-later
// Sixteen files and ranks of two digits in every notation, pawns of all kinds, walls in refusals and in JSON.
#include "notation/coordinate_write.h"
#include "notation/json/describe.h"
#include "notation/san.h"
#include "position/fen.h"
#include "support/effort.h"
#include "support/hnefa.h"
#include "support/read_back.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct question {
    struct variant *variant;
    struct position pos;
};

static void ask(struct question *question, const char *pieces)
{
    char fen[REF_FEN_SIZE];
    struct error err;
    question->variant = scene_variant("hnefa", "");
    hnefa_fen(fen, pieces, "w");
    if (!fen_read(&question->pos, question->variant, *pieces ? fen : "startpos", &err))
        fail_msg("%s: %s", pieces, err.message);
}

// The text is read, and is written as `coordinates` and `san`; "" for the start.
static void reads(const char *pieces, const char *text, const char *coordinates, const char *san)
{
    struct question question;
    struct turn turn;
    struct error err = {0};
    struct buffer out;
    buffer_init(&out);
    ask(&question, pieces);
    if (!san_read_turn(&question.pos, text, &turn, &err))
        fail_msg("%s: %s: %s", text, err.at, err.message);
    coordinate_write_turn(&question.pos, &turn, &out);
    assert_string_equal(buffer_text(&out), coordinates);
    buffer_reset(&out);
    san_write_turn(&question.pos, &turn, SAN_PLAIN, &out);
    assert_string_equal(buffer_text(&out), san);
    buffer_clear(&out);
    variant_free(question.variant);
}

static void refuses(const char *pieces, const char *text, const char *reason)
{
    struct question question;
    struct turn turn;
    struct error err = {0};
    ask(&question, pieces);
    if (san_read_turn(&question.pos, text, &turn, &err))
        fail_msg("accepted: %s", text);
    if (!strstr(err.message, reason))
        fail_msg("%s: '%s' does not say '%s'", text, err.message, reason);
    variant_free(question.variant);
}

static void test_notations(void **state)
{
    (void)state;
    reads("", "Ghh13", "h14h13", "Ghh13+");
    reads("Ka2 kp15 Gh14", "Gh13", "h14h13", "Gh13");
    reads("Ka2 kp15 Gh14", "h14h13", "h14h13", "Gh13");
    reads("Ka2 kp15 Gh14", "Gh14-h13", "h14h13", "Gh13");
    reads("Ka2 kp15 Rb10 nb16", "Rb10:b16", "b10b16", "Rxb16");
    reads("Ka2 kp15 Ho12", "Hp12", "o12p12", "Hp12");
    reads("Ka2 kp15 Ho12 nn11", "Hxn11", "o12n11", "Hxn11");
    reads("Ka2 kp15 Pg6", "g8", "g6g8", "g8");
    // Ranks of two digits tell pieces apart.
    reads("Ka2 kp15 Rb1 Rb16", "R16b10", "b16b10", "R16b10");
    reads("Ka2 kp15 Rb1 Rb16", "R1b10", "b1b10", "R1b10");
    reads("Ka2 kp15 Rb11 Rb13 Ra12 Rc12", "R13b12", "b13b12", "R13b12");
    reads("Ka2 kp9 Qa10 Qa14 Qc14", "Qa14c12", "a14c12", "Qa14c12");
}

static void test_promotions(void **state)
{
    (void)state;
    reads("Ka2 kp15 Hh11", "Hi11=Q", "h11i11q", "Hi11=Q");
    reads("Ka2 kp15 Hh11", "h11i11n", "h11i11n", "Hi11=N");
    reads("Ka2 kp15 Hh11 Hj11", "Hji11=R", "j11i11r", "Hji11=R");
    reads("Ka2 kp15 Vf10 ng9", "Vxg9=B", "f10g9b", "Vxg9=B");
    reads("Ka2 kp15 Pn11", "n12=Q", "n11n12q", "n12=Q");
    refuses("Ka2 kp15 Hh11", "Hi11", "the new piece must be given");
    refuses("Ka2 kp15 Hh11", "Hi11=G", "cannot promote to that piece");
    refuses("Ka2 kp15 Hh11", "Hg11=Q", "nothing promotes here");
}

static void test_gates(void **state)
{
    (void)state;
    reads("Ka2 kp15 Pd9", "c10", "d9c10", "c10");
    reads("Ka2 kp15 Pd9 Pc9", "dc10", "d9c10", "dc10");
    reads("Ka2 kp15 Pd9 Pc9", "cc10", "c9c10", "cc10");
    reads("Ka2 kp15 Pd9 nc10", "dxc10", "d9c10", "dxc10");
    reads("Ka2 kp15 Nd8", "Ne10", "d8e10", "Ne10");
}

static void test_mates(void **state)
{
    (void)state;
    reads("Kc3 kp8 Ro1 Rn2", "Rp2#", "n2p2", "Rp2#");
    reads("Kc3 kp8 Rn2", "Rp2+", "n2p2", "Rp2+");
    reads("Ka2 kp8", "Ka1", "a2a1", "Ka1");
}

static void test_walls_in_refusals(void **state)
{
    (void)state;
    refuses("", "e14e13", "e13 is a wall");
    refuses("", "d4d5", "d4 is a wall");
    refuses("Ka2 kp15 Nf5", "Ne3", "a wall stands in the way of the knight");
    refuses("Ka2 kp15 Nf5", "f5g3", "a wall stands in the way of the knight");
    refuses("Ka2 kp15 Rf7", "Rf14", "a wall stands in the way of the rook");
    refuses("Ka2 kp15 Rf7", "Rf13", "f13 is a wall");
    refuses("Ka2 kp15 Rf7", "Rg8", "the rook cannot move there");
    refuses("Ka2 kp15 Pe8", "e8d9", "the pawn cannot move there");
    refuses("Ka9 kp15 Pd9 rl9", "c10", "leave the king in check");
    refuses("Ka2 kp8 rh1", "Ka1", "the king would be in check");
    refuses("", "O-O", "no castling");
    refuses("", "e6e8q", "nothing promotes here");
    refuses("", "h5h17", "end of the move");
}

// Walls and squares of two digits as clients see them.
static void test_description(void **state)
{
    (void)state;
    struct question question;
    ask(&question, "");
    json_t *json = describe_state(&question.pos, NULL, 0);
    json_t *board = json_object_get(json, "board"), *location;
    int walls = 0, pieces = 0;
    size_t i;
    assert_int_equal(json_integer_value(json_object_get(board, "files")), 16);
    assert_int_equal(json_integer_value(json_object_get(board, "ranks")), 16);
    assert_int_equal(json_integer_value(json_object_get(json, "count")), 62);
    json_array_foreach(json_object_get(board, "locations"), i, location)
    {
        const char *kind = json_string_value(json_object_get(location, "kind"));
        walls += kind && !strcmp(kind, "wall");
        pieces += json_object_get(location, "piece") != NULL;
        if (!strcmp(json_string_value(json_object_get(location, "at")), "h14"))
            assert_string_equal(json_string_value(json_object_get(location, "piece")), "G");
    }
    assert_int_equal(walls, 28);
    assert_int_equal(pieces, 96);
    json_decref(json);
    variant_free(question.variant);
}

static void test_everything_reads_back(void **state)
{
    (void)state;
    struct random random = {5};
    for (int round = 0; round < 12; round += EFFORT_DIVISOR)
        read_back_game("hnefa", "", &random, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notations),
        cmocka_unit_test(test_promotions),
        cmocka_unit_test(test_gates),
        cmocka_unit_test(test_mates),
        cmocka_unit_test(test_walls_in_refusals),
        cmocka_unit_test(test_description),
        cmocka_unit_test(test_everything_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
