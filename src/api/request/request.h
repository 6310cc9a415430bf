// SPDX-License-Identifier: GPL-3.0-or-later
// Requests in JSON: reading their members; private to src/api.
#ifndef LEAPER_API_REQUEST_H
#define LEAPER_API_REQUEST_H

#include "api/json.h"
#include "notation/json/request.h"

#include <leaper/json.h>

// What a number may be, both bounds included.
struct bounds {
    int64_t least, most;
};

// A request being answered.
struct request {
    json_t *left;                             // an object: the members that have not been read yet
    json_t *kept;                             // an array that keeps the strings alive that have been read
    const struct leaper_request_watch *watch; // who wants to know how it goes on; NULL: nobody
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

// {"error":{…}}, a new reference; NULL if there is no memory.
json_t *describe_failure(const struct leaper_error *error);

// Reads the rest of a request as one for a position; tells the turns to `watch`, which may be NULL. False with an error.
bool take_position(struct show_request *read, const struct request *request, const struct turn_watch *watch,
                   struct leaper_error *error);

// How a game ended, if the board does not say it: {"result":"white","reason":"resignation"}.
struct declared {
    bool given;
    struct outcome outcome;
};

// Takes `result` and `reason`, which may both be missing. False with LEAPER_ERROR_PARAMETER if there is no such result or reason.
bool take_declared(struct request *request, struct declared *declared, struct leaper_error *error);

// Answer requests to the engine and to the solver. NULL with an error.
json_t *answer_search(struct request *request, struct leaper_error *error);
json_t *answer_solve(struct request *request, struct leaper_error *error);

// Answer requests to read and to write PGN. NULL with an error.
json_t *answer_pgn(struct request *request, struct leaper_error *error);
json_t *answer_record(struct request *request, struct leaper_error *error);

// Answers a request for what the pieces attack. NULL with an error.
json_t *answer_attacks(struct request *request, struct leaper_error *error);

// Answers a request to edit a position. NULL with an error.
json_t *answer_edit(struct request *request, struct leaper_error *error);

// Answers a request for a game that is being played. NULL with an error.
json_t *answer_play(struct request *request, struct leaper_error *error);

// Answers what a turn does to its player. NULL with an error.
json_t *answer_consequence(struct request *request, struct leaper_error *error);

// Answer requests about texts that define games. NULL with an error.
json_t *answer_check(struct request *request, struct leaper_error *error);
json_t *answer_definition(struct request *request, struct leaper_error *error);
json_t *answer_keys(struct request *request, struct leaper_error *error);

// Answer requests about tours. NULL with an error.
json_t *answer_count(struct request *request, struct leaper_error *error);
json_t *answer_find(struct request *request, struct leaper_error *error);
json_t *answer_sample(struct request *request, struct leaper_error *error);
json_t *answer_estimate(struct request *request, struct leaper_error *error);

// Answers what pages ask about tours. NULL with an error.
json_t *answer_tours(struct request *request, struct leaper_error *error);

#endif
