// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the declaration of a parameter: "fuel Fuel 1..999 = 50: units of fuel each piece starts with".
#include "base/text.h"
#include "variants/words.h"

#include <string.h>

enum { PARAMETER_NUMBER_MAX = 1000000, WORDS_MAX = 16, WORD_BYTES_MAX = 15 };

// A declaration being read.
struct declaration {
    const struct words_reader *reader;
    const struct ini_entry *entry;
    const char *cursor;
    struct parameter *parameter;
};

static bool refuse(const struct declaration *declaration, const char *message)
{
    size_t at = (size_t)(declaration->cursor - declaration->entry->value);
    report_add(declaration->reader->report, declaration->reader->source, declaration->entry->value_at + at,
               strcspn(declaration->cursor, " "), "%s", message);
    return false;
}

static void skip_blanks(struct declaration *declaration)
{
    declaration->cursor += strspn(declaration->cursor, " \t");
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Reads letters and digits, at most 15 so that they fit where values are written.
static const char *read_word(struct declaration *declaration, const char *expected)
{
    size_t length = 0;
    while (is_word(declaration->cursor[length]))
        length++;
    if (!length || length > WORD_BYTES_MAX) {
        refuse(declaration, expected);
        return NULL;
    }
    const char *word = pool_text(declaration->reader->pool, declaration->cursor, length);
    declaration->cursor += length;
    return word;
}

static bool read_number(struct declaration *declaration, int *number)
{
    unsigned value;
    if (!text_read_number(&declaration->cursor, PARAMETER_NUMBER_MAX, &value))
        return refuse(declaration, "a number up to 1000000 is expected");
    *number = (int)value;
    return true;
}

// "1..999"
static bool read_range(struct declaration *declaration)
{
    struct parameter *parameter = declaration->parameter;
    parameter->kind = PARAMETER_NUMBER;
    if (!read_number(declaration, &parameter->minimum))
        return false;
    if (strncmp(declaration->cursor, "..", 2) != 0)
        return refuse(declaration, ".. is expected between the least and the greatest value");
    declaration->cursor += 2;
    if (!read_number(declaration, &parameter->maximum))
        return false;
    return parameter->minimum <= parameter->maximum ||
           refuse(declaration, "the least value is greater than the greatest");
}

// "standard|distance"
static bool read_words(struct declaration *declaration)
{
    static const char expected[] = "a range such as 1..999, or words such as fide|nutters are expected";
    const char **words = pool_take(declaration->reader->pool, WORDS_MAX, sizeof *words);
    int count = 0;
    declaration->parameter->kind = PARAMETER_CHOICE;
    do {
        if (count)
            declaration->cursor++;
        if (count == WORDS_MAX)
            return refuse(declaration, "a parameter has at most 16 words to choose from");
        const char *word = read_word(declaration, expected);
        if (!words || !word)
            return false;
        words[count++] = word;
    } while (*declaration->cursor == '|');
    declaration->parameter->choices = words;
    declaration->parameter->maximum = count - 1;
    return true;
}

static bool read_initial(struct declaration *declaration)
{
    struct parameter *parameter = declaration->parameter;
    size_t length = strcspn(declaration->cursor, ":");
    while (length && declaration->cursor[length - 1] == ' ')
        length--;
    const char *text = pool_text(declaration->reader->pool, declaration->cursor, length);
    struct error err;
    if (!parameter_read(parameter, text, &parameter->initial, &err))
        return refuse(declaration, err.message);
    declaration->cursor += strcspn(declaration->cursor, ":");
    return true;
}

bool parameter_declare(const struct words_reader *reader, const struct ini_entry *entry,
                       struct parameter *parameter)
{
    struct declaration declaration = {reader, entry, entry->value, parameter};
    *parameter = (struct parameter){0};
    parameter->name =
        read_word(&declaration, "the name of a parameter, of at most 15 letters and digits, is expected");
    skip_blanks(&declaration);
    if (!parameter->name ||
        !(parameter->option = read_word(&declaration, "the name of the UCI option is expected")))
        return false;
    skip_blanks(&declaration);
    bool number = *declaration.cursor >= '0' && *declaration.cursor <= '9';
    if (!(number ? read_range(&declaration) : read_words(&declaration)))
        return false;
    skip_blanks(&declaration);
    if (*declaration.cursor != '=')
        return refuse(&declaration, "= and the initial value are expected");
    declaration.cursor++;
    skip_blanks(&declaration);
    if (!read_initial(&declaration))
        return false;
    if (*declaration.cursor != ':')
        return refuse(&declaration, "a colon and a line of help are expected");
    declaration.cursor++;
    skip_blanks(&declaration);
    parameter->help = declaration.cursor;
    return *parameter->help || refuse(&declaration, "a line of help is expected after the colon");
}
