// SPDX-License-Identifier: GPL-3.0-or-later
// JSON objects that begin with a text which is JSON already, such as a whole match, and go on with values.
#ifndef LEAPER_SERVER_JSON_CLOSE_H
#define LEAPER_SERVER_JSON_CLOSE_H

#include "base/buffer.h"

#include <jansson.h>

// Appends members to an object in `out` that has some already and no closing brace yet, and closes it. Takes the reference of
// `members`, an object that is not empty.
void json_close(struct buffer *out, json_t *members);

#endif
