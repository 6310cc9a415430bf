// SPDX-License-Identifier: GPL-3.0-or-later
// Reads games as PGN: the tags, then the turns, which are played one by one, then the result, which is checked.
//
// Source: Portable Game Notation standard (S. J. Edwards, 1994), section 7: import format.
#include "base/memory.h"
#include "base/text.h"
#include "notation/line.h"
#include "notation/pgn/pgn.h"
#include "notation/pgn/pgn_names.h"
#include "notation/pgn/pgn_tags.h"
#include "notation/pgn/pgn_token.h"
#include "notation/san.h"
#include "position/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A game that is being read.
struct reading {
    struct pgn_reader *reader;
    struct pgn_reader mark; // where the last tag or token began: the search for the next game starts there
    struct pgn_tags tags;
    struct token token;
    struct buffer comment; // after the last turn, so far
    struct record record;
    struct position now;
    struct history history;
    bool has_marker; // the moves end with a result
    enum result marker;
    bool turn_failed; // as opposed to a tag, comment or the like
    struct error *err;
};

void pgn_reader_init(struct pgn_reader *reader, const char *text, size_t length, unsigned flags)
{
    *reader = (struct pgn_reader){.text = text, .length = length, .line = 1, .column = 1, .flags = flags};
    // The byte-order mark that some editors put before UTF-8.
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        reader->at = 3;
}

static bool fail_token(struct reading *reading, enum error_code code, const char *message)
{
    struct text_place place = {reading->token.line, reading->token.column};
    return token_fail(reading->reader, code, place, reading->err, message);
}

static bool fail_memory(struct reading *reading)
{
    return fail_token(reading, ERROR_SYSTEM, "out of memory");
}

// ---- Remarks ----

// Comments are collected, and given to the record before the next turn, so that many cost no more than one.
static void collect_comment(struct reading *reading)
{
    struct record *record = &reading->record;
    const char *text = buffer_text(&reading->token.text);
    // Whether the comment only repeats the fuel: Nf3 {48}.
    bool fuel = record->variant->metered && record->turns.count && !text[strspn(text, "0123456789")];
    if (!*text || fuel)
        return;
    if (reading->comment.length)
        buffer_add_char(&reading->comment, ' ');
    buffer_add(&reading->comment, text);
}

static bool keep_comment(struct reading *reading)
{
    struct record *record = &reading->record;
    if (reading->comment.failed)
        return fail_memory(reading);
    if (!reading->comment.length)
        return true;
    char **comment =
        record->turns.count ? &record->turns.items[record->turns.count - 1].comment : &record->comment;
    *comment = memory_try_copy_text(buffer_text(&reading->comment));
    buffer_reset(&reading->comment);
    return *comment || fail_memory(reading);
}

static void keep_nag(struct record *record, unsigned nag)
{
    if (!record->turns.count || !nag)
        return;
    struct record_turn *turn = &record->turns.items[record->turns.count - 1];
    if (turn->nag_count < RECORD_NAGS_MAX)
        turn->nags[turn->nag_count++] = (uint8_t)nag;
}

