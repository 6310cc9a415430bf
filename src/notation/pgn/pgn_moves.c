// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the moves of a game, which are played one by one.
//
// Source: Portable Game Notation standard (S. J. Edwards, 1994), section 8.2: movetext.
#include "base/memory.h"
#include "base/text.h"
#include "notation/line.h"
#include "notation/pgn/pgn_reading.h"
#include "notation/san.h"
#include "position/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool reading_fail(struct reading *reading, enum error_code code, const char *message)
{
    struct text_place place = {reading->token.line, reading->token.column};
    return token_fail(reading->reader, code, place, reading->err, message);
}

bool reading_fail_memory(struct reading *reading)
{
    return reading_fail(reading, ERROR_SYSTEM, "out of memory");
}

// ---- Remarks ----

// The turn that was read last in this line, or NULL.
static struct record_turn *last_turn(const struct reading_line *line)
{
    return line->turns->count ? vector_last(line->turns) : NULL;
}

// Comments are collected, and given to the record before the next turn, so that many cost no more than one.
static void collect_comment(struct reading_line *line, const char *text)
{
    if (!*text)
        return;
    if (line->comment.length)
        buffer_add_char(&line->comment, ' ');
    buffer_add(&line->comment, text);
}

// Collects the comment that is the token, unless it only repeats the fuel: Nf3 {48}.
static void take_comment(struct reading *reading)
{
    const char *text = buffer_text(&reading->token.text);
    bool fuel = reading->record.variant->metered && last_turn(&reading->line) && !reading->token.value &&
                !text[strspn(text, "0123456789")];
    if (!fuel)
        collect_comment(&reading->line, text);
}

static bool keep_comment(struct reading *reading)
{
    struct reading_line *line = &reading->line;
    if (line->comment.failed)
        return reading_fail_memory(reading);
    if (!line->comment.length)
        return true;
    struct record_turn *turn = last_turn(line);
    char **comment = turn ? &turn->comment : line->opening;
    *comment = memory_try_copy_text(buffer_text(&line->comment));
    buffer_reset(&line->comment);
    return *comment || reading_fail_memory(reading);
}

