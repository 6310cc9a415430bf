// SPDX-License-Identifier: GPL-3.0-or-later
// Reads pieces by their letters: "k", "nbrq", "p:g s:g", "q:1 r:2".
#include "base/text.h"
#include "variants/value/value.h"

#include <string.h>

piece_type value_read_letter(const char *text, const char **cursor, const struct value_context *context,
                             struct value_fault *fault)
{
    char c = **cursor;
    int letter = c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' : -1;
    if (letter < 0) {
        value_refuse(fault, text, *cursor, "the letter of a piece is expected, not '%.40s'", *cursor);
        return TYPE_NONE;
    }
    if (!context->types[letter]) {
        value_refuse(fault, text, *cursor, "no piece of this variant has the letter %c", c);
        fault->length = 1;
        return TYPE_NONE;
    }
    ++*cursor;
    return context->types[letter];
}

static uint64_t all_pieces(const struct value_context *context)
{
    uint64_t all = 0;
    for (int i = 0; i < LETTERS; i++)
        if (context->types[i] && context->types[i] != TYPE_GONE)
            all |= UINT64_C(1) << context->types[i];
    return all;
}

static bool is_none(const char *text)
{
    return !strcmp(text, "-");
}

bool value_read_pieces(const char *text, const struct value_context *context, uint64_t *pieces,
                       struct value_fault *fault)
{
    const char *cursor = text;
    *pieces = 0;
    if (is_none(text))
        return true;
    for (value_skip_blanks(&cursor); *cursor; value_skip_blanks(&cursor)) {
        if (*cursor == '*') {
            *pieces |= all_pieces(context) | 1;
            cursor++;
            continue;
        }
        piece_type type = value_read_letter(text, &cursor, context, fault);
        if (!type)
            return false;
        if (type != TYPE_GONE)
            *pieces |= UINT64_C(1) << type;
    }
    return true;
}

bool value_read_piece(const char *text, const struct value_context *context, bool last, piece_type *type,
                      struct value_fault *fault)
{
    const char *cursor = text;
    *type = TYPE_NONE;
    if (is_none(text))
        return true;
    do {
        if (*cursor == '*') {
            *type = ANY_TYPE;
            cursor++;
        } else if (!(*type = value_read_letter(text, &cursor, context, fault))) {
            return false;
        }
        value_skip_blanks(&cursor);
    } while (last && *cursor);
    if (*type == TYPE_GONE)
        *type = TYPE_NONE;
    return !*cursor || value_refuse(fault, text, cursor, "a single piece is expected");
}

// Reads "p:" and moves past it and the blanks behind it.
static bool read_left(const char *text, const char **cursor, const struct value_context *context,
                      piece_type *type, struct value_fault *fault)
{
    const char *start = *cursor;
    *type = value_read_letter(text, cursor, context, fault);
    if (!*type)
        return false;
    value_skip_blanks(cursor);
    if (**cursor != ':')
        return value_refuse(fault, text, start, "a colon is expected after the letter %c", *start);
    ++*cursor;
    value_skip_blanks(cursor);
    return true;
}

bool value_read_map(const char *text, const struct value_context *context, piece_type map[LETTER_TYPES],
                    struct value_fault *fault)
{
    const char *cursor = text;
    memset(map, TYPE_NONE, LETTER_TYPES * sizeof *map);
    if (is_none(text))
        return true;
    for (value_skip_blanks(&cursor); *cursor; value_skip_blanks(&cursor)) {
        piece_type from, to = TYPE_NONE;
        if (!read_left(text, &cursor, context, &from, fault))
            return false;
        if (*cursor == '-')
            cursor++;
        else if (!(to = value_read_letter(text, &cursor, context, fault)))
            return false;
        if (from != TYPE_GONE && to != TYPE_GONE)
            map[from] = to;
    }
    return true;
}

bool value_read_numbers(const struct key *key, const char *text, const struct value_context *context,
                        int numbers[LETTER_TYPES], struct value_fault *fault)
{
    const char *cursor = text;
    memset(numbers, 0, LETTER_TYPES * sizeof *numbers);
    if (is_none(text))
        return true;
    for (value_skip_blanks(&cursor); *cursor; value_skip_blanks(&cursor)) {
        piece_type type;
        unsigned number;
        if (!read_left(text, &cursor, context, &type, fault))
            return false;
        const char *start = cursor;
        if (!text_read_number(&cursor, (unsigned)key->maximum, &number) || (int)number < key->minimum)
            return value_refuse(fault, text, start, "a number from %d to %d is expected", key->minimum,
                                key->maximum);
        if (type != TYPE_GONE)
            numbers[type] = (int)number;
    }
    return true;
}
