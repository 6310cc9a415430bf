// SPDX-License-Identifier: GPL-3.0-or-later
// Reads numbers, compares texts, and checks UTF-8.
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool text_read_number(const char **cursor, unsigned maximum, unsigned *value)
{
    const char *c = *cursor;
    if (*c < '0' || *c > '9')
        return false;
    unsigned long long number = 0;
    for (; *c >= '0' && *c <= '9'; c++) {
        number = number * 10 + (unsigned)(*c - '0');
        if (number > maximum)
            return false;
    }
    *value = (unsigned)number;
    *cursor = c;
    return true;
}

bool text_read_integer(const char *text, long minimum, long maximum, long *value)
{
    if (*text != '-' && *text != '+' && (*text < '0' || *text > '9'))
        return false;
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (errno || end == text || *end || number < minimum || number > maximum)
        return false;
    *value = number;
    return true;
}

bool text_read_uint64(const char *text, uint64_t maximum, uint64_t *value)
{
    uint64_t number = 0;
    if (!*text)
        return false;
    for (; *text; text++)
        if (*text < '0' || *text > '9' || __builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, (uint64_t)(*text - '0'), &number) || number > maximum)
            return false;
    *value = number;
    return true;
}

bool text_equal_nocase(const char *a, const char *b)
{
    while (*a && text_lower(*a) == text_lower(*b))
        a++, b++;
    return text_lower(*a) == text_lower(*b);
}

// The number of bytes of the character at the start of `text`, or 0 if it is not valid UTF-8.
static size_t character_length(const char *text, size_t length)
{
    unsigned char c = (unsigned char)*text;
    size_t bytes = c < 0x80                ? 1
                   : c >= 0xc2 && c < 0xe0 ? 2
                   : c >= 0xe0 && c < 0xf0 ? 3
                   : c >= 0xf0 && c < 0xf5 ? 4
                                           : 0;
    unsigned char least = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
    unsigned char most = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    for (size_t i = 1; i < bytes; i++, least = 0x80, most = 0xbf)
        if (i >= length || (unsigned char)text[i] < least || (unsigned char)text[i] > most)
            return 0;
    return bytes;
}

bool text_is_utf8(const char *text, size_t length)
{
    for (size_t i = 0, bytes; i < length; i += bytes) {
        bytes = character_length(text + i, length - i);
        if (!bytes)
            return false;
    }
    return true;
}

void text_make_printable(char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0, bytes; i < length; i += bytes) {
        bytes = character_length(text + i, length - i);
        if (!bytes || (unsigned char)text[i] < ' ' || text[i] == 0x7f) {
            text[i] = '?';
            bytes = 1;
        }
    }
}