// The glyph for "!?" and the like, or 0.
static unsigned nag_of(const char *suffix)
{
    static const char *const glyphs[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    for (unsigned i = 1; i < sizeof glyphs / sizeof *glyphs; i++)
        if (strcmp(suffix, glyphs[i]) == 0)
            return i;
    return 0;
}

static bool skip_variation(struct reading *reading)
{
    struct token inner;
    int depth = 1;
    bool good = true;
    buffer_init(&inner.text);
    while (good && depth) {
        good = token_next(reading->reader, &inner, reading->err);
        if (!good)
            break;
        depth += (inner.kind == TOKEN_OPEN) - (inner.kind == TOKEN_CLOSE);
        if (inner.kind == TOKEN_END || inner.kind == TOKEN_TAG)
            good = fail_token(reading, ERROR_PGN, "this variation is not closed");
        else if (depth > PGN_DEPTH_MAX)
            good = fail_token(reading, ERROR_TOO_LARGE, "variations are nested too deeply");
    }
    buffer_clear(&inner.text);
    return good;
}

// ---- Turns ----

static bool play(struct reading *reading, const char *text, struct turn *turn, struct error *err)
{
    bool past_draws = reading->reader->flags & PGN_PAST_DRAWS;
    enum reason reason =
        past_draws ? position_outcome_of(&reading->now, true, &reading->history).reason : REASON_NONE;
    if (reason != REASON_REPETITION && reason != REASON_FIFTY)
        return line_play(&reading->now, &reading->history, text, turn, err);
    if (!san_read_turn(&reading->now, text, turn, err))
        return false;
    if (!history_push(&reading->history, &reading->now))
        return error_no_memory(err);
    turn_play(&reading->now, turn);
    return true;
}

static void note_fault(struct reading *reading, const struct error *reason, unsigned column)
{
    struct pgn_fault *fault = reading->reader->fault;
    if (!fault)
        return;
    fault->found = true;
    fault->line = reading->token.line;
    fault->column = column;
    fault->reason = *reason;
    fault->behind = *reading->reader;
    snprintf(fault->text, sizeof fault->text, "%s", buffer_text(&reading->token.text));
}

static bool fail_turn(struct reading *reading, const struct error *reason)
{
    unsigned offset = 0;
    char message[sizeof reason->message + 80];
    reading->turn_failed = true;
    sscanf(reason->at, "move[%u]", &offset);
    note_fault(reading, reason, reading->token.column + offset);
    snprintf(message, sizeof message, "move %u%s %.24s: %s", (unsigned)reading->now.state.fullmove,
             position_side(&reading->now) == WHITE ? "." : "...", buffer_text(&reading->token.text),
             reason->message);
    struct text_place place = {reading->token.line, reading->token.column + offset};
    return token_fail(reading->reader, reason->code, place, reading->err, message);
}

// Whether the word is "e.p." after a capture, or "!?" separate from its move.
static bool is_afterthought(struct reading *reading, const char *word)
{
    if (!reading->record.turns.count)
        return false;
    if (strcmp(word, "e.p.") == 0 || strcmp(word, "ep") == 0)
        return true;
    if (word[strspn(word, "!?")])
        return false;
    // In games with announcements a lone "!" is an announcement, and this one is false.
    if (strcmp(word, "!") == 0 && reading->record.variant->game->announceable)
        return false;
    keep_nag(&reading->record, nag_of(word));
    return true;
}

// Whether the word is a null move, which annotating engines write into variations.
static bool is_null_move(const char *word)
{
    static const char *const forms[] = {"--", "Z0", "null", "0000"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (text_equal_nocase(word, forms[i]))
            return true;
    return false;
}

static bool play_turn(struct reading *reading)
{
    const char *word = buffer_text(&reading->token.text);
    struct error reason = {.code = ERROR_NONE};
    struct turn turn;
    if (reading->record.turns.count == PGN_TURNS_MAX)
        return fail_token(reading, ERROR_TOO_LARGE, "the game has too many moves");
    if (!play(reading, word, &turn, &reason)) {
        if (is_null_move(word) && reason.code != ERROR_GAME_OVER)
            error_set(&reason, ERROR_ILLEGAL_MOVE, "",
                      "this is a null move, which may only occur in variations");
        return is_afterthought(reading, word) || fail_turn(reading, &reason);
    }
    if (!keep_comment(reading))
        return false;
    if (!record_add_turn(&reading->record, &turn))
        return fail_memory(reading);
    // After a comma, "!" is an action and not an annotation.
    size_t length = strlen(word), stem = length;
    while (stem && strchr("!?", word[stem - 1]))
        stem--;
    if (stem && word[stem - 1] != ',')
        keep_nag(&reading->record, nag_of(word + stem));
    return true;
}

// Handles one token of the moves; *done if the game ends with or before it.
static bool read_token(struct reading *reading, bool *done)
{
    struct token *token = &reading->token;
    reading->mark = *reading->reader;
    if (!token_next(reading->reader, token, reading->err))
        return false;
    if (reading->reader->at - reading->reader->start > PGN_GAME_SIZE_MAX)
        return fail_token(reading, ERROR_TOO_LARGE, "the text of this game is too long");
    switch (token->kind) {
    case TOKEN_COMMENT:
        collect_comment(reading);
        return true;
    case TOKEN_NAG:
        keep_nag(&reading->record, token->value);
        return true;
    case TOKEN_OPEN:
        return skip_variation(reading);
    case TOKEN_CLOSE:
        return fail_token(reading, ERROR_PGN, "there is no open variation here");
    case TOKEN_MOVE:
        return play_turn(reading);
    case TOKEN_RESULT:
        reading->has_marker = true;
        reading->marker = (enum result)token->value;
        *done = true;
        return true;
    case TOKEN_END:
    case TOKEN_TAG:
        *done = true;
        return true;
    default: // a move number
        return true;
    }
}

// ---- The end ----

// How a game that does not end on the board ended, according to its tags.
static enum reason reason_said(const struct reading *reading, enum result result)
{
    const struct pgn_tag *tag = pgn_tags_find(&reading->tags, "Reason");
    enum reason reason = tag ? pgn_reason_of(tag->value) : REASON_NONE, usual;
    usual = result == RESULT_DRAW ? REASON_AGREEMENT : REASON_RESIGNATION;
    if (reason == usual || reason == REASON_TIME)
        return reason;
    tag = pgn_tags_find(&reading->tags, "Termination");
    if (tag && text_equal_nocase(tag->value, "time forfeit"))
        return REASON_TIME;
    return !tag || pgn_is_plain_termination(tag->value) ? usual : REASON_NONE;
}

static bool fail_result(struct reading *reading, const struct outcome *board, enum result said)
{
    char message[160];
    snprintf(message, sizeof message, "the result is given as %s, but the moves end with %s (%s)",
             pgn_result_text(said), pgn_result_text(board->result), reason_words(board->reason));
    return fail_token(reading, ERROR_PGN, message);
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
        return fail_token(reading, ERROR_PGN, "the result after the moves differs from the tag [Result]");
    return true;
}

static bool judge(struct reading *reading)
{
    enum result said;
    struct outcome board = position_outcome(&reading->now, &reading->history);
    if (!read_result(reading, &said))
        return false;
    bool claimable = (board.reason == REASON_REPETITION || board.reason == REASON_FIFTY) &&
                     reading->reader->flags & PGN_PAST_DRAWS;
    reading->record.outcome = board;
    if (said == RESULT_ONGOING || said == board.result)
        return true;
    if (board.result != RESULT_ONGOING && !claimable)
        return fail_result(reading, &board, said);
    if (!reading->has_marker)
        return fail_token(reading, ERROR_PGN,
                          "the tag [Result] gives a result, but there is none after the moves");
    if (said == RESULT_DRAW && !reading->record.variant->draws)
        return fail_token(reading, ERROR_PGN, "the result is a draw, but this game has no draws");
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
    reading->now = start;
    return pgn_tags_keep(&reading->tags, &reading->record) || fail_memory(reading);
}

static bool read_game(struct reading *reading)
{
    if (!read_tags(reading) || !begin_record(reading))
        return false;
    for (bool done = false; !done;)
        if (!read_token(reading, &done))
            return false;
    return keep_comment(reading) && judge(reading);
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
    buffer_init(&reading.comment);
    history_init(&reading.history);
    bool good = read_game(&reading), list = !reading.tags.count && reading.turn_failed;
    pgn_tags_clear(&reading.tags);
    buffer_clear(&reading.token.text);
    buffer_clear(&reading.comment);
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

// ---- After a fault ----

static void replay(const struct pgn_fault *fault, struct position *pos, struct history *history)
{
    *pos = fault->record.start;
    for (size_t i = 0; i < fault->record.turns.count; i++) {
        // If memory runs out, fewer turns are reported as legal.
        if (history)
            (void)history_push(history, pos);
        turn_play(pos, &fault->record.turns.items[i].turn);
    }
}

void pgn_fault_position(const struct pgn_fault *fault, struct position *pos)
{
    replay(fault, pos, NULL);
}

// Plays the turns from the reader's place on, as simply as possible.
static unsigned follow(struct reading *reading)
{
    unsigned count = 0;
    while (token_next(reading->reader, &reading->token, NULL)) {
        struct turn turn;
        const char *word = buffer_text(&reading->token.text);
        switch (reading->token.kind) {
        case TOKEN_MOVE:
            if (play(reading, word, &turn, NULL))
                count++;
            else if (strcmp(word, "e.p.") != 0 && word[strspn(word, "!?")])
                return count;
            break;
        case TOKEN_OPEN:
            if (!skip_variation(reading))
                return count;
            break;
        case TOKEN_RESULT:
        case TOKEN_END:
        case TOKEN_TAG:
        case TOKEN_CLOSE:
            return count;
        default:
            break;
        }
    }
    return count;
}

unsigned pgn_fault_follow(const struct pgn_fault *fault, const struct turn *turn)
{
    struct pgn_reader reader = fault->behind;
    struct reading reading = {.reader = &reader};
    buffer_init(&reading.token.text);
    history_init(&reading.history);
    replay(fault, &reading.now, &reading.history);
    (void)history_push(&reading.history, &reading.now);
    turn_play(&reading.now, turn);
    unsigned count = follow(&reading);
    buffer_clear(&reading.token.text);
    history_clear(&reading.history);
    return count;
}
