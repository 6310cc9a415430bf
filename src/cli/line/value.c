// SPDX-License-Identifier: GPL-3.0-or-later
// Parses values by type, and describes what they can be.
#include "cli/line/value.h"

#include "base/text.h"
#include "cli/line/suggest.h"

#include <stdlib.h>
#include <string.h>

static void *member(void *settings, size_t offset)
{
    return (char *)settings + offset;
}

void value_init(const struct argument *row, void *settings, size_t offset)
{
    if (row->type == ARGUMENT_NUMBER)
        *(long *)member(settings, offset) = row->initial;
    else if (row->type == ARGUMENT_SPAN)
        *(int64_t *)member(settings, offset) = row->initial;
    else if (row->type == ARGUMENT_CHOICE)
        *(int *)member(settings, offset) = (int)row->initial;
}

const char *value_word(const struct argument *row, unsigned number)
{
    if (row->list)
        return row->list(number);
    for (unsigned i = 0; row->choices && row->choices[i]; i++)
        if (i == number)
            return row->choices[i];
    return NULL;
}

// "line, numbered or coloured"
static void write_choices(const struct argument *row, struct buffer *out)
{
    for (int i = 0; row->choices[i]; i++) {
        if (i)
            buffer_add(out, row->choices[i + 1] ? ", " : " or ");
        buffer_add(out, row->choices[i]);
    }
}

// The word closest to the text, or NULL.
static const char *suggest(const struct argument *row, const char *text)
{
    struct suggestion suggestion = {text, NULL, 0};
    const char *word;
    for (unsigned i = 0; (word = value_word(row, i)); i++)
        suggest_offer(&suggestion, word);
    return suggestion.nearest;
}

static bool read_span(const char *text, int64_t *seconds)
{
    static const char units[] = "dhms";
    static const int64_t lengths[] = {86400, 3600, 60, 1};
    size_t digits = strspn(text, "0123456789"), length = strlen(text);
    const char *unit = length == digits + 1 ? strchr(units, text[digits]) : units;
    if (digits == 0 || digits > 6 || length > digits + 1 || !unit)
        return false;
    *seconds = strtoll(text, NULL, 10) * lengths[unit - units];
    return true;
}

static bool read_choice(const struct argument *row, const char *text, int *index, struct error *err)
{
    for (int i = 0; row->choices[i]; i++)
        if (text_equal_nocase(row->choices[i], text)) {
            *index = i;
            return true;
        }
    struct buffer all;
    const char *nearest = suggest(row, text);
    buffer_init(&all);
    write_choices(row, &all);
    error_set(err, ERROR_PARAMETER, "", "must be %s, not '%s'%s%s%s", buffer_text(&all), text,
              nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    buffer_clear(&all);
    return false;
}

static bool read_by_function(const struct argument *row, const char *text, void *target, struct error *err)
{
    if (row->read(text, target, err))
        return true;
    const char *nearest = suggest(row, text);
    if (nearest) {
        struct error plain = *err;
        error_set(err, plain.code, plain.at, "%s; did you mean '%s'?", plain.message, nearest);
    }
    return false;
}

bool value_read(const struct argument *row, const char *text, void *settings, size_t offset,
                struct error *err)
{
    void *target = member(settings, offset);
    switch (row->type) {
    case ARGUMENT_FLAG:
        *(bool *)target = true;
        return true;
    case ARGUMENT_NUMBER:
        return text_read_integer(text, row->minimum, row->maximum, target) ||
               error_set(err, ERROR_PARAMETER, "", "must be a whole number from %ld to %ld, not '%s'",
                         row->minimum, row->maximum, text);
    case ARGUMENT_SPAN:
        return read_span(text, target) ||
               error_set(err, ERROR_PARAMETER, "",
                         "must be a number of days, or a number followed by s, m, h or d, not '%s'", text);
    case ARGUMENT_CHOICE:
        return read_choice(row, text, target, err);
    case ARGUMENT_READ:
        return read_by_function(row, text, target, err);
    default:
        *(const char **)target = text;
        return true;
    }
}

// Starts a remark in parentheses, or continues it.
static void remark(struct buffer *out, bool *open)
{
    buffer_add(out, *open ? "; " : " (");
    *open = true;
}

void value_describe(const struct argument *row, struct buffer *out)
{
    bool open = false, is_number = row->maximum > row->minimum;
    buffer_add(out, row->help);
    if (is_number) {
        remark(out, &open);
        buffer_addf(out, "%ld to %ld", row->minimum, row->maximum);
    }
    if (row->choices) {
        remark(out, &open);
        write_choices(row, out);
    }
    if (row->otherwise) {
        remark(out, &open);
        buffer_addf(out, "default: %s", row->otherwise);
    } else if (row->type == ARGUMENT_NUMBER && row->initial >= row->minimum && !row->missing) {
        remark(out, &open);
        buffer_addf(out, "default: %ld", row->initial);
    } else if (row->choices && row->type == ARGUMENT_CHOICE && !row->missing && row->initial >= 0) {
        remark(out, &open);
        buffer_addf(out, "default: %s", row->choices[row->initial]);
    }
    if (open)
        buffer_add_char(out, ')');
}
