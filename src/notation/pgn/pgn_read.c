// SPDX-License-Identifier: GPL-3.0-or-later
// Reads games as PGN: the tags, then the moves (pgn_moves.c), then the result, which is checked.
//
// Source: Portable Game Notation standard (S. J. Edwards, 1994), section 7: import format.
#include "base/text.h"
#include "notation/pgn/pgn_names.h"
#include "notation/pgn/pgn_reading.h"
#include "position/game.h"

#include <stdio.h>
#include <string.h>

void pgn_reader_init(struct pgn_reader *reader, const char *text, size_t length, unsigned flags)
{
    *reader = (struct pgn_reader){.text = text, .length = length, .line = 1, .column = 1, .flags = flags};
    // The byte-order mark that some editors put before UTF-8.
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        reader->at = 3;
}

// ---- The end ----

// How a game that does not end on the board ended, according to its tags.
static enum reason reason_said(const struct reading *reading, enum result result)
{
    const struct pgn_tag *tag = pgn_tags_find(&reading->tags, "Reason");
    enum reason reason = tag ? pgn_reason_of(tag->value) : REASON_NONE, usual;
    usual = result == RESULT_DRAW ? REASON_AGREEMENT : REASON_RESIGNATION;
    if (reason == usual || reason == REASON_TIME || reason == REASON_ABANDONED)
        return reason;
    tag = pgn_tags_find(&reading->tags, "Termination");
    if (tag && text_equal_nocase(tag->value, "time forfeit"))
        return REASON_TIME;
    if (tag && text_equal_nocase(tag->value, "abandoned"))
        return REASON_ABANDONED;
    return !tag || pgn_is_plain_termination(tag->value) ? usual : REASON_NONE;
}

static bool fail_result(struct reading *reading, const struct outcome *board, enum result said)
{
    char message[160];
    snprintf(message, sizeof message, "the result is given as %s, but the moves end with %s (%s)",
             pgn_result_text(said), pgn_result_text(board->result), reason_words(board->reason));
    return reading_fail(reading, ERROR_PGN, message);
}

// The result that tag and marker agree on; RESULT_ONGOING if neither gives one.
static bool read_result(struct reading *reading, enum result *result)
{
    enum result tagged = RESULT_ONGOING;
    const struct pgn_tag *tag = pgn_tags_find(&reading->tags, "Result");
    if (tag)
        pgn_result_of(tag->value, &tagged);
    *result = reading->has_marker && reading->marker != RESULT_ONGOING ? reading->marker : tagged;
    if (tagged != RESULT_ONGOING && tagged != *result)
        return reading_fail(reading, ERROR_PGN, "the result after the moves differs from the tag [Result]");
    return true;
}

static bool judge(struct reading *reading)
{
    enum result said;
    struct outcome board = position_outcome(&reading->line.now, &reading->history);
    if (!read_result(reading, &said))
        return false;
    bool claimable = reason_is_claimable(board.reason) && reading->reader->flags & PGN_PAST_DRAWS;
    reading->record.outcome = board;
    if (said == RESULT_ONGOING || said == board.result)
        return true;
    if (board.result != RESULT_ONGOING && !claimable)
        return fail_result(reading, &board, said);
    if (!reading->has_marker)
        return reading_fail(reading, ERROR_PGN,
                            "the tag [Result] gives a result, but there is none after the moves");
    if (said == RESULT_DRAW && !variant_has_draws(reading->record.variant))
        return reading_fail(reading, ERROR_PGN, "the result is a draw, but this game has no draws");
    reading->record.outcome = (struct outcome){said, reason_said(reading, said)};
    return true;
}

// ---- The game ----

static bool read_tags(struct reading *reading)
{
    for (;;) {
        reading->mark = *reading->reader;
        if (!token_next(reading->reader, &reading->token, reading->err))
            return false;
        if (reading->token.kind == TOKEN_TAG) {
            if (!pgn_tags_read(&reading->tags, reading->reader, reading->err))
                return false;
        } else {
            *reading->reader = reading->mark;
            return true;
        }
    }
}

