// SPDX-License-Identifier: GPL-3.0-or-later
// What the answers about tours share: they are made by the thread for long work, within its limits.
#ifndef LEAPER_SERVER_TOURS_JOB_H
#define LEAPER_SERVER_TOURS_JOB_H

#include "server/call.h"
#include "server/tours_body.h"

#include <jansson.h>

// Reads the body and leaves `work` to the thread for long work, with the body in call->later_with. What is wrong with
// the body becomes the answer.
void tours_defer(struct call *call, enum tours_question question, void (*work)(struct call *call));

// Whether the work for a call may go on: its time is not over, the client still waits, the server does not end. The
// context is the call: fit to be handed to whatever asks such a function.
bool tours_goes_on(void *call);

// Makes JSON, whose reference is taken over, the answer.
void tours_answer(struct call *call, json_t *json);

// Why there can be no tour, as a new text; or NULL when nobody knows.
char *tours_forbidden(const struct tours_body *body);

#endif
