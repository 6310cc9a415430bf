// SPDX-License-Identifier: GPL-3.0-or-later
// Finds lines and columns.
#include "variants/text/source.h"

#include <stdbool.h>
#include <string.h>

// Whether the byte begins a character of UTF-8.
static bool begins_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

struct place source_place(const struct source *source, size_t at)
{
    struct place place = {1, 1};
    for (size_t i = 0; i < at && i < source->length; i++) {
        if (source->text[i] == '\n') {
            place.line++;
            place.column = 1;
        } else if (begins_character(source->text[i])) {
            place.column++;
        }
    }
    return place;
}

const char *source_line(const struct source *source, size_t at, size_t *length)
{
    size_t start = at < source->length ? at : source->length;
    while (start && source->text[start - 1] != '\n')
        start--;
    *length = strcspn(source->text + start, "\r\n");
    return source->text + start;
}
