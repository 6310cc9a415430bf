// SPDX-License-Identifier: GPL-3.0-or-later
// Turns that lose at once, turns that leave nothing to move, and turns that only seem to.
#include "session/consequence.h"

#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static struct session *begin(const char *game, const char *fen)
{
    struct error err = {0};
    struct session *session = session_new(game_find(game, NULL), NULL, fen, &err);
    if (!session)
        fail_msg("%s: %s", game, err.message);
    return session;
}

static struct consequence consequence_in(const struct session *session, const char *text)
{
    struct turn turn;
    struct error err = {0};
    if (!session_read(session, text, &turn, &err))
        fail_msg("%s: %s", text, err.message);
    return consequence_of(&session->position, &turn);
}

// "loses mate-loses", "stuck stalemate", or "" for a harmless turn.
static void assert_consequence(const char *game, const char *fen, const char *text, const char *expected)
{
    struct session *session = begin(game, fen);
    struct consequence consequence = consequence_in(session, text);
    struct buffer words;
    char told[64] = "";
    if (consequence.kind != CONSEQUENCE_NONE)
        snprintf(told, sizeof told, "%s %s", consequence_name(consequence.kind),
                 reason_name(consequence.reason));
    assert_string_equal(told, expected);
    buffer_init(&words);
    consequence_write(&consequence, &words);
    assert_int_equal(words.length > 0, consequence.kind != CONSEQUENCE_NONE);
    buffer_clear(&words);
    session_free(session);
}

#define WALLED(rank8, rank3, rank2, rank1)                                                                   \
    "16/16/16/3****2****3/3*8*3/3*8*3/3*8*3/16/" rank8 "/3*8*3/3*8*3/3*8*3/3****2****3/" rank3 "/" rank2     \
    "/" rank1

static void test_giving_mate_loses(void **state)
{
    (void)state;
    static const char white[] = WALLED("15k", "2K13", "13R2", "14R1") " w - - 0 1";
    static const char black[] = WALLED("15K", "2k13", "13r2", "14r1") " b - - 0 1";
    assert_consequence("hnefa", white, "n2p2", "loses mate-loses");
    assert_consequence("hnefa", white, "n2n3", "");
    assert_consequence("hnefa", black, "n2p2", "loses mate-loses");
    // The same pieces in chess, where mate wins.
    assert_consequence("chess", "7k/8/8/8/8/K7/1R6/R7 w - - 0 1", "b2h2", "");
}

static void test_leaving_a_single_piece_loses(void **state)
{
    (void)state;
    // White's pieces are too far apart for a path; Black's last piece is a path by itself.
    static const char fen[] = "k7/8/8/8/8/8/7N/K5Rr w - - 0 9";
    assert_consequence("hamiltonian", fen, "g1h1", "loses single-piece");
    assert_consequence("hamiltonian", fen, "g1g2", "");
}

// The first placements of a game: only those beside one's own army let it move.
static void assert_placements(const char *game, const char *more)
{
    struct session *session = begin(game, NULL);
    for (char file = 'a'; file <= 'h'; file++)
        for (char rank = '3'; rank <= '6'; rank++) {
            char text[32];
            snprintf(text, sizeof text, "@@%c%c%s", file, rank, more);
            struct consequence consequence = consequence_in(session, text);
            assert_int_equal(consequence.kind, rank == '3' ? CONSEQUENCE_NONE : CONSEQUENCE_STUCK);
            if (rank != '3')
                assert_int_equal(consequence.reason, REASON_STALEMATE);
        }
    session_free(session);
}

static void test_first_placements(void **state)
{
    (void)state;
    assert_placements("hans38-postal", "");
    assert_placements("hans38-postal-plus", "");
    assert_placements("infinite-reserves", "");
    assert_placements("moving-squares", "");
    // Here another square can be placed instead of moving a piece.
    assert_consequence("hans38", NULL, "@@e6", "");
    assert_consequence("hans38-neutral", NULL, "@@e6", "");
    // A square that is placed far away and then moved closer.
    assert_consequence("hans38-postal-plus", NULL, "@@e5,@e5e3", "");
    // Black's first turn.
    static const char black[] =
        "rnbqkbnr/pppppppp/********/********/********/****1***/PPPPPPPP/RNBQKBNR b KQkq - 0 1 2/3 e3/- -";
    assert_consequence("hans38-postal", black, "@@e4", "stuck stalemate");
    assert_consequence("hans38-postal", black, "@@e6", "");
}

static void test_running_dry(void **state)
{
    (void)state;
    assert_consequence("fuel", "7k/8/8/8/8/8/8/K7 w - - 0 1 50,1", "a1a2", "stuck no-fuel");
    assert_consequence("fuel", "7k/8/8/8/8/8/8/K7 w - - 0 1 50,2", "a1a2", "");
    // The queen arrives with an empty tank and threatens nothing; with a drop left she gives mate.
    assert_consequence("fuel", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1 50,1,0", "f7g7", "stuck no-fuel");
    assert_consequence("fuel", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1 50,2,1", "f7g7", "");
}

static void test_what_draws_is_no_loss(void **state)
{
    (void)state;
    // White shuts himself in: chess calls that a draw, should it ever come to it.
    assert_consequence("chess", "7k/8/8/8/8/1p6/pP6/1K6 w - - 0 1", "b1a1", "");
}

// The squares that a side has touched are frozen for its opponent, not for itself.
static void test_own_squares_thaw(void **state)
{
    (void)state;
    static const char fen[] = "*******k/********/********/********/***1****/********/********/K******* w - - "
                              "0 10 0/3 - -";
    assert_consequence("hans38-neutral", fen, "@d4e5", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_giving_mate_loses),     cmocka_unit_test(test_leaving_a_single_piece_loses),
        cmocka_unit_test(test_first_placements),      cmocka_unit_test(test_running_dry),
        cmocka_unit_test(test_what_draws_is_no_loss), cmocka_unit_test(test_own_squares_thaw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
