// SPDX-License-Identifier: GPL-3.0-or-later
// Reading PGN: what is accepted, what is skipped, and the line, column and reason of everything else.
#include "notation/pgn/pgn.h"
#include "notation/san.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/variant.h"
#include "support/scene.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static enum pgn_status read_flags(const char *text, unsigned flags, struct record *record, struct error *err)
{
    struct pgn_reader reader;
    pgn_reader_init(&reader, text, strlen(text), flags);
    return pgn_read(&reader, record, err);
}

static void read_one(const char *text, struct record *record)
{
    struct error err = {0};
    if (read_flags(text, PGN_PLAIN, record, &err) != PGN_GAME)
        fail_msg("%s\n%s: %s", text, err.at, err.message);
}

static void refuses(const char *text, enum error_code code, const char *at, const char *reason)
{
    struct record record, untouched;
    struct error err = {0};
    memset(&record, 0x5a, sizeof record);
    untouched = record;
    if (read_flags(text, PGN_PLAIN, &record, &err) != PGN_ERROR)
        fail_msg("%s\nwas not refused", text);
    assert_memory_equal(&record, &untouched, sizeof record);
    assert_string_equal(err.at, at);
    assert_int_equal(err.code, code);
    if (!strstr(err.message, reason))
        fail_msg("'%s' does not say '%s'", err.message, reason);
}

static void ends_with_fen(const char *text, const char *fen)
{
    struct record record;
    struct position pos;
    struct buffer written;
    buffer_init(&written);
    read_one(text, &record);
    record_position(&record, record.turns.count, &pos, NULL);
    fen_write(&pos, &written);
    assert_string_equal(buffer_text(&written), fen);
    buffer_clear(&written);
    record_clear(&record);
}

static const char after_e4_e5[] = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";

static void test_moves_however_numbered(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "1. e4 e5 *",
        "1.e4 e5",
        "e4 e5",
        "1 e4 1 e5 *",
        "1. e4 1... e5",
        "1.e4 1...e5 *",
        "17. e4 e5 *",
        "1. e2e4 e7e5",
        "1.\ne4\ne5\n*",
        ("\xef\xbb\xbf"
         "1. e4 e5 *"),
        "\r\n1. e4\r\ne5 *\r\n",
        "1. e2-e4 e7-e5 *",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ends_with_fen(texts[i], after_e4_e5);
}

static void test_what_is_skipped(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "1. e4 {a { b ; ( [} e5 *",
        "1. e4 ; to the end ) } of the line\ne5 *",
        "1. e4\n% an escape e5 e6 (\n1... e5 *",
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 *",
        "1. e4 (1. d4 {)} ; )\n d5) 1... e5 *",
        "1. e4 (1. Kh8 nonsense) e5 *", // not ours to judge
        "1. e4 $1 $255 e5 $0 *",
        "1. e4! e5?? !? *",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ends_with_fen(texts[i], after_e4_e5);
}

static void test_promotion_and_en_passant(void **state)
{
    (void)state;
    ends_with_fen("[SetUp \"1\"]\n[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8(Q) Kd6 *",
                  "Q7/8/3k4/8/8/8/8/4K3 w - - 1 2");
    ends_with_fen("[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n1. exd6 e.p. Kf7 *",
                  "8/5k2/3P4/8/8/8/8/4K3 w - - 1 2");
}

static void test_tags_comments_and_glyphs_are_kept(void **state)
{
    (void)state;
    struct record record;
    read_one("[Event \"A \\\"B\\\" \\\\ C\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[White \"Andr\xe9\"]\n"
             "[Black \"Jos\xc3\xa9\"]\n[WhiteElo \"2785\"]\n[Result \"0-1\"]\n\n"
             "{ before   the\n first }\n1. f3? $9 {weak} {very} e5 2. g4?? ; worse\nQh4# 0-1\n",
             &record);
    assert_string_equal(record_tag(&record, "Event"), "A \"B\" \\ C");
    assert_string_equal(record_tag(&record, "White"), "Andr\xc3\xa9"); // Latin 1 became UTF-8
    assert_string_equal(record_tag(&record, "Black"), "Jos\xc3\xa9");
    assert_string_equal(record_tag(&record, "WhiteElo"), "2785");
    assert_null(record_tag(&record, "Site")); // nothing in it
    assert_null(record_tag(&record, "Result"));
    assert_string_equal(record.comment, "before the first");
    assert_int_equal(record.turns.count, 4);
    assert_string_equal(record.turns.items[0].comment, "weak very");
    assert_int_equal(record.turns.items[0].nag_count, 2);
    assert_int_equal(record.turns.items[0].nags[0], 2);
    assert_int_equal(record.turns.items[0].nags[1], 9);
    assert_null(record.turns.items[1].comment);
    assert_string_equal(record.turns.items[2].comment, "worse");
    assert_int_equal(record.turns.items[2].nags[0], 4);
    assert_int_equal(record.outcome.result, RESULT_BLACK);
    assert_int_equal(record.outcome.reason, REASON_CHECKMATE);
    record_clear(&record);
}

