// SPDX-License-Identifier: GPL-3.0-or-later
// JSON objects that begin with ready-made text, such as a whole match, and continue with members from jansson.
#ifndef LEAPER_SERVER_JSON_CLOSE_H
#define LEAPER_SERVER_JSON_CLOSE_H

#include "base/buffer.h"

#include <jansson.h>

// Appends members to the object in `out`, which already has some but no closing brace, and closes it. Takes the reference to
// `members`, which must not be empty.
void json_close(struct buffer *out, json_t *members);

#endif
