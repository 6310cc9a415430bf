// SPDX-License-Identifier: GPL-3.0-or-later
// The work behind answers about tours: done by a process of its own (server/tours/child.h), within its bounds.
#ifndef LEAPER_SERVER_TOURS_WORK_H
#define LEAPER_SERVER_TOURS_WORK_H

#include "server/tours/tours_body.h"

#include <jansson.h>

// One piece of work.
struct tours_work {
    const struct tours_body *body;
    double seconds; // of a processor that the process has; what can end by itself ends a little earlier
    bool
        modest; // it was too much once: random tours without the tables that need so much memory, estimates of one walk each
    struct buffer *out;
};

// Makes the answer: JSON, or the picture. False when that failed for a reason other than time and memory.
bool tours_work_run(const struct tours_work *work, enum tours_question question);

// ---- What the answers share ----

// Whether the work, a struct tours_work, may go on; of the fitting type for whatever asks such a function.
bool tours_work_goes_on(void *work);

// The same when only a share of the time, 0 … 1, is to be used.
bool tours_work_has(const struct tours_work *work, double share);

// Makes JSON, whose reference is taken over, the answer.
void tours_work_answer(const struct tours_work *work, json_t *json);

// Why there can be no tour, as a new text; or NULL when nobody knows.
char *tours_work_forbidden(const struct tours_body *body);

// The answer to the question for random tours (tours_random.c).
void tours_work_random(const struct tours_work *work);

#endif
