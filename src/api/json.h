// SPDX-License-Identifier: GPL-3.0-or-later
// JSON output; private to src/api.
#ifndef LEAPER_API_JSON_H
#define LEAPER_API_JSON_H

#include "api/handle.h"

#include <jansson.h>

// The object as text on one line, which the caller frees; releases the object. NULL with
// LEAPER_ERROR_NO_MEMORY, also if the object is NULL.
char *json_out(json_t *json, struct leaper_error *error);

#endif
