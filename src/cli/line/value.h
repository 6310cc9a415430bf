// SPDX-License-Identifier: GPL-3.0-or-later
// The value of one option or operand: read into the settings, and described for people.
#ifndef LEAPER_CLI_VALUE_H
#define LEAPER_CLI_VALUE_H

#include "base/buffer.h"
#include "cli/line/argument.h"

// Sets the member at `settings` + `offset` to its default.
void value_init(const struct argument *row, void *settings, size_t offset);

// Parses a text into it. False with a message that says what is wrong and what is allowed. Not for
// ARGUMENT_WORDS.
bool value_read(const struct argument *row, const char *text, void *settings, size_t offset,
                struct error *err);

// Appends the row's help with its range and its default: "how long to think (1 to 3600; default 2)".
void value_describe(const struct argument *row, struct buffer *out);

// Word `number` of those that the value can be, or NULL: for suggestions and completion.
const char *value_word(const struct argument *row, unsigned number);

#endif
