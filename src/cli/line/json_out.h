// SPDX-License-Identifier: GPL-3.0-or-later
// Results printed as JSON: one object a line.
#ifndef LEAPER_CLI_JSON_OUT_H
#define LEAPER_CLI_JSON_OUT_H

#include <jansson.h>

// Prints the object, which it frees, in a line of its own.
void json_print(json_t *object);

// A text that came from outside: what is no UTF-8 becomes '?'.
json_t *json_foreign(const char *text);

// The position string of a position.
struct position;
json_t *json_fen(const struct position *pos);

#endif
