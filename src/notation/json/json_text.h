// SPDX-License-Identifier: GPL-3.0-or-later
// Small JSON values made of texts, and objects that are whole or not there at all.
#ifndef LEAPER_NOTATION_JSON_TEXT_H
#define LEAPER_NOTATION_JSON_TEXT_H

#include "base/buffer.h"
#include "board/square.h"

#include <jansson.h>

// A string of any bytes: those that are not UTF-8, as in an error message that truncates a quotation, become '?'.
json_t *json_of_text(const char *text);

// The name of a square.
json_t *json_of_square(square s);

// Adds a member to an object, or an element to an array, and takes the value over. When there is no memory for either
// (or `value` is NULL, because there was none for it), the whole object is given back and *object is NULL; adding to
// NULL is allowed and changes nothing. So what comes out in the end is complete, or NULL.
void json_put(json_t **object, const char *name, json_t *value);
void json_append(json_t **array, json_t *value);

// The buffer's text, NULL when the buffer has failed; empties the buffer and gives its memory back.
json_t *json_of_buffer(struct buffer *buffer);

#endif
