// SPDX-License-Identifier: GPL-3.0-or-later
// The work behind answers about tours, done in a separate process (server/tours/child.h) within its limits.
#ifndef LEAPER_SERVER_TOURS_WORK_H
#define LEAPER_SERVER_TOURS_WORK_H

#include "server/tours/tours_body.h"

#include <jansson.h>

// One piece of work.
struct tours_work {
    const struct tours_body *body;
    double seconds; // of processor time for the process; work that can stop by itself stops a little earlier
    bool
        modest; // the first attempt was too much: draw random tours without the large tables, estimate with one walk at a time
    struct buffer *out;
};

// Makes the answer: JSON, or the picture. Returns false if that failed for a reason other than time or memory.
bool tours_work_run(const struct tours_work *work, enum tours_question question);

// ---- What the answers share ----

// Whether the work, a struct tours_work, may continue; of the type that the callers in src/tours expect.
bool tours_work_goes_on(void *work);

// The same if only a share of the time, 0 … 1, may be used.
bool tours_work_has(const struct tours_work *work, double share);

// Makes `json` the answer, and takes its reference.
void tours_work_answer(const struct tours_work *work, json_t *json);

// Why there can be no tour, as an allocated string; NULL if that is not known.
char *tours_work_forbidden(const struct tours_body *body);

// Answers a request for random tours (tours_random.c).
void tours_work_random(const struct tours_work *work);

#endif