static void test_variant_by_title_or_name(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[Variant \"Fuel Chess\"]\n[Fuel \"3\"]\n1. e4 *",
        "[Variant \"fuel\"]\n[Fuel \"3\"]\n1. e4{1} *",
        "[Fuel \"3\"]\n[Variant \"FUEL\"]\n1. e4 {1} *",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct record record;
        read_one(texts[i], &record);
        assert_string_equal(record.variant->game->name, "fuel");
        assert_int_equal(record.variant->fuel, 3);
        assert_null(record.turns.items[0].comment);
        record_clear(&record);
    }
    struct record record;
    read_one("[Variant \"Standard\"]\n[Fuel \"3\"]\n1. e4 {1} *", &record);
    assert_string_equal(record.variant->game->name, "chess");
    assert_string_equal(record_tag(&record, "Fuel"), "3"); // nothing to chess, so kept as it is
    assert_string_equal(record.turns.items[0].comment, "1");
    record_clear(&record);
}

static void test_armies_and_a_player_called_white(void **state)
{
    (void)state;
    ends_with_fen("[White \"clobberers\"]\n[Black \"nobody\"]\n*",
                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    ends_with_fen("[WhiteArmy \"clobberers\"]\n[BlackArmy \"nutters\"]\n*",
                  "gihokhig/pppppppp/8/8/8/8/PPPPPPPP/DWACKAWD w KQkq - 0 1");
}

static void check_outcome(const char *text, enum result result, enum reason reason)
{
    struct record record;
    read_one(text, &record);
    assert_int_equal(record.outcome.result, result);
    assert_int_equal(record.outcome.reason, reason);
    record_clear(&record);
}

static void test_results(void **state)
{
    (void)state;
    check_outcome("1. e4", RESULT_ONGOING, REASON_NONE);
    check_outcome("1. e4 *", RESULT_ONGOING, REASON_NONE);
    check_outcome("1. e4 1-0", RESULT_WHITE, REASON_RESIGNATION);
    check_outcome("1. e4 1/2-1/2", RESULT_DRAW, REASON_AGREEMENT);
    check_outcome("1. e4 1/2", RESULT_DRAW, REASON_AGREEMENT);
    check_outcome("[Termination \"time forfeit\"]\n1. e4 0-1", RESULT_BLACK, REASON_TIME);
    check_outcome("[Termination \"Time forfeit\"]\n1. e4 0-1", RESULT_BLACK, REASON_TIME);
    check_outcome("[Reason \"time\"]\n1. e4 0-1", RESULT_BLACK, REASON_TIME);
    check_outcome("[Reason \"abandoned\"]\n1. e4 0-1", RESULT_BLACK, REASON_ABANDONED);
    check_outcome("[Termination \"Abandoned\"]\n1. e4 1/2-1/2", RESULT_DRAW, REASON_ABANDONED);
    check_outcome("[Termination \"adjudication\"]\n1. e4 0-1", RESULT_BLACK, REASON_NONE);
    check_outcome("[Result \"1-0\"]\n1. e4 *", RESULT_WHITE, REASON_RESIGNATION);
    check_outcome("[Result \"?\"]\n1. e4 1-0", RESULT_WHITE, REASON_RESIGNATION);
    check_outcome("1. f3 e5 2. g4 Qh4 *", RESULT_BLACK, REASON_CHECKMATE);
    check_outcome("1. f3 e5 2. g4 Qh4", RESULT_BLACK, REASON_CHECKMATE);
    check_outcome("[Variant \"fuel\"]\n[FEN \"7k/8/8/8/8/8/8/K7 w - - 0 1 0,1\"]\n1. Ka2 1-0", RESULT_WHITE,
                  REASON_NO_FUEL);
}

static void test_results_that_contradict(void **state)
{
    (void)state;
    refuses("[Result \"1-0\"]\n1. e4 0-1", ERROR_PGN, "line 2, column 7", "differs from the tag");
    refuses("1. f3 e5 2. g4 Qh4 1-0", ERROR_PGN, "line 1, column 20", "0-1 (checkmate)");
    refuses("[Result \"1-0\"]\n1. e4 e5", ERROR_PGN, "line 2, column 9", "none after the moves");
    refuses("[Variant \"fuel\"]\n1. e4 1/2-1/2", ERROR_PGN, "line 2, column 7", "has no draws");
}

static void test_moves_after_the_end(void **state)
{
    (void)state;
    const char *repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *";
    refuses("1. f3 e5 2. g4 Qh4 3. a3 *", ERROR_GAME_OVER, "line 1, column 23", "move 3. a3");
    refuses(repeated, ERROR_GAME_OVER, "line 1, column 48", "for the third time");
    struct record record;
    assert_int_equal(read_flags(repeated, PGN_PAST_DRAWS, &record, NULL), PGN_GAME);
    assert_int_equal(record.turns.count, 9);
    assert_int_equal(record.outcome.result, RESULT_ONGOING);
    record_clear(&record);
    assert_int_equal(read_flags("1. f3 e5 2. g4 Qh4 3. a3 *", PGN_PAST_DRAWS, &record, NULL), PGN_ERROR);
}

static void test_illegal_moves(void **state)
{
    (void)state;
    refuses("[Event \"x\"]\n\n1. e4 e5 2. Nf6 Nc6 *", ERROR_ILLEGAL_MOVE, "line 3, column 13",
            "game 1: move 2. Nf6: no knight can go to f6");
    refuses("1. e4 Ke7 *", ERROR_ILLEGAL_MOVE, "line 1, column 7", "move 1... Ke7");
    refuses("1. e4 hello *", ERROR_MOVE_SYNTAX, "line 1, column 8", "move 1... hello");
    refuses("1. e4 {\xc3\xa4\xc3\xa4} Ke7 *", ERROR_ILLEGAL_MOVE, "line 1, column 12",
            "Ke7"); // counted in characters
    refuses("[Variant \"fuel\"]\n[Fuel \"3\"]\n1. Nf3 e5 2. Nd4 *", ERROR_ILLEGAL_MOVE, "line 3, column 14",
            "costs 2 fuel");
    refuses("!? *", ERROR_MOVE_SYNTAX, "line 1, column 1", "move 1.");
    refuses("e.p. *", ERROR_MOVE_SYNTAX, "line 1, column 2", "move 1.");
    refuses("1. -- *", ERROR_ILLEGAL_MOVE, "line 1, column 4", "--");
}

static void test_wrong_tags(void **state)
{
    (void)state;
    refuses("[Variant \"nochess\"]\n*", ERROR_UNKNOWN_GAME, "line 1, column 1", "nochess");
    refuses("[Event \"x\"]\n[Variant \"fuel\"]\n[Fuel \"0\"]\n*", ERROR_PARAMETER, "line 3, column 1",
            "1 to 999");
    refuses("[WhiteArmy \"red\"]\n*", ERROR_PARAMETER, "line 1, column 1", "clobberers");
    refuses("[FEN \"8/8/8/8/8/8/8/K1k w - - 0 1\"]\n*", ERROR_FEN, "line 1, column 1", "fen[17]");
    refuses("[FEN \"\"]\n*", ERROR_FEN, "line 1, column 1", "[FEN]");
    refuses("[SetUp \"1\"]\n1. e4 *", ERROR_PGN, "line 1, column 1", "no [FEN]");
    refuses("[White \"a\"]\n[White \"b\"]\n*", ERROR_PGN, "line 2, column 1", "twice");
    refuses("[]\n*", ERROR_PGN, "line 1, column 2", "name");
    refuses("[Event]\n*", ERROR_PGN, "line 1, column 7", "quotation");
    refuses("[Event \"x]\n*", ERROR_PGN, "line 1, column 11", "closing");
    refuses("[Event \"x\"\n*", ERROR_PGN, "line 2, column 1", "]");
    refuses("[Event \"x", ERROR_PGN, "line 1, column 10", "closing");
    refuses("[Event \"x\\", ERROR_PGN, "line 1, column 11", "closing");
    refuses("[", ERROR_PGN, "line 1, column 2", "name");
}

static void test_wrong_structure(void **state)
{
    (void)state;
    refuses("1. e4 {no end", ERROR_PGN, "line 1, column 7", "is not closed");
    refuses("1. e4\n(1. d4", ERROR_PGN, "line 2, column 1", "is not closed");
    refuses("1. e4 (1. d4 (1. c4) *\n\n[Event \"x\"]\n*", ERROR_PGN, "line 1, column 7", "is not closed");
    refuses("1. e4 (1. d4 {) *", ERROR_PGN, "line 1, column 14", "is not closed");
    refuses("1. e4 )", ERROR_PGN, "line 1, column 7", "no open variation");
    refuses("1. e4 $", ERROR_PGN, "line 1, column 8", "number");
    refuses("1. e4 $256", ERROR_PGN, "line 1, column 10", "$255");
    refuses("1. e4 <x>", ERROR_PGN, "line 1, column 7", "is not allowed");
    refuses("1. e4 ] *", ERROR_PGN, "line 1, column 7", "is not allowed");
    refuses("1. e4 } *", ERROR_PGN, "line 1, column 7", "is not allowed");
}

// Engines that annotate write null moves into variations, where nothing is played.
static void test_null_moves(void **state)
{
    (void)state;
    struct pgn_reader reader;
    struct record record;
    static const char variations[] = "1. e4 (1. -- e5 2. Z0 -- (2... null 3. 0000)) e5 2. Nf3 *";
    pgn_reader_init(&reader, variations, sizeof variations - 1, PGN_PLAIN);
    assert_int_equal(pgn_read(&reader, &record, NULL), PGN_GAME);
    assert_int_equal(record.turns.count, 3);
    record_clear(&record);
    refuses("1. e4 -- 2. d4 *", ERROR_ILLEGAL_MOVE, "line 1, column 7",
            "null move, which may only occur in variations");
    refuses("1. Z0 *", ERROR_ILLEGAL_MOVE, "line 1, column 4",
            "null move, which may only occur in variations");
    refuses("1. e4 null *", ERROR_ILLEGAL_MOVE, "line 1, column 7",
            "null move, which may only occur in variations");
    refuses("1. e4 0000 *", ERROR_ILLEGAL_MOVE, "line 1, column 7",
            "null move, which may only occur in variations");
}

// What cannot be played there is kept as a comment, which is UTF-8 whatever the file is.
static void test_what_cannot_be_played_in_a_variation_is_kept(void **state)
{
    (void)state;
    struct pgn_reader reader;
    struct record record;
    static const char latin[] = "1. e4 e5 (1... g6 2. caf\xe9 {na\xefve} d4) 2. Nf3 *";
    pgn_reader_init(&reader, latin, sizeof latin - 1, PGN_VARIATIONS);
    assert_int_equal(pgn_read(&reader, &record, NULL), PGN_GAME);
    const struct record_line *line = &record.turns.items[1].variations.items[0];
    assert_int_equal(line->turns.count, 1);
    assert_string_equal(line->turns.items[0].comment, "caf\u00e9 (na\u00efve) d4");
    record_clear(&record);
}

static void test_zero_bytes(void **state)
{
    (void)state;
    static const char *const texts[] = {"1. e4 @ e5", "1. e4@ e5",        "1. e4 {@}",
                                        "1. e4 ;@\n", "[Event \"@\"]\n*", "@"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char copy[64];
        size_t length = strlen(texts[i]);
        memcpy(copy, texts[i], length);
        *(char *)memchr(copy, '@', length) = '\0';
        struct pgn_reader reader;
        struct record record;
        struct error err = {0};
        pgn_reader_init(&reader, copy, length, PGN_PLAIN);
        assert_int_equal(pgn_read(&reader, &record, &err), PGN_ERROR);
        assert_int_equal(err.code, ERROR_PGN);
    }
}

static void test_several_games_and_faults_between(void **state)
{
    (void)state;
    static const char text[] = "; a file of games\n\n[Event \"1\"]\n1. e4 *\n[Event \"2\"]\n1. e5 *\n\n"
                               "[Event \"3\"]\n1. d4 {open\n\n[Event \"4\"]\n[Result \"*\"]\n\n"
                               "[Event \"5\"]\n1. c4 } *\n[Event \"6\"]\n1. d4 *\n1. c4 *\n;the end\n";
    struct pgn_reader reader;
    struct record record;
    struct error err = {0};
    pgn_reader_init(&reader, text, strlen(text), PGN_PLAIN);
    static const char *const events[] = {"1", NULL, "3", "6", "", "end"};
    for (size_t i = 0; strcmp(events[i] ? events[i] : "", "end") != 0; i++) {
        enum pgn_status status = pgn_read(&reader, &record, &err);
        assert_int_equal(status, events[i] ? PGN_GAME : PGN_ERROR);
        assert_int_equal(reader.game, i + 1);
        if (!events[i])
            continue;
        const char *event = record_tag(&record, "Event");
        assert_string_equal(event ? event : "", events[i]);
        record_clear(&record);
    }
    assert_int_equal(pgn_read(&reader, &record, &err), PGN_END);
    assert_int_equal(pgn_read(&reader, &record, &err), PGN_END);
}

// A game that begins with another tag than Event is not lost behind one that was refused.
static void test_goes_on_at_any_tag_behind_an_empty_line(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[Variant \"fuel\"]\n\n1. e5 *\n\n[Variant \"fuel\"]\n\n1. e4 *\n",
        "[White \"a\"]\r\n\r\n1. e4 {\r\n\r\n[Black \"b\"]\r\n\r\n1. e4 *\r\n",
        "[White \"a\"]\n[Fuel \"x\n[Black \"b\"]\n\n1. e5 [%clk] *\n\n[%clk]\n\n[White \"c\"]\n\n1. e4 *",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct pgn_reader reader;
        struct record record;
        struct error err = {0};
        pgn_reader_init(&reader, texts[i], strlen(texts[i]), PGN_PLAIN);
        assert_int_equal(pgn_read(&reader, &record, &err), PGN_ERROR);
        assert_int_equal(pgn_read(&reader, &record, &err), PGN_GAME);
        assert_int_equal(record.turns.count, 1);
        record_clear(&record);
        assert_int_equal(pgn_read(&reader, &record, &err), PGN_END);
    }
}

static void test_nothing_in_it(void **state)
{
    (void)state;
    static const char *const texts[] = {"", " \n\t\r\n", "; only a comment", "{one} {two}", "% escaped\n%"};
    struct record record;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(read_flags(texts[i], PGN_PLAIN, &record, NULL), PGN_END);
}

// A text made of a beginning and many repetitions.
static char *repeat(const char *begin, const char *part, size_t times)
{
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, begin);
    for (size_t i = 0; i < times; i++)
        buffer_add(&text, part);
    return buffer_take(&text);
}

