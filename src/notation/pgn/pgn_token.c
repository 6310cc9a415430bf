// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a PGN text into tokens, with line and column of each.
#include "notation/pgn/pgn_token.h"

#include "base/text.h"
#include "notation/pgn/pgn_names.h"

#include <stdio.h>
#include <string.h>

enum { NAG_MAX = 255, TAG_NAME_MAX = 64 };

bool token_fail(const struct pgn_reader *reader, enum error_code code, struct text_place place,
                struct error *err, const char *message)
{
    char at[64];
    snprintf(at, sizeof at, "line %u, column %u", place.line, place.column);
    return error_set(err, code, at, "game %u: %s", reader->game, message);
}

static struct text_place here(const struct pgn_reader *reader)
{
    return (struct text_place){reader->line, reader->column};
}

static bool fail_memory(const struct pgn_reader *reader, struct error *err)
{
    return token_fail(reader, ERROR_SYSTEM, here(reader), err, "out of memory");
}

static bool fail_here(const struct pgn_reader *reader, struct error *err, const char *message)
{
    return token_fail(reader, ERROR_PGN, here(reader), err, message);
}

// ---- Characters ----

static int peek(const struct pgn_reader *reader)
{
    if (reader->touched && reader->length - reader->at < PGN_TOUCH)
        *reader->touched = true;
    return reader->at < reader->length ? (unsigned char)reader->text[reader->at] : -1;
}