static bool begin_record(struct reading *reading)
{
    struct position start;
    struct variant *variant = pgn_tags_variant(&reading->tags, reading->reader, reading->err);
    if (!variant)
        return false;
    if (!pgn_tags_start(&reading->tags, reading->reader, variant, &start, reading->err)) {
        if (!reading->reader->lent)
            variant_free(variant);
        return false;
    }
    if (reading->reader->lent)
        record_init(&reading->record, variant, &start);
    else
        record_init_owned(&reading->record, variant, &start);
    reading->line.turns = &reading->record.turns;
    reading->line.opening = &reading->record.comment;
    reading->line.now = start;
    return pgn_tags_keep(&reading->tags, &reading->record) || reading_fail_memory(reading);
}

// Where the tags stand; turns are added as they are read.
static void begin_places(const struct reading *reading)
{
    struct pgn_places *places = reading->reader->places;
    const struct pgn_tag *tag = pgn_tags_find(&reading->tags, "TimeControl");
    if (!places)
        return;
    places->turns.count = 0;
    places->time_control = tag ? tag->line : 0;
}

static bool read_game(struct reading *reading)
{
    if (!read_tags(reading) || !begin_record(reading))
        return false;
    begin_places(reading);
    return reading_moves(reading) && judge(reading);
}

// Skips what precedes the tags of a game; comments before the moves of a game without tags belong to it. False at the
// end of the text.
static bool find_game(struct pgn_reader *reader)
{
    struct pgn_reader first = *reader, before;
    struct token token;
    bool read;
    buffer_init(&token.text);
    do {
        before = *reader;
        read = token_next(reader, &token, NULL);
    } while (read && token.kind == TOKEN_COMMENT);
    buffer_clear(&token.text);
    if (read && token.kind == TOKEN_END)
        return false;
    // What cannot be read is an error in the game that begins here.
    *reader = read && token.kind == TOKEN_TAG ? before : first;
    return true;
}

// Moves on past the result of a list of moves, or to the tags of the next game.
static void skip_list(struct pgn_reader *reader)
{
    struct pgn_reader before;
    struct token token;
    bool read, ends = false;
    int depth = 0; // of variations
    buffer_init(&token.text);
    do {
        before = *reader;
        read = token_next(reader, &token, NULL);
        if (!read)
            break;
        depth += (token.kind == TOKEN_OPEN) - (token.kind == TOKEN_CLOSE);
        ends =
            token.kind == TOKEN_TAG || token.kind == TOKEN_END || (token.kind == TOKEN_RESULT && depth <= 0);
    } while (!ends);
    if (!read)
        token_skip_game(reader);
    else if (token.kind == TOKEN_TAG)
        *reader = before;
    buffer_clear(&token.text);
}

// The record belongs to the fault, if there is one, and is otherwise useless.
static void leave_record(struct reading *reading)
{
    struct pgn_fault *fault = reading->reader->fault;
    if (fault && fault->found)
        fault->record = reading->record;
    else
        record_clear(&reading->record);
}

enum pgn_status pgn_read(struct pgn_reader *reader, struct record *record, struct error *err)
{
    if (reader->fault)
        reader->fault->found = false;
    if (reader->length > PGN_SIZE_MAX && !reader->game) {
        error_set(err, ERROR_TOO_LARGE, "", "a PGN text has at most %d bytes", PGN_SIZE_MAX);
        reader->at = reader->length;
        reader->game++;
        return PGN_ERROR;
    }
    if (!find_game(reader))
        return PGN_END;
    reader->start = reader->at;
    reader->game++;
    struct reading reading = {.reader = reader, .mark = *reader, .err = err};
    pgn_tags_init(&reading.tags);
    buffer_init(&reading.token.text);
    buffer_init(&reading.line.comment);
    history_init(&reading.history);
    bool good = read_game(&reading), list = !reading.tags.count && reading.turn_failed;
    pgn_tags_clear(&reading.tags);
    buffer_clear(&reading.token.text);
    buffer_clear(&reading.line.comment);
    history_clear(&reading.history);
    if (good) {
        *record = reading.record;
        return PGN_GAME;
    }
    leave_record(&reading);
    unsigned game = reader->game;
    *reader = reading.mark;
    reader->game = game;
    if (list)
        skip_list(reader);
    else
        token_skip_game(reader);
    return PGN_ERROR;
}
