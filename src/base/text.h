// SPDX-License-Identifier: GPL-3.0-or-later
// Reading numbers and words from text, always with bounds.
#ifndef LEAPER_BASE_TEXT_H
#define LEAPER_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Reads the decimal digits at *cursor greedily and moves *cursor past them. False, with *cursor unmoved, if there is
// no digit or the number exceeds `maximum`.
bool text_read_number(const char **cursor, unsigned maximum, unsigned *value);

// Reads the whole of `text` as a decimal integer with an optional sign. False if it is anything else or outside
// minimum … maximum.
bool text_read_integer(const char *text, long minimum, long maximum, long *value);

// Reads the whole of `text` as decimal digits, without a sign. False, with *value unchanged, if it is anything else or
// exceeds `maximum`.
bool text_read_uint64(const char *text, uint64_t maximum, uint64_t *value);

// ASCII letters, whatever the locale.
static inline bool text_is_letter(int c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static inline char text_upper(char c)
{
    return (char)(c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c);
}

static inline char text_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

// Whether two texts are equal, ignoring ASCII case.
bool text_equal_nocase(const char *a, const char *b);

// Whether the bytes are valid UTF-8 (RFC 3629).
bool text_is_utf8(const char *text, size_t length);

// Replaces every control character, and every byte that is not part of a valid UTF-8 character (the text may have been
// truncated within one), by '?'.
void text_make_printable(char *text);

#endif