static void keep_nag(const struct reading_line *line, unsigned nag)
{
    struct record_turn *turn = last_turn(line);
    if (turn && nag && turn->nag_count < RECORD_NAGS_MAX)
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

// ---- Turns ----

bool reading_play(struct reading *reading, const char *text, struct turn *turn, struct error *err)
{
    bool past_draws = reading->reader->flags & PGN_PAST_DRAWS;
    return (past_draws ? line_play_past_draws : line_play)(&reading->line.now, &reading->history, text, turn,
                                                           err);
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
    snprintf(message, sizeof message, "move %u%s %.24s: %s", (unsigned)reading->line.now.state.fullmove,
             position_side(&reading->line.now) == WHITE ? "." : "...", buffer_text(&reading->token.text),
             reason->message);
    struct text_place place = {reading->token.line, reading->token.column + offset};
    return token_fail(reading->reader, reason->code, place, reading->err, message);
}

// Whether the word is "e.p." after a capture, or "!?" separate from its move.
static bool is_afterthought(struct reading *reading, const char *word)
{
    if (!last_turn(&reading->line))
        return false;
    if (strcmp(word, "e.p.") == 0 || strcmp(word, "ep") == 0)
        return true;
    if (word[strspn(word, "!?")])
        return false;
    // In games with announcements a lone "!" is an announcement, and this one is false.
    if (strcmp(word, "!") == 0 && reading->record.variant->game->announces)
        return false;
    keep_nag(&reading->line, nag_of(word));
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

// Plays the turn whose text is the token, and keeps it with its glyphs. False, with the reason, if it is not legal or memory
// runs out.
static bool add_turn(struct reading *reading, struct error *reason)
{
    const char *word = buffer_text(&reading->token.text);
    struct reading_line *line = &reading->line;
    struct position before;
    struct turn turn;
    bool branches = reading->reader->flags & PGN_VARIATIONS;
    if (branches)
        before = line->now;
    if (!reading_play(reading, word, &turn, reason))
        return false;
    if (branches)
        line->before = before;
    struct pgn_places *places = line->depth ? NULL : reading->reader->places;
    if (places && !vector_push(&places->turns, reading->token.line))
        return error_no_memory(reason);
    if (!keep_comment(reading) || !vector_push(line->turns, (struct record_turn){.turn = turn}))
        return error_no_memory(reason);
    // After a comma, "!" is an action and not an annotation.
    size_t length = strlen(word), stem = length;
    while (stem && strchr("!?", word[stem - 1]))
        stem--;
    if (stem && word[stem - 1] != ',')
        keep_nag(line, nag_of(word + stem));
    return true;
}

static bool play_turn(struct reading *reading)
{
    const char *word = buffer_text(&reading->token.text);
    struct error reason = {.code = ERROR_NONE};
    if (reading->line.turns->count == PGN_TURNS_MAX)
        return reading_fail(reading, ERROR_TOO_LARGE, "the game has too many moves");
    if (add_turn(reading, &reason))
        return true;
    if (is_null_move(word) && reason.code != ERROR_GAME_OVER)
        error_set(&reason, ERROR_ILLEGAL_MOVE, "", "this is a null move, which may only occur in variations");
    return is_afterthought(reading, word) || fail_turn(reading, &reason);
}

// ---- Variations ----

// Reads the next token of a variation, of which `depth` levels are open, and counts it among them. False with an error where no
// variation may go on.
static bool next_inside(struct reading *reading, struct token *token, unsigned *depth)
{
    if (!token_next(reading->reader, token, reading->err))
        return false;
    *depth += token->kind == TOKEN_OPEN;
    *depth -= token->kind == TOKEN_CLOSE;
    if (token->kind == TOKEN_END || token->kind == TOKEN_TAG)
        return reading_fail(reading, ERROR_PGN, "this variation is not closed");
    if (*depth > PGN_DEPTH_MAX)
        return reading_fail(reading, ERROR_TOO_LARGE, "variations are nested too deeply");
    if (reading->reader->at - reading->reader->start > PGN_GAME_SIZE_MAX)
        return reading_fail(reading, ERROR_TOO_LARGE, "the text of this game is too long");
    return true;
}

bool reading_skip_variation(struct reading *reading)
{
    struct token inner;
    unsigned outside = reading->line.depth, depth = outside + 1;
    bool good = true;
    buffer_init(&inner.text);
    while (good && depth > outside)
        good = next_inside(reading, &inner, &depth);
    buffer_clear(&inner.text);
    return good;
}

// Appends a token to a comment, in which there are no braces.
static void tell_token(struct buffer *text, const struct token *token)
{
    static const char *const around[][2] = {[TOKEN_COMMENT] = {"(", ")"},
                                            [TOKEN_OPEN] = {"(", ""},
                                            [TOKEN_CLOSE] = {"", ")"},
                                            [TOKEN_MOVE] = {"", ""}};
    bool told = token->kind == TOKEN_COMMENT || token->kind == TOKEN_OPEN || token->kind == TOKEN_CLOSE ||
                token->kind == TOKEN_MOVE;
    bool within = text->length && text->text[text->length - 1] == '(';
    if (!told)
        return;
    if (text->length && !within && token->kind != TOKEN_CLOSE)
        buffer_add_char(text, ' ');
    buffer_add(text, around[token->kind][0]);
    if (token->kind == TOKEN_COMMENT || token->kind == TOKEN_MOVE)
        buffer_add(text, buffer_text(&token->text));
    buffer_add(text, around[token->kind][1]);
}

// Keeps the rest of a variation as a comment, beginning with the token that was read last. Engines write null moves there, and
// people write what cannot be played: the game is legal all the same, and nothing is lost.
static bool quote_rest(struct reading *reading)
{
    struct buffer text;
    unsigned depth = reading->line.depth;
    bool good = true;
    buffer_init(&text);
    for (;;) {
        token_make_utf8(&reading->token.text);
        tell_token(&text, &reading->token);
        good = next_inside(reading, &reading->token, &depth);
        if (!good || depth < reading->line.depth)
            break;
    }
    if (good)
        collect_comment(&reading->line, buffer_text(&text));
    buffer_fail_with(&reading->line.comment, &text);
    buffer_clear(&text);
    return good;
}

static bool read_variation(struct reading *reading);

// Plays the turn of a variation that was read last, or makes a comment of it and of all that follows; *ended if so.
static bool play_branch(struct reading *reading, bool *ended)
{
    struct error reason = {.code = ERROR_NONE};
    bool full = reading->line.turns->count == PGN_TURNS_MAX;
    if ((!full && add_turn(reading, &reason)) || is_afterthought(reading, buffer_text(&reading->token.text)))
        return true;
    if (reason.code == ERROR_SYSTEM)
        return reading_fail_memory(reading);
    *ended = true;
    return quote_rest(reading);
}

// Reads the moves of a variation up to its end.
static bool read_branch(struct reading *reading)
{
    struct token *token = &reading->token;
    for (bool ended = false; !ended;) {
        unsigned depth = reading->line.depth;
        bool good = next_inside(reading, token, &depth);
        if (good && token->kind == TOKEN_COMMENT)
            take_comment(reading);
        else if (good && token->kind == TOKEN_NAG)
            keep_nag(&reading->line, token->value);
        else if (good && token->kind == TOKEN_MOVE)
            good = play_branch(reading, &ended);
        else if (good && token->kind == TOKEN_CLOSE)
            ended = true;
        else if (good && token->kind == TOKEN_OPEN)
            good = read_variation(reading);
        if (!good)
            return false;
    }
    return keep_comment(reading);
}

// Makes the variation that was read last, which has no turns, a comment of the line that it would have branched off from.
static void drop_variation(struct reading_line *line)
{
    struct record_lines *variations = &last_turn(line)->variations;
    char *comment = vector_last(variations)->comment;
    variations->count--;
    if (comment)
        collect_comment(line, comment);
    free(comment);
}

// Reads a variation, whose beginning has been read. It is an alternative to the last turn.
static bool read_variation(struct reading *reading)
{
    struct record_turn *turn = last_turn(&reading->line);
    if (!(reading->reader->flags & PGN_VARIATIONS) || !turn)
        return reading_skip_variation(reading);
    if (reading->variations == PGN_VARIATIONS_MAX)
        return reading_fail(reading, ERROR_TOO_LARGE, "the game has too many variations");
    struct reading_line *trunk = memory_try(NULL, 1, sizeof *trunk);
    if (!trunk || !vector_push(&turn->variations, (struct record_line){.comment = NULL})) {
        free(trunk);
        return reading_fail_memory(reading);
    }
    struct record_line *line = vector_last(&turn->variations);
    reading->variations++;
    *trunk = reading->line;
    reading->line.turns = &line->turns;
    reading->line.opening = &line->comment;
    reading->line.now = trunk->before;
    reading->line.depth++;
    buffer_init(&reading->line.comment);
    // The first turn of the variation gives the history the key that the turn instead of which it is played has given.
    size_t played = reading->history.count;
    uint64_t key = reading->history.items[--reading->history.count];
    bool good = read_branch(reading);
    reading->history.count = played;
    reading->history.items[played - 1] = key;
    buffer_clear(&reading->line.comment);
    reading->line = *trunk;
    free(trunk);
    if (good && !line->turns.count)
        drop_variation(&reading->line);
    return good;
}

// ---- The moves ----

// Handles one token of the moves; *done if the game ends with or before it.
static bool read_token(struct reading *reading, bool *done)
{
    struct token *token = &reading->token;
    reading->mark = *reading->reader;
    if (!token_next(reading->reader, token, reading->err))
        return false;
    if (reading->reader->at - reading->reader->start > PGN_GAME_SIZE_MAX)
        return reading_fail(reading, ERROR_TOO_LARGE, "the text of this game is too long");
    switch (token->kind) {
    case TOKEN_COMMENT:
        take_comment(reading);
        return true;
    case TOKEN_NAG:
        keep_nag(&reading->line, token->value);
        return true;
    case TOKEN_OPEN:
        return read_variation(reading);
    case TOKEN_CLOSE:
        return reading_fail(reading, ERROR_PGN, "there is no open variation here");
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

bool reading_moves(struct reading *reading)
{
    for (bool done = false; !done;)
        if (!read_token(reading, &done))
            return false;
    return keep_comment(reading);
}
