// SPDX-License-Identifier: GPL-3.0-or-later
// Why a text is not JSON, in words for people: jansson's own messages name its options and quote the input.
#ifndef LEAPER_NOTATION_JSON_REASON_H
#define LEAPER_NOTATION_JSON_REASON_H

#include <jansson.h>

// What jansson complained about, to follow "this is not JSON: ". Static storage.
const char *json_reason(const json_error_t *error);

#endif
