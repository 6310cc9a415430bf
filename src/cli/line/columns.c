// SPDX-License-Identifier: GPL-3.0-or-later
// Counts columns with the C library's tables, in any locale.
#include "cli/line/columns.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int wcwidth(wchar_t c); // wcwidth() is X/Open's; <wchar.h> declares it only on request

static size_t count(const char *text, size_t length)
{
    mbstate_t state = {0};
    size_t columns = 0;
    while (length) {
        wchar_t c;
        size_t bytes = mbrtowc(&c, text, length, &state);
        if (bytes == 0 || bytes > length) {
            state = (mbstate_t){0};
            bytes = 1;
            columns++;
        } else {
            int width = wcwidth(c);
            columns += width < 0 ? 1 : (size_t)width;
        }
        text += bytes;
        length -= bytes;
    }
    return columns;
}

size_t columns_of(const char *text, size_t length)
{
    // Texts of the program are UTF-8 in every locale.
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
    size_t columns = count(text, length);
    if (utf8) {
        uselocale(before);
        freelocale(utf8);
    }
    return columns;
}

void columns_print(const char *text, size_t width)
{
    size_t columns = columns_of(text, strlen(text));
    printf("%s%*s", text, (int)(columns < width ? width - columns : 0), "");
}

void columns_wrap(const char *text, size_t indent, size_t width, struct buffer *out)
{
    size_t column = indent;
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, " "), columns = columns_of(text, length);
        if (!first && column + 1 + columns > width) {
            buffer_addf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            buffer_add_char(out, ' ');
            column++;
        }
        buffer_add_bytes(out, text, length);
        column += columns;
        text += length;
        text += strspn(text, " ");
    }
    buffer_add_char(out, '\n');
}