static void step(struct pgn_reader *reader)
{
    int c = peek(reader);
    reader->at++;
    if (c == '\n') {
        reader->line++;
        reader->column = 1;
        return;
    }
    // Continuation bytes of a UTF-8 character belong to its column.
    int next = peek(reader);
    if (next < 0x80 || next >= 0xc0)
        reader->column++;
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void skip_line(struct pgn_reader *reader)
{
    while (peek(reader) >= 0 && peek(reader) != '\n')
        step(reader);
}

// Skips white space, and lines that begin with %, which PGN reserves for other programs.
static void skip_blanks(struct pgn_reader *reader)
{
    for (;;) {
        int c = peek(reader);
        if (c == '%' && reader->column == 1)
            skip_line(reader);
        else if (is_blank(c))
            step(reader);
        else
            return;
    }
}

// The tags of a game usually begin with [Event; after an empty line, with any name.
static bool is_game_begun(const struct pgn_reader *reader)
{
    static const char event[] = "[Event ";
    const char *here = reader->text + reader->at;
    size_t left = reader->length - reader->at, length = sizeof event - 1, before = reader->at;
    if (reader->column != 1 || left < 2)
        return false;
    if (left >= length && memcmp(here, event, length) == 0)
        return true;
    if (before < 2 || here[0] != '[' || here[1] < 'A' || here[1] > 'Z')
        return false;
    before -= reader->text[before - 2] == '\r' && before > 2 ? 3 : 2;
    return reader->text[before] == '\n';
}

void token_skip_game(struct pgn_reader *reader)
{
    do
        step(reader);
    while (reader->at < reader->length && !is_game_begun(reader));
    if (reader->at > reader->length)
        reader->at = reader->length;
}

// ---- Texts ----

void token_make_utf8(struct buffer *text)
{
    if (text_is_utf8(buffer_text(text), text->length))
        return;
    struct buffer utf8;
    buffer_init(&utf8);
    for (size_t i = 0; i < text->length; i++) {
        unsigned char c = (unsigned char)text->text[i];
        if (c >= 0x80)
            buffer_add_char(&utf8, (char)(0xc0 | c >> 6));
        buffer_add_char(&utf8, (char)(c < 0x80 ? c : 0x80 | (c & 0x3f)));
    }
    buffer_clear(text);
    *text = utf8;
}

// ---- Tags ----

static bool read_tag_name(struct pgn_reader *reader, struct buffer *name, struct error *err)
{
    buffer_reset(name);
    while (text_is_letter(peek(reader)) || is_digit(peek(reader)) || peek(reader) == '_') {
        if (name->length == TAG_NAME_MAX)
            return fail_here(reader, err, "the name of this tag is too long");
        buffer_add_char(name, (char)peek(reader));
        step(reader);
    }
    if (name->failed)
        return fail_memory(reader, err);
    return name->length || fail_here(reader, err, "the name of a tag is expected after [");
}

static bool too_long(struct pgn_reader *reader, struct error *err)
{
    return token_fail(reader, ERROR_TOO_LARGE, here(reader), err, "the value of this tag is too long");
}

static bool read_tag_value(struct pgn_reader *reader, size_t limit, struct buffer *value, struct error *err)
{
    buffer_reset(value);
    if (peek(reader) != '"')
        return fail_here(reader, err, "the value of a tag must be in quotation marks");
    for (step(reader); peek(reader) != '"'; step(reader)) {
        if (peek(reader) == '\\' && reader->at + 1 < reader->length &&
            (reader->text[reader->at + 1] == '"' || reader->text[reader->at + 1] == '\\'))
            step(reader);
        int c = peek(reader);
        if (c < 0 || c == '\n' || c == '\r')
            return fail_here(reader, err, "the value of this tag has no closing quotation mark on its line");
        if (c == 0)
            return fail_here(reader, err, "PGN must not contain a zero byte");
        if (value->length == limit)
            return too_long(reader, err);
        buffer_add_char(value, (char)(c < ' ' ? ' ' : c));
    }
    step(reader);
    token_make_utf8(value);
    return value->length <= limit || too_long(reader, err);
}

bool token_tag(struct pgn_reader *reader, struct buffer *name, struct buffer *value, struct error *err)
{
    step(reader);
    skip_blanks(reader);
    if (!read_tag_name(reader, name, err))
        return false;
    skip_blanks(reader);
    size_t limit = !strcmp(buffer_text(name), "VariantText") ? PGN_TAG_TEXT_MAX : PGN_TAG_MAX;
    if (!read_tag_value(reader, limit, value, err))
        return false;
    skip_blanks(reader);
    if (peek(reader) != ']')
        return fail_here(reader, err, "a tag must end with ]");
    step(reader);
    return true;
}

// ---- Moves ----

static void add_comment_char(struct buffer *text, int c)
{
    bool blank = c <= ' '; // control characters too
    if (!blank || (text->length && text->text[text->length - 1] != ' '))
        buffer_add_char(text, (char)(blank ? ' ' : c));
}

static bool read_comment(struct pgn_reader *reader, struct token *token, struct error *err)
{
    token->kind = TOKEN_COMMENT;
    int end = peek(reader) == '{' ? '}' : '\n';
    token->value = end == '\n';
    for (step(reader); peek(reader) != end; step(reader)) {
        int c = peek(reader);
        if (c < 0 && end == '\n')
            break;
        if (c < 0)
            return token_fail(reader, ERROR_PGN, (struct text_place){token->line, token->column}, err,
                              "this comment is not closed");
        if (c == 0)
            return fail_here(reader, err, "PGN must not contain a zero byte");
        add_comment_char(&token->text, c);
    }
    if (end == '}')
        step(reader);
    if (token->text.length && token->text.text[token->text.length - 1] == ' ')
        buffer_truncate(&token->text, token->text.length - 1);
    token_make_utf8(&token->text);
    return true;
}

static bool read_nag(struct pgn_reader *reader, struct token *token, struct error *err)
{
    unsigned value = 0;
    token->kind = TOKEN_NAG;
    step(reader);
    if (!is_digit(peek(reader)))
        return fail_here(reader, err, "a number is expected after $");
    for (; is_digit(peek(reader)); step(reader)) {
        value = value * 10 + (unsigned)(peek(reader) - '0');
        if (value > NAG_MAX)
            return fail_here(reader, err, "annotations range from $0 to $255");
    }
    token->value = value;
    return true;
}

static bool ends_word(int c)
{
    switch (c) {
    case -1:
    case 0:
    case '{':
    case '}':
    case '(':
    case ')':
    case ';':
    case '$':
    case '[':
    case ']':
    case '"':
    case '<':
    case '>':
        return true;
    default:
        return is_blank(c);
    }
}

// Whether this is "(Q)", a promotion and not a variation.
static bool is_promotion(const struct pgn_reader *reader)
{
    const char *c = reader->text + reader->at;
    return reader->at + 2 < reader->length && c[0] == '(' && text_is_letter((unsigned char)c[1]) &&
           c[2] == ')';
}

static void read_number(struct pgn_reader *reader, struct token *token)
{
    token->kind = TOKEN_NUMBER;
    while (is_digit(peek(reader)))
        step(reader);
    while (peek(reader) == '.')
        step(reader);
}

// Reads "12.", "12" or "..."; the move may follow without a space.
static bool is_number(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    return word[digits] == '.' || (digits && !word[digits]);
}

static void collect_word(struct pgn_reader *reader, struct buffer *word)
{
    while (!ends_word(peek(reader)) || (word->length && is_promotion(reader))) {
        int letters = peek(reader) == '(' ? 3 : 1;
        for (int i = 0; i < letters; i++, step(reader))
            buffer_add_char(word, (char)peek(reader));
    }
}

static bool read_word(struct pgn_reader *reader, struct token *token, struct error *err)
{
    struct pgn_reader before = *reader;
    enum result result = RESULT_DRAW;
    collect_word(reader, &token->text);
    const char *word = buffer_text(&token->text);
    if (token->text.failed)
        return true; // token_next() reports it
    if (!token->text.length)
        return fail_here(reader, err, "this character is not allowed among the moves");
    // Most words, which are neither number nor result.
    if (text_is_letter((unsigned char)*word)) {
        token->kind = TOKEN_MOVE;
        return true;
    }
    if (pgn_result_of(word, &result) || strcmp(word, "1/2") == 0) {
        token->kind = TOKEN_RESULT;
        token->value = result;
    } else if (is_number(word) && strcmp(word, "0000") != 0) { // which is a null move
        *reader = before;
        read_number(reader, token);
    } else {
        token->kind = TOKEN_MOVE;
    }
    return true;
}

static bool read_token(struct pgn_reader *reader, struct token *token, struct error *err)
{
    skip_blanks(reader);
    token->line = reader->line;
    token->column = reader->column;
    buffer_reset(&token->text);
    switch (peek(reader)) {
    case -1:
        token->kind = TOKEN_END;
        return true;
    case 0:
        return fail_here(reader, err, "PGN must not contain a zero byte");
    case '[':
        token->kind = TOKEN_TAG;
        return true;
    case '{':
    case ';':
        return read_comment(reader, token, err);
    case '$':
        return read_nag(reader, token, err);
    case '(':
        token->kind = TOKEN_OPEN;
        step(reader);
        return true;
    case ')':
        token->kind = TOKEN_CLOSE;
        step(reader);
        return true;
    default:
        return read_word(reader, token, err);
    }
}

bool token_next(struct pgn_reader *reader, struct token *token, struct error *err)
{
    if (!read_token(reader, token, err))
        return false;
    return !token->text.failed || fail_memory(reader, err);
}
