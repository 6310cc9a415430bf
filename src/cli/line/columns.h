// SPDX-License-Identifier: GPL-3.0-or-later
// Text in terminal columns: a character may have several bytes, and occupy zero, one or two columns.
#ifndef LEAPER_CLI_COLUMNS_H
#define LEAPER_CLI_COLUMNS_H

#include "base/buffer.h"

#include <stddef.h>

// How many columns the first `length` bytes of a UTF-8 text take. Bytes that are not UTF-8, and control characters, count as one column each.
size_t columns_of(const char *text, size_t length);

// Prints the text, padded with blanks to `width` columns.
void columns_print(const char *text, size_t width);

// Appends the text, wrapped at blanks to `width` columns, and a line break. It begins in column `indent`, and so does each
// further line.
void columns_wrap(const char *text, size_t indent, size_t width, struct buffer *out);

#endif
