// SPDX-License-Identifier: GPL-3.0-or-later
// Collects faults and writes them.
#include "variants/text/report.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// A line longer than this is shown in part.
enum { SHOWN_BEFORE = 80, SHOWN_MAX = 120 };

void report_clear(struct report *report)
{
    vector_clear(&report->faults);
    *report = (struct report){0};
}

// The index of the same fault if it has been said, otherwise how many there are: a value that several readers refuse is one fault.
static size_t find_known(const struct report *report, const struct fault *fault)
{
    for (size_t i = report->faults.count; i-- > 0;) {
        const struct fault *known = &report->faults.items[i];
        if (known->source == fault->source && known->at == fault->at &&
            !strcmp(known->message, fault->message))
            return i;
    }
    return report->faults.count;
}

static void add(struct report *report, struct fault fault, const char *format, va_list arguments)
{
    if (report->faults.count == FAULTS_MAX) {
        report->hidden += !fault.warning;
        return;
    }
    vsnprintf(fault.message, sizeof fault.message, format, arguments);
    text_make_printable(fault.message);
    report->last = find_known(report, &fault);
    if (report->last < report->faults.count)
        report->repeated += !fault.warning;
    else if (vector_push(&report->faults, fault))
        report->warnings += fault.warning;
    else
        report->no_memory = true;
}

void report_add(struct report *report, const struct source *source, size_t at, size_t length,
                const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(report, (struct fault){.source = source, .at = at, .length = length}, format, arguments);
    va_end(arguments);
}

void report_warn(struct report *report, const struct source *source, size_t at, size_t length,
                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(report, (struct fault){.source = source, .at = at, .length = length, .warning = true}, format,
        arguments);
    va_end(arguments);
}

void report_other(struct report *report, const struct source *source, size_t at, const char *message)
{
    if (report->last >= report->faults.count || report->hidden || report->no_memory)
        return;
    struct fault *fault = &report->faults.items[report->last];
    fault->other = source;
    fault->other_at = at;
    fault->other_message = message;
}

bool report_is_full(const struct report *report)
{
    return report->faults.count == FAULTS_MAX;
}

static bool comes_before(const struct fault *a, const struct fault *b)
{
    return a->source == b->source && a->at < b->at;
}

void report_sort(struct report *report)
{
    for (size_t i = 1; i < report->faults.count; i++) {
        const struct fault fault = report->faults.items[i];
        size_t at = i;
        for (; at > 0 && comes_before(&fault, &report->faults.items[at - 1]); at--)
            report->faults.items[at] = report->faults.items[at - 1];
        report->faults.items[at] = fault;
    }
    report->last = report->faults.count;
}

bool report_is_empty(const struct report *report)
{
    return report->faults.count == report->warnings && !report->no_memory;
}

size_t report_count(const struct report *report)
{
    return report->faults.count - report->warnings + report->hidden;
}

size_t report_mark(const struct report *report)
{
    return report_count(report) + report->repeated;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

// Appends the line and, below it, carets under the bytes that are meant.
static void write_line(const struct source *source, size_t at, size_t marked, struct buffer *out)
{
    size_t length;
    const char *line = source_line(source, at, &length);
    size_t before = smaller((size_t)(source->text + smaller(at, source->length) - line), length);
    if (before > SHOWN_BEFORE) {
        size_t cut = before - SHOWN_BEFORE;
        while (cut < before && continues_character(line[cut]))
            cut++;
        line += cut;
        length -= cut;
        before -= cut;
    }
    length = smaller(length, SHOWN_MAX);
    while (length > before && continues_character(line[length]))
        length--;
    char shown[SHOWN_MAX + 1];
    snprintf(shown, sizeof shown, "%.*s", (int)length, line);
    for (char *c = shown; *c; c++)
        *c = *c == '\t' ? ' ' : *c;
    text_make_printable(shown);
    buffer_addf(out, "    %s\n    ", shown);
    for (size_t i = 0; i < before; i++)
        if (!continues_character(line[i]))
            buffer_add_char(out, ' ');
    size_t carets = smaller(marked, length - before);
    buffer_add_char(out, '^');
    for (size_t i = 1; i < carets; i++)
        if (!continues_character(line[before + i]))
            buffer_add_char(out, '~');
    buffer_add_char(out, '\n');
}

static void write_place(const struct source *source, size_t at, struct buffer *out)
{
    struct place place = source_place(source, at);
    buffer_addf(out, "%s:%u:%u: ", source->name, place.line, place.column);
}

void fault_write(const struct fault *fault, struct buffer *out)
{
    write_place(fault->source, fault->at, out);
    buffer_addf(out, "%s: %s\n", fault->warning ? "warning" : "error", fault->message);
    write_line(fault->source, fault->at, fault->length, out);
    if (!fault->other)
        return;
    write_place(fault->other, fault->other_at, out);
    buffer_addf(out, "note: %s\n", fault->other_message);
    write_line(fault->other, fault->other_at, 1, out);
}

bool report_error(const struct report *report, struct error *err)
{
    // Without memory, other faults may only be consequences.
    if (report_is_empty(report) || report->no_memory)
        return error_no_memory(err);
    const struct fault *fault = report->faults.items;
    while (fault->warning)
        fault++;
    struct place place = source_place(fault->source, fault->at);
    char at[64];
    size_t length = strlen(fault->source->name);
    snprintf(at, sizeof at, "%s:%u:%u", fault->source->name + (length > 40 ? length - 40 : 0), place.line,
             place.column);
    return error_set(err, ERROR_VARIANT, at, "%s", fault->message);
}
