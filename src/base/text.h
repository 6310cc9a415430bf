// SPDX-License-Identifier: GPL-3.0-or-later
// Reading numbers and words out of texts, always with bounds.
#ifndef LEAPER_BASE_TEXT_H
#define LEAPER_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Reads the decimal digits at *cursor greedily and moves *cursor behind them.
// False, with *cursor unmoved, when there is no digit or the number exceeds `maximum`.
bool text_read_number(const char **cursor, unsigned maximum, unsigned *value);

// Reads the whole of `text` as a decimal integer with optional sign.
// False when it is anything else or outside minimum … maximum.
bool text_read_integer(const char *text, long minimum, long maximum, long *value);

// Reads the whole of `text` as decimal digits, without a sign. False, with *value as it was, when it is anything else or
// exceeds `maximum`.
bool text_read_uint64(const char *text, uint64_t maximum, uint64_t *value);

// Whether two texts are equal but for ASCII case.
bool text_equal_nocase(const char *a, const char *b);

// Whether the bytes are UTF-8, as RFC 3629 has it.
bool text_is_utf8(const char *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
