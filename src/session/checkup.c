// SPDX-License-Identifier: GPL-3.0-or-later
// Describes what a report says about a text.
#include "session/checkup.h"

#include "notation/json/json_text.h"
#include "session/catalogue.h"

#include <stdlib.h>
#include <string.h>

// How many characters a fault is about, as far as they stand in its line; 0: the place before its column.
static unsigned width_of(const struct fault *fault, struct place place)
{
    struct place end = source_place(fault->source, fault->at + fault->length);
    if (end.line == place.line)
        return end.column - place.column;
    size_t length, begin = fault->at;
    const char *line = source_line(fault->source, begin, &length);
    size_t line_end = (size_t)(line - fault->source->text) + length;
    return line_end > begin ? source_place(fault->source, line_end).column - place.column : 0;
}

static json_t *describe_place(const struct source *source, size_t at)
{
    struct place place = source_place(source, at);
    json_t *described = json_pack("{s:i,s:i}", "line", (int)place.line, "column", (int)place.column);
    if (strcmp(source->name, CHECKUP_NAME) != 0)
        json_put(&described, "file", json_of_text(source->name));
    return described;
}

static json_t *describe_fault(const struct fault *fault)
{
    struct place place = source_place(fault->source, fault->at);
    json_t *described = describe_place(fault->source, fault->at);
    json_put(&described, "length", json_integer(width_of(fault, place)));
    json_put(&described, "kind", json_string(fault->warning ? "warning" : "error"));
    json_put(&described, "message", json_of_text(fault->message));
    if (fault->other) {
        json_t *other = describe_place(fault->other, fault->other_at);
        json_put(&other, "message", json_string(fault->other_message));
        json_put(&described, "other", other);
    }
    return described;
}

// In the order of the text, those of other texts last.
static int compare_faults(const void *a, const void *b)
{
    const struct fault *left = a, *right = b;
    bool left_own = !strcmp(left->source->name, CHECKUP_NAME),
         right_own = !strcmp(right->source->name, CHECKUP_NAME);
    if (left_own != right_own)
        return left_own ? -1 : 1;
    return left->at < right->at ? -1 : left->at > right->at;
}

json_t *checkup_describe(const struct variant_file *file, struct report *report)
{
    json_t *faults = json_array(), *games = json_array();
    if (report->faults.count)
        qsort(report->faults.items, report->faults.count, sizeof *report->faults.items, compare_faults);
    for (size_t i = 0; i < report->faults.count; i++)
        json_append(&faults, describe_fault(&report->faults.items[i]));
    for (size_t i = 0; file && i < file->games.count; i++)
        json_append(&games, catalogue_game(&file->games.items[i]->game));
    return json_pack("{s:o,s:I,s:o}", "faults", faults, "hidden", (json_int_t)report->hidden, "games", games);
}
