// SPDX-License-Identifier: GPL-3.0-or-later
// JSON strings, and building objects that are either complete or absent.
#ifndef LEAPER_NOTATION_JSON_TEXT_H
#define LEAPER_NOTATION_JSON_TEXT_H

#include "base/buffer.h"
#include "board/square.h"

#include <jansson.h>

// A string of any bytes: those that are not UTF-8, as in an error message that truncates a quotation, become '?'.
json_t *json_of_text(const char *text);

// The name of a square.
json_t *json_of_square(square s);

// Adds a member to an object, or an element to an array, and takes ownership of the value. If memory runs
// out, or `value` is NULL because it did earlier, the whole object is freed and *object becomes NULL. Adding
// to NULL is allowed and does nothing. So the final result is either complete or NULL.
void json_put(json_t **object, const char *name, json_t *value);
void json_append(json_t **array, json_t *value);

// The buffer's text as a JSON string, or NULL if the buffer has failed; frees the buffer.
json_t *json_of_buffer(struct buffer *buffer);

#endif
