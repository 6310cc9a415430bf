// SPDX-License-Identifier: GPL-3.0-or-later
// JSON on its way out; private to src/api.
#ifndef LEAPER_API_JSON_H
#define LEAPER_API_JSON_H

#include "api/handle.h"

#include <jansson.h>

// The object (NULL: there was no memory for it) as a text in one line, for the caller to free; the object is given back. NULL with
// LEAPER_ERROR_NO_MEMORY.
char *json_out(json_t *json, struct leaper_error *error);

#endif
