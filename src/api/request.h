// SPDX-License-Identifier: GPL-3.0-or-later
// Requests in JSON: reading their members; private to src/api.
#ifndef LEAPER_API_REQUEST_H
#define LEAPER_API_REQUEST_H

#include "api/json.h"

// What a number may be, both bounds included.
struct bounds {
    int64_t least, most;
};

// A request being answered.
struct request {
    json_t *left; // an object: the members that have not been read yet
    json_t *kept; // an array that keeps the strings alive that have been read
};

// Remove a member from a request and read it; if there is none, *value is unchanged. False with
// LEAPER_ERROR_REQUEST or LEAPER_ERROR_PARAMETER at the member if it has the wrong type or is out of range.
bool take_number(struct request *request, const char *name, struct bounds bounds, int64_t *value,
                 struct leaper_error *error);
bool take_flag(struct request *request, const char *name, bool *value, struct leaper_error *error);

// The string of a member, which is valid as long as the request; NULL if there is none.
bool take_text(struct request *request, const char *name, const char **text, struct leaper_error *error);

// Whether all members have been read; if not, LEAPER_ERROR_REQUEST at the first that is left.
bool all_taken(const struct request *request, struct leaper_error *error);

// Returns the answer; if it is NULL, sets LEAPER_ERROR_NO_MEMORY.
json_t *answered(json_t *answer, struct leaper_error *error);

// Answer requests about tours. NULL with an error.
json_t *answer_count(struct request *request, struct leaper_error *error);
json_t *answer_find(struct request *request, struct leaper_error *error);
json_t *answer_sample(struct request *request, struct leaper_error *error);
json_t *answer_estimate(struct request *request, struct leaper_error *error);

#endif