static void check_too_large(char *text)
{
    struct record record;
    struct error err = {0};
    assert_int_equal(read_flags(text, PGN_PAST_DRAWS | PGN_VARIATIONS, &record, &err), PGN_ERROR);
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    free(text);
}

static void test_bounds(void **state)
{
    (void)state;
    check_too_large(repeat("1. e4 ", "(", PGN_DEPTH_MAX + 1));
    check_too_large(repeat("[Event \"", "x", PGN_TAG_MAX + 1));
    char *latin = repeat("[Event \"", "\xe9", PGN_TAG_MAX / 2 + 1); // twice as long in UTF-8
    check_too_large(repeat(latin, "\"]\n*", 1));
    free(latin);
    check_too_large(repeat("1. e4 ", "{0123456789}\n", PGN_GAME_SIZE_MAX / 13 + 1));
    check_too_large(repeat("", "Nf3 Nf6 Ng1 Ng8\n", PGN_TURNS_MAX / 4 + 1));
    check_too_large(repeat("1. e4 ", "()", PGN_VARIATIONS_MAX + 1));
    check_too_large(repeat("1. e4 ", "(1. d4", PGN_DEPTH_MAX + 1));
    struct buffer text;
    buffer_init(&text);
    for (int i = 0; i <= PGN_TAGS_MAX; i++)
        buffer_addf(&text, "[T%d \"x\"]\n", i);
    check_too_large(buffer_take(&text));
    struct pgn_reader reader;
    struct record record;
    struct error err = {0};
    static const char beginning[] = "   "; // more is not looked at before it is refused
    pgn_reader_init(&reader, beginning, (size_t)PGN_SIZE_MAX + 1, PGN_PLAIN);
    assert_int_equal(pgn_read(&reader, &record, &err), PGN_ERROR);
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    assert_int_equal(pgn_read(&reader, &record, &err), PGN_END);
}

