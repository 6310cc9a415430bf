// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinate notation: every legal move is written and read back, everything else refused at its place.
#include "notation/coordinate_read.h"
#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Reads a turn and writes it again.
static void reads(const char *parameters, const char *fen, const char *text, const char *written)
{
    struct variant *variant = scene_variant("chess", parameters);
    struct position pos;
    struct turn turn;
    struct error err = {0};
    struct buffer out;
    buffer_init(&out);
    assert_true(fen_read(&pos, variant, fen, NULL));
    if (!coordinate_read_turn(&pos, text, &turn, &err))
        fail_msg("%s: %s %s", text, err.at, err.message);
    coordinate_write_turn(&pos, &turn, &out);
    assert_string_equal(buffer_text(&out), written);
    buffer_clear(&out);
    variant_free(variant);
}

static void test_turns(void **state)
{
    (void)state;
    reads("", "startpos", "e2e4", "e2e4");
    reads("", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a7a8n");
    reads("", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8N", "a7a8n");
    reads("white=rookies", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8f", "a7a8f");
    reads("", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1");
    reads("white=clobberers", "4k3/8/8/8/8/8/8/D3K3 w Q - 0 1", "e1b1", "e1b1");
}

static void refuses(const struct position *pos, const char *text, enum error_code code, const char *at)
{
    struct turn turn, untouched;
    struct error err = {0};
    memset(&turn, 0x5a, sizeof turn);
    untouched = turn;
    if (coordinate_read_turn(pos, text, &turn, &err))
        fail_msg("accepted: %.80s", text);
    assert_memory_equal(&turn, &untouched, sizeof turn);
    assert_int_equal(err.code, code);
    assert_string_equal(err.at, at);
    assert_true(err.message[0] != '\0');
}

static void test_refusals(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct position pos;
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    refuses(&pos, "", ERROR_MOVE_SYNTAX, "move[0]");
    refuses(&pos, "e2", ERROR_MOVE_SYNTAX, "move[2]");
    refuses(&pos, "e2e9", ERROR_MOVE_SYNTAX, "move[2]");
    refuses(&pos, "e2e44", ERROR_MOVE_SYNTAX, "move[2]"); // rank 44
    refuses(&pos, "e2-e4", ERROR_MOVE_SYNTAX, "move[2]");
    refuses(&pos, " e2e4", ERROR_MOVE_SYNTAX, "move[0]");
    refuses(&pos, "e2e4 ", ERROR_MOVE_SYNTAX, "move[4]");
    refuses(&pos, "E2E4", ERROR_MOVE_SYNTAX, "move[0]");
    refuses(&pos, "\xc3\xa9", ERROR_MOVE_SYNTAX, "move[0]");
    refuses(&pos, "e2e99999999999999999999999", ERROR_MOVE_SYNTAX, "move[2]");
    refuses(&pos, "0000", ERROR_MOVE_SYNTAX, "move[0]");
    refuses(&pos, "e2e4,e7e5", ERROR_MOVE_SYNTAX, "move[5]");
    refuses(&pos, "e2e4,", ERROR_MOVE_SYNTAX, "move[5]");
    refuses(&pos, "e2e4qq", ERROR_ILLEGAL_MOVE, "move[0]"); // the first letter is one too many already
    refuses(&pos, "e2e5", ERROR_ILLEGAL_MOVE, "move[0]");
    refuses(&pos, "e2e2", ERROR_ILLEGAL_MOVE, "move[0]");
    refuses(&pos, "e7e5", ERROR_ILLEGAL_MOVE, "move[0]");
    refuses(&pos, "e4e5", ERROR_ILLEGAL_MOVE, "move[0]");
    refuses(&pos, "e2e4q", ERROR_ILLEGAL_MOVE, "move[0]");
    refuses(&pos, "e1g1", ERROR_ILLEGAL_MOVE, "move[0]");
    refuses(&pos, "@@e4", ERROR_ILLEGAL_MOVE, "move[0]");
    refuses(&pos, "@e2e4", ERROR_ILLEGAL_MOVE, "move[0]");
    refuses(&pos, "@e2-e4", ERROR_ILLEGAL_MOVE, "move[0]");
    refuses(&pos, "N@e4", ERROR_ILLEGAL_MOVE, "move[0]");
    variant_free(variant);
}

static void test_very_long_texts(void **state)
{
    (void)state;
    enum { LENGTH = 10 * 1000 * 1000 };
    struct variant *variant = scene_variant("chess", "");
    struct position pos;
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    char *text = malloc(LENGTH + 1);
    assert_non_null(text);
    for (const char *filler = "ae1@,!N "; *filler; filler++) {
        memset(text, *filler, LENGTH);
        text[LENGTH] = '\0';
        struct turn turn;
        assert_false(coordinate_read_turn(&pos, text, &turn, NULL));
        memcpy(text, "e2e4", 4);
        assert_false(coordinate_read_turn(&pos, text, &turn, NULL));
    }
    free(text);
    variant_free(variant);
}

// Every pair of squares and every letter: read exactly when it is legal.
static void test_nothing_else_is_legal(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "white=clobberers");
    struct position pos;
    struct move_list legal;
    unsigned read = 0;
    assert_true(fen_read(&pos, variant, "4k3/1P6/8/8/8/8/8/D3K2D w KQ - 0 1", NULL));
    position_actions(&pos, &legal);
    for (int from = 0; from < 64; from++) {
        for (int to = 0; to < 64; to++) {
            for (const char *letter = ".abcdkpqz"; *letter; letter++) {
                char text[] = {(char)('a' + from % 8), (char)('1' + from / 8),          (char)('a' + to % 8),
                               (char)('1' + to / 8),   *letter == '.' ? '\0' : *letter, '\0'};
                struct turn turn;
                if (!coordinate_read_turn(&pos, text, &turn, NULL))
                    continue;
                assert_true(move_list_has(&legal, turn.actions[0]));
                read++;
            }
        }
    }
    // Of the eight promotions of the pawn, those to R, N and W were not asked for.
    assert_int_equal(read, legal.count - 3);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_very_long_texts),
        cmocka_unit_test(test_nothing_else_is_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
