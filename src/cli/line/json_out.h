// SPDX-License-Identifier: GPL-3.0-or-later
// Results printed as JSON: one object a line.
#ifndef LEAPER_CLI_JSON_OUT_H
#define LEAPER_CLI_JSON_OUT_H

#include <jansson.h>

// Prints the object on a line of its own, and frees it.
void json_print(json_t *object);

// Untrusted text as a JSON string, with bytes that are not UTF-8 replaced by '?'.
json_t *json_foreign(const char *text);

// The FEN of a position, as a JSON string.
struct position;
json_t *json_fen(const struct position *pos);

#endif