// ---- Faults ----

static void test_a_fault_is_told_in_parts(void **state)
{
    (void)state;
    static const char text[] = "1. e4 e5 2. Nf3 Nc6\n3. Bb6 {a slip} (3. Bc4) a6 ! 4. Ba4 Nf6 5. O-O Nxe5 *\n"
                               "[Event \"?\"]\n\n1. d4 *";
    struct pgn_reader reader;
    struct pgn_fault fault;
    struct record record;
    struct error err = {0};
    struct position pos;
    struct turn turn;
    pgn_reader_init(&reader, text, sizeof text - 1, PGN_PLAIN);
    reader.fault = &fault;
    assert_int_equal(pgn_read(&reader, &record, &err), PGN_ERROR);
    assert_true(fault.found);
    assert_string_equal(fault.text, "Bb6");
    assert_int_equal(fault.line, 2);
    assert_int_equal(fault.column, 4);
    assert_int_equal(fault.record.turns.count, 4);
    assert_int_equal(fault.reason.code, ERROR_ILLEGAL_MOVE);
    pgn_fault_position(&fault, &pos);
    assert_int_equal(pos.state.fullmove, 3);
    assert_true(san_read_turn(&pos, "Bb5", &turn, NULL));
    assert_int_equal(pgn_fault_follow(&fault, &turn), 4); // up to Nxe5, which is illegal
    assert_true(san_read_turn(&pos, "Bc4", &turn, NULL));
    assert_int_equal(pgn_fault_follow(&fault, &turn), 1);
    record_clear(&fault.record);
    assert_int_equal(pgn_read(&reader, &record, &err), PGN_GAME);
    assert_false(fault.found);
    record_clear(&record);
    assert_int_equal(pgn_read(&reader, &record, &err), PGN_END);
}

