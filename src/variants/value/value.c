// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the reader of a value by its type, and reads flags, numbers, words, files and ranks.
#include "variants/value/value.h"

#include "base/text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool value_refuse(struct value_fault *fault, const char *text, const char *place, const char *format, ...)
{
    fault->at = (size_t)(place - text);
    fault->length = strcspn(place, " \t");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->message, sizeof fault->message, format, arguments);
    va_end(arguments);
    return false;
}

void value_skip_blanks(const char **cursor)
{
    *cursor += strspn(*cursor, " \t");
}

// The word that was probably meant, with other capitals than it has; "" if there is none.
static const char *word_meant(const char *const *words, int count, const char *text)
{
    for (int i = 0; i < count; i++)
        if (text_equal_nocase(words[i], text))
            return words[i];
    return "";
}

static bool refuse_word(struct value_fault *fault, const char *text, const char *expected, const char *meant)
{
    return value_refuse(fault, text, text, "%s is expected, not '%.40s'%s%s%s", expected, text,
                        *meant ? "; did you mean '" : "", meant, *meant ? "'?" : "");
}

static bool read_flag(const char *text, bool *flag, struct value_fault *fault)
{
    static const char *const words[] = {"true", "false"};
    *flag = !strcmp(text, "true");
    return *flag || !strcmp(text, "false") ||
           refuse_word(fault, text, "true or false", word_meant(words, 2, text));
}

// The words of a key after "one of", separated by commas.
static void list_words(const struct key *key, int count, char list[160])
{
    snprintf(list, 160, "one of ");
    for (int i = 0; i < count; i++) {
        size_t length = strlen(list);
        snprintf(list + length, 160 - length, "%s%s", i ? ", " : "", key->choices[i]);
    }
}

static bool read_number(const struct key *key, const char *text, int *number, struct value_fault *fault)
{
    long value;
    if (key->choices && !strcmp(text, key->choices[0])) {
        *number = INT_MAX;
        return true;
    }
    if (!text_read_integer(text, key->minimum, key->maximum, &value))
        return value_refuse(fault, text, text, "a number from %d to %d%s%s is expected, not '%.40s'",
                            key->minimum, key->maximum, key->choices ? " or " : "",
                            key->choices ? key->choices[0] : "", text);
    *number = (int)value;
    return true;
}

static bool read_choice(const struct key *key, const char *text, int *index, struct value_fault *fault)
{
    for (int i = 0; i <= key->maximum; i++)
        if (!strcmp(key->choices[i], text)) {
            *index = i;
            return true;
        }
    char words[160];
    list_words(key, key->maximum + 1, words);
    return refuse_word(fault, text, words, word_meant(key->choices, key->maximum + 1, text));
}

static bool read_result(const char *text, enum value *result, struct value_fault *fault)
{
    static const char *const words[] = {
        [VALUE_NONE] = "none", [VALUE_WIN] = "win", [VALUE_LOSS] = "loss", [VALUE_DRAW] = "draw"};
    for (int i = VALUE_LOSS; i <= VALUE_NONE; i++)
        if (!strcmp(words[i], text)) {
            *result = (enum value)i;
            return true;
        }
    return refuse_word(fault, text, "one of win, loss, draw, none", word_meant(words, VALUE_NONE + 1, text));
}

static bool read_line(const char *text, const char *what, int *line, struct value_fault *fault)
{
    long number;
    if (!text_read_integer(text, 1, GRID_SIDE, &number))
        return value_refuse(fault, text, text, "%s is expected, not '%.40s'", what, text);
    *line = (int)number - 1;
    return true;
}

static bool read_file(const char *text, int *file, struct value_fault *fault)
{
    if (*text >= 'a' && *text < 'a' + GRID_SIDE && !text[1]) {
        *file = *text - 'a';
        return true;
    }
    return read_line(text, "a file from a to p or 1 to 16", file, fault);
}

static bool read_rights(const char *text, uint8_t *rights, struct value_fault *fault)
{
    static const char letters[] = "KQkq";
    *rights = 0;
    if (!strcmp(text, "-"))
        return true;
    for (const char *c = text; *c; c++) {
        const char *found = strchr(letters, *c);
        if (!found)
            return value_refuse(fault, text, c, "castling rights are letters among KQkq, or - for none");
        *rights |= (uint8_t)(1U << (found - letters));
    }
    return true;
}

bool value_parse(const struct key *key, const char *text, const struct value_context *context, void *setting,
                 struct value_fault *fault)
{
    fault->length = 0;
    switch (key->type) {
    case VALUE_FLAG:
        return read_flag(text, setting, fault);
    case VALUE_NUMBER:
        return read_number(key, text, setting, fault);
    case VALUE_CHOICE:
        return read_choice(key, text, setting, fault);
    case VALUE_RESULT:
        return read_result(text, setting, fault);
    case VALUE_FILE:
        return read_file(text, setting, fault);
    case VALUE_RANK:
        return read_line(text, "a rank from 1 to 16", setting, fault);
    case VALUE_SQUARES:
        return value_read_squares(text, context, setting, fault);
    case VALUE_PIECE:
        return value_read_piece(text, context, false, setting, fault);
    case VALUE_LAST_PIECE:
        return value_read_piece(text, context, true, setting, fault);
    case VALUE_PIECES:
        return value_read_pieces(text, context, setting, fault);
    case VALUE_PIECE_MAP:
        return value_read_map(text, context, setting, fault);
    case VALUE_PIECE_NUMBERS:
        return value_read_numbers(key, text, context, setting, fault);
    case VALUE_PIECE_SQUARES:
        return value_read_piece_squares(text, context, setting, fault);
    case VALUE_RIGHTS:
        return read_rights(text, setting, fault);
    case VALUE_TEXT:
        *(const char **)setting = text;
        return true;
    }
    return value_refuse(fault, text, text, "values of this kind cannot be read");
}

size_t value_size(enum value_type type)
{
    static const size_t sizes[] = {
        [VALUE_FLAG] = sizeof(bool),
        [VALUE_NUMBER] = sizeof(int),
        [VALUE_CHOICE] = sizeof(int),
        [VALUE_RESULT] = sizeof(enum value),
        [VALUE_FILE] = sizeof(int),
        [VALUE_RANK] = sizeof(int),
        [VALUE_SQUARES] = sizeof(struct set),
        [VALUE_PIECE] = sizeof(piece_type),
        [VALUE_LAST_PIECE] = sizeof(piece_type),
        [VALUE_PIECES] = sizeof(uint64_t),
        [VALUE_PIECE_MAP] = sizeof(piece_type[LETTER_TYPES]),
        [VALUE_PIECE_NUMBERS] = sizeof(int[LETTER_TYPES]),
        [VALUE_PIECE_SQUARES] = sizeof(struct set[LETTER_TYPES]),
        [VALUE_RIGHTS] = sizeof(uint8_t),
        [VALUE_TEXT] = sizeof(const char *),
    };
    return sizes[type];
}

bool value_has_pieces(enum value_type type)
{
    return type == VALUE_PIECE || type == VALUE_LAST_PIECE || type == VALUE_PIECES ||
           type == VALUE_PIECE_MAP || type == VALUE_PIECE_NUMBERS || type == VALUE_PIECE_SQUARES;
}
