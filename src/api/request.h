// SPDX-License-Identifier: GPL-3.0-or-later
// Requests in JSON: reading their members; private to src/api.
#ifndef LEAPER_API_REQUEST_H
#define LEAPER_API_REQUEST_H

#include "api/json.h"

// What a number may be, both bounds included.
struct bounds {
    int64_t least, most;
};

// Remove a member from a request and read it; if there is none, *value is unchanged. False with
// LEAPER_ERROR_REQUEST or LEAPER_ERROR_PARAMETER at the member if it has the wrong type or is out of range.
bool take_number(json_t *request, const char *name, struct bounds bounds, int64_t *value,
                 struct leaper_error *error);
bool take_flag(json_t *request, const char *name, bool *value, struct leaper_error *error);

// The string of a member, NULL if there is none; it is valid as long as the array `kept`, which holds a
// reference.
bool take_text(json_t *request, json_t *kept, const char *name, const char **text,
               struct leaper_error *error);

// Whether all members have been read; if not, LEAPER_ERROR_REQUEST at the first that is left.
bool all_taken(const json_t *request, struct leaper_error *error);

// Answer requests about tours, which still have their members "do", "board" and so on. NULL with an error.
json_t *answer_count(json_t *request, struct leaper_error *error);
json_t *answer_find(json_t *request, struct leaper_error *error);
json_t *answer_sample(json_t *request, struct leaper_error *error);
json_t *answer_estimate(json_t *request, struct leaper_error *error);

#endif