static void test_faults_of_form_are_no_faults_of_turns(void **state)
{
    (void)state;
    static const char text[] = "1. e4 {no end";
    struct pgn_reader reader;
    struct pgn_fault fault;
    struct record record;
    struct error err = {0};
    pgn_reader_init(&reader, text, sizeof text - 1, PGN_PLAIN);
    reader.fault = &fault;
    assert_int_equal(pgn_read(&reader, &record, &err), PGN_ERROR);
    assert_false(fault.found);
}

static void test_the_game_that_is_meant_without_a_tag(void **state)
{
    (void)state;
    static const char text[] = "1. @@f3 *\n[Variant \"chess\"]\n1. e4 *\n[WhiteArmy \"rookies\"]\n1. @@f3 *";
    struct pgn_reader reader;
    struct record record;
    struct error err = {0};
    struct parameters parameters;
    const struct game *game = game_find("hans38", NULL);
    game_defaults(game, &parameters);
    parameters.value[1] = 2;
    pgn_reader_init(&reader, text, sizeof text - 1, PGN_PLAIN);
    reader.game_meant = game;
    reader.parameters_meant = &parameters;
    static const struct {
        const char *game;
        int white, black;
    } expected[] = {{"hans38", 0, 2}, {"chess", 0, 0}, {"hans38", 3, 2}};
    for (int i = 0; i < 3; i++) {
        if (pgn_read(&reader, &record, &err) != PGN_GAME)
            fail_msg("%s: %s", err.at, err.message);
        assert_string_equal(record.variant->game->name, expected[i].game);
        assert_int_equal(record.variant->parameters.value[0], expected[i].white);
        assert_int_equal(record.variant->parameters.value[1], expected[i].black);
        record_clear(&record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_however_numbered),
        cmocka_unit_test(test_what_is_skipped),
        cmocka_unit_test(test_promotion_and_en_passant),
        cmocka_unit_test(test_tags_comments_and_glyphs_are_kept),
        cmocka_unit_test(test_variant_by_title_or_name),
        cmocka_unit_test(test_armies_and_a_player_called_white),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_results_that_contradict),
        cmocka_unit_test(test_moves_after_the_end),
        cmocka_unit_test(test_illegal_moves),
        cmocka_unit_test(test_wrong_tags),
        cmocka_unit_test(test_wrong_structure),
        cmocka_unit_test(test_null_moves),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_several_games_and_faults_between),
        cmocka_unit_test(test_goes_on_at_any_tag_behind_an_empty_line),
        cmocka_unit_test(test_nothing_in_it),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_what_cannot_be_played_in_a_variation_is_kept),
        cmocka_unit_test(test_a_fault_is_told_in_parts),
        cmocka_unit_test(test_faults_of_form_are_no_faults_of_turns),
        cmocka_unit_test(test_the_game_that_is_meant_without_a_tag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
