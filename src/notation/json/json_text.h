// SPDX-License-Identifier: GPL-3.0-or-later
// Small JSON values made of texts; private to this folder.
#ifndef LEAPER_NOTATION_JSON_TEXT_H
#define LEAPER_NOTATION_JSON_TEXT_H

#include "base/buffer.h"
#include "board/square.h"

#include <jansson.h>

// A string of any bytes: what is no UTF-8, as an error message that cuts a quotation may be, becomes '?'.
json_t *json_of_text(const char *text);

// The name of a square.
json_t *json_of_square(square s);

// The buffer's text; empties the buffer and gives its memory back.
json_t *json_of_buffer(struct buffer *buffer);

#endif
